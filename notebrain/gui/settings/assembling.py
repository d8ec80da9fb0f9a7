"""Puts the page together: the rows of every group, and what else belongs to it."""

from typing import TYPE_CHECKING

from notebrain.app.setting import Group, Setting
from notebrain.app.settings import ACCOUNT_MODEL, ROWS
from notebrain.gui.desk import Desk
from notebrain.gui.links.opening import LinkOpener
from notebrain.gui.settings.account_block import AccountBlock
from notebrain.gui.settings.backups_block import BackupsBlock
from notebrain.gui.settings.hotkey_block import HotkeyBlock
from notebrain.gui.settings.index_block import IndexBlock
from notebrain.gui.settings.model_choice import ModelChoice
from notebrain.gui.settings.page import SettingsPage
from notebrain.gui.settings.privacy_block import PrivacyBlock, SearchHistoryBlock
from notebrain.gui.settings.row import SettingRow
from notebrain.gui.settings.section import Section
from notebrain.gui.settings.shortcuts import ShortcutsBlock
from notebrain.gui.settings.vault_block import VaultBlock
from notebrain.gui.settings.vaults_block import VaultsBlock

if TYPE_CHECKING:
    from collections.abc import Callable

    from notebrain.gui.settings.block import Block


def make_page(desk: Desk, index: IndexBlock) -> SettingsPage:
    """Return the page with every group that holds something."""
    blocks: dict[Group, list[Block]] = {
        Group.INDEX: [index],
        Group.ACCOUNT: [AccountBlock(desk, _opener(desk))],
        Group.STORAGE: [BackupsBlock(desk), VaultBlock(desk), VaultsBlock(desk)],
        Group.SHORTCUTS: [
            HotkeyBlock(desk),
            ShortcutsBlock(desk.theme, desk.keys, desk.actions),
        ],
        Group.PRIVACY: [PrivacyBlock(desk), SearchHistoryBlock(desk)],
    }
    sections: list[Section] = []
    for group in Group:
        rows = [_row(desk, row) for row in ROWS if row.group is group]
        if rows or blocks.get(group):
            # the account is to be had before anything about it can be chosen
            first = group is Group.ACCOUNT
            held = blocks.get(group, [])
            sections.append(Section(desk.theme, group, rows, held, blocks_first=first))
    return SettingsPage(desk.theme, sections)


def _row(desk: Desk, setting: Setting) -> SettingRow:
    if setting is ACCOUNT_MODEL:
        passes = ModelChoice(desk).passes
        return SettingRow(desk.theme, setting, desk.preferences, passes=passes)
    return SettingRow(desk.theme, setting, desk.preferences)


def _opener(desk: Desk) -> "Callable[[str], object]":
    """Return what opens addresses as links in notes are opened."""
    opener = desk.findChild(LinkOpener)
    return opener.open if isinstance(opener, LinkOpener) else LinkOpener(desk).open
