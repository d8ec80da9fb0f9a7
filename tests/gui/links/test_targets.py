"""Links to notes that do not exist look different from others, wherever notes are shown."""

from collections.abc import Sequence
from hashlib import sha256

import pytest
from PySide6.QtGui import QTextCharFormat, QTextCursor

from notebrain.domain.notes.attachments import Sha
from notebrain.gui.preview.pane import PreviewPane
from notebrain.notes.service import Edit

DASHED = QTextCharFormat.UnderlineStyle.DashUnderline


def look_of(app, word: str) -> QTextCharFormat:
    """The look of a word in the editor, as it was painted last."""
    app.editor.view.viewport().grab()
    cursor = app.editor.view.document().find(word)
    at = cursor.selectionStart() - cursor.block().position()
    return next(
        QTextCharFormat(part.format)
        for part in cursor.block().layout().formats()
        if part.start <= at < part.start + part.length
    )


def is_muted(app, word: str) -> bool:
    look = look_of(app, word)
    muted = app.theme.tokens.color("muted")
    return look.underlineStyle() is DASHED and look.foreground().color() == muted


def show(app, qtbot, title: str) -> None:
    qtbot.waitUntil(lambda: app.browser.note is not None and app.browser.note.title == title)


@pytest.mark.parametrize("mode", ["live", "raw", "reading"])
def test_a_link_to_no_note_is_muted_and_dashed(open_window, take, qtbot, mode) -> None:
    take("# Gas")
    take("Cabin\n\nsee [[gas]], [[Wood|logs]] and `[[code]]`\n\n| a |\n|---|\n| [[Coal]] |\n\nx")
    app = open_window()
    show(app, qtbot, "Cabin")
    app.actions[f"view.text_{mode}"].trigger()

    qtbot.waitUntil(lambda: is_muted(app, "logs"))

    assert is_muted(app, "Coal"), "in the grid of a table, too"
    assert not is_muted(app, "gas")
    assert not is_muted(app, "code")


def test_a_link_comes_to_life_with_its_note_and_fades_with_it(open_window, take, qtbot) -> None:
    take("Cabin\n\nsee [[Wood]]")
    app = open_window()
    show(app, qtbot, "Cabin")
    qtbot.waitUntil(lambda: is_muted(app, "Wood"))

    wood = take("# Wood")
    qtbot.waitUntil(lambda: not is_muted(app, "Wood"))
    app.services.notes.edit(wood, Edit("# Coal", session="s")).result()
    qtbot.waitUntil(lambda: is_muted(app, "Wood"))
    app.services.notes.edit(wood, Edit("# Wood", session="s")).result()
    qtbot.waitUntil(lambda: not is_muted(app, "Wood"))
    app.services.notes.forget([wood]).result()
    qtbot.waitUntil(lambda: is_muted(app, "Wood"))


def test_a_link_whose_note_another_program_made_comes_to_life(open_window, take, qtbot) -> None:
    take("Cabin\n\nsee [[Wood]]")
    app = open_window()
    show(app, qtbot, "Cabin")
    qtbot.waitUntil(lambda: is_muted(app, "Wood"))

    take("# Wood")
    app.events.changed_elsewhere.emit()

    qtbot.waitUntil(lambda: not is_muted(app, "Wood"))


def test_a_link_to_a_heading_of_its_own_note_is_never_muted(open_window, take, qtbot) -> None:
    take("Cabin\n\n[[#Here]] and [[C#]] and [[Wood]]")
    take("# C#")
    app = open_window()
    app.browser.open_note(app.services.links.find("Cabin").note_id)
    qtbot.waitUntil(lambda: is_muted(app, "Wood"))

    assert not is_muted(app, "Here")
    assert not is_muted(app, "C#")


def test_the_preview_mutes_such_links_until_their_note_is_made(open_window, take, qtbot) -> None:
    take("# Gas")
    take("Cabin\n\nsee [[gas]] and **[[Wood|logs]]** here")
    app = open_window()
    show(app, qtbot, "Cabin")
    app.actions["view.preview"].trigger()
    pane = app.side.findChild(PreviewPane)

    def dashed(word: str) -> bool:
        cursor = pane.page.document().find(word)
        return cursor.charFormat().underlineStyle() is DASHED

    qtbot.waitUntil(lambda: "logs" in pane.page.toPlainText())
    assert dashed("logs")
    assert not dashed("gas")
    qtbot.waitUntil(lambda: is_muted(app, "logs"))
    take("# Wood")

    qtbot.waitUntil(lambda: not dashed("logs"))


def test_the_link_to_a_file_says_that_the_file_is_not_here(open_window, take, qtbot) -> None:
    sha = Sha("a" * 64)
    link = f"[the plan](attachment:{sha}/plan.pdf)"
    take(f"Cabin\n\nsee {link} now")
    app = open_window()
    _ = app.attachments
    show(app, qtbot, "Cabin")

    qtbot.waitUntil(lambda: is_muted(app, "the plan"))

    target = f"attachment:{sha}/plan.pdf"
    assert app.link_opener.targets.describe(target) == "Not on this computer"
    assert app.link_opener.targets.describe("Wood") == ""


def test_the_link_to_a_file_comes_to_life_with_the_file(open_window, take, qtbot) -> None:
    data = b"the plan of the cabin"
    sha = Sha(sha256(data).hexdigest())
    take(f"Cabin\n\nsee [the plan](attachment:{sha}/plan.pdf) now")
    app = open_window()
    _ = app.attachments
    show(app, qtbot, "Cabin")
    qtbot.waitUntil(lambda: is_muted(app, "the plan"))

    app.services.file_acts.add_bytes(data, "plan.pdf")
    app.events.changed_elsewhere.emit()

    qtbot.waitUntil(lambda: not is_muted(app, "the plan"))


def test_saving_a_note_does_not_highlight_all_its_lines_again(open_window, take, qtbot) -> None:
    take(f"Cabin\n\nsee [the plan](attachment:{'a' * 64}/plan.pdf) and [[Wood]] now\n\n")
    app = open_window()
    _ = app.attachments
    show(app, qtbot, "Cabin")
    qtbot.waitUntil(lambda: is_muted(app, "the plan") and is_muted(app, "Wood"))
    news = app.link_opener.targets.news

    app.editor.view.moveCursor(QTextCursor.MoveOperation.End)
    with qtbot.waitSignal(app.events.notes_changed):
        qtbot.keyClicks(app.editor.view, "x")

    assert app.link_opener.targets.news == news


def test_typing_does_not_read_all_titles(open_window, take, qtbot, monkeypatch) -> None:
    take("Cabin\n\nsee [[Wood]] and " + " ".join(f"[[t{n}]]" for n in range(30)))
    app = open_window()
    show(app, qtbot, "Cabin")
    qtbot.waitUntil(lambda: is_muted(app, "Wood"))
    asked: list[int] = []
    links = app.services.links
    before = links.targets

    def targets(keys: Sequence[str]) -> object:
        asked.append(len(keys))
        return before(keys)

    monkeypatch.setattr(links, "targets", targets)

    app.editor.view.moveCursor(QTextCursor.MoveOperation.End)
    qtbot.keyClicks(app.editor.view, "x")
    qtbot.waitUntil(lambda: bool(asked), timeout=20_000)

    assert set(asked) == {0}
