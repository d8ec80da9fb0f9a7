"""One setting: its name, its help text, its control, and a button to restore the default."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from notebrain.app.settings.setting import Edit, Setting, Value, texts_of
from notebrain.domain.i18n import _, shown
from notebrain.gui.core.settings_model import SettingsModel
from notebrain.gui.settings.controls import Control
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import IconButton
from notebrain.gui.widgets.labels import Label
from notebrain.gui.widgets.layouts import BETWEEN_COLUMNS, MAIN_COLUMN, SIDE_COLUMN

if TYPE_CHECKING:
    from collections.abc import Callable

    from notebrain.gui.settings.word_fields import WordsField

_NARROW, _WIDE = 430, 760


class SettingRow(QWidget):
    """Shows a setting and saves what the user chooses.

    Args:
        passes: Returns whether a choice applies at once; otherwise, the callable handles the rest.
        words: The field for a setting that needs more than a line of text.
    """

    saved = Signal()

    def __init__(
        self,
        theme: Theme,
        setting: Setting[Value],
        settings: SettingsModel,
        *,
        passes: "Callable[[Value | None], bool]" = lambda _value: True,
        words: "WordsField | None" = None,
    ) -> None:
        super().__init__()
        self._passes = passes
        self._theme = theme
        self.setting = setting
        self._settings = settings
        self._workspace: str | None = None
        self._title = Label(theme, shown(setting.title), role=Role.TITLE)
        self._help = Label(theme, shown(setting.help), role=Role.SMALL, ink="muted")
        self._help.setWordWrap(True)
        self.control = Control(theme, setting, words)
        self.control.describe(shown(setting.help))
        self._title.setBuddy(self.control.part)  # a screen reader names a list by its label
        self.reset = IconButton(theme, "rotate-ccw", self._reset_name())
        policy = self.reset.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.reset.setSizePolicy(policy)
        self._fill()
        self.control.chosen.connect(self._on_chosen)
        self.reset.clicked.connect(self._on_reset)
        settings.changed.connect(self._on_changed)
        theme.follow(self._apply_theme)
        self.refresh()

    @property
    def texts(self) -> list[str]:
        """The texts in which the search looks for it."""
        return texts_of(self.setting)

    def use_workspace(self, workspace: str | None) -> None:
        """Show and change the value for this workspace, or for all workspaces if None."""
        self._workspace = workspace if self.setting.per_workspace else None
        self.refresh()

    def refresh(self) -> None:
        """Show the current value."""
        self.control.show_value(self._settings.get(self.setting, workspace=self._workspace))
        self.reset.setVisible(self._is_changed())

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(_NARROW), super().sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._turn()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(0, self.height() - 1, self.width(), 1, self._theme.tokens.color("border"))
        painter.end()

    def _fill(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addStretch(1)
        words.addWidget(self._title)
        words.addWidget(self._help)
        words.addStretch(1)
        acts = QHBoxLayout()
        acts.addWidget(self.reset)
        if self.setting.edit is Edit.SWITCH:
            acts.addStretch(1)
        acts.addWidget(self.control, 0 if self.setting.edit is Edit.SWITCH else 1)
        self._acts = acts
        self._line = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._line.addLayout(words, MAIN_COLUMN)
        self._line.addLayout(acts, SIDE_COLUMN)

    def _turn(self) -> None:
        """Give texts and control the columns of the page; move the control below them if there is little room."""
        px, width = self._theme.px, self.width()
        narrow = width < px(_NARROW)
        wide = width >= px(_WIDE)
        self._line.setSpacing(px(BETWEEN_COLUMNS if wide else 12))
        self._line.setStretch(1, SIDE_COLUMN if wide else MAIN_COLUMN)  # names need their room
        way = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        if self._line.direction() != way:
            self._line.setDirection(way)

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._line.setContentsMargins(0, px(12), 0, px(12))
        self._acts.setSpacing(px(8))
        self._turn()

    def _is_changed(self) -> bool:
        own = self._settings.own(self.setting, workspace=self._workspace)
        return own is not None and (self._workspace is not None or own != self.setting.default)

    def _reset_name(self) -> str:
        return _("Reset {setting}").format(setting=shown(self.setting.title))

    def _on_chosen(self, value: Value) -> None:
        if value != self._settings.get(self.setting, workspace=self._workspace):
            self._put(value)

    def _on_reset(self) -> None:
        self._put(None)
        self.control.setFocus(Qt.FocusReason.OtherFocusReason)

    def _put(self, value: Value | None) -> None:
        if self._passes(value):
            self._settings.put(self.setting, value, workspace=self._workspace)
        else:
            self.refresh()

    def _on_changed(self, setting: Setting[Value]) -> None:
        if setting is self.setting:
            self.refresh()
