"""The page of syncing and the status line: how it stands, what can be done about it, what has left this computer."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import keyring
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from notebrain.app.commands.command import CommandId
from notebrain.app.events import KeptElsewhere, SyncProgress, SyncState
from notebrain.app.sync.overview import SyncOverview
from notebrain.domain.embedding.usage import Coverage, RemoteNumbers, RemoteState
from notebrain.domain.notes.note import ListFilter, NoteId
from notebrain.domain.ports import Space
from notebrain.domain.sync.computers import Computer
from notebrain.domain.sync.remote import Kind, Name
from notebrain.domain.sync.reports import Failure, HeldChange, Left, Receipt, ReceiptKind, Run
from notebrain.gui.app.features import AppWindow
from notebrain.gui.core import date_format
from notebrain.gui.inspector.panel import InspectorPanel
from notebrain.gui.settings.controller import SETTINGS
from notebrain.gui.sync.controller import PAGE
from notebrain.gui.sync.page import SyncPage
from notebrain.gui.theme.theme import Theme
from notebrain.gui.window.status_bar import StatusBar
from notebrain.notes.service import Edit
from tests.fakes.clock import FakeClock
from tests.fakes.cloudflare import Standin, faults
from tests.fakes.passwords import Locked
from tests.gui.sync.windows import LONG_MS, page_of, settle, syncing_is_there

SPOKEN, TOOL_TIP = Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole
AT = datetime(2026, 11, 22, 12, tzinfo=UTC)


def inspector_of(app: AppWindow) -> InspectorPanel:
    found = app.side.findChild(InspectorPanel)
    assert isinstance(found, InspectorPanel)
    return found


def test_a_clock_that_is_wrong_is_told_in_the_status_bar_and_on_the_page(
    connected: AppWindow, account: Standin, clock: FakeClock, qtbot: QtBot
) -> None:
    settle(connected, clock, qtbot)
    clock.forward(days=40)
    connected.services.cloud.sync_soon()
    wrong = "In sync, but the clock of this computer is wrong"
    qtbot.waitUntil(lambda: connected.status.account.text() == wrong, timeout=LONG_MS)

    qtbot.mouseClick(connected.status.account_act, Qt.MouseButton.LeftButton)

    page = page_of(connected)
    qtbot.waitUntil(page.clock.isVisible)
    assert "is 40 days ahead of your account's" in page.clock.text()
    account.clock.forward(days=40)
    connected.services.cloud.sync_soon()
    qtbot.waitUntil(lambda: not page.clock.isVisible(), timeout=LONG_MS)
    assert connected.status.account.text() != wrong


def test_what_has_left_and_what_was_done_stand_on_the_page(
    connected: AppWindow, clock: FakeClock, qtbot: QtBot
) -> None:
    settle(connected, clock, qtbot)

    qtbot.mouseClick(connected.status.account_act, Qt.MouseButton.LeftButton)

    page = page_of(connected)
    assert connected.pages.current == PAGE
    qtbot.waitUntil(lambda: "1 note is in your account." in page.notes.text.text())
    assert any("1 sent" in row.text for row in page.runs.rows.rows)
    qtbot.waitUntil(page.meter.isVisible)
    assert "Used today" in page.meter.spent.text()
    qtbot.mouseClick(page.notes.more, Qt.MouseButton.LeftButton)
    assert [row.text for row in page.notes.rows.rows] == ["Gas bottle"]


def test_the_sidebar_leads_to_the_page_while_an_account_is_connected(
    connected: AppWindow, clock: FakeClock, qtbot: QtBot
) -> None:
    settle(connected, clock, qtbot)
    foot = connected.sidebar.foot
    place = foot.visualRect(foot.entries.find(PAGE))

    qtbot.mouseClick(foot.viewport(), Qt.MouseButton.LeftButton, pos=place.center())

    assert connected.pages.current == PAGE
    assert page_of(connected).now.hasFocus()
    entry = foot.entry()
    assert entry is not None
    assert entry.page == PAGE


def test_without_an_account_the_sidebar_says_nothing_of_syncing(
    open_window: Callable[[], AppWindow],
) -> None:
    app = open_window()

    assert not app.sidebar.foot.entries.find(PAGE).isValid()


def test_syncing_is_paused_and_goes_on_from_the_status_bar(
    connected: AppWindow, clock: FakeClock, qtbot: QtBot
) -> None:
    settle(connected, clock, qtbot)
    connected.actions[CommandId.SYNC].trigger()
    page = page_of(connected)

    qtbot.mouseClick(page.pause, Qt.MouseButton.LeftButton)

    status = connected.status
    qtbot.waitUntil(lambda: status.account.text().startswith("Syncing is paused"), timeout=LONG_MS)
    assert page.pause.text() == "Resume"
    assert not page.now.isEnabled()
    qtbot.mouseClick(status.account_act, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: status.account.text().startswith("In sync"), timeout=LONG_MS)


def test_a_token_that_was_taken_back_needs_the_user_and_writing_goes_on(
    connected: AppWindow,
    account: Standin,
    clock: FakeClock,
    take: Callable[..., NoteId],
    qtbot: QtBot,
) -> None:
    settle(connected, clock, qtbot)
    account.tokens.revoke(account.token)

    syncing_is_there(connected, qtbot).sync_now()

    status = connected.status
    qtbot.waitUntil(
        lambda: status.account.text().startswith("Syncing needs your attention"), timeout=LONG_MS
    )
    qtbot.mouseClick(status.account_act, Qt.MouseButton.LeftButton)
    assert "check the token" in page_of(connected).reason.text()
    take("# Written meanwhile")
    qtbot.waitUntil(lambda: connected.browser.counts.notes == 2)


def test_a_network_that_wants_a_sign_in_is_waited_for_and_tried_again(
    connected: AppWindow,
    account: Standin,
    clock: FakeClock,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    monkeypatch.setattr("notebrain.cloud.rate_limit._LONGEST_BACKOFF_S", 0.05)
    settle(connected, clock, qtbot)
    account.faults.add(faults.captive_portal(), times=None)
    syncing_is_there(connected, qtbot).sync_now()
    status = connected.status
    qtbot.waitUntil(lambda: status.account_act.text() == "Try now", timeout=60_000)
    assert "cannot be reached" in status.account.text()
    assert "sign in" in status.account.toolTip()
    account.faults.clear()

    qtbot.mouseClick(status.account_act, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: status.account.text().startswith("In sync"), timeout=LONG_MS)


def test_what_is_unsent_is_named_while_a_poll_waits_for_an_account_that_stopped(
    connected: AppWindow,
    account: Standin,
    clock: FakeClock,
    monkeypatch: pytest.MonkeyPatch,
    take: Callable[..., NoteId],
    qtbot: QtBot,
) -> None:
    settle(connected, clock, qtbot)
    at = date_format.clock_time(clock.now())
    monkeypatch.setattr(
        "notebrain.cloud.rate_limit._SHORTEST_BACKOFF_S", 25.0
    )  # it rests meanwhile
    stopped = account.faults.add(faults.server_error(503), times=None)
    syncing_is_there(connected, qtbot).sync_now()
    qtbot.waitUntil(lambda: stopped.hits > 0, timeout=LONG_MS)

    take("# Written while nobody answers")

    status = connected.status.account
    said = f"1 change waiting, account last reached at {at}"
    qtbot.waitUntil(lambda: status.text() == said, timeout=LONG_MS)
    entry = connected.sidebar.foot.entries.entry(connected.sidebar.foot.entries.find(PAGE))
    assert (entry.count, entry.spoken) == (1, f"Sync, {said}")
    connected.actions[CommandId.SYNC].trigger()
    assert page_of(connected).state.text() == said


def test_without_an_account_the_commands_say_what_is_missing(
    open_window: Callable[[], AppWindow], qtbot: QtBot
) -> None:
    app = open_window()

    assert app.status.account.text() == "No account: notes stay on this computer"
    assert not app.status.account_act.isVisible()
    assert not app.actions[CommandId.SYNC_NOW].isEnabled()
    page = page_of(app)
    app.pages.show(PAGE)
    qtbot.mouseClick(page.account, Qt.MouseButton.LeftButton)
    assert app.pages.current == SETTINGS


@pytest.mark.parametrize(("button", "delete"), [("keep", False), ("remove", True)])
def test_many_removed_notes_are_asked_about_with_two_answers(
    page: SyncPage, qtbot: QtBot, button: str, delete: bool
) -> None:
    answers: list[bool] = []
    page.answered.connect(answers.append)
    page.show_status(SyncProgress(SyncState.ASKS_DELETION, asks=25))
    assert page.deletions.isVisible()
    assert "25 notes" in page.deletions.text.text()
    page.show_overview(replace(overview([], []), going=["Apples", "", "Zebra"]))
    assert page.deletions.titles.text() == "Apples\nUntitled\nZebra\nand 22 more"
    page.enter(True)
    assert page.deletions.keep.hasFocus()

    qtbot.mouseClick(getattr(page.deletions, button), Qt.MouseButton.LeftButton)

    assert answers == [delete]
    assert not page.deletions.keep.isEnabled()
    page.show_status(SyncProgress(SyncState.IDLE))
    assert not page.deletions.isVisible()


def test_the_question_names_the_computers_that_removed_the_notes(page: SyncPage) -> None:
    page.show_status(SyncProgress(SyncState.ASKS_DELETION, asks=412))

    page.show_overview(replace(overview([], []), going=["Apples"], removing=["Desk", "Phone"]))

    begins = "Desk, Phone removed 412 notes that are still here."
    assert page.deletions.text.text().startswith(begins)
    page.show_status(SyncProgress(SyncState.ASKS_DELETION, asks=413))
    assert "Desk, Phone removed 413 notes" in page.deletions.text.text()


def test_the_computers_are_listed_with_when_each_was_last_seen(page: SyncPage) -> None:
    page.show_overview(overview([], []))
    assert not page.computers.isVisible()
    seen = datetime(2026, 3, 5, 14, 2, tzinfo=UTC)

    listed = [Computer("Laptop", is_here=True), Computer("Desk", seen), Computer("Phone")]
    page.show_overview(replace(overview([], []), computers=listed))

    assert page.computers.isVisible()
    assert page.computers.text().split("\n") == [
        "Laptop: this computer",
        f"Desk: last change {date_format.full(seen)}",
        "Phone: nothing from it yet",
    ]


def overview(failures: list[Failure], runs: list[Run]) -> SyncOverview:
    return SyncOverview(None, Left(1_234, 31), [], runs, failures, [])


def test_what_could_not_be_sent_says_why_and_can_be_tried_again(
    page: SyncPage, qtbot: QtBot
) -> None:
    never = datetime(9999, 1, 1, tzinfo=UTC)
    asked: list[str] = []
    page.retry_requested.connect(lambda: asked.append("retry"))
    page.note_requested.connect(asked.append)

    page.show_overview(overview([Failure("n1", "Big", "It is too large.", never)], []))

    assert page.failures.isVisible()
    (row,) = page.failures.rows.rows
    assert row.text.splitlines() == [
        "Big: It is too large.",
        "NoteBrain will try again when it is changed.",
    ]
    qtbot.mouseClick(page.failures.retry, Qt.MouseButton.LeftButton)
    page.failures.rows.chosen.emit(row.note_id)
    assert asked == ["retry", "n1"]


def test_the_accounts_reason_is_whole_on_the_page_and_brief_in_the_status_bar(
    page: SyncPage, theme: Theme, qtbot: QtBot
) -> None:
    said = "Cloudflare said: “<b>See the rules.</b> " + "No, thank you. " * 200 + "Goodbye.”"
    told = SyncProgress(SyncState.NEEDS_YOU, reason=said)
    status = StatusBar(theme)
    qtbot.addWidget(status)

    page.show_status(told)
    status.show_account(told)
    page.show_overview(overview([], [Run(AT, problem=said)]))

    assert page.reason.text() == said
    assert page.reason.textFormat() is Qt.TextFormat.PlainText
    assert page.runs.rows.rows[0].text == said
    assert said.startswith(status.account.toolTip()[:-1])
    assert len(status.account.toolTip()) < 500


def test_what_is_set_aside_says_why_and_can_be_tried_again(qtbot: QtBot, page: SyncPage) -> None:
    asked: list[str] = []
    page.retry_requested.connect(lambda: asked.append("retry"))
    page.note_requested.connect(asked.append)
    bad = HeldChange(
        Name(Kind.NOTE, "n1"), "Lime trees", newer=False, fault="KeyError (taking.py:9)"
    )
    newer = HeldChange(Name(Kind.CARD, "c1"), "", newer=True, fault=None)

    page.show_overview(replace(overview([], []), aside=[bad, newer]))

    assert page.aside.isVisible()
    assert page.aside.title.text() == "2 changes from other computers are set aside"
    assert [row.text for row in page.aside.rows.rows] == [
        "Lime trees: a bug in NoteBrain, KeyError (taking.py:9)",
        "A review card: a newer NoteBrain wrote it",
    ]
    qtbot.mouseClick(page.aside.retry, Qt.MouseButton.LeftButton)
    page.aside.rows.chosen.emit("n1")
    assert asked == ["retry", "n1"]

    page.show_overview(overview([], []))
    assert not page.aside.isVisible()


def test_what_other_computers_keep_to_themselves_is_listed(page: SyncPage) -> None:
    kept = [
        Receipt(AT, "n1", ReceiptKind.TO_TRASH, "Lime trees"),
        Receipt(AT, "n2", ReceiptKind.STAYS, "Pears"),
    ]

    page.show_overview(replace(overview([], []), kept=kept))

    assert page.kept.isVisible()
    assert [row.text for row in page.kept.rows.rows] == [
        "Lime trees: moved to the trash here",
        "Pears: stays on this computer",
    ]


def test_files_taken_back_from_the_account_are_counted(page: SyncPage) -> None:
    taken = replace(overview([], []), files_taken_back=(2, 3_100_000))

    page.show_overview(taken)

    assert "2 files of notes that stay here, 3.1 MB, were removed" in page.notes.text.text()


def test_the_status_bar_tells_of_notes_that_another_computer_keeps_to_itself(
    connected: AppWindow, qtbot: QtBot
) -> None:
    connected.events.publish(KeptElsewhere(1))

    status = connected.status
    qtbot.waitUntil(
        lambda: "1 note is now local only on another computer" in status.saved.text(),
        timeout=LONG_MS,
    )
    qtbot.mouseClick(status.act, Qt.MouseButton.LeftButton)
    assert connected.pages.current == PAGE


def test_the_page_names_the_notes_that_wait_to_be_sent(page: SyncPage) -> None:
    page.show_status(SyncProgress(SyncState.IDLE, waiting=3))
    page.show_overview(replace(overview([], []), waiting=["Lime trees", ""]))
    assert page.waiting.text() == "Waiting to be sent: “Lime trees”, “Untitled”, and 1 more"

    page.show_status(SyncProgress(SyncState.IDLE))

    assert not page.waiting.isVisible()


def test_the_log_says_what_each_round_did(page: SyncPage) -> None:
    runs = [
        Run(
            AT,
            sent=1_200,
            fetched=5,
            merged=1,
            conflicts=2,
            fetched_items=[
                Name(Kind.NOTE, "n1"),
                Name(Kind.CARD, "c1"),
                Name(Kind.SETTING, "s1"),
                Name(Kind.NOTE, "n2"),
            ],
            sent_items=[Name(Kind.NOTE, "n3"), Name(Kind.CARD, "c1"), Name(Kind.CARD, "c2")],
            titles={"n1": "Lime trees", "n3": ""},
            writers={"n1": "Desk", "c1": "Desk"},
        ),
        Run(AT - timedelta(hours=1), problem="Cloudflare cannot be reached."),
    ]

    page.show_overview(overview([], runs))

    assert [row.text for row in page.runs.rows.rows] == [
        "1,200 sent, 5 fetched, 1 merged, 2 conflicts\n"
        "Sent: “Untitled”, 2 review cards, and 1,197 more\n"
        "From Desk: “Lime trees”, a review card\n"
        "From another computer: a note that is gone, a setting, and 1 more",
        "Cloudflare cannot be reached.",
    ]
    assert "1,234 notes are in your account." in page.notes.text.text()
    assert "31 notes stay on this computer" in page.notes.text.text()


def test_the_budget_is_told_and_drawn(page: SyncPage) -> None:
    space = Space("model", "cls", 384)
    numbers = RemoteNumbers(
        RemoteState.BUDGET,
        8_000,
        2_140.4,
        AT,
        (Coverage(space, 1_284, 1_284), Coverage(space, 1_240, 1_284)),
        reason="Today's budget is spent.",
    )

    page.show_numbers(numbers)

    assert page.meter.spent.text() == "Used today: about 21 % of the free day"
    assert page.meter.reason.isVisible()
    assert "1,240 of 1,284 notes, by the model in your account" in page.coverage.text()


@pytest.mark.parametrize(
    ("progress", "said", "act"),
    [
        (SyncProgress(SyncState.OFF), "No account: notes stay on this computer", ""),
        (SyncProgress(SyncState.WORKING, waiting=3), "Syncing, 3 changes waiting", "Details"),
        (SyncProgress(SyncState.IDLE), "In sync", "Details"),
        (SyncProgress(SyncState.IDLE, waiting=2), "2 changes waiting", "Details"),
        (SyncProgress(SyncState.IDLE, failed=1), "1 change could not be sent", "Details"),
        (
            SyncProgress(SyncState.IDLE, failed=1, waiting=2),
            "1 change could not be sent, 2 changes waiting",
            "Details",
        ),
        (SyncProgress(SyncState.WAITING), "Cloudflare cannot be reached", "Try now"),
        (SyncProgress(SyncState.NEEDS_YOU), "Syncing needs your attention", "Details"),
        (SyncProgress(SyncState.ASKS_DELETION, asks=30), "Syncing has a question", "Answer"),
        (
            SyncProgress(SyncState.PAUSED, waiting=1),
            "Syncing is paused, 1 change waiting",
            "Resume",
        ),
        (SyncProgress(SyncState.ELSEWHERE), "Another NoteBrain is syncing these notes", ""),
    ],
)
def test_the_status_bar_says_how_it_stands_with_one_act(
    theme: Theme, qtbot: QtBot, progress: SyncProgress, said: str, act: str
) -> None:
    status = StatusBar(theme)
    qtbot.addWidget(status)
    status.show()

    status.show_account(progress)

    assert status.account.text() == said
    assert (status.account_act.text(), status.account_act.isVisible()) == (act, bool(act))


def test_the_inspector_says_how_far_a_note_has_come(
    connected: AppWindow, clock: FakeClock, qtbot: QtBot
) -> None:
    settle(connected, clock, qtbot)
    connected.browser.open_note(
        connected.services.library.rows(connected.services.library.keys(ListFilter()))[0].id
    )

    connected.actions[CommandId.INSPECTOR].trigger()

    standing = inspector_of(connected).standing
    qtbot.waitUntil(lambda: standing.account.label.text() == "In your account, too")
    assert standing.saved.label.text() == "Saved on this computer"
    qtbot.waitUntil(lambda: standing.meaning.label.text() == "Found by its words and its meaning")
    assert not standing.retry.isVisible()


def test_a_note_the_account_does_not_take_says_why_and_is_tried_again(
    connected: AppWindow,
    account: Standin,
    clock: FakeClock,
    take: Callable[..., NoteId],
    qtbot: QtBot,
) -> None:
    settle(connected, clock, qtbot)
    large = take("# Scans\n" + "x" * 1_950_000)
    clock.forward(minutes=1)
    syncing_is_there(connected, qtbot).sync_now()
    status = connected.status
    qtbot.waitUntil(
        lambda: status.account.text().startswith("1 change could not be sent"), timeout=LONG_MS
    )
    model = connected.notes.model
    qtbot.waitUntil(lambda: "too large" in (model.index(0).data(TOOL_TIP) or ""))
    assert "Not sent: This is too large" in model.index(0).data(SPOKEN)
    assert model.index(1).data(TOOL_TIP) is None
    connected.browser.open_note(large)
    connected.actions[CommandId.INSPECTOR].trigger()
    standing = inspector_of(connected).standing
    qtbot.waitUntil(standing.retry.isVisible)
    assert "too large" in standing.account.label.text()
    before = len(account.requests.of("d1.*"))

    qtbot.mouseClick(standing.retry, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: len(account.requests.of("d1.*")) > before, timeout=LONG_MS)


def test_the_list_forgets_that_a_note_was_not_sent_once_it_is(
    connected: AppWindow,
    account: Standin,
    clock: FakeClock,
    take: Callable[..., NoteId],
    qtbot: QtBot,
) -> None:
    settle(connected, clock, qtbot)
    note = take("# Scans\n" + "x" * 1_950_000)
    clock.forward(minutes=1)
    syncing_is_there(connected, qtbot).sync_now()
    model = connected.notes.model
    qtbot.waitUntil(lambda: bool(model.index(0).data(TOOL_TIP)), timeout=LONG_MS)

    connected.services.notes.edit(note, Edit("# Scans\nfewer", session="s")).result()
    settle(connected, clock, qtbot)

    qtbot.waitUntil(lambda: model.index(0).data(TOOL_TIP) is None)


def deleted_database(account: Standin) -> None:
    refusal = faults.refused(404, 7404, "The database was not found")
    account.faults.add(refusal, on="d1.*", times=None)


def full_account(account: Standin) -> None:
    account.faults.add(faults.d1_account_full(), on="d1.raw", times=None)


def no_permission(account: Standin) -> None:
    refusal = faults.refused(403, 7403, "The given account is not authorized")
    account.faults.add(refusal, on="d1.*", times=None)


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (deleted_database, "connect the account again"),
        (full_account, "make room in the account"),
        (no_permission, "give the token the permissions"),
    ],
)
def test_what_only_the_user_can_put_right_is_told_and_writing_goes_on(
    connected: AppWindow,
    account: Standin,
    clock: FakeClock,
    take: Callable[..., NoteId],
    qtbot: QtBot,
    fault: Callable[[Standin], None],
    said: str,
) -> None:
    settle(connected, clock, qtbot)
    fault(account)

    take("# Written meanwhile")
    clock.forward(minutes=1)
    syncing_is_there(connected, qtbot).sync_now()

    status = connected.status
    qtbot.waitUntil(
        lambda: status.account.text().startswith("Syncing needs your attention"), timeout=LONG_MS
    )
    assert said in status.account.toolTip()
    qtbot.waitUntil(lambda: connected.browser.counts.notes == 2)


def test_a_locked_place_for_passwords_needs_the_user(
    connected: AppWindow, clock: FakeClock, qtbot: QtBot
) -> None:
    # the token was read already: another start of the program would read it again
    settle(connected, clock, qtbot)
    keyring.set_keyring(Locked())
    services = connected.services
    services.cloud.submit(services.cloud.account.close()).result(30)

    syncing_is_there(connected, qtbot).sync_now()

    status = connected.status
    qtbot.waitUntil(
        lambda: status.account.text().startswith("Syncing needs your attention"), timeout=LONG_MS
    )
    assert "Unlock them" in status.account.toolTip()


def test_a_used_up_budget_is_shown_and_notes_are_sent_all_the_same(
    connected: AppWindow,
    account: Standin,
    clock: FakeClock,
    take: Callable[..., NoteId],
    qtbot: QtBot,
) -> None:
    account.faults.add(faults.neurons_used_up(), on="ai.run", times=None)
    take("# Another\n\nWith a text of its own.")
    settle(connected, clock, qtbot)

    connected.actions[CommandId.SYNC].trigger()

    page = page_of(connected)
    qtbot.waitUntil(page.meter.reason.isVisible, timeout=LONG_MS)
    assert "share" in page.meter.reason.text()
    qtbot.waitUntil(lambda: "2 notes are in your account." in page.notes.text.text())
