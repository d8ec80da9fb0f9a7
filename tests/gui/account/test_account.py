"""The account in the settings: connecting by keys and clicks, how it stands, leaving; every bad input with its line."""

from collections.abc import Callable, Iterator
from hashlib import sha256
from io import BytesIO

import keyring
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from notebrain.app.account import embedding_status
from notebrain.app.account.account import Account
from notebrain.app.account.disconnect import PendingRemovalCount
from notebrain.app.account.texts import R2_PAGE, TOKENS_PAGE
from notebrain.app.background.worker import Worker
from notebrain.app.commands.command import CommandId
from notebrain.app.settings.setting import Group
from notebrain.app.settings.table import ACCOUNT_MODEL
from notebrain.cloud.workers_ai import M3, SMALL, index_name
from notebrain.domain.notes.attachments import Sha
from notebrain.domain.notes.draft import Draft
from notebrain.embedders.bundled import BundledModel
from notebrain.gui.account.connect_form import ACCOUNT, PERMISSIONS, TOKEN
from notebrain.gui.app.features import AppWindow
from notebrain.gui.editor.active_editor import ActiveEditor
from notebrain.gui.links.link_opener import LinkOpener
from notebrain.gui.links.targets import LinkTargets
from notebrain.gui.settings.account_section import AccountBlock
from notebrain.gui.settings.controller import SettingsController
from tests.fakes.clock import FakeClock
from tests.fakes.cloudflare import Permission as Granted, Standin, faults, start_cloudflare
from tests.fakes.context import FakeContext
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.passwords import Locked, Missing, Passwords
from tests.fakes.settings_page import make_settings, open_settings

CTRL = Qt.KeyboardModifier.ControlModifier
INDEX = index_name(SMALL.space)
LEFT_OVER = "bge-small-en-v1.5: 1 passage"
GOES_ON = "NoteBrain keeps working on this computer."


@pytest.fixture
def account(
    monkeypatch: pytest.MonkeyPatch, quick_tries: None, clock: FakeClock
) -> Iterator[Standin]:
    for name in ("NOTEBRAIN_CF_TOKEN", "NOTEBRAIN_CF_ACCOUNT"):
        monkeypatch.delenv(name, raising=False)
    with start_cloudflare() as standin:
        standin.clock.start_at(clock.now())
        monkeypatch.setenv("NOTEBRAIN_CLOUDFLARE_API", standin.base_url)
        yield standin


@pytest.fixture
def passwords() -> Iterator[Passwords]:
    before, place = keyring.get_keyring(), Passwords()
    keyring.set_keyring(place)
    yield place
    keyring.set_keyring(before)


@pytest.fixture
def app(
    account: Standin,
    passwords: Passwords,
    open_window: Callable[[], AppWindow],
    take: Callable[..., object],
) -> AppWindow:
    take("# Gas bottle\n\nIt lasts eleven weeks.")
    return open_window()


@pytest.fixture
def block_in_window(app: AppWindow, qtbot: QtBot) -> AccountBlock:
    """The account in the settings of a whole window."""
    qtbot.keyClick(app.window, Qt.Key.Key_Comma, CTRL)
    found = app.window.findChild(SettingsController)
    assert isinstance(found, SettingsController)
    block = account_of(found)
    qtbot.waitUntil(app.status.meaning.isVisible)  # the background runs
    return block


@pytest.fixture
def block(
    account: Standin,
    passwords: Passwords,
    context: FakeContext,
    active: ActiveEditor,
    background: Worker,
    take: Callable[..., object],
) -> AccountBlock:
    """The account in the settings alone, with the background that it asks."""
    take("# Gas bottle\n\nIt lasts eleven weeks.")
    settings = make_settings(context, LinkOpener(context, active, LinkTargets(context)).open)
    open_settings(settings)
    return account_of(settings)


