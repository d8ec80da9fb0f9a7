"""Taking a note in the small window, by keys."""

import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QMimeData, Qt, QUrl
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from notebrain.app.events import CaptureAsked
from notebrain.app.notes.capture_draft import CaptureDraft
from notebrain.app.services import Services
from notebrain.app.settings.table import CAPTURE_PREFILL
from notebrain.domain.errors import UserError
from notebrain.domain.notes.changes import Changes
from notebrain.domain.notes.draft import Draft
from notebrain.gui.app.features import AppWindow
from notebrain.gui.attachments.file_adder import FileAdder
from notebrain.gui.editor.panel import EditorPanel
from notebrain.gui.notes.actions import NoteActions
from notebrain.gui.quick_capture.controller import QuickCaptureController
from notebrain.gui.quick_capture.window import LONGEST_PASTE
from tests.fakes.capturing import ask, draft_on_disk, keep, kept, press, write
from tests.fakes.context import FakeContext

pytestmark = pytest.mark.gui


@pytest.fixture
def app(open_window: Callable[[], AppWindow]) -> AppWindow:
    return open_window()


@pytest.fixture
def controller(
    context: FakeContext, editor: EditorPanel, acts: NoteActions
) -> QuickCaptureController:
    return QuickCaptureController(
        context, editor, acts, FileAdder(context, lambda _field, _sha: None)
    )


@pytest.mark.parametrize(
    "held", [Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier]
)
def test_enter_keeps_the_note_and_puts_the_window_away(
    controller: QuickCaptureController, services: Services, qtbot: QtBot, held: Qt.KeyboardModifier
) -> None:
    ask(controller, qtbot)
    write(controller, "Ferry back: last boat 21:15")
    press(controller, Qt.Key.Key_Return, held)
    qtbot.waitUntil(lambda: not controller.window.isVisible())

    [note] = kept(services)
    assert (note.title, note.body) == ("Ferry back: last boat 21:15",) * 2
    assert note.source == "hotkey"
    assert controller.notice.title.text() == "Ferry back: last boat 21:15"


