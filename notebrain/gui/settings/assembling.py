"""Puts the page together: the rows of every group, and what else belongs to it."""

from functools import partial
from typing import TYPE_CHECKING

from notebrain.app.settings.setting import Group, Setting
from notebrain.app.settings.table import ACCOUNT_MODEL, ROWS
from notebrain.gui.desk import Desk
from notebrain.gui.links.opening import LinkOpener
from notebrain.gui.settings.backups_block import BackupsBlock
from notebrain.gui.settings.desktop_block import DesktopBlock
from notebrain.gui.settings.hotkey_block import HotkeyBlock
from notebrain.gui.settings.index_block import IndexBlock
from notebrain.gui.settings.model_choice import ModelChoice
from notebrain.gui.settings.page import SettingsPage
from notebrain.gui.settings.privacy_block import PrivacyBlock, SearchHistoryBlock
from notebrain.gui.settings.row import SettingRow
from notebrain.gui.settings.section import Content, Section
from notebrain.gui.settings.shortcuts import ShortcutsBlock
from notebrain.gui.settings.vault_block import VaultBlock
from notebrain.gui.settings.vaults_block import VaultsBlock

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from notebrain.gui.settings.block import Block

_BLOCKS_FIRST = (Group.ACCOUNT, Group.CAPTURE)
"""The account, and the keys, are to be had before anything about them can be chosen."""


def make_page(desk: Desk, index: IndexBlock) -> SettingsPage:
    """Return the page with every group that holds something."""
    rows = {group: [row for row in ROWS if row.group is group] for group in Group}
    blocks: dict[Group, Callable[[], Sequence[Block]]] = {
        Group.APPEARANCE: lambda: [DesktopBlock(desk)],
        Group.INDEX: lambda: [index],
        Group.ACCOUNT: lambda: [_account(desk)],
        Group.STORAGE: lambda: [BackupsBlock(desk), VaultBlock(desk), VaultsBlock(desk)],
        Group.CAPTURE: lambda: [HotkeyBlock(desk)],
        Group.SHORTCUTS: lambda: [ShortcutsBlock(desk.theme, desk.keys, desk.actions)],
        Group.PRIVACY: lambda: [PrivacyBlock(desk), SearchHistoryBlock(desk)],
    }

    def content(group: Group) -> Content:
        return Content([_row(desk, row) for row in rows[group]], blocks.get(group, list)())

    sections = [
        Section(desk.theme, group, partial(content, group), blocks_first=group in _BLOCKS_FIRST)
        for group in Group
        if rows[group] or group in blocks
    ]
    return SettingsPage(desk.theme, sections)


def _account(desk: Desk) -> "Block":
    # with all that speaks to the account, which is half of what the settings load
    from notebrain.gui.settings.account_block import AccountBlock

    return AccountBlock(desk, _opener(desk))


def _row(desk: Desk, setting: Setting) -> SettingRow:
    if setting is ACCOUNT_MODEL:
        passes = ModelChoice(desk).passes
        return SettingRow(desk.theme, setting, desk.preferences, passes=passes)
    return SettingRow(desk.theme, setting, desk.preferences)


def _opener(desk: Desk) -> "Callable[[str], object]":
    """Return what opens addresses as links in notes are opened."""
    opener = desk.findChild(LinkOpener)
    return opener.open if isinstance(opener, LinkOpener) else LinkOpener(desk).open
