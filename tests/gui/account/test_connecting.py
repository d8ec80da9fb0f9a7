"""Connecting an account by keys and clicks; every bad input has its line."""

from collections.abc import Callable

import keyring
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from notebrain.app.account.texts import R2_PAGE, TOKENS_PAGE
from notebrain.app.commands.command import CommandId
from notebrain.cloud.workers_ai import SMALL, index_name
from notebrain.domain.notes.draft import Draft
from notebrain.gui.account.connect_form import ACCOUNT, PERMISSIONS, TOKEN
from notebrain.gui.app.features import AppWindow
from notebrain.gui.settings.account_section import AccountBlock
from tests.fakes.account_page import check, connect, enter, paste
from tests.fakes.cloudflare import Permission as Granted, Standin, faults
from tests.fakes.context import FakeContext
from tests.fakes.passwords import Locked, Missing, Passwords

INDEX = index_name(SMALL.space)
GOES_ON = "NoteBrain keeps working on this computer."


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


def test_connecting_says_beforehand_what_the_vectors_take(
    block: AccountBlock, account: Standin, qtbot: QtBot
) -> None:
    check(qtbot, block, account.token, account.account)

    qtbot.waitUntil(lambda: "still to be read by bge-small-en-v1.5" in block.form.plan.text())
    assert "less than 1 % of the free day" in block.form.plan.text()
    assert "This costs nothing" in block.form.plan.text()
    qtbot.waitUntil(lambda: is_whole(block.form.go))
    assert not any("Gas bottle" in text for text in account.ai.embedded)


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
