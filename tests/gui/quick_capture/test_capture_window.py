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
from notebrain.gui.app.window_builder import Desk
from notebrain.gui.quick_capture.controller import QuickCaptureController, flow_of
from notebrain.gui.quick_capture.text_field import LONGEST_PASTE
from tests.fakes.capturing import ask, draft_on_disk, keep, kept, press, write

pytestmark = pytest.mark.gui


@pytest.fixture
def desk(open_desk: Callable[[], Desk]) -> Desk:
    return open_desk()


@pytest.fixture
def flow(desk: Desk) -> QuickCaptureController:
    return flow_of(desk)


@pytest.mark.parametrize(
    "held", [Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier]
)
def test_enter_keeps_the_note_and_puts_the_window_away(
    flow: QuickCaptureController, services: Services, qtbot: QtBot, held: Qt.KeyboardModifier
) -> None:
    ask(flow, qtbot)
    write(flow, "Ferry back: last boat 21:15")
    press(flow, Qt.Key.Key_Return, held)
    qtbot.waitUntil(lambda: not flow.window.isVisible())

    [note] = kept(services)
    assert (note.title, note.body) == ("Ferry back: last boat 21:15",) * 2
    assert note.source == "hotkey"
    assert flow.notice.title.text() == "Ferry back: last boat 21:15"


