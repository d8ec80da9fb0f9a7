"""The stack of pages, what covers the editor, and the layout of a window too narrow for both list and text."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QStackedWidget, QWidget

from notebrain.app.commands.command import CommandId
from notebrain.domain.i18n import _, ngettext
from notebrain.gui.core import date_format
from notebrain.gui.core.context import Context, PageStack
from notebrain.gui.core.focus import Region
from notebrain.gui.core.locations import Location
from notebrain.gui.editor.panel import EditorPanel
from notebrain.gui.note_list.panel import NoteListPanel
from notebrain.gui.window.main_window import MainWindow

SEARCH = "search"
ASK = "ask"
PROFILE = "profile"
HOME = "home"
REVIEW = "review"


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

    def add_page(self, name: str) -> None:
        """Offer the page of this name."""

    def select(self, target: Location | str) -> None:
        """Mark the entry of what is shown: a location in the list of notes, or a page."""


class Pages(PageStack):
    """Shows pages by name; while there is none, the notes are shown."""

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

    @property
    def title(self) -> str:
        """The title of the current page for the window; empty while the notes are shown."""
        titles = {
            HOME: _("Home"),
            SEARCH: _("Search"),
            ASK: _("Ask"),
            PROFILE: _("About you"),
            "review": _("Review"),
            "sync": _("Sync"),
            "backups": _("Backups"),
            "files": _("Files"),
            "procedures": _("Procedures"),
            "settings": _("Settings"),
        }
        return titles.get(self.current, "")

    def reserve(self, name: str) -> None:
        """Add a sidebar entry for a page that is added later."""
        self._sidebar.add_page(name)

    def add(self, name: str, widget: QWidget, enter: Callable[[bool], object]) -> None:
        """Add a page to the window, hidden for now."""
        self._pages[name] = Page(widget, enter)
        self._window.add_page(widget)
        self._sidebar.add_page(name)

    def show(self, name: str, typing: bool = True) -> None:
        """Show a page; `typing` gives it the focus."""
        if name not in self._pages:
            self.requested_before_loaded.emit(name)
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


_SIDE_BY_SIDE_FROM = 640
"""The least width, in design pixels at 100 %, that has room for two notes side by side."""


class EditorStack(QStackedWidget):
    """Shows the editor, alone or with another one beside it, or a widget that covers both."""

    def __init__(self, editor: QWidget) -> None:
        super().__init__()
        self._editor = editor
        self._beside: QWidget | None = None
        self._columns = QSplitter(Qt.Orientation.Horizontal)
        self._columns.setAccessibleName(_("Notes beside each other"))
        self._columns.setHandleWidth(1)
        self._columns.setChildrenCollapsible(False)
        self._columns.addWidget(editor)
        self.addWidget(self._columns)

    @property
    def covered(self) -> QWidget | None:
        """The widget that covers the editor; None while the editor is shown."""
        shown = self.currentWidget()
        return None if shown is self._columns else shown

    def show_beside(self, widget: QWidget) -> None:
        """Show another editor beside the first: at its right, or below it if there is little room."""
        was_hidden = self._beside is not widget or widget.isHidden()
        if self._beside is not widget:
            self._beside = widget
            self._columns.addWidget(widget)
        self.uncover()
        self._arrange()
        if was_hidden:
            widget.show()
            self._columns.setSizes([self.width(), self.width()])

    def hide_beside(self) -> None:
        """Show the first editor alone."""
        if self._beside is not None:
            self._beside.hide()

    def regions(self) -> list[Region]:
        """Return the parts that can take the focus."""
        if self.covered is not None:
            return [Region(self, self.enter)]
        parts = (self._editor,) if self._beside is None else (self._editor, self._beside)
        return [Region(part, _focus(part)) for part in parts]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        beside = self.width() >= _SIDE_BY_SIDE_FROM
        wanted = Qt.Orientation.Horizontal if beside else Qt.Orientation.Vertical
        if wanted is not self._columns.orientation():
            self._columns.setOrientation(wanted)
            self._columns.setSizes([self.width(), self.width()])

    def cover(self, widget: QWidget) -> None:
        """Cover the editor with this widget; the focus stays where it is if that is still visible."""
        if self.indexOf(widget) < 0:
            self.addWidget(widget)
        self.setCurrentWidget(widget)

    def uncover(self) -> None:
        """Show the editor again."""
        self.setCurrentWidget(self._columns)

    def enter(self) -> None:
        """Move the focus to the widget that is shown."""
        (self.covered or self._editor).setFocus(Qt.FocusReason.ShortcutFocusReason)


def _focus(widget: QWidget) -> Callable[[], object]:
    return lambda: widget.setFocus(Qt.FocusReason.ShortcutFocusReason)


NARROW = 900
"""Below this width, in design pixels, the list covers the text."""
_LARGEST = 1.25


class NarrowLayout(QObject):
    """Decides which panes are visible at its current width."""

    def __init__(
        self,
        context: Context,
        window: MainWindow,
        editor: EditorPanel,
        note_list: NoteListPanel,
        editor_stack: EditorStack,
    ) -> None:
        super().__init__(window)
        self._context = context
        self._window = window
        self._editor = editor
        self._note_list = note_list
        self._editor_stack = editor_stack
        self._narrow = self._reading = False
        window.resized.connect(self._arrange)
        context.theme.changed.connect(self._arrange)
        context.actions[CommandId.FOCUS_MODE].toggled.connect(self._on_focus_mode)
        context.navigator.reading_requested.connect(self._read)
        note_list.view.picked.connect(self._on_picked)
        context.navigator.location_shown.connect(self._on_location)
        context.navigator.note_shown.connect(self._on_note)
        editor.header.back_requested.connect(self.show_list)
        context.side.left.connect(self._on_side_left)
        note_list.selection_changed.connect(self._offer_several)
        note_list.several.clicked.connect(self._show_several)
        context.actions.bind(CommandId.SHOW_LIST, self.show_list)

    def show_list(self) -> None:
        """Show the list and move the focus to it."""
        self._reading = False
        if not self._window.shows_notes:
            self._context.navigator.leave_page()
        self._show()
        self._note_list.view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _on_focus_mode(self, _on: bool) -> None:
        self._arrange()

    def _arrange(self) -> None:
        window, theme = self._window, self._context.theme
        if self._context.actions[CommandId.FOCUS_MODE].isChecked():
            return  # only the text is shown
        narrow = window.width() < NARROW * min(theme.scale, _LARGEST)
        if narrow == self._narrow:
            return
        self._narrow = narrow
        # the text being edited stays visible when the user makes the window smaller
        self._reading = self._editor.view.hasFocus()
        window.lay_side_above(narrow)
        self._show()

    def _show(self) -> None:
        narrow = self._narrow
        notes, editor = not narrow or not self._reading, not narrow or self._reading
        if self._note_list.isHidden() == notes or self._editor_stack.isHidden() == editor:
            self._window.show_panes(notes=notes, editor=editor)
        self._editor.header.offer_back(narrow)
        self._offer_several()

    def _read(self) -> None:
        self._reading = True
        if self._narrow:
            self._show()

    def _on_picked(self) -> None:
        if self._narrow:
            self._read()
            self._editor.setFocus(Qt.FocusReason.MouseFocusReason)

    def _offer_several(self) -> None:
        """Lead to the actions for several selected notes, which the list covers."""
        count = self._note_list.selected_count()
        offered = self._narrow and not self._reading and count > 1
        text = ngettext("Edit {n} note…", "Edit {n} notes…", count)
        self._note_list.offer_several(text.format(n=date_format.number(count)) if offered else "")

    def _show_several(self) -> None:
        self._read()
        self._editor_stack.enter()

    def _on_side_left(self) -> None:
        if self._narrow and not self._reading:
            self._note_list.view.setFocus()  # the text is hidden

    def _on_location(self, _location: object) -> None:
        self._reading = False
        if self._narrow:
            self._show()

    def _on_note(self, note: object) -> None:
        if note is None and self._narrow and self._reading:
            self._reading = False
            self._show()
