"""The page of files: what there is, how much of it, and what can be done with it."""

from collections.abc import Callable, Sequence
from datetime import datetime
from enum import Enum

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QStackedWidget,
    QWidget,
)

from notebrain.app.notes.files import Fault, FileRow
from notebrain.domain.i18n import _
from notebrain.gui.attachments import texts
from notebrain.gui.attachments.model import Kind, Order, Wish
from notebrain.gui.attachments.pictures import Pictures
from notebrain.gui.attachments.view import FileList
from notebrain.gui.editor import clipboard
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import push_button
from notebrain.gui.widgets.combo_box import Choice
from notebrain.gui.widgets.empty_page import EmptyPage
from notebrain.gui.widgets.labels import ElidedLabel, Label
from notebrain.gui.widgets.layouts import ColumnPage, FlowLayout, FoldingRow

_WIDEST, _FIELD = 1080, 240


class FileAct(Enum):
    """What can be done with files."""

    OPEN = "open"
    FETCH = "fetch"
    """Let it come from the account."""
    COPY = "copy"
    """Copy it to the clipboard."""
    SAVE = "save"
    NOTES = "notes"
    """Show a note that uses it."""
    RENAME = "rename"
    REPLACE = "replace"
    KEEP = "keep"
    REMOVE = "remove"


def offered(rows: Sequence[FileRow]) -> set[FileAct]:
    """Return what can be done with these files."""
    acts = set[FileAct]()
    here = [row for row in rows if row.attachment and row.fault is not Fault.MISSING]
    if here:
        acts |= {FileAct.COPY, FileAct.SAVE}
    if any(row.fault and row.status.can_be_fetched for row in rows):
        acts.add(FileAct.FETCH)
    if len(rows) == 1:
        acts |= {FileAct.OPEN} if here else set()
        acts |= {FileAct.NOTES} if rows[0].used else set()
        acts |= {FileAct.RENAME} if rows[0].attachment else set()
        acts |= {FileAct.REPLACE} if rows[0].notes else set()
    unused = [row for row in rows if not row.used]
    if any(row.days_left is not None for row in unused):
        acts.add(FileAct.KEEP)
    elif unused:
        acts.add(FileAct.REMOVE)
    return acts