def account_of(settings: SettingsController) -> AccountBlock:
    page = settings.page
    assert page is not None
    page.show_group(Group.ACCOUNT)
    (block,) = page.section(Group.ACCOUNT).blocks
    assert isinstance(block, AccountBlock)
    return block


def paste(qtbot: QtBot, field: QLineEdit, text: str) -> None:
    field.clear()
    QGuiApplication.clipboard().setText(text)
    qtbot.keyClick(field, Qt.Key.Key_V, CTRL)


def enter(qtbot: QtBot, block: AccountBlock, token: str, account_id: str) -> None:
    """Go through the steps until NoteBrain can check the token."""
    form = block.form
    if form.at == ACCOUNT:
        paste(qtbot, form.account_id, account_id)
        qtbot.mouseClick(form.next, Qt.MouseButton.LeftButton)
    if form.at == PERMISSIONS:
        qtbot.mouseClick(form.next, Qt.MouseButton.LeftButton)
    if form.at == TOKEN:
        paste(qtbot, form.token, token)


def check(qtbot: QtBot, block: AccountBlock, token: str, account_id: str) -> None:
    enter(qtbot, block, token, account_id)
    qtbot.mouseClick(block.form.check, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not block.work.busy, timeout=30_000)


def connect(qtbot: QtBot, block: AccountBlock, account: Standin) -> None:
    check(qtbot, block, account.token, account.account)
    qtbot.mouseClick(block.form.go, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(block.view.isVisible, timeout=30_000)


def is_whole(part: QWidget) -> bool:
    """Tell whether all of a part is scrolled into view."""
    return part.visibleRegion().boundingRect() == part.rect()


def test_the_steps_lead_to_cloudflare_and_name_what_the_token_needs(
    block: AccountBlock, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(
        "notebrain.gui.links.link_opener.QDesktopServices.openUrl",
        lambda url: opened.append(url.toString()),
    )

    block.form.show_page(PERMISSIONS)
    qtbot.mouseClick(block.form.get_token.link, Qt.MouseButton.LeftButton)

    assert opened == [TOKENS_PAGE]
    assert block.form.permissions.isVisible()
    assert block.form.permissions.names == [
        *("Workers AI: Read", "Workers AI: Edit", "D1: Edit", "Vectorize: Edit"),
        "Workers R2 Storage: Edit",
    ]


def test_connecting_goes_from_the_check_over_the_list_to_the_connected_account(
    block_in_window: AccountBlock,
    app: AppWindow,
    account: Standin,
    passwords: Passwords,
    qtbot: QtBot,
) -> None:
    block = block_in_window
    assert block.form.token.echoMode() is QLineEdit.EchoMode.Password
    assert not block.form.check.isEnabled()

    check(qtbot, block, f" {account.token}\n", f"\ufeff{account.account} ")

    assert block.form.account_id.text() == account.account
    assert "create a D1 database named notebrain" in block.form.plan.text()
    assert INDEX in block.form.plan.text()
    assert account.d1.names() == []
    assert block.form.go.hasFocus()
    qtbot.waitUntil(lambda: is_whole(block.form.go))
    qtbot.keyClick(block.form.go, Qt.Key.Key_Return)
    qtbot.waitUntil(block.view.isVisible, timeout=30_000)
    assert account.d1.names() == ["notebrain"]
    assert not block.form.token.text()
    assert block.view.head.name.text() == "Connected to “Somebody's Account”"
    assert "passwords of this computer" in block.view.token.text.text()
    assert account.token in "".join(passwords.kept.values())
    assert app.status.saved.text() == "Connected to your Cloudflare account"
    qtbot.waitUntil(app.status.account_act.isVisible, timeout=30_000)
    assert app.actions[CommandId.SYNC_NOW].isEnabled()


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


def test_connecting_says_beforehand_what_the_vectors_take(
    block: AccountBlock, account: Standin, qtbot: QtBot
) -> None:
    check(qtbot, block, account.token, account.account)

    qtbot.waitUntil(lambda: "still to be read by bge-small-en-v1.5" in block.form.plan.text())
    assert "less than 1 % of the free day" in block.form.plan.text()
    assert "This costs nothing" in block.form.plan.text()
    qtbot.waitUntil(lambda: is_whole(block.form.go))
    assert not any("Gas bottle" in text for text in account.ai.embedded)


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


def test_a_check_can_be_given_up(block: AccountBlock, account: Standin, qtbot: QtBot) -> None:
    account.faults.add(faults.hanging(), times=None)
    enter(qtbot, block, account.token, account.account)
    qtbot.mouseClick(block.form.check, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(block.form.cancel.isVisible)

    qtbot.mouseClick(block.form.cancel, Qt.MouseButton.LeftButton)

    assert not block.work.busy
    assert block.form.check.isEnabled()
    assert not block.form.cancel.isVisible()
    assert not block.trouble.isVisible()


def test_what_was_found_out_does_not_hold_for_another_token(
    block: AccountBlock, account: Standin, qtbot: QtBot
) -> None:
    check(qtbot, block, account.token, account.account)
    assert block.form.go.isVisible()

    qtbot.mouseClick(block.form.back, Qt.MouseButton.LeftButton)
    assert block.form.token.hasFocus()
    qtbot.keyClicks(block.form.token, "x")

    assert not block.form.go.isVisible()
    assert [step.text.text() for step in block.form.found.steps[1:]] == ["", "", ""]


def test_each_step_asks_for_one_thing_and_back_keeps_what_was_entered(
    block: AccountBlock, account: Standin, qtbot: QtBot
) -> None:
    form = block.form
    fields = (form.account_id, form.token, form.database)
    assert [field for field in fields if field.isVisible()] == [form.account_id]
    assert not form.back.isVisible()

    paste(qtbot, form.account_id, account.account)
    qtbot.keyClick(form.account_id, Qt.Key.Key_Return)
    assert form.at == PERMISSIONS
    assert not any(field.isVisible() for field in fields)
    assert form.next.hasFocus()
    qtbot.keyClick(form.next, Qt.Key.Key_Return)
    assert [field for field in fields if field.isVisible()] == [form.token]
    assert form.token.hasFocus()
    paste(qtbot, form.token, account.token)
    for _step in range(2):
        qtbot.mouseClick(form.back, Qt.MouseButton.LeftButton)

    assert form.at == ACCOUNT
    assert form.account_id.hasFocus()
    assert form.account_id.text() == account.account
    assert form.token.text() == account.token


def test_what_was_found_is_named_beside_the_step(
    block: AccountBlock, account: Standin, qtbot: QtBot
) -> None:
    enter(qtbot, block, account.token, account.account)
    assert block.form.found.steps[0].text.text() == f"ID ending in {account.account[-4:]}"

    qtbot.mouseClick(block.form.check, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(block.form.go.isVisible, timeout=30_000)

    assert [step.text.text() for step in block.form.found.steps] == [
        "Somebody's Account",
        "4 of 4 permissions",
        "Accepted by Cloudflare",
        "notebrain: a new database",
    ]


def test_a_token_that_may_not_see_the_name_of_the_account_connects_all_the_same(
    block: AccountBlock, account: Standin, qtbot: QtBot
) -> None:
    narrow = account.tokens.issue(without=[Granted.ACCOUNT_READ]).value
    check(qtbot, block, narrow, account.account)

    qtbot.mouseClick(block.form.go, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(block.view.isVisible, timeout=30_000)
    assert block.view.head.name.text() == "Connected to your Cloudflare account"


def test_another_database_name_is_asked_for_only_by_those_who_want_one(
    block: AccountBlock, account: Standin, qtbot: QtBot
) -> None:
    enter(qtbot, block, account.token, account.account)
    assert not block.form.database.isVisible()

    qtbot.mouseClick(block.form.other, Qt.MouseButton.LeftButton)
    assert block.form.database.hasFocus()
    block.form.database.selectAll()
    qtbot.keyClicks(block.form.database, "Garden")
    qtbot.keyClick(block.form.database, Qt.Key.Key_Return)

    qtbot.waitUntil(block.form.go.isVisible, timeout=30_000)
    assert "notebrain-garden" in block.form.plan.text()


def wrong_token(account: Standin) -> tuple[str, str]:
    return "a-token-nobody-knows", account.account


def expired(account: Standin) -> tuple[str, str]:
    return account.tokens.issue(status="expired").value, account.account


def no_permission(account: Standin) -> tuple[str, str]:
    return account.tokens.issue(without=[Granted.VECTORIZE_EDIT]).value, account.account


def wrong_account(account: Standin) -> tuple[str, str]:
    return account.token, "0" * 32


def no_account(account: Standin) -> tuple[str, str]:
    return account.token, "\ufeff 12 34 "


def other_dimensions(account: Standin) -> tuple[str, str]:
    account.vectorize.create(INDEX, 768)
    return account.token, account.account


def hotel(account: Standin) -> tuple[str, str]:
    account.faults.add(faults.captive_portal(), times=None)
    return account.token, account.account


def unreachable(account: Standin) -> tuple[str, str]:
    account.faults.add(faults.dropped(), times=None)
    return account.token, account.account


@pytest.mark.parametrize(
    ("bad", "told"),
    [
        (wrong_token, ("does not accept the token", "Open the tokens page")),
        (expired, ("has expired", "Open the tokens page")),
        (no_permission, ("Vectorize: Edit", "Open the tokens page")),
        (wrong_account, ("belongs to another account", "Open the tokens page")),
        (no_account, ("not an account ID", "")),
        (other_dimensions, ("created for another model", "")),
        (hotel, ("sign in first", "Try again")),
        (unreachable, ("Cloudflare", "Try again")),
    ],
)
def test_bad_input_has_its_line_and_its_next_step_and_notes_go_on(
    block: AccountBlock,
    context: FakeContext,
    account: Standin,
    take: Callable[..., object],
    qtbot: QtBot,
    bad: Callable[[Standin], tuple[str, str]],
    told: tuple[str, str],
) -> None:
    said, act = told

    check(qtbot, block, *bad(account))

    assert said in block.trouble.text.text()
    assert (block.trouble.act.text(), block.trouble.act.isVisible()) == (act, bool(act))
    assert block.trouble.rest.text() == GOES_ON
    qtbot.waitUntil(lambda: is_whole(block.trouble))
    assert not block.form.go.isVisible()
    assert account.d1.names() == []
    heard: list[object] = []
    context.events.notes_changed.connect(heard.append)
    take("# Written meanwhile")
    qtbot.waitUntil(lambda: bool(heard))
    qtbot.waitUntil(lambda: context.services.library.counts().notes == 2)


def test_a_missing_permission_is_marked_in_the_list(
    block: AccountBlock, account: Standin, qtbot: QtBot
) -> None:
    check(qtbot, block, *no_permission(account))

    assert [one.accessibleName() for one in block.form.permissions.words] == [
        "Workers AI: Read: granted",
        "Workers AI: Edit: granted",
        "D1: Edit: granted",
        "Vectorize: Edit: missing",
        "Workers R2 Storage: Edit: granted",
    ]


def test_without_the_permission_for_files_notes_connect_all_the_same(
    block: AccountBlock, account: Standin, qtbot: QtBot
) -> None:
    token = account.tokens.issue(without=[Granted.R2_READ, Granted.R2_EDIT]).value

    check(qtbot, block, token, account.account)

    assert block.form.permissions.words[-1].accessibleName() == (
        "Workers R2 Storage: Edit: not granted, and not needed for notes"
    )
    assert "the token lacks the permission “Workers R2 Storage: Edit”" in block.form.plan.text()
    assert block.form.go.isEnabled()
    assert not block.form.r2.isVisible()


def test_an_account_without_r2_says_how_to_switch_it_on_and_what_it_costs(
    block: AccountBlock,
    context: FakeContext,
    account: Standin,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(
        "notebrain.gui.links.link_opener.QDesktopServices.openUrl",
        lambda url: opened.append(url.toString()),
    )
    context.services.notes.capture(
        Draft(context.services.file_acts.add_bytes(b"a song", "song.mp3").markdown)
    ).result()
    account.r2.enabled = False

    check(qtbot, block, account.token, account.account)

    plan = block.form.plan.text()
    assert "“Add R2 subscription”" in plan
    assert "10 GB and 1 million writes a month are free" in plan
    qtbot.waitUntil(lambda: "1 file, 6 B; your account keeps 10 GB" in block.form.plan.text())
    qtbot.mouseClick(block.form.r2, Qt.MouseButton.LeftButton)
    assert opened == [R2_PAGE]
    assert account.r2.buckets == []

    qtbot.mouseClick(block.form.go, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(block.view.isVisible, timeout=30_000)
    assert not block.view.files.isVisible()  # it was not asked yet
    qtbot.mouseClick(block.view.check, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(block.view.r2.isVisible, timeout=30_000)
    assert "not switched on" in block.view.files.text.text()


def test_an_account_without_room_says_so_and_nothing_is_connected(
    block: AccountBlock, context: FakeContext, account: Standin, qtbot: QtBot
) -> None:
    account.d1.max_databases = 0
    check(qtbot, block, account.token, account.account)

    qtbot.mouseClick(block.form.go, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(block.trouble.isVisible, timeout=30_000)
    assert "no room left" in block.trouble.text.text()
    assert context.services.cloud.account.connection is None


def test_a_day_that_is_used_up_is_told_in_the_list_and_does_not_stand_in_the_way(
    block: AccountBlock, account: Standin, qtbot: QtBot
) -> None:
    account.faults.add(faults.neurons_used_up(), on="ai.run", times=None)

    check(qtbot, block, account.token, account.account)

    assert "free share" in block.form.plan.text()
    assert block.form.go.isVisible()


@pytest.mark.parametrize(("place", "said"), [(Missing, "no safe place"), (Locked, "are locked")])
def test_without_a_usable_place_for_passwords_it_says_that_the_token_is_for_this_run(
    block: AccountBlock, account: Standin, qtbot: QtBot, place: type[Passwords], said: str
) -> None:
    keyring.set_keyring(place())

    connect(qtbot, block, account)

    assert said in block.trouble.text.text()
    assert "To keep it, " in block.trouble.text.text()
    assert block.trouble.rest.isHidden()  # nothing went wrong
    assert "until you close" in block.view.token.text.text()


def test_trying_again_leaves_the_keyboard_with_the_check_not_with_what_stands_below(
    block: AccountBlock, account: Standin, qtbot: QtBot
) -> None:
    hotel(account)
    check(qtbot, block, account.token, account.account)
    assert block.trouble.act.text() == "Try again"
    account.faults.clear()
    block.trouble.act.setFocus()

    qtbot.keyClick(block.trouble.act, Qt.Key.Key_Return)

    assert block.form.cancel.hasFocus()
    qtbot.waitUntil(block.form.go.isVisible, timeout=30_000)
    assert block.form.go.hasFocus()


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
    qtbot.waitUntil(block.trouble.isVisible, timeout=30_000)
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


def test_what_is_refused_leaves_the_keyboard_in_the_field(
    block: AccountBlock, account: Standin, qtbot: QtBot
) -> None:
    form = block.form
    form.account_id.setText(account.account)
    form.show_page(TOKEN)
    qtbot.keyClicks(form.token, "a-token-nobody-knows")

    qtbot.keyClick(form.token, Qt.Key.Key_Return)

    assert form.cancel.hasFocus()
    qtbot.waitUntil(block.trouble.isVisible, timeout=30_000)
    assert form.token.hasFocus()
