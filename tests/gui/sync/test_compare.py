"""What the account lost is said on the page, and put right when the user asks for it."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from notebrain.app.commands.command import CommandId
from notebrain.app.core import language
from notebrain.app.events import SyncProgress, SyncState
from notebrain.app.sync.compare import Verification
from notebrain.app.sync.texts import loss_text
from notebrain.domain import i18n
from notebrain.domain.notes.note import NoteId
from notebrain.domain.sync.remote import Kind, Name
from notebrain.domain.sync.reports import Loss
from notebrain.gui.app.features import AppWindow
from notebrain.gui.sync.page import SyncPage
from notebrain.gui.theme.theme import Theme
from notebrain.storage.sync.comparison import Drift
from notebrain.sync.compare import Difference
from tests.fakes.clock import FakeClock
from tests.fakes.cloudflare import Standin, faults
from tests.gui.sync.windows import LONG_MS, page_of, press, settle, syncing_is_there


def lose_everything(account: Standin) -> None:
    """Let the account be as it was before anything was sent."""
    database = account.d1.database("notebrain")
    database.look("delete from item")
    database.look("update meta set value = 0 where name = 'seq'")
    database.look("delete from meta where name like 'mark:%'")


def test_comparing_says_that_nothing_differs_and_syncing_goes_on(
    connected: AppWindow, clock: FakeClock, take: Callable[..., NoteId], qtbot: QtBot
) -> None:
    settle(connected, clock, qtbot)
    connected.actions[CommandId.SYNC].trigger()
    page = page_of(connected)

    page.compare.setFocus()
    press(page.compare, qtbot)

    assert page.comparing.cancel.hasFocus()
    assert not page.compare.isEnabled()
    qtbot.waitUntil(page.comparing.close_it.hasFocus, timeout=LONG_MS)
    assert page.comparing.text.text() == "One note compared.\nNothing differs."
    assert page.comparing.close_it.accessibleDescription() == page.comparing.text.text()
    assert not page.comparing.repair.isVisible()
    take("# Another")
    settle(connected, clock, qtbot)
    qtbot.waitUntil(lambda: "2 notes are in your account." in page.notes.text.text())
    press(page.comparing.close_it, qtbot)
    assert not page.comparing.isVisible()
    assert page.compare.hasFocus()


def test_what_the_account_lost_leads_to_comparing_and_is_put_right_only_when_asked(
    connected: AppWindow, account: Standin, clock: FakeClock, qtbot: QtBot
) -> None:
    settle(connected, clock, qtbot)
    lose_everything(account)
    syncing_is_there(connected, qtbot).sync_now()
    status = connected.status
    qtbot.waitUntil(lambda: status.account_act.text() == "Compare…", timeout=LONG_MS)

    qtbot.mouseClick(status.account_act, Qt.MouseButton.LeftButton)

    page = page_of(connected)
    press(page.compare, qtbot)
    comparing = page.comparing
    qtbot.waitUntil(comparing.repair.hasFocus, timeout=LONG_MS)
    assert "Missing in the account: 1" in comparing.text.text()
    assert "Nothing was changed" in comparing.next.text()
    assert [row.text for row in comparing.rows.rows] == ["Gas bottle: missing in the account"]
    database = account.d1.database("notebrain")
    assert database.look("select count(*) from item")[0][0] == 0
    press(comparing.repair, qtbot)
    qtbot.waitUntil(lambda: "repaired" in comparing.text.text(), timeout=LONG_MS)
    assert [row.text for row in comparing.rows.rows] == [
        "Gas bottle: missing in the account, repaired"
    ]
    assert database.look("select count(*) from item where kind = 'note'")[0][0] == 1
    qtbot.waitUntil(lambda: status.account.text().startswith("In sync"), timeout=LONG_MS)


def test_comparing_can_be_given_up_while_the_account_does_not_answer(
    connected: AppWindow, account: Standin, clock: FakeClock, qtbot: QtBot
) -> None:
    settle(connected, clock, qtbot)
    connected.actions[CommandId.SYNC].trigger()
    page = page_of(connected)
    account.faults.add(faults.throttled(60), times=None)
    page.compare.setFocus()
    press(page.compare, qtbot)

    press(page.comparing.cancel, qtbot)

    assert not page.comparing.isVisible()
    assert page.compare.isEnabled()
    account.faults.clear()
    settle(connected, clock, qtbot)


def test_comparing_says_why_it_could_not_be_done(
    connected: AppWindow, account: Standin, clock: FakeClock, qtbot: QtBot
) -> None:
    settle(connected, clock, qtbot)
    connected.actions[CommandId.SYNC].trigger()
    page = page_of(connected)
    account.tokens.revoke(account.token)
    page.compare.setFocus()

    press(page.compare, qtbot)

    qtbot.waitUntil(page.comparing.trouble.isVisible, timeout=LONG_MS)
    assert "check the token" in page.comparing.trouble.text.text()
    assert page.comparing.close_it.hasFocus()


@pytest.mark.parametrize("state", [SyncState.PAUSED, SyncState.ELSEWHERE])
def test_while_syncing_rests_or_another_does_it_nothing_is_compared(
    page: SyncPage, state: SyncState
) -> None:
    page.show_status(SyncProgress(state))

    assert not page.compare.isEnabled()


def test_notes_that_vanish_in_the_account_are_told_of_and_brought_back_by_repair(
    connected: AppWindow,
    account: Standin,
    clock: FakeClock,
    take: Callable[..., NoteId],
    qtbot: QtBot,
) -> None:
    for title in ("# Rent", "# Pump", "# Keys"):
        take(title)
    settle(connected, clock, qtbot)
    database = account.d1.database("notebrain")
    database.look("delete from item where content like '%Rent%' or content like '%Pump%'")
    syncing_is_there(connected, qtbot).sync_now()
    status = connected.status
    qtbot.waitUntil(lambda: status.account_act.text() == "Compare…", timeout=LONG_MS)
    assert status.account.text().startswith("Syncing needs your attention")

    qtbot.mouseClick(status.account_act, Qt.MouseButton.LeftButton)

    page = page_of(connected)
    told = page.reason.text()
    assert "Your Cloudflare account has lost: 2 of 4 notes" in told
    assert "nothing is removed until you compare both" in told
    assert "Repairing sends what is missing again and keeps every text" in told
    press(page.compare, qtbot)
    qtbot.waitUntil(page.comparing.repair.hasFocus, timeout=LONG_MS)
    assert {row.text for row in page.comparing.rows.rows} == {
        "Pump: missing in the account",
        "Rent: missing in the account",
    }
    assert database.look("select count(*) from item where kind = 'note'")[0][0] == 2
    press(page.comparing.repair, qtbot)
    qtbot.waitUntil(lambda: status.account.text().startswith("In sync"), timeout=LONG_MS)
    assert database.look("select count(*) from item where kind = 'note'")[0][0] == 4
    qtbot.waitUntil(lambda: not page.reason.isVisible(), timeout=LONG_MS)


@pytest.mark.parametrize("width", [560, 900])
@pytest.mark.parametrize(
    ("spoken", "told", "repair"),
    [
        ("en", "Your Cloudflare account has lost", "Repair"),
        ("de", "fehlt", "Reparieren"),
    ],
)
def test_what_vanished_and_its_repair_are_shown_without_a_cut_word(
    spoken: str,
    told: str,
    repair: str,
    width: int,
    theme: Theme,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(i18n, "_catalog", i18n._catalog)
    assert language.install(spoken) == spoken
    page = SyncPage(theme)
    qtbot.addWidget(page)
    page.resize(width, 900)
    page.show()
    gone = tuple(Difference(Drift.MISSING_THERE, Name(Kind.NOTE, f"n{n}"), None) for n in range(60))
    titles = {"n0": "A title of some length that has to be read to its very end", "n1": ""}

    reason = loss_text(Loss(1_230, 1_300, 2))
    page.show_status(SyncProgress(SyncState.NEEDS_YOU, waiting=3, reason=reason, lost=True))
    page.begin_comparing(repair=False)
    page.show_compared(Verification(1_300, gone, titles))

    assert told in page.reason.text()
    assert page.comparing.repair.text() == repair
    assert page.comparing.repair.isVisible()
    qtbot.waitUntil(lambda: cut_words(page) == [])


def cut_words(page: SyncPage) -> list[str]:
    """Return the texts on a page that have less room than they need, or go beyond its edge."""
    parts: list[QLabel | QPushButton] = [
        *page.findChildren(QLabel),
        *page.findChildren(QPushButton),
    ]
    shown = [one for one in parts if one.isVisible() and one.text()]
    return [
        one.text()
        for one in shown
        if one.height() < one.heightForWidth(one.width())
        or one.width() < one.minimumSizeHint().width()
        or one.mapTo(page, one.rect().topRight()).x() >= page.width()
    ]
