"""The pages that fill the window beside the sidebar: the search, the settings and what else there is."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from notebrain.gui.main_window import MainWindow
from notebrain.gui.regions import Region
from notebrain.gui.sidebar.panel import Sidebar

SEARCH = "search"
HOME = "home"


@dataclass(frozen=True, slots=True)
class Page:
    """One page.

    Attributes:
        enter: Gives it the keyboard; True when the user means to type there now.
    """

    widget: QWidget
    enter: Callable[[bool], object]


class Pages(QObject):
    """Shows pages by their names; the notes are shown while there is none."""

    leaving_notes = Signal()
    """The notes are about to be covered."""
    missed = Signal(str)
    """A page was asked for that is not there yet."""
    shown = Signal(str)
    """A page was asked for, though it may have been shown already."""

    def __init__(self, window: MainWindow, sidebar: Sidebar) -> None:
        super().__init__(window)
        self._window = window
        self._sidebar = sidebar
        self._pages: dict[str, Page] = {}
        self.before = ""
        """The page from which the one that is shown was reached; empty when that was the notes."""

    @property
    def current(self) -> str:
        """The name of the page that is shown; empty while the notes are."""
        found = (name for name, page in self._pages.items() if page.widget is self._window.page)
        return next(found, "")

    def announce(self, name: str) -> None:
        """Let the sidebar lead to a page that is put in later."""
        self._sidebar.tell_page(name)

    def add(self, name: str, widget: QWidget, enter: Callable[[bool], object]) -> None:
        """Put a page into the window, not shown yet."""
        self._pages[name] = Page(widget, enter)
        self._window.add_page(widget)
        self._sidebar.tell_page(name)

    def show(self, name: str, typing: bool = True) -> None:
        """Show a page; `typing` gives it the keyboard."""
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
        """Return the pages as parts of the window that take the keyboard."""
        return [Region(page.widget, _enter(page)) for page in self._pages.values()]


def _enter(page: Page) -> Callable[[], object]:
    return lambda: page.enter(False)