def test_the_first_line_is_the_title_and_shift_enter_begins_the_next(
    flow: QuickCaptureController, services: Services, qtbot: QtBot
) -> None:
    ask(flow, qtbot)
    write(flow, "Gas bottle")
    press(flow, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    write(flow, "empty after 26 days")
    press(flow, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(kept(services)))

    [note] = kept(services)
    assert (note.title, note.body) == ("Gas bottle", "Gas bottle\nempty after 26 days")


def test_typed_tags_file_the_note_but_not_those_in_code_colours_or_addresses(
    flow: QuickCaptureController, services: Services, qtbot: QtBot
) -> None:
    text = """Paint it #ff0000, #fff or #a1b2c3, see `#code` #garden/shed
```
#fenced
```
https://example.org/page#part, issue C#sharp and #12 #Fence #cafe1"""
    ask(flow, qtbot, text)
    assert shown_as_tags(flow) == ["#garden/shed", "#Fence", "#cafe1"]

    press(flow, Qt.Key.Key_Return)
    qtbot.waitUntil(flow.notice.isVisible)

    [note] = kept(services)
    assert note.tags == ("cafe1", "Fence", "garden/shed")
    assert note.body == text


def shown_as_tags(flow: QuickCaptureController) -> list[str]:
    """Return what stands on the ground of a tag in the window."""
    document, found = flow.window.text.document(), list[str]()
    block = document.firstBlock()
    while block.isValid():
        for part in block.layout().formats():
            ground = part.format.background()
            if ground.style() != Qt.BrushStyle.NoBrush:
                found.append(block.text()[part.start : part.start + part.length])
        block = block.next()
    return [one for one in found if one.startswith("#")]


def test_esc_keeps_the_draft_and_the_next_call_shows_it_with_the_caret_behind_it(
    flow: QuickCaptureController, services: Services, qtbot: QtBot
) -> None:
    ask(flow, qtbot)
    write(flow, "Half a thou")
    press(flow, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: draft_on_disk(services) == "Half a thou")
    assert not flow.window.isVisible()
    assert kept(services) == []

    ask(flow, qtbot)
    write(flow, "ght")

    assert flow.window.text.stored == "Half a thought"


def test_the_draft_is_on_disk_while_one_types_on(
    flow: QuickCaptureController, services: Services, qtbot: QtBot
) -> None:
    ask(flow, qtbot)
    write(flow, "Do not lose this")

    qtbot.waitUntil(lambda: draft_on_disk(services) == "Do not lose this")
    qtbot.waitUntil(lambda: flow.window.foot.state.text() == "Draft kept")


def test_a_draft_that_became_a_note_is_gone(
    flow: QuickCaptureController, services: Services, qtbot: QtBot
) -> None:
    ask(flow, qtbot)
    write(flow, "Bread")
    qtbot.waitUntil(lambda: draft_on_disk(services) == "Bread")
    press(flow, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: draft_on_disk(services) == "")

    ask(flow, qtbot)

    assert flow.window.text.stored == ""


def test_without_a_word_nothing_is_made(
    flow: QuickCaptureController, services: Services, qtbot: QtBot
) -> None:
    ask(flow, qtbot)
    write(flow, "  ")
    press(flow, Qt.Key.Key_Return)

    assert not flow.window.isVisible()
    assert kept(services) == []


def test_an_exact_repeat_is_said_and_saved_only_if_it_is_meant(
    flow: QuickCaptureController, services: Services, qtbot: QtBot
) -> None:
    services.capture.capture(Draft("Boiler pressure is 1.8")).result()
    ask(flow, qtbot)
    write(flow, "Boiler pressure is 1.8")

    press(flow, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: flow.window.foot.state.text().startswith("Already saved"))
    assert flow.window.foot.save.text() == "Save anyway"
    press(flow, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not flow.window.text.isReadOnly())
    assert len(kept(services)) == 1

    press(flow, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: len(kept(services)) == 2)


def test_a_note_that_cannot_be_saved_stays_with_the_reason(
    flow: QuickCaptureController, services: Services, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_draft: Draft) -> None:
        raise UserError("The disk is full.")

    ask(flow, qtbot)
    write(flow, "Keep me")
    with monkeypatch.context() as patch:
        patch.setattr(services.capture, "capture", fail)
        press(flow, Qt.Key.Key_Return)
        qtbot.waitUntil(flow.window.trouble.isVisible)
    assert flow.window.isVisible()
    assert flow.window.trouble.text.text() == "Not saved. The disk is full."
    assert flow.window.text.stored == "Keep me"

    press(flow, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(kept(services)) == 1)


def test_undo_in_the_notice_moves_the_note_to_the_trash(
    flow: QuickCaptureController, services: Services, qtbot: QtBot
) -> None:
    keep(flow, qtbot, "Not that")
    QTest.mouseClick(flow.notice.undo, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: kept(services) == [])
    qtbot.waitUntil(lambda: flow.notice.accessibleName() == "Moved to the trash")


def test_open_in_the_notice_shows_the_note_in_the_window(
    flow: QuickCaptureController, desk: Desk, qtbot: QtBot
) -> None:
    keep(flow, qtbot, "Go on here")
    QTest.mouseClick(flow.notice.open, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: desk.editor.view.toPlainText() == "Go on here")


def test_the_note_is_said_to_be_saved_once_though_the_window_is_in_sight(
    flow: QuickCaptureController, desk: Desk, qtbot: QtBot
) -> None:
    ask(flow, qtbot)
    write(flow, "Water the plants")
    with qtbot.waitSignal(desk.acts.remembered):
        press(flow, Qt.Key.Key_Return)
    qtbot.waitUntil(flow.notice.isVisible)

    assert not desk.window.toast.isVisible()
    assert desk.acts.newest == "Saved “Water the plants”"


def test_undo_in_the_window_takes_the_note_back_too(
    flow: QuickCaptureController, desk: Desk, services: Services, qtbot: QtBot
) -> None:
    keep(flow, qtbot, "Not that either")
    qtbot.waitUntil(lambda: desk.acts.can_undo)
    desk.acts.undo()

    qtbot.waitUntil(lambda: kept(services) == [])


def test_the_workspace_that_was_chosen_stays_for_the_next_note(
    flow: QuickCaptureController, services: Services, qtbot: QtBot
) -> None:
    services.capture.capture(Draft("Here", workspace="Work")).result()
    ask(flow, qtbot)
    menu = flow.window.foot.workspace.menu()
    qtbot.waitUntil(lambda: "Work" in [one.text() for one in menu.actions()])
    next(one for one in menu.actions() if one.text() == "Work").trigger()
    assert flow.window.foot.workspace.text() == "Work"
    write(flow, "One")
    press(flow, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not flow.window.isVisible())

    ask(flow, qtbot)
    write(flow, "Two")
    press(flow, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(kept(services)) == 3)

    assert {note.workspace for note in kept(services)} == {"Work"}


@pytest.mark.parametrize(("setting", "wanted"), [("clipboard", "From the web"), ("nothing", "")])
def test_what_was_copied_comes_marked_and_the_next_key_takes_its_place(
    flow: QuickCaptureController, services: Services, qtbot: QtBot, setting: str, wanted: str
) -> None:
    services.settings.put(CAPTURE_PREFILL, setting).result()
    QGuiApplication.clipboard().setText("From the web")
    ask(flow, qtbot)
    assert flow.window.text.stored == wanted

    write(flow, "No")
    assert flow.window.text.stored == "No"


def test_a_text_that_comes_with_the_call_follows_the_draft(
    flow: QuickCaptureController, desk: Desk, qtbot: QtBot
) -> None:
    ask(flow, qtbot)
    write(flow, "Mine")

    desk.bridge.publish(CaptureAsked("Theirs"))

    qtbot.waitUntil(lambda: flow.window.text.stored == "Mine\n\nTheirs")
    press(flow, Qt.Key.Key_Backspace)
    assert flow.window.text.stored == "Mine\n\n"


def test_the_call_again_puts_the_window_away_with_its_draft(
    flow: QuickCaptureController, services: Services, qtbot: QtBot
) -> None:
    ask(flow, qtbot)
    write(flow, "Later")
    flow.ask()

    assert not flow.window.isVisible()
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
        (picture, "cannot be added"),
        (file, "cannot be added"),
        (huge, "too long"),
        (only_rich, "no plain text"),
    ],
)
def test_what_a_note_cannot_take_is_refused_with_a_line(
    flow: QuickCaptureController, qtbot: QtBot, data: Callable[[], QMimeData], said: str
) -> None:
    ask(flow, qtbot)
    write(flow, "Text ")
    flow.window.text.insertFromMimeData(data())

    assert said in flow.window.foot.state.text()
    assert flow.window.text.stored == "Text "


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
    flow: QuickCaptureController, qtbot: QtBot
) -> None:
    # the picture may have 10,000 x 10,000 pixels, the page name pictures on the net
    offered = Offered({"text/plain": "Gas\t26 days", "text/html": PAGE, PICTURE: ""})
    ask(flow, qtbot)
    flow.window.text.insertFromMimeData(offered)

    assert flow.window.text.stored == "Gas\t26 days"
    assert offered.fetched
    assert all(kind.startswith("text/plain") for kind in offered.fetched)


