"""What the settings hold beside single values: the index, the vaults, the shortcuts, privacy."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from notebrain.app.commands.command import CommandId
from notebrain.app.settings.setting import Group
from notebrain.app.settings.table import COUNT_OPENS
from notebrain.domain.embedding.usage import Amount
from notebrain.domain.search.saved_searches import SavedSearch, StoredSearches
from notebrain.gui.app.features import AppWindow
from notebrain.gui.settings.appearance import AppearanceController
from notebrain.gui.settings.controller import SettingsController
from notebrain.gui.settings.index_section import IndexBlock, question
from notebrain.gui.settings.page import SettingsPage
from notebrain.gui.settings.privacy_section import SearchHistoryBlock
from notebrain.gui.settings.section import Block
from notebrain.gui.settings.shortcuts_section import ShortcutsBlock
from notebrain.gui.settings.storage_section import VaultBlock, VaultsBlock, command
from notebrain.gui.theme.theme import ThemeMode
from tests.fakes.context import FakeContext
from tests.fakes.settings_page import make_settings, open_settings

B = TypeVar("B", bound=Block)


@pytest.fixture
def page(
    context: FakeContext,
    take: Callable[..., object],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> SettingsPage:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    take("# Gas bottle\n\nIt lasts eleven weeks.")
    AppearanceController(context)
    return open_settings(make_settings(context))


def block(page: SettingsPage, group: Group, kind: type[B]) -> B:
    page.show_group(group)
    return next(block for block in page.section(group).blocks if isinstance(block, kind))


def vault_at(folder: Path) -> Path:
    folder.mkdir(parents=True)
    (folder / "notebrain.db").touch()
    return folder


def test_the_index_says_how_far_it_is(
    open_window: Callable[[], AppWindow], take: Callable[..., object], qtbot: QtBot
) -> None:
    take("# Gas bottle\n\nIt lasts eleven weeks.")
    app = open_window()
    settings = app.window.findChild(SettingsController)
    assert isinstance(settings, SettingsController)
    index = block(open_settings(settings), Group.INDEX, IndexBlock)
    qtbot.waitUntil(lambda: "1 of 1 notes" in index.state.text(), timeout=30_000)

    app.actions[CommandId.PAUSE_INDEX].trigger()

    qtbot.waitUntil(lambda: "Indexing is paused." in index.state.text(), timeout=30_000)


def test_the_index_first_shown_after_a_change_of_theme_is_readable(
    context: FakeContext, page: SettingsPage
) -> None:
    context.theme.set_mode(ThemeMode.DARK)

    label = block(page, Group.INDEX, IndexBlock).state

    ink = label.palette().color(QPalette.ColorRole.WindowText)
    assert ink == context.theme.tokens.color("text2")


@pytest.mark.usefixtures("background")
def test_the_index_is_made_anew_once_the_user_agreed(
    context: FakeContext, page: SettingsPage, qtbot: QtBot
) -> None:
    index = block(page, Group.INDEX, IndexBlock)
    reembedding = context.services.reembedding
    qtbot.waitUntil(lambda: reembedding.amount().passages == 1)
    embedder = context.services.model
    assert embedder.space.model == "fake"

    qtbot.mouseClick(index.again, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: context.window.findChild(QMessageBox) is not None)
    box = context.window.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    text = box.text()
    next(b for b in box.buttons() if b.text() == "Rebuild").click()

    qtbot.waitUntil(lambda: "being rebuilt" in context.messages.text)
    qtbot.waitUntil(lambda: reembedding.amount().passages == 1)
    assert text.startswith("The meaning of 1 note will be computed again.")


def test_the_index_stays_when_the_user_gives_up(
    context: FakeContext, page: SettingsPage, qtbot: QtBot
) -> None:
    index = block(page, Group.INDEX, IndexBlock)

    qtbot.mouseClick(index.again, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: context.window.findChild(QMessageBox) is not None)
    box = context.window.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    box.button(QMessageBox.StandardButton.Cancel).click()

    qtbot.waitUntil(index.again.isEnabled)
    assert "rebuilt" not in context.messages.text


def test_the_question_says_how_much_there_is_and_how_long_it_takes() -> None:
    text = question(Amount(notes=12_000, passages=48_000))

    assert "12,000 notes" in text
    assert "about 20 minutes" in text


def test_the_storage_names_the_folder_and_how_much_room_it_takes(
    context: FakeContext, page: SettingsPage, qtbot: QtBot
) -> None:
    vault = block(page, Group.STORAGE, VaultBlock)

    assert vault.path.text() == str(context.services.folder)
    qtbot.waitUntil(lambda: "B with backups" in vault.room.text())


def test_another_vault_opens_in_a_window_of_its_own_and_is_listed_from_then_on(
    context: FakeContext, page: SettingsPage, tmp_path: Path
) -> None:
    vaults = block(page, Group.STORAGE, VaultsBlock)
    other, started = vault_at(tmp_path / "Recipes"), list[Path]()

    def start(folder: Path) -> bool:
        started.append(folder)
        return True

    vaults.start = start

    vaults.open(other)

    assert started == [other]
    assert [row.folder for row in vaults.rows] == [other]
    assert vaults.rows[0].button.accessibleName() == "Open Recipes"
    assert "Recipes" in context.messages.text
    vaults.rows[0].button.click()
    assert started == [other, other]


def test_a_folder_that_cannot_be_written_is_told_in_the_status_bar(
    context: FakeContext, page: SettingsPage, tmp_path: Path
) -> None:
    vaults = block(page, Group.STORAGE, VaultsBlock)

    vaults.open(tmp_path / "gone" / "further" / "Recipes")

    assert "is not writable" in context.messages.text
    assert context.messages.act == "Choose another"


def test_a_window_that_does_not_start_is_told_in_the_status_bar(
    context: FakeContext, page: SettingsPage, tmp_path: Path
) -> None:
    vaults = block(page, Group.STORAGE, VaultsBlock)
    vaults.start = lambda _folder: False

    vaults.open(vault_at(tmp_path / "Recipes"))

    assert context.messages.act == "Try again"
    assert vaults.rows == []


def test_the_second_window_is_this_program_with_the_other_folder(tmp_path: Path) -> None:
    assert command(tmp_path) == [sys.executable, "-m", "notebrain", "--data-dir", str(tmp_path)]


def test_a_command_is_found_among_the_settings_by_its_name(
    page: SettingsPage, qtbot: QtBot
) -> None:
    qtbot.keyClicks(page.nav.field, "full screen")

    blocks = page.section(Group.SHORTCUTS).blocks
    shortcuts = next(one for one in blocks if isinstance(one, ShortcutsBlock))
    rows = shortcuts.panel.rows
    assert rows[CommandId.FULL_SCREEN].isVisible()
    assert not rows[CommandId.NEW_NOTE].isVisible()
    page.show_group(Group.SHORTCUTS)
    assert rows[CommandId.NEW_NOTE].isVisible()


def test_opens_are_not_counted_where_the_user_does_not_want_it(
    context: FakeContext, page: SettingsPage, qtbot: QtBot
) -> None:
    page.show_group(Group.PRIVACY)
    row = next(row for row in page.section(Group.PRIVACY).rows)

    qtbot.mouseClick(row.control.part, Qt.MouseButton.LeftButton)

    assert row.setting is COUNT_OPENS
    qtbot.waitUntil(lambda: context.services.settings.get(COUNT_OPENS) is False)


def test_recent_searches_are_cleared_and_saved_ones_stay(
    context: FakeContext, page: SettingsPage, qtbot: QtBot
) -> None:
    searches = context.services.searches
    searches.save(StoredSearches(("gas", "tent"), (SavedSearch("Open", "todo"),)))
    history = block(page, Group.PRIVACY, SearchHistoryBlock)
    history.refresh()
    before = history.state.text()

    qtbot.mouseClick(history.clear, Qt.MouseButton.LeftButton)

    assert before.startswith("2 searches are remembered")
    assert searches.kept == StoredSearches((), (SavedSearch("Open", "todo"),))
    assert history.state.text() == "No searches are remembered."
    assert not history.clear.isEnabled()
