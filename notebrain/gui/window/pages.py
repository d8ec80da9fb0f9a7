"""The stack of pages, and the widget that shows the editor or what covers it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from notebrain.gui.core.focus import Region
from notebrain.gui.notes.locations import Location
from notebrain.gui.window.main_window import MainWindow

SEARCH = "search"
HOME = "home"


@dataclass(frozen=True, slots=True)
class Page:
    """One page.

    Attributes:
        enter: Gives it the focus; True if the user means to type there now.
    """

    widget: QWidget
    enter: Callable[[bool], object]


class PageEntries(Protocol):
    """Entries that lead to pages, such as those of the sidebar."""

    def tell_page(self, name: str) -> None:
        """Offer the page of this name."""

    def select(self, target: Location | str) -> None:
        """Mark the entry of what is shown: a location in the list of notes, or a page."""


class Pages(QObject):
    """Shows pages by name; while there is none, the notes are shown."""

    leaving_notes = Signal()
    """The notes are about to be covered."""
    missed = Signal(str)
    """A page was requested that does not exist yet."""
    shown = Signal(str)
    """A page was requested, though it may have been visible already."""

    def __init__(self, window: MainWindow, sidebar: PageEntries) -> None:
        super().__init__(window)
        self._window = window
        self._sidebar = sidebar
        self._pages: dict[str, Page] = {}
        self.before = ""
        """The page from which the current one was reached; empty if it was the notes."""

    @property
    def current(self) -> str:
        """The name of the current page; empty while the notes are shown."""
        found = (name for name, page in self._pages.items() if page.widget is self._window.page)
        return next(found, "")

    def announce(self, name: str) -> None:
        """Add a sidebar entry for a page that is added later."""
        self._sidebar.tell_page(name)

    def add(self, name: str, widget: QWidget, enter: Callable[[bool], object]) -> None:
        """Add a page to the window, hidden for now."""
        self._pages[name] = Page(widget, enter)
        self._window.add_page(widget)
        self._sidebar.tell_page(name)

    def show(self, name: str, typing: bool = True) -> None:
        """Show a page; `typing` gives it the focus."""
        if name not in self._pages:
            self.missed.emit(name)
        page = self._pages[name]
        if name != self.current:
            self.before = self.current
        self.leaving_notes.emit()
        self._sidebar.select(name)
        self._window.show_page(page.widget)
        self.shown.emit(name)
        if typing:
            page.enter(True)

    def regions(self) -> list[Region]:
        """Return the pages as parts of the window that can take the focus."""
        return [Region(page.widget, _enter(page)) for page in self._pages.values()]


def _enter(page: Page) -> Callable[[], object]:
    return lambda: page.enter(False)


class EditorStack(QStackedWidget):
    """Shows the editor, or a widget that covers it."""

    def __init__(self, editor: QWidget) -> None:
        super().__init__()
        self._editor = editor
        self.addWidget(editor)

    @property
    def covered(self) -> QWidget | None:
        """The widget that covers the editor; None while the editor is shown."""
        shown = self.currentWidget()
        return None if shown is self._editor else shown

    def cover(self, widget: QWidget) -> None:
        """Cover the editor with this widget; the focus stays where it is if that is still visible."""
        if self.indexOf(widget) < 0:
            self.addWidget(widget)
        self.setCurrentWidget(widget)

    def uncover(self) -> None:
        """Show the editor again."""
        self.setCurrentWidget(self._editor)

    def enter(self) -> None:
        """Move the focus to the widget that is shown."""
        (self.covered or self._editor).setFocus(Qt.FocusReason.ShortcutFocusReason)