def test_a_picture_is_refused_without_being_fetched(
    flow: QuickCaptureController, qtbot: QtBot
) -> None:
    offered = Offered({"text/html": PAGE, PICTURE: ""})
    ask(flow, qtbot)
    flow.window.text.insertFromMimeData(offered)

    assert "cannot be added" in flow.window.foot.state.text()
    assert offered.fetched == []


def test_what_was_copied_does_not_come_by_itself_where_it_is_too_long_or_no_text(
    flow: QuickCaptureController, services: Services, qtbot: QtBot
) -> None:
    services.settings.put(CAPTURE_PREFILL, "clipboard").result()
    clipboard = QGuiApplication.clipboard()
    for data in (huge(), picture(), only_rich()):
        clipboard.setMimeData(data)
        ask(flow, qtbot)
        assert flow.window.text.stored == ""
        flow.leave()
        clipboard.setText("")  # data of ours must not outlive Python in there


def test_hostile_text_of_the_clipboard_is_only_text(
    flow: QuickCaptureController, services: Services, qtbot: QtBot
) -> None:
    hostile = '<img src="file:///etc/passwd"><script>x</script>\u202e\x00\x1b[31m [a](javascript:x)'
    data = QMimeData()
    data.setText(hostile)
    data.setHtml(hostile)
    ask(flow, qtbot)
    flow.window.text.insertFromMimeData(data)
    press(flow, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(kept(services)))

    assert kept(services)[0].body == hostile