def test_the_first_line_is_the_title_and_shift_enter_begins_the_next(
    controller: QuickCaptureController, services: Services, qtbot: QtBot
) -> None:
    ask(controller, qtbot)
    write(controller, "Gas bottle")
    press(controller, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    write(controller, "empty after 26 days")
    press(controller, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(kept(services)))

    [note] = kept(services)
    assert (note.title, note.body) == ("Gas bottle", "Gas bottle\nempty after 26 days")


def test_typed_tags_file_the_note_but_not_those_in_code_colors_or_addresses(
    controller: QuickCaptureController, services: Services, qtbot: QtBot
) -> None:
    text = """Paint it #ff0000, #fff or #a1b2c3, see `#code` #garden/shed
```
#fenced
```
https://example.org/page#part, issue C#sharp and #12 #Fence #cafe1"""
    ask(controller, qtbot, text)
    assert shown_as_tags(controller) == ["#garden/shed", "#Fence", "#cafe1"]

    press(controller, Qt.Key.Key_Return)
    qtbot.waitUntil(controller.notice.isVisible)

    [note] = kept(services)
    assert note.tags == ("cafe1", "Fence", "garden/shed")
    assert note.body == text


def shown_as_tags(controller: QuickCaptureController) -> list[str]:
    """Return what stands on the ground of a tag in the window."""
    document, found = controller.window.text.document(), list[str]()
    block = document.firstBlock()
    while block.isValid():
        for part in block.layout().formats():
            ground = part.format.background()
            if ground.style() != Qt.BrushStyle.NoBrush:
                found.append(block.text()[part.start : part.start + part.length])
        block = block.next()
    return [one for one in found if one.startswith("#")]


def test_esc_keeps_the_draft_and_the_next_call_shows_it_with_the_caret_behind_it(
    controller: QuickCaptureController, services: Services, qtbot: QtBot
) -> None:
    ask(controller, qtbot)
    write(controller, "Half a thou")
    press(controller, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: draft_on_disk(services) == "Half a thou")
    assert not controller.window.isVisible()
    assert kept(services) == []

    ask(controller, qtbot)
    write(controller, "ght")

    assert controller.window.text.stored == "Half a thought"


def test_the_draft_is_on_disk_while_one_types_on(
    controller: QuickCaptureController, services: Services, qtbot: QtBot
) -> None:
    ask(controller, qtbot)
    write(controller, "Do not lose this")

    qtbot.waitUntil(lambda: draft_on_disk(services) == "Do not lose this")
    qtbot.waitUntil(lambda: controller.window.foot.state.text() == "Draft kept")


def test_a_draft_that_became_a_note_is_gone(
    controller: QuickCaptureController, services: Services, qtbot: QtBot
) -> None:
    ask(controller, qtbot)
    write(controller, "Bread")
    qtbot.waitUntil(lambda: draft_on_disk(services) == "Bread")
    press(controller, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: draft_on_disk(services) == "")

    ask(controller, qtbot)

    assert controller.window.text.stored == ""


def test_without_a_word_nothing_is_made(
    controller: QuickCaptureController, services: Services, qtbot: QtBot
) -> None:
    ask(controller, qtbot)
    write(controller, "  ")
    press(controller, Qt.Key.Key_Return)

    assert not controller.window.isVisible()
    assert kept(services) == []


def test_an_exact_repeat_is_said_and_saved_only_if_it_is_meant(
    controller: QuickCaptureController, services: Services, qtbot: QtBot
) -> None:
    services.notes.capture(Draft("Boiler pressure is 1.8")).result()
    ask(controller, qtbot)
    write(controller, "Boiler pressure is 1.8")

    press(controller, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: controller.window.foot.state.text().startswith("Already saved"))
    assert controller.window.foot.save.text() == "Save anyway"
    press(controller, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not controller.window.text.isReadOnly())
    assert len(kept(services)) == 1

    press(controller, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: len(kept(services)) == 2)


def test_a_note_that_cannot_be_saved_stays_with_the_reason(
    controller: QuickCaptureController,
    services: Services,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(_draft: Draft) -> None:
        raise UserError("The disk is full.")

    ask(controller, qtbot)
    write(controller, "Keep me")
    with monkeypatch.context() as patch:
        patch.setattr(services.notes, "capture", fail)
        press(controller, Qt.Key.Key_Return)
        qtbot.waitUntil(controller.window.trouble.isVisible)
    assert controller.window.isVisible()
    assert controller.window.trouble.text.text() == "Not saved. The disk is full."
    assert controller.window.text.stored == "Keep me"

    press(controller, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(kept(services)) == 1)


def test_undo_in_the_notice_moves_the_note_to_the_trash(
    controller: QuickCaptureController, services: Services, qtbot: QtBot
) -> None:
    keep(controller, qtbot, "Not that")
    QTest.mouseClick(controller.notice.undo, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: kept(services) == [])
    qtbot.waitUntil(lambda: controller.notice.accessibleName() == "Moved to the trash")


def test_open_in_the_notice_shows_the_note_in_the_window(
    controller: QuickCaptureController, editor: EditorPanel, qtbot: QtBot
) -> None:
    keep(controller, qtbot, "Go on here")
    QTest.mouseClick(controller.notice.open, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: editor.view.toPlainText() == "Go on here")


def test_the_note_is_said_to_be_saved_once_though_the_window_is_in_sight(
    controller: QuickCaptureController, context: FakeContext, acts: NoteActions, qtbot: QtBot
) -> None:
    ask(controller, qtbot)
    write(controller, "Water the plants")
    with qtbot.waitSignal(acts.remembered):
        press(controller, Qt.Key.Key_Return)
    qtbot.waitUntil(controller.notice.isVisible)

    assert context.window.done == []
    assert acts.newest == "Saved “Water the plants”"


def test_undo_in_the_window_takes_the_note_back_too(
    controller: QuickCaptureController, acts: NoteActions, services: Services, qtbot: QtBot
) -> None:
    keep(controller, qtbot, "Not that either")
    qtbot.waitUntil(lambda: acts.can_undo)
    acts.undo()

    qtbot.waitUntil(lambda: kept(services) == [])


def test_the_workspace_that_was_chosen_stays_for_the_next_note(
    controller: QuickCaptureController, services: Services, qtbot: QtBot
) -> None:
    services.notes.capture(Draft("Here", workspace="Work")).result()
    ask(controller, qtbot)
    menu = controller.window.foot.workspace.menu()
    qtbot.waitUntil(lambda: "Work" in [one.text() for one in menu.actions()])
    next(one for one in menu.actions() if one.text() == "Work").trigger()
    assert controller.window.foot.workspace.text() == "Work"
    write(controller, "One")
    press(controller, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not controller.window.isVisible())

    ask(controller, qtbot)
    write(controller, "Two")
    press(controller, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(kept(services)) == 3)

    assert {note.workspace for note in kept(services)} == {"Work"}


@pytest.mark.parametrize(("setting", "wanted"), [("clipboard", "From the web"), ("nothing", "")])
def test_what_was_copied_comes_marked_and_the_next_key_takes_its_place(
    controller: QuickCaptureController, services: Services, qtbot: QtBot, setting: str, wanted: str
) -> None:
    services.settings.put(CAPTURE_PREFILL, setting).result()
    QGuiApplication.clipboard().setText("From the web")
    ask(controller, qtbot)
    assert controller.window.text.stored == wanted

    write(controller, "No")
    assert controller.window.text.stored == "No"


def test_a_text_that_comes_with_the_call_follows_the_draft(app: AppWindow, qtbot: QtBot) -> None:
    controller = app.quick_capture
    ask(controller, qtbot)
    write(controller, "Mine")

    app.events.publish(CaptureAsked("Theirs"))

    qtbot.waitUntil(lambda: controller.window.text.stored == "Mine\n\nTheirs")
    press(controller, Qt.Key.Key_Backspace)
    assert controller.window.text.stored == "Mine\n\n"


def test_the_call_again_puts_the_window_away_with_its_draft(
    controller: QuickCaptureController, services: Services, qtbot: QtBot
) -> None:
    ask(controller, qtbot)
    write(controller, "Later")
    controller.ask()

    assert not controller.window.isVisible()
    qtbot.waitUntil(lambda: draft_on_disk(services) == "Later")


def picture() -> QMimeData:
    data = QMimeData()
    image = QImage(4, 4, QImage.Format.Format_RGB32)
    image.fill(0)
    data.setImageData(image)
    return data


def file() -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(Path("plan.pdf").absolute()))])
    return data


