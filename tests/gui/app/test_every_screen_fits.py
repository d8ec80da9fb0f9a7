"""On every screen there are pictures of, each text fits its widget, and each widget the window."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from notebrain.app.commands.command import CommandId
from notebrain.app.core import language
from notebrain.app.services import Services
from notebrain.domain import i18n
from notebrain.gui.app.features import AppWindow, build_window
from notebrain.gui.command_palette.overlay import Overlay
from notebrain.gui.core.threads import EventBridge
from notebrain.gui.theme.look import Look
from notebrain.gui.theme.theme import Theme, ThemeMode
from notebrain.gui.widgets.floating_window import FloatingWindow
from screenshots import shot as shots
from screenshots.catalog import SHOTS
from screenshots.shot import Shot
from screenshots.vault import vault
from tests.fakes.clipping import clipped

pytestmark = [pytest.mark.gui, pytest.mark.slow, pytest.mark.styled, pytest.mark.timeout(600)]

SIZES = (900, 600), (1024, 640), (1920, 1200)
PARTS = 2
# German says everything in longer words: in the smallest window it finds nearly all; the long walks take every size
GERMAN, SMALLEST = "de", SIZES[:1]
WALKS = [
    pytest.param(
        (language, zoom, sizes),
        part,
        id=f"{language}-{zoom:.0%}-{len(sizes)}-{part}",
        # in every gate each screen is seen once: every other one enlarged
        marks=()
        if (language, sizes) == (GERMAN, SMALLEST) and part % 2 == (zoom > 1)
        else pytest.mark.long,
    )
    for language, sizes in ((GERMAN, SMALLEST), (GERMAN, SIZES[1:]), ("en", SMALLEST))
    for zoom in (1.0, 1.5)
    for part in range(PARTS)
]


class Walk:
    """One window on each vault, in which the screens are shown one after the other."""

    def __init__(self, theme: Theme, vaults: "Vaults", sizes: Sequence[tuple[int, int]]) -> None:
        self._theme = theme
        self._vaults = vaults
        self._sizes = sizes
        self._windows: dict[Services, AppWindow] = {}

    def findings(self, shot: Shot) -> list[str]:
        """Show a screen in every size; return what does not fit on it."""
        app = self._window(self._vaults.of(shot))
        app.window.resize(1280, 820)
        app.window.activateWindow()
        shot.act(app)
        found: list[str] = []
        for size in self._sizes:
            app.window.resize(*size)
            shots.wait(lambda: not app.reader._turns)
            live()
            # an answer may have come with the last events; what does not fit stays cut
            if cut(app):
                shots.wait(lambda: not cut(app))
            found += [f"at {size[0]}: {line}" for line in cut(app)]
        leave(app, self._theme)
        return found

    def close(self) -> None:
        for app in self._windows.values():
            app.window.hide()
            app.close()

    def _window(self, services: Services) -> AppWindow:
        if services not in self._windows:
            app = self._windows[services] = build_window(services, self._theme, EventBridge())
            counted: list[object] = []
            app.browser.counted.connect(counted.append)
            app.start()
            shots.wait(lambda: bool(counted))
        return self._windows[services]


class Vaults(ExitStack):
    """The vaults that the screens show, each filled when it is first needed."""

    def __init__(self) -> None:
        super().__init__()
        self._made: dict[tuple[bool, ...], Services] = {}

    def of(self, shot: Shot) -> Services:
        kind = (shot.empty_vault, shot.first_run, shot.reviewed, shot.files)
        if kind not in self._made:
            made = self._made[kind] = self.enter_context(
                vault(filled=not any(kind[:3]), reviewed=shot.reviewed, files=shot.files)
            )
            if shot.first_run:
                made.welcome.write().result()
        return self._made[kind]


def live() -> None:
    """Let the window do what it has put off."""
    for _number in range(3):
        QCoreApplication.sendPostedEvents(None, 0)
        QCoreApplication.processEvents()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def windows_above() -> list[QWidget]:
    """Return the dialogs, menus and small windows that are shown."""
    kinds = (QDialog, QMenu, FloatingWindow)
    windows = QApplication.topLevelWidgets()
    return [one for one in windows if one.isVisible() and isinstance(one, kinds)]


def cut(app: AppWindow) -> list[str]:
    """Return what does not fit into the window or what is shown above it, now."""
    return [line for window in (app.window, *windows_above()) for line in clipped(window)]


def leave(app: AppWindow, theme: Theme) -> None:
    """Close what a screen opened."""
    app.quick_capture.window.text.begin("")
    app.quick_capture.window.written.emit()
    for above in windows_above():
        above.close() if isinstance(above, QDialog) else above.hide()
    for overlay in app.window.findChildren(Overlay):
        overlay.close_up()
    if app.actions[CommandId.FOCUS_MODE].isChecked():
        app.actions[CommandId.FOCUS_MODE].trigger()
    for part in (app.window.toast, app.strip, app.editor.find_bar, app.search.panel.suggestions):
        part.hide()
    app.side.shut()
    app.notes.view.selectionModel().clearSelection()
    theme.set_look(Look())
    live()


@pytest.fixture(scope="module")
def vaults() -> Iterator[Vaults]:
    with Vaults() as vaults:
        yield vaults


@pytest.fixture
def speak() -> Iterator[Callable[[str], object]]:
    before = i18n._catalog
    yield language.install
    i18n.install(before)


def screens() -> list[Shot]:
    """Return one picture of each screen: some differ only by the size of the window."""
    different = {(shot.act, shot.empty_vault, shot.first_run): shot for shot in SHOTS}
    return list(different.values())


@pytest.mark.parametrize(("kind", "part"), WALKS)
def test_no_text_is_cut_and_nothing_runs_off_the_window(
    qapp: QApplication,
    vaults: Vaults,
    speak: Callable[[str], object],
    monkeypatch: pytest.MonkeyPatch,
    kind: tuple[str, float, Sequence[tuple[int, int]]],
    part: int,
) -> None:
    monkeypatch.setattr(shots.settle, "__defaults__", (0.03,))
    spoken, zoom, sizes = kind
    speak(spoken)
    theme = Theme(qapp, ThemeMode.LIGHT, zoom)
    walk = Walk(theme, vaults, sizes)

    found = {shot.name: walk.findings(shot) for shot in screens()[part::PARTS]}
    walk.close()

    assert {name: lines for name, lines in found.items() if lines} == {}


def fault(made: QWidget, *texts: QWidget) -> list[str]:
    row = QHBoxLayout(made)
    for text in texts:
        row.addWidget(text)
    made.show()
    live()
    return clipped(made)


def test_a_label_that_is_too_narrow_is_found(qtbot) -> None:
    label = QLabel("Nothing changes until you answer")
    label.setFixedWidth(60)

    assert "QLabel “Nothing changes until you answer”" in fault(QWidget(), label)[0]


def test_a_text_on_more_lines_than_there_is_room_for_is_found(qtbot) -> None:
    label = QLabel("Nothing changes until you answer", wordWrap=True)
    label.setFixedSize(100, 20)

    assert "px high, has 20" in fault(QWidget(), label)[0]


def test_a_button_and_the_hint_of_a_field_that_are_too_narrow_are_found(qtbot) -> None:
    button, field = QPushButton("Keep both"), QLineEdit(placeholderText="Find a command or a key")
    button.setFixedWidth(30)
    field.setFixedWidth(80)

    assert len(fault(QWidget(), button, field)) == 2


def test_widgets_that_overlap_are_found(qtbot) -> None:
    box = QWidget()
    for left in (0, 20):
        QLabel("Older", box).setGeometry(left, 0, 60, 20)
    box.show()

    assert "overlap by 40 x 20" in clipped(box)[0]


def test_what_runs_off_a_page_that_only_scrolls_up_and_down_is_found(qtbot) -> None:
    area, page = QScrollArea(widgetResizable=True), QWidget()
    column = QVBoxLayout(page)
    for text in ("Keep both", "Not the same", "Later"):
        label = QLabel(text)
        label.setFixedSize(500, 300)
        column.addWidget(label)
    area.setWidget(page)
    area.resize(400, 300)
    area.show()
    live()

    found = clipped(area)
    assert any("wider than seen" in line for line in found)
    assert sum("is outside" in line for line in found) == 3


def test_what_can_be_scrolled_to_and_what_fits_is_no_fault(qtbot) -> None:
    area, page = QScrollArea(widgetResizable=True), QWidget()
    column = QVBoxLayout(page)
    for text in ("Keep both", "Not the same", "Later"):
        label = QLabel(text)
        label.setFixedSize(200, 300)
        column.addWidget(label)
    area.setWidget(page)
    area.resize(400, 300)
    area.show()
    live()

    assert clipped(area) == []