def test_odd_signs_are_kept_as_they_are(
    flow: QuickCaptureController, services: Services, qtbot: QtBot
) -> None:
    text = "no\u00a0break, line\u2028separator, 👩‍👩‍👧, \t tab  "
    ask(flow, qtbot, text)
    press(flow, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(kept(services)))

    assert kept(services)[0].body == text


def test_the_window_grows_with_the_text_to_twelve_lines(
    flow: QuickCaptureController, qtbot: QtBot
) -> None:
    ask(flow, qtbot)
    heights: list[int] = []
    for lines in (1, 6, 12, 40):
        flow.window.begin("\n".join(["line"] * lines), "")
        heights.append(flow.window.height())

    assert heights[0] < heights[1] < heights[2] == heights[3]


@pytest.mark.parametrize("line", ["line", "שורה", "漢字", "😀"])
def test_up_to_twelve_lines_are_seen_without_scrolling(
    flow: QuickCaptureController, qtbot: QtBot, line: str
) -> None:
    ask(flow, qtbot)
    bar = flow.window.text.verticalScrollBar()

    for lines in (5, 12):
        flow.window.begin("\n".join([line] * lines), "")
        QCoreApplication.processEvents()
        assert bar.maximum() == 0

    flow.window.begin("\n".join([line] * 13), "")
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
    flow: QuickCaptureController, qtbot: QtBot, slow_disk: threading.Event
) -> None:
    ask(flow, qtbot)
    write(flow, "Half a thought")
    press(flow, Qt.Key.Key_Escape)

    ask(flow, qtbot)

    assert flow.window.text.stored == "Half a thought"


def test_a_text_that_comes_while_the_note_is_saved_waits_for_the_next_note(
    flow: QuickCaptureController, services: Services, qtbot: QtBot, slow_disk: threading.Event
) -> None:
    ask(flow, qtbot)
    write(flow, "Mine")
    press(flow, Qt.Key.Key_Return)
    flow.ask("Theirs")
    slow_disk.set()

    qtbot.waitUntil(lambda: flow.window.text.stored == "Theirs")
    assert flow.window.isVisible()
    assert [note.body for note in kept(services)] == ["Mine"]


def test_esc_while_the_note_is_saved_does_not_hide_what_goes_wrong(
    flow: QuickCaptureController,
    services: Services,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    saving: Future[Changes] = Future()

    def capture(_draft: Draft) -> Future[Changes]:
        return saving

    monkeypatch.setattr(services.capture, "capture", capture)
    ask(flow, qtbot)
    write(flow, "Keep me")
    press(flow, Qt.Key.Key_Return)
    press(flow, Qt.Key.Key_Escape)
    saving.set_exception(UserError("The disk is full."))

    qtbot.waitUntil(flow.window.trouble.isVisible)
    assert flow.window.text.stored == "Keep me"
    qtbot.waitUntil(lambda: draft_on_disk(services) == "Keep me")


def test_a_draft_that_cannot_be_kept_does_not_let_a_note_be_saved_twice(
    flow: QuickCaptureController,
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

    monkeypatch.setattr(services.capture_drafts, "keep", keep_draft)
    ask(flow, qtbot)
    write(flow, "Once")
    qtbot.waitUntil(lambda: keeps == ["Once"])
    press(flow, Qt.Key.Key_Return)
    keeping.set_exception(UserError("The disk is full."))
    QCoreApplication.processEvents()

    press(flow, Qt.Key.Key_Return)
    slow_disk.set()

    qtbot.waitUntil(flow.notice.isVisible)
    services.store.write(lambda _db: None).result()
    assert len(kept(services)) == 1


def test_the_window_closes_only_once_the_note_is_saved(
    flow: QuickCaptureController,
    desk: Desk,
    services: Services,
    qtbot: QtBot,
    slow_disk: threading.Event,
) -> None:
    ask(flow, qtbot)
    write(flow, "Bread")
    press(flow, Qt.Key.Key_Return)

    assert not desk.window.close()
    slow_disk.set()

    qtbot.waitUntil(lambda: not desk.window.isVisible())
    qtbot.waitUntil(lambda: draft_on_disk(services) == "")
    assert [note.body for note in kept(services)] == ["Bread"]
