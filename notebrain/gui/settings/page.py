"""The settings page: navigation on the left, one group or the search results on the right."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from notebrain.app.commands.keymap import Keys
from notebrain.app.settings.ask import ASK_MODEL
from notebrain.app.settings.review import REVIEW_QUIET_TAGS
from notebrain.app.settings.setting import Group, Setting, Value
from notebrain.app.settings.table import ACCOUNT_MODEL, DAILY_TITLE, ROWS, SPELL_LANGUAGES
from notebrain.domain.i18n import _, ngettext, shown
from notebrain.gui.core import date_format
from notebrain.gui.core.context import Context
from notebrain.gui.settings.desktop_section import DesktopBlock
from notebrain.gui.settings.hotkey_section import HotkeyBlock
from notebrain.gui.settings.index_section import IndexBlock, ModelChoice
from notebrain.gui.settings.navigation import SettingsNav
from notebrain.gui.settings.privacy_section import PrivacyBlock, SearchHistoryBlock
from notebrain.gui.settings.row import SettingRow
from notebrain.gui.settings.section import Content, Section
from notebrain.gui.settings.shortcuts_section import ShortcutsBlock
from notebrain.gui.settings.storage_section import BackupsBlock, VaultBlock, VaultsBlock
from notebrain.gui.settings.word_fields import DailyTitleField, LanguagesField, TagsField
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.labels import ElidedLabel, Label
from notebrain.gui.widgets.layouts import (
    BETWEEN_COLUMNS,
    MAIN_COLUMN,
    SIDE_COLUMN,
    hairline,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from notebrain.gui.programs.server import ProgramServer
    from notebrain.gui.settings.section import Block
    from notebrain.gui.settings.word_fields import WordsField


_WIDTH = MAIN_COLUMN + BETWEEN_COLUMNS + SIDE_COLUMN
_SIDE, _SIDE_SMALL, _SMALL = 32, 16, 700


class SettingsPage(QFrame):
    """Shows every setting in its group; Esc leaves the page."""

    left = Signal()

    def __init__(self, theme: Theme, sections: Sequence[Section], group: Group) -> None:
        super().__init__()
        self.setObjectName("settings_page")
        self._theme = theme
        self.sections = list(sections)
        self._group = group
        self._workspaces: Sequence[str] = ()
        self.nav = SettingsNav(theme, [section.group for section in sections])
        self.title = ElidedLabel(theme, role=Role.SECTION)
        self.nothing = Label(theme, role=Role.BODY, ink="muted")
        self.nothing.setWordWrap(True)
        self.area = _Area()
        self._fill()
        self.nav.group_chosen.connect(self.show_group)
        self.nav.searched.connect(self.search)
        self.nav.left.connect(self.left)
        self.nav.entered.connect(self._on_entered)
        theme.follow(self._apply_theme)
        self.show_group(self._group)

    @property
    def group(self) -> Group:
        """The group that is shown, or that was shown before the search."""
        return self._group

    def section(self, group: Group) -> Section:
        """Return the section of a group."""
        return next(section for section in self.sections if section.group is group)

    def refresh(self, workspaces: Sequence[str]) -> None:
        """Show the current state of all settings."""
        for section in self.sections:
            section.refresh(workspaces)

    def focus_nav(self) -> None:
        """Move the focus to the group in the navigation."""
        view = self.nav.list if self.nav.list.entry() else self.nav.field
        view.setFocus(Qt.FocusReason.OtherFocusReason)

    def focus_settings(self) -> None:
        """Move the focus to the first setting that is shown."""
        for section in self.sections:
            for row in section.rows if section.isVisible() else ():
                if row.isVisible():
                    row.control.setFocus(Qt.FocusReason.TabFocusReason)
                    return

    def show_group(self, group: Group) -> None:
        """Show all of one group."""
        self._group = group
        blocked = self.nav.field.blockSignals(True)
        self.nav.field.clear()
        self.nav.field.blockSignals(blocked)
        for section in self.sections:
            if section.group is group:
                section.show_whole()
            else:
                section.hide()
        self.title.setText(shown(group.value))
        self.nothing.hide()
        self.nav.show_group(group)
        self.area.verticalScrollBar().setValue(0)

    def search(self, query: str) -> None:
        """Show what matches in all groups; show the group again if the query is empty."""
        if not query.strip():
            self.show_group(self._group)
            return
        found = sum(section.show_found(query) for section in self.sections)
        self.nav.show_group(None)
        text = ngettext("{n} setting found", "{n} settings found", found)
        self.title.setText(text.format(n=date_format.number(found)))
        self.nothing.setText(_("No settings match “{text}”.").format(text=query.strip()))
        self.nothing.setVisible(not found)
        self.area.verticalScrollBar().setValue(0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            if self.nav.field.text():
                self.nav.field.clear()
            else:
                self.left.emit()
            return
        super().keyPressEvent(event)

    def _fill(self) -> None:
        content = QWidget()
        self._column = QVBoxLayout(content)
        self._column.setSpacing(0)
        self._column.addWidget(self.nothing)
        for section in self.sections:
            self._column.addWidget(section)
        self._column.addStretch(1)
        self.area.hold(content)
        self._head = QHBoxLayout()
        self._head.addWidget(self.title)
        self._head.addStretch(1)
        self._bar = QWidget()
        self._bar.setLayout(self._head)
        right = QVBoxLayout()
        right.setSpacing(0)
        right.addWidget(self._bar)
        right.addWidget(hairline())
        right.addWidget(self.area, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.nav)
        row.addWidget(hairline(upright=True))
        row.addLayout(right, 1)

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._bar.setFixedHeight(self._theme.metrics.header)
        self._head.setContentsMargins(px(_SIDE), 0, px(_SIDE), 0)
        self._column.setContentsMargins(px(_SIDE), px(16), px(_SIDE), px(24))
        self.area.widest = px(_WIDTH + 2 * _SIDE)
        self.area.fit()

    def _on_entered(self) -> None:
        self.focus_settings()


class _Area(QScrollArea):
    """Scrolls its content up and down, and never sideways."""

    def __init__(self) -> None:
        super().__init__()
        self.widest = 0
        self._content: QWidget | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)

    def hold(self, content: QWidget) -> None:
        """Scroll this widget."""
        self._content = content
        self.setWidget(content)
        content.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)

    def fit(self) -> None:
        """Keep lines short enough to read."""
        if self._content is not None:
            self._content.setMaximumWidth(self.widest)


_BLOCKS_FIRST = (Group.ACCOUNT, Group.CAPTURE)
"""Groups whose blocks come before their settings: an account and hotkeys must exist before they can be configured."""


def make_page(
    context: Context,
    keys: Keys,
    open_address: "Callable[[str], object]",
    server: "ProgramServer",
    group: Group,
) -> SettingsPage:
    """Return the page with every group that is not empty.

    Args:
        open_address: Opens an address as a link in a note does.
        server: Answers other programs over HTTP.
        group: The one that is shown first.
    """
    rows = {group: [row for row in ROWS if row.group is group] for group in Group}
    blocks: dict[Group, Callable[[], Sequence[Block]]] = {
        Group.APPEARANCE: lambda: [DesktopBlock(context)],
        Group.INDEX: lambda: [IndexBlock(context)],
        Group.ACCOUNT: lambda: [_account(context, open_address)],
        Group.STORAGE: lambda: [BackupsBlock(context), VaultBlock(context), VaultsBlock(context)],
        Group.PROGRAMS: lambda: _programs(context, server),
        Group.CAPTURE: lambda: [HotkeyBlock(context)],
        Group.SHORTCUTS: lambda: [ShortcutsBlock(context.theme, keys, context.actions)],
        Group.PRIVACY: lambda: [PrivacyBlock(context), SearchHistoryBlock(context)],
    }

    def content(group: Group) -> Content:
        return Content([_row(context, row) for row in rows[group]], blocks.get(group, list)())

    sections = [
        Section(context.theme, group, partial(content, group), blocks_first=group in _BLOCKS_FIRST)
        for group in Group
        if rows[group] or group in blocks
    ]
    return SettingsPage(context.theme, sections, group)


def _account(context: Context, open_address: "Callable[[str], object]") -> "Block":
    # imports everything that talks to the account, half of what the settings load
    from notebrain.gui.settings.account_section import AccountBlock

    return AccountBlock(context, open_address)


def _programs(context: Context, server: "ProgramServer") -> "Sequence[Block]":
    # six widgets that most users never see
    from notebrain.gui.settings.clients_section import ClientsBlock
    from notebrain.gui.settings.programs_section import ActsBlock, AskedBlock, WritingBlock
    from notebrain.gui.settings.tokens_section import TokensBlock

    return [
        ClientsBlock(context),
        TokensBlock(context, server),
        AskedBlock(context),
        ActsBlock(context),
        WritingBlock(context),
    ]


_WORDS: "Mapping[Setting[Value], Callable[[Context, str], WordsField]]" = {
    DAILY_TITLE: DailyTitleField,
    SPELL_LANGUAGES: LanguagesField,
    REVIEW_QUIET_TAGS: TagsField,
}


def _row(context: Context, setting: Setting[Value]) -> SettingRow:
    if setting is ACCOUNT_MODEL:
        passes = ModelChoice(context).passes
        return SettingRow(context.theme, setting, context.settings, passes=passes)
    if setting is ASK_MODEL:
        from notebrain.gui.settings.writer_row import WriterRow

        return WriterRow(context)
    make = _WORDS.get(setting)
    words = make(context, shown(setting.title)) if make is not None else None
    return SettingRow(context.theme, setting, context.settings, words=words)