def huge() -> QMimeData:
    data = QMimeData()
    data.setText("x" * (LONGEST_PASTE + 1))
    return data


def only_rich() -> QMimeData:
    data = QMimeData()
    data.setHtml("<p>x<img src='http://192.0.2.1/a.png'></p>")
    return data


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (file, "plan.pdf"),
        (huge, "Too long"),
        (only_rich, "no plain text"),
    ],
)
def test_what_a_note_cannot_take_is_refused_with_a_line(
    controller: QuickCaptureController, qtbot: QtBot, data: Callable[[], QMimeData], said: str
) -> None:
    ask(controller, qtbot)
    write(controller, "Text ")
    controller.window.text.insertFromMimeData(data())

    qtbot.waitUntil(lambda: said in controller.window.foot.state.text())
    assert controller.window.text.stored == "Text "


PICTURE = "application/x-qt-image"
PAGE = "<img src='http://192.0.2.1/'>"


class Offered(QMimeData):
    """What another program offers, handed out only when it is asked for."""

    def __init__(self, kinds: Mapping[str, str]) -> None:
        super().__init__()
        self._kinds = kinds
        self.fetched: list[str] = []

    def formats(self) -> list[str]:
        return list(self._kinds)

    def hasFormat(self, mimetype: str) -> bool:  # noqa: N802 - Qt's name
        return mimetype in self._kinds

    def retrieveData(self, mimetype: str, type: object) -> object:  # noqa: A002, N802 - Qt's
        self.fetched.append(mimetype)
        return self._kinds.get(mimetype)


def test_of_cells_that_come_as_text_picture_and_page_only_the_text_is_fetched(
    controller: QuickCaptureController, qtbot: QtBot
) -> None:
    # the picture may have 10,000 x 10,000 pixels, the page name pictures on the net
    offered = Offered({"text/plain": "Gas\t26 days", "text/html": PAGE, PICTURE: ""})
    ask(controller, qtbot)
    controller.window.text.insertFromMimeData(offered)

    assert controller.window.text.stored == "Gas\t26 days"
    assert offered.fetched
    assert all(kind.startswith("text/plain") for kind in offered.fetched)


def test_what_was_copied_does_not_come_by_itself_where_it_is_too_long_or_no_text(
    controller: QuickCaptureController, services: Services, qtbot: QtBot
) -> None:
    services.settings.put(CAPTURE_PREFILL, "clipboard").result()
    clipboard = QGuiApplication.clipboard()
    for data in (huge(), picture(), only_rich()):
        clipboard.setMimeData(data)
        ask(controller, qtbot)
        assert controller.window.text.stored == ""
        controller.leave()
        clipboard.setText("")  # data of ours must not outlive Python in there


def test_hostile_text_of_the_clipboard_is_only_text(
    controller: QuickCaptureController, services: Services, qtbot: QtBot
) -> None:
    hostile = '<img src="file:///etc/passwd"><script>x</script>\u202e\x00\x1b[31m [a](javascript:x)'
    data = QMimeData()
    data.setText(hostile)
    data.setHtml(hostile)
    ask(controller, qtbot)
    controller.window.text.insertFromMimeData(data)
    press(controller, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(kept(services)))

    assert kept(services)[0].body == hostile


def test_odd_signs_are_kept_as_they_are(
    controller: QuickCaptureController, services: Services, qtbot: QtBot
) -> None:
    text = "no\u00a0break, line\u2028separator, 👩‍👩‍👧, \t tab  "
    ask(controller, qtbot, text)
    press(controller, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(kept(services)))

    assert kept(services)[0].body == text


