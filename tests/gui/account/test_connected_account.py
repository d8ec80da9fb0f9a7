"""The account in the settings once it is connected: how it stands, its models, leaving."""

from hashlib import sha256
from io import BytesIO

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QMessageBox
from pytestqt.qtbot import QtBot

from notebrain.app.account import embedding_status
from notebrain.app.account.account import Account
from notebrain.app.account.disconnect import PendingRemovalCount
from notebrain.app.settings.setting import Group
from notebrain.app.settings.table import ACCOUNT_MODEL
from notebrain.cloud.workers_ai import M3, SMALL, index_name
from notebrain.domain.notes.attachments import Sha
from notebrain.domain.notes.draft import Draft
from notebrain.embedders.bundled import BundledModel
from notebrain.gui.app.features import AppWindow
from notebrain.gui.settings.account_section import AccountBlock
from notebrain.gui.settings.controller import SettingsController
from tests.fakes.account_page import check, connect, paste
from tests.fakes.clock import FakeClock
from tests.fakes.cloudflare import Standin, faults
from tests.fakes.context import FakeContext
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.passwords import Passwords

INDEX = index_name(SMALL.space)
LEFT_OVER = "bge-small-en-v1.5: 1 passage"


def test_the_connected_account_is_looked_after(
    block: AccountBlock, account: Standin, qtbot: QtBot
) -> None:
    connect(qtbot, block, account)

    qtbot.mouseClick(block.view.check, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(
        lambda: block.view.database.text.text() == "D1 database, 0 notes", timeout=30_000
    )
    assert block.view.database.name.text() == "notebrain"
    assert block.view.index.name.text() == INDEX
    assert not block.trouble.isVisible()


@pytest.mark.parametrize(
    ("answer", "left"), [("Leave the copy there", ["notebrain"]), ("Remove the copy too", [])]
)
def test_leaving_asks_about_the_copy_and_gives_a_receipt(
    block: AccountBlock,
    context: FakeContext,
    account: Standin,
    passwords: Passwords,
    qtbot: QtBot,
    answer: str,
    left: list[str],
) -> None:
    connect(qtbot, block, account)
    qtbot.mouseClick(block.view.leave, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: context.window.findChild(QMessageBox) is not None)
    box = context.window.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    button = next(one for one in box.findChildren(QAbstractButton) if one.text() == answer)

    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(block.form.isVisible, timeout=30_000)
    assert account.d1.names() == left
    assert passwords.kept == {}
    assert block.receipt.isVisible()
    assert "All notes are on this computer" in block.receipt.text()
    assert ("Removed from Cloudflare" in block.receipt.text()) is not bool(left)


@pytest.mark.parametrize(
    ("answer", "is_fetched", "buckets"),
    [("Fetch first", True, 1), ("Delete the file, too", False, 0), ("Cancel", False, 1)],
)
def test_removing_the_copy_asks_about_files_that_are_only_there(
    block: AccountBlock,
    context: FakeContext,
    account: Standin,
    qtbot: QtBot,
    answer: str,
    is_fetched: bool,
    buckets: int,
) -> None:
    connect(qtbot, block, account)
    cloud, sha = context.services.cloud, Sha(sha256(b"picture").hexdigest())
    cloud.submit(send_file(cloud.account, sha)).result(30)
    link = f"![Roof](attachment:{sha}/roof.png)"
    context.services.notes.capture(Draft(link)).result(10)

    block.leaving.leave(purge=True)

    qtbot.waitUntil(lambda: asked(context) is not None, timeout=30_000)
    box = asked(context)
    assert box is not None
    assert "1 file in these notes (7 B) is only in your account" in box.text()
    default = box.defaultButton()
    assert default is not None
    assert default.text() == "Cancel"
    named = (one for one in box.findChildren(QAbstractButton) if one.text() == answer)
    qtbot.mouseClick(next(named), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: (cloud.connection is None) is (buckets == 0), timeout=30_000)
    assert len(account.r2.buckets) == buckets
    if is_fetched:
        qtbot.waitUntil(lambda: "Fetching 1 file" in context.messages.text)
        qtbot.waitUntil(lambda: context.services.files.path(sha) is not None, timeout=30_000)


async def send_file(account: Account, sha: Sha) -> None:
    remote = await account.remote()
    assert remote is not None
    assert remote.files is not None
    await remote.files.send(sha, BytesIO(b"picture"))


def test_what_was_withdrawn_and_cannot_be_removed_now_is_asked_about(
    block: AccountBlock,
    context: FakeContext,
    account: Standin,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    connect(qtbot, block, account)
    monkeypatch.setattr(
        context.services.cloud.withdrawing,
        "remaining",
        lambda: PendingRemovalCount(texts=2, vectors=0),
    )
    account.faults.add(faults.captive_portal(), on="d1.*", times=None)

    block.leaving.finish_and_leave()

    qtbot.waitUntil(lambda: context.window.findChild(QMessageBox) is not None, timeout=30_000)
    box = context.window.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    assert "still has 2 texts" in box.text()
    assert context.services.cloud.connection is not None
    named = (one for one in box.findChildren(QAbstractButton) if "anyway" in one.text())
    qtbot.mouseClick(next(named), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(block.form.isVisible, timeout=30_000)
    assert context.services.cloud.connection is None


def choose_model(qtbot: QtBot, context: FakeContext, key: Qt.Key) -> None:
    """Choose the model above or below the one that is chosen."""
    found = context.window.findChild(SettingsController)
    assert isinstance(found, SettingsController)
    assert found.page is not None
    rows = found.page.section(Group.ACCOUNT).rows
    choice = next(row for row in rows if row.setting is ACCOUNT_MODEL).control.part
    choice.setFocus()
    qtbot.keyClick(choice, key)


def asked(context: FakeContext) -> QMessageBox | None:
    return next((one for one in context.window.findChildren(QMessageBox) if one.isVisible()), None)


def test_another_model_is_taken_only_once_the_user_has_seen_what_it_takes(
    context: FakeContext, block: AccountBlock, account: Standin, qtbot: QtBot
) -> None:
    connect(qtbot, block, account)
    qtbot.waitUntil(lambda: block.vectors.coverage.text().startswith("1 of 1"), timeout=30_000)
    before = len(account.ai.embedded)

    choose_model(qtbot, context, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: asked(context) is not None)
    box = asked(context)
    assert box is not None
    assert "1 note still to be read by bge-base-en-v1.5" in box.text()
    assert "At 8,000 neurons a day, this takes 1 day." in box.text()
    qtbot.keyClick(box, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: asked(context) is None)
    assert context.settings.get(ACCOUNT_MODEL) == SMALL.name
    assert len(account.ai.embedded) == before

    choose_model(qtbot, context, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: asked(context) is not None)
    box = asked(context)
    assert box is not None
    button = next(one for one in box.findChildren(QAbstractButton) if "use it" in one.text())
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(
        lambda: block.vectors.coverage.text() == "1 of 1 note is ready, read by bge-base-en-v1.5.",
        timeout=30_000,
    )
    assert len(account.ai.embedded) == before + 1
    assert not block.vectors.left.isVisible()
    # nothing is missing for the one there was: the way back is free and is not asked about
    choose_model(qtbot, context, Qt.Key.Key_Up)
    qtbot.waitUntil(lambda: context.settings.get(ACCOUNT_MODEL) == SMALL.name)
    assert asked(context) is None


@pytest.fixture
def foreign_notes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the model on this computer be the one for many languages, as for notes that are not in English."""
    model = BundledModel("fake", FakeEmbedder().space, max_tokens=510)
    monkeypatch.setattr(embedding_status, "MULTILINGUAL", model)


@pytest.mark.usefixtures("foreign_notes")
@pytest.mark.parametrize("declines", [True, False])
def test_a_model_that_knows_the_languages_of_the_notes_is_offered_once(
    context: FakeContext, block: AccountBlock, account: Standin, qtbot: QtBot, declines: bool
) -> None:
    connect(qtbot, block, account)
    view = block.vectors
    qtbot.waitUntil(view.suggestion.isVisible)
    assert "bge-m3 knows many" in view.suggestion.text()

    if declines:
        qtbot.mouseClick(view.keep, Qt.MouseButton.LeftButton)
    else:
        qtbot.mouseClick(view.use, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: asked(context) is not None)
        box = asked(context)
        assert box is not None
        assert "1 note still to be read by bge-m3" in box.text()
        assert context.settings.get(ACCOUNT_MODEL) == SMALL.name
        press(box, "use it", qtbot)

    qtbot.waitUntil(lambda: not view.suggestion.isVisible())
    assert not view.use.isVisible()
    assert context.settings.get(ACCOUNT_MODEL) == (SMALL if declines else M3).name


def press(box: QMessageBox, part: str, qtbot: QtBot) -> None:
    button = next(one for one in box.findChildren(QAbstractButton) if part in one.text())
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


@pytest.fixture
def changed(
    context: FakeContext, block: AccountBlock, account: Standin, qtbot: QtBot
) -> AccountBlock:
    """The account of a user who changed from the small model to the base one."""
    connect(qtbot, block, account)
    qtbot.waitUntil(lambda: block.vectors.coverage.text().startswith("1 of 1"), timeout=30_000)
    choose_model(qtbot, context, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: asked(context) is not None)
    box = asked(context)
    assert box is not None
    press(box, "use it", qtbot)
    qtbot.waitUntil(
        lambda: block.vectors.coverage.text() == "1 of 1 note is ready, read by bge-base-en-v1.5.",
        timeout=30_000,
    )
    qtbot.waitUntil(lambda: [row.text.text() for row in block.others.rows] == [LEFT_OVER])
    return block


def ask_to_remove(block: AccountBlock, context: FakeContext, qtbot: QtBot) -> QMessageBox:
    qtbot.mouseClick(block.others.rows[0].remove, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: asked(context) is not None)
    box = asked(context)
    assert box is not None
    return box


def test_what_another_model_left_is_removed_once_the_user_knows_what_that_costs(
    context: FakeContext, changed: AccountBlock, account: Standin, qtbot: QtBot
) -> None:
    box = ask_to_remove(changed, context, qtbot)
    assert "1 passage must be embedded again: about 1 neurons" in box.text()
    qtbot.keyClick(box, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: asked(context) is None)
    assert INDEX in account.vectorize.names()

    press(ask_to_remove(changed, context, qtbot), "for good", qtbot)

    qtbot.waitUntil(lambda: INDEX in changed.others.receipt.text(), timeout=30_000)
    assert "the vectors of 1 note in the database" in changed.others.receipt.text()
    assert "Removed from this computer: 1 vector" in changed.others.receipt.text()
    qtbot.waitUntil(lambda: not changed.others.rows)
    assert INDEX not in account.vectorize.names()
    assert not changed.others.cancel.isVisible()


def test_a_removal_that_stands_still_says_why_and_can_be_given_up(
    context: FakeContext, changed: AccountBlock, account: Standin, qtbot: QtBot
) -> None:
    account.faults.add(faults.d1_account_full(), on="d1.raw", times=None)
    press(ask_to_remove(changed, context, qtbot), "for good", qtbot)
    qtbot.waitUntil(changed.others.cancel.isVisible)
    assert context.window.focusWidget() is changed.others.cancel
    qtbot.waitUntil(lambda: changed.others.step.text().count("\n") == 2, timeout=30_000)
    assert not changed.others.rows[0].remove.isEnabled()

    qtbot.keyClick(changed.others.cancel, Qt.Key.Key_Return)

    assert changed.others.receipt.text() == "Nothing was removed."
    qtbot.waitUntil(changed.others.rows[0].remove.isEnabled)
    qtbot.waitUntil(lambda: context.services.cloud.other_models.removal is None)
    assert INDEX in account.vectorize.names()


def test_a_deleted_database_is_told_with_the_way_to_connect_again(
    block: AccountBlock, account: Standin, qtbot: QtBot
) -> None:
    connect(qtbot, block, account)
    account.faults.add(
        faults.refused(404, 7404, "The database was not found"), on="d1.*", times=None
    )
    qtbot.mouseClick(block.view.check, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(block.trouble.isVisible, timeout=30_000)
    assert "no longer there" in block.trouble.text.text()
    account.faults.clear()

    qtbot.mouseClick(block.trouble.act, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(block.form.isVisible, timeout=30_000)


def test_replacing_a_token_goes_on_when_the_settings_change_meanwhile(
    block_in_window: AccountBlock, account: Standin, qtbot: QtBot
) -> None:
    block = block_in_window
    connect(qtbot, block, account)
    qtbot.waitUntil(lambda: not block.work.busy)
    block.replace_token()

    block.refresh()
    paste(qtbot, block.form.token, account.tokens.issue().value)
    block.refresh()

    assert block.form.isVisible()
    assert block.form.check.isEnabled()


def test_a_token_that_was_taken_back_is_replaced_by_another_one_and_syncing_goes_on(
    block_in_window: AccountBlock,
    app: AppWindow,
    account: Standin,
    passwords: Passwords,
    clock: FakeClock,
    qtbot: QtBot,
) -> None:
    block = block_in_window
    clock.forward(minutes=1)  # what was written rests
    connect(qtbot, block, account)
    qtbot.waitUntil(lambda: app.status.account.text().startswith("In sync"), timeout=30_000)
    account.tokens.revoke(account.token)
    qtbot.mouseClick(block.view.check, Qt.MouseButton.LeftButton)
    # a sync may have told it before the check, which goes on
    qtbot.waitUntil(lambda: block.trouble.isVisible() and not block.work.busy, timeout=30_000)
    assert block.trouble.act.text() == "Replace the token"
    other = account.tokens.issue().value

    qtbot.mouseClick(block.trouble.act, Qt.MouseButton.LeftButton)
    assert block.form.token.hasFocus()
    check(qtbot, block, other, block.form.account_id.text())
    qtbot.mouseClick(block.form.go, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(block.view.isVisible, timeout=30_000)
    assert other in "".join(passwords.kept.values())
    assert account.d1.names() == ["notebrain"]
    qtbot.waitUntil(lambda: app.status.account.text().startswith("In sync"), timeout=30_000)
