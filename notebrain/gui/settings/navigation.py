"""The navigation of the settings: a search over all of them, and the groups."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from notebrain.app.settings.setting import Group
from notebrain.domain.i18n import _, shown
from notebrain.gui.sidebar.model import Entry
from notebrain.gui.sidebar.view import EntryView
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import IconButton, native_text
from notebrain.gui.widgets.labels import Label
from notebrain.version import __version__

ICONS = {
    Group.APPEARANCE: "moon",
    Group.EDITOR: "file-text",
    Group.CAPTURE: "square-pen",
    Group.SEARCH: "search",
    Group.INDEX: "layers",
    Group.REVIEW: "inbox",
    Group.ACCOUNT: "cloud",
    Group.STORAGE: "database",
    Group.PROGRAMS: "plug",
    Group.SHORTCUTS: "keyboard",
    Group.PRIVACY: "lock",
}
_WIDTH, _MOST = 216, 1.4


class SettingsNav(QFrame):
    """Emits signals for the group the user wants to see and the text they search for."""

    group_chosen = Signal(object)
    searched = Signal(str)
    left = Signal()
    entered = Signal()
    """The user wants to go on to the search results."""

    def __init__(self, theme: Theme, groups: Sequence[Group]) -> None:
        super().__init__()
        self.setObjectName("settings_nav")
        self._theme = theme
        self.close_button = IconButton(theme, "x", _("Close settings"), key=native_text("Esc"))
        self.field = QLineEdit()
        self.field.setPlaceholderText(_("Find a setting"))
        self.field.setAccessibleName(_("Find a setting"))
        self.field.setClearButtonEnabled(True)
        self.list = EntryView(theme, _("Groups of settings"))
        self.list.entries.show([Entry(shown(g.value), page=g.name, icon=ICONS[g]) for g in groups])
        self._foot = Label(
            theme,
            _("NoteBrain {version}\nSettings are saved as you change them.").format(
                version=__version__
            ),
            role=Role.SMALL,
            ink="muted",
        )
        self._foot.setWordWrap(True)
        self._fill()
        self.field.installEventFilter(self)
        self.field.textChanged.connect(self.searched)
        self.list.opened.connect(self._on_entry)
        self.list.moved_to.connect(self._on_entry)
        self.list.left_up.connect(self.field.setFocus)
        self.close_button.clicked.connect(self.left)
        theme.follow(self._apply_theme)

    def show_group(self, group: Group | None) -> None:
        """Mark the group that is shown; None while search results are shown."""
        index = self.list.entries.find(group.name) if group else QModelIndex()
        if index.isValid():
            flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
            self.list.selectionModel().setCurrentIndex(index, flag)
        else:
            self.list.selectionModel().clear()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() == Qt.Key.Key_Down:
                self.list.enter_from(top=True)
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.entered.emit()
                return True
        return super().eventFilter(watched, event)

    def _fill(self) -> None:
        self._head = QHBoxLayout()
        self._head.addWidget(Label(self._theme, _("Settings"), role=Role.TITLE), 1)
        self._head.addWidget(self.close_button)
        self._bar = QWidget()
        self._bar.setLayout(self._head)
        self._search = QHBoxLayout()
        self._search.addWidget(self.field)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self._bar)
        self._column.addLayout(self._search)
        self._column.addWidget(self.list, 1)
        self._column.addWidget(self._foot)

    def _apply_theme(self) -> None:
        px = self._theme.px
        # not the full zoom: at 200 % the settings still have to fit a small screen
        self.setFixedWidth(min(px(_WIDTH), round(_WIDTH * _MOST)) - 1)
        self._bar.setFixedHeight(self._theme.metrics.header)
        self._head.setContentsMargins(px(18), 0, px(8), 0)
        self._search.setContentsMargins(px(12), 0, px(12), px(8))
        self._foot.setContentsMargins(px(18), px(8), px(12), px(12))
        self.list.setViewportMargins(0, px(4), 0, 0)

    def _on_entry(self, entry: Entry | None) -> None:
        if entry is not None:
            self.group_chosen.emit(Group[entry.page])