class FilesPage(ColumnPage):
    """Lists the files of the vault; emits what the user wants to do with those that are chosen."""

    requested = Signal(object, list)
    """A `FileAct`, and the files (`FileRow`) that it is for."""
    files_offered = Signal(object)
    """Files or a picture that were dropped or pasted here."""
    message = Signal(str)
    left = Signal()

    def __init__(self, theme: Theme, pictures: Pictures, now: Callable[[], datetime]) -> None:
        super().__init__(theme, _WIDEST)
        self.title = Label(theme, _("Files"), role=Role.PAGE)
        self.sum = ElidedLabel(theme, role=Role.BODY, ink="muted")
        self.field = QLineEdit()
        self.field.setPlaceholderText(_("Find a file"))
        self.field.setAccessibleName(self.field.placeholderText())
        self.field.setClearButtonEnabled(True)
        self.kind = Choice(theme, _("Which files are shown"))
        self.field.setAcceptDrops(False)  # a file dropped on it is for the page
        self.setAcceptDrops(True)
        self._has_account = False
        self.kind.offer(_kinds(has_account=False))
        self.order = Choice(theme, _("Order of the files"))
        self.order.offer(_orders())
        self.list = FileList(theme, pictures, now)
        self.empty = EmptyPage(
            theme,
            "paperclip",
            hint=_("Paste a picture into a note, or drop a file there or here."),
            act=_("Show all files"),
        )
        texts_of = act_texts()
        # keys and the menu are enough for this one: a narrow window has no room for a third row of buttons
        texts_of.pop(FileAct.COPY)
        self.buttons = {act: push_button(text) for act, text in texts_of.items()}
        self._fill()
        self._connect()
        theme.follow(self._apply_theme)
        self._show_chosen()

    def show_rows(self, rows: Sequence[FileRow]) -> None:
        """Show these files, given with the one added last first; nothing that stays moves."""
        has_account = any(texts.mark(row)[0] for row in rows)
        if has_account is not self._has_account:
            self._has_account = has_account
            self.kind.offer(_kinds(has_account=has_account))
        self.list.change(lambda: self.list.files.show_rows(rows), stays=True)
        self._show()

    def enter(self) -> None:
        """Take the keyboard focus."""
        self.list.choose_first()
        shown = self.list if self.list.files.rows else self.field
        (shown if self.list.files.count else self).setFocus(Qt.FocusReason.OtherFocusReason)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if clipboard.can_be_files(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        clipboard.offer_files(event.mimeData(), self.files_offered, self.message)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Paste):
            source = QGuiApplication.clipboard().mimeData()
            clipboard.offer_files(source, self.files_offered, self.message)
        elif event.matches(QKeySequence.StandardKey.Find) and self.list.files.count:
            self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.field.selectAll()
        elif event.key() == Qt.Key.Key_Escape:
            if self.field.hasFocus() and self.field.text():
                self.field.clear()
            else:
                self.left.emit()
        elif event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return) and self.field.hasFocus():
            self.enter()
        else:
            super().keyPressEvent(event)

    def menu(self) -> QMenu:
        """Return the menu of the chosen files."""
        menu, acts = QMenu(self), offered(self.list.chosen())
        for act, text in act_texts().items():
            if act in acts:
                made = menu.addAction(text)
                made.triggered.connect(lambda _on=False, one=act: self._request(one))
        return menu

    def _popup(self, at: QPoint) -> None:
        menu = self.menu()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(at)

    def _request(self, act: FileAct) -> None:
        rows = self.list.chosen()
        if rows:
            self.requested.emit(act, rows)

    def _on_activated(self) -> None:
        row = self.list.current
        if row is not None:
            self.requested.emit(FileAct.OPEN, [row])

    def _ask(self, *_news: object) -> None:
        """Show what the user asks for."""
        kind, order = Kind(self.kind.currentData()), Order(self.order.currentData())
        wish = Wish(self.field.text(), kind, order)
        self.list.change(lambda: self.list.files.set_wish(wish), stays=False)
        self._show()

    def _show_all(self) -> None:
        self.kind.show_value(Kind.ALL)
        self.field.clear()
        self._ask()
        self.enter()

    def _show(self) -> None:
        files = self.list.files
        had = self.list.hasFocus()
        for part in (self._tools, self._foot):
            part.setVisible(bool(files.count))
        filtered = bool(files.count)
        self.empty.title.setText(_("No file matches") if filtered else _("No files yet"))
        self.empty.hint.setVisible(not filtered)
        self.empty.act.setVisible(filtered)
        self._stack.setCurrentWidget(self.list if files.rows else self.empty)
        if had and not files.rows:
            self.enter()
        self._show_chosen()

    def _show_chosen(self) -> None:
        rows = self.list.chosen()
        acts = offered(rows)
        for act, button in self.buttons.items():
            button.setEnabled(act in acts)
        self.buttons[FileAct.FETCH].setVisible(FileAct.FETCH in acts)
        self.buttons[FileAct.OPEN].setVisible(FileAct.FETCH not in acts)
        self.buttons[FileAct.KEEP].setVisible(FileAct.KEEP in acts)
        self.buttons[FileAct.REMOVE].setVisible(FileAct.KEEP not in acts)
        self.sum.setText(texts.total(self.list.files.rows, self.list.files.count, rows))

    def _fill(self) -> None:
        start, end = QWidget(), QWidget()
        self._titles, self._choices = QHBoxLayout(start), QHBoxLayout(end)
        self._titles.addWidget(self.title)
        self._titles.addWidget(self.sum)
        self._titles.addStretch(1)
        self._choices.addWidget(self.kind)
        self._choices.addWidget(self.order)
        self._tools, self._foot = QWidget(), QWidget()
        self._search = FoldingRow(self.field, end, self._tools)
        self._acts = FlowLayout(self._foot)
        for button in self.buttons.values():
            self._acts.addWidget(button)
        for row in (self._titles, self._choices, self._search, self._acts):
            row.setContentsMargins(0, 0, 0, 0)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.list)
        self._stack.addWidget(self.empty)
        self._column.addWidget(start)
        self._column.addWidget(self._tools)
        self._column.addWidget(self._stack, 1)
        self._column.addWidget(self._foot)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def _connect(self) -> None:
        for asked in (self.field.textChanged, self.kind.chosen, self.order.chosen):
            asked.connect(self._ask)
        self.list.activated.connect(self._on_activated)
        self.list.chosen_changed.connect(self._show_chosen)
        self.list.remove_requested.connect(lambda: self._request(FileAct.REMOVE))
        self.list.copy_requested.connect(lambda: self._request(FileAct.COPY))
        self.list.menu_requested.connect(self._popup)
        self.empty.act.clicked.connect(self._show_all)
        for act, button in self.buttons.items():
            button.clicked.connect(lambda _on=False, one=act: self._request(one))

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._search.set_least(px(_FIELD))
        for row in (self._titles, self._choices, self._search):
            row.setSpacing(px(12))
        self._acts.setSpacing(px(8))


def act_texts() -> dict[FileAct, str]:
    """Return the names of the acts, in the order of the menu."""
    return {
        FileAct.OPEN: _("Open"),
        FileAct.FETCH: _("Fetch"),
        FileAct.COPY: _("Copy"),
        FileAct.SAVE: _("Save as…"),
        FileAct.NOTES: _("Show note"),
        FileAct.RENAME: _("Rename…"),
        FileAct.REPLACE: _("Replace…"),
        FileAct.KEEP: _("Keep"),
        FileAct.REMOVE: _("Remove"),
    }


def _kinds(*, has_account: bool) -> Sequence[tuple[Kind, str]]:
    unsent = ((Kind.UNSENT, _("Not in your account yet")),) if has_account else ()
    return (
        (Kind.ALL, _("All files")),
        (Kind.PICTURES, _("Pictures")),
        (Kind.DOCUMENTS, _("Documents")),
        (Kind.MEDIA, _("Sound and video")),
        (Kind.UNUSED, _("Unused")),
        *unsent,
        (Kind.MISSING, _("Not here, or changed")),
    )


def _orders() -> Sequence[tuple[Order, str]]:
    return (
        (Order.ADDED, _("Added last")),
        (Order.NAME, _("Name")),
        (Order.SIZE, _("Largest")),
        (Order.NOTES, _("Most notes")),
        (Order.KIND, _("Type")),
    )