def test_the_window_grows_with_the_text_to_twelve_lines(
    controller: QuickCaptureController, qtbot: QtBot
) -> None:
    ask(controller, qtbot)
    heights: list[int] = []
    for lines in (1, 6, 12, 40):
        controller.window.begin("\n".join(["line"] * lines), "")
        heights.append(controller.window.height())

    assert heights[0] < heights[1] < heights[2] == heights[3]


@pytest.mark.styled
@pytest.mark.parametrize("line", ["line", "שורה", "漢字", "😀"])
def test_up_to_twelve_lines_are_seen_without_scrolling(
    controller: QuickCaptureController, qtbot: QtBot, line: str
) -> None:
    ask(controller, qtbot)
    bar = controller.window.text.verticalScrollBar()

    for lines in (5, 12):
        controller.window.begin("\n".join([line] * lines), "")
        QCoreApplication.processEvents()
        assert bar.maximum() == 0

    controller.window.begin("\n".join([line] * 13), "")
    QCoreApplication.processEvents()
    assert bar.maximum() > 0


def test_a_draft_that_cannot_be_read_is_an_empty_one() -> None:
    for broken in ("", "{", "[]", '{"text": 3}', "null"):
        assert CaptureDraft.from_text(broken) == CaptureDraft()
    draft = CaptureDraft("Käse\n", "Work")
    assert CaptureDraft.from_text(draft.to_text()) == draft


@pytest.fixture
def slow_disk(services: Services) -> Iterator[threading.Event]:
    """Whatever is written reaches the disk only once this is set."""
    free = threading.Event()
    services.store.write(lambda _db: free.wait(60))
    yield free
    free.set()


def test_a_call_right_after_esc_shows_the_draft_though_it_is_not_on_disk_yet(
    controller: QuickCaptureController, qtbot: QtBot, slow_disk: threading.Event
) -> None:
    ask(controller, qtbot)
    write(controller, "Half a thought")
    press(controller, Qt.Key.Key_Escape)

    ask(controller, qtbot)

    assert controller.window.text.stored == "Half a thought"


def test_a_text_that_comes_while_the_note_is_saved_waits_for_the_next_note(
    controller: QuickCaptureController, services: Services, qtbot: QtBot, slow_disk: threading.Event
) -> None:
    ask(controller, qtbot)
    write(controller, "Mine")
    press(controller, Qt.Key.Key_Return)
    controller.ask("Theirs")
    slow_disk.set()

    qtbot.waitUntil(lambda: controller.window.text.stored == "Theirs")
    assert controller.window.isVisible()
    assert [note.body for note in kept(services)] == ["Mine"]


def test_esc_while_the_note_is_saved_does_not_hide_what_goes_wrong(
    controller: QuickCaptureController,
    services: Services,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    saving: Future[Changes] = Future()

    def capture(_draft: Draft) -> Future[Changes]:
        return saving

    monkeypatch.setattr(services.notes, "capture", capture)
    ask(controller, qtbot)
    write(controller, "Keep me")
    press(controller, Qt.Key.Key_Return)
    press(controller, Qt.Key.Key_Escape)
    saving.set_exception(UserError("The disk is full."))

    qtbot.waitUntil(controller.window.trouble.isVisible)
    assert controller.window.text.stored == "Keep me"
    qtbot.waitUntil(lambda: draft_on_disk(services) == "Keep me")


def test_a_draft_that_cannot_be_kept_does_not_let_a_note_be_saved_twice(
    controller: QuickCaptureController,
    services: Services,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    slow_disk: threading.Event,
) -> None:
    keeping: Future[Changes] = Future()
    keeps: list[str] = []

    def keep_draft(draft: CaptureDraft) -> Future[Changes]:
        keeps.append(draft.text)
        return keeping

    monkeypatch.setattr(services.capture_drafts, "save", keep_draft)
    ask(controller, qtbot)
    write(controller, "Once")
    qtbot.waitUntil(lambda: keeps == ["Once"])
    press(controller, Qt.Key.Key_Return)
    keeping.set_exception(UserError("The disk is full."))
    QCoreApplication.processEvents()

    press(controller, Qt.Key.Key_Return)
    slow_disk.set()

    qtbot.waitUntil(controller.notice.isVisible)
    services.store.write(lambda _db: None).result()
    assert len(kept(services)) == 1


def test_the_window_closes_only_once_the_note_is_saved(
    app: AppWindow,
    services: Services,
    qtbot: QtBot,
    slow_disk: threading.Event,
) -> None:
    controller = app.quick_capture
    ask(controller, qtbot)
    write(controller, "Bread")
    press(controller, Qt.Key.Key_Return)

    assert not app.window.close()
    slow_disk.set()

    qtbot.waitUntil(lambda: not app.window.isVisible())
    qtbot.waitUntil(lambda: draft_on_disk(services) == "")
    assert [note.body for note in kept(services)] == ["Bread"]
