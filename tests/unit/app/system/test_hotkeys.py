"""The hotkeys the user chose: kept, held in the background, and what is said of each."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from notebrain.app.core.threads import LoopThread
from notebrain.app.events import (
    Event,
    HotkeyName,
    HotkeyPressed,
    HotkeysChanged,
)
from notebrain.app.services import Services, open_services
from notebrain.app.system.hotkeys import HotkeyFacts, Hotkeys, HotkeyState
from notebrain.domain.desktop.hotkeys import Declined, Outcome, Taken, Unsupported, combination
from tests.fakes.clock import FakeClock
from tests.fakes.display import wait_until
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.hotkeys import FakeDesktop
from tests.fakes.listeners import Listeners

if TYPE_CHECKING:
    from concurrent.futures import Future

CAPTURE, SEARCH = HotkeyName.CAPTURE, HotkeyName.SEARCH
KEYS = combination("Ctrl+Alt+N")


class Stage:
    """One vault whose hotkeys run in the background."""

    def __init__(self, folder: Path) -> None:
        self.services: Services = open_services(folder, clock=FakeClock(), embedder=FakeEmbedder())
        self.desktop = FakeDesktop()
        self.events: list[Event] = []
        bridge = Listeners()
        bridge.add(self.events.append)
        self.hotkeys = Hotkeys(
            self.services.settings, connect=self.desktop.connect, look=self.desktop.look
        )
        self.hotkeys.report_to(bridge.publish)
        self._loop = LoopThread()
        self._running: Future[None] | None = None

    def start(self) -> None:
        self._running = self._loop.submit(self.hotkeys.run())

    def cancel(self) -> None:
        """Begin to end, as the background does."""
        if self._running is not None:
            self._running.cancel()
            wait_until(lambda: self.hotkeys._loop is None, what="the loop to be left")

    def stop(self) -> None:
        self.cancel()
        self._loop.close()
        self.services.close()

    def becomes(self, name: HotkeyName, state: HotkeyState) -> HotkeyFacts:
        wait_until(lambda: self.hotkeys.facts(name).state is state, what=f"{name} to be {state}")
        return self.hotkeys.facts(name)


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    stage = Stage(tmp_path)
    yield stage
    stage.stop()


def test_nothing_is_taken_that_nobody_chose(stage: Stage) -> None:
    stage.start()
    stage.hotkeys.check_soon()
    stage.desktop.reason = "No."
    stage.hotkeys.check_soon()
    wait_until(lambda: stage.hotkeys.obstacle == "No.", what="a look around")

    assert stage.desktop.listener is None
    assert stage.hotkeys.facts(CAPTURE) == HotkeyFacts()


def test_a_chosen_combination_is_held_but_works_only_after_a_press(stage: Stage) -> None:
    stage.start()

    stage.hotkeys.choose(CAPTURE, KEYS)

    assert stage.becomes(CAPTURE, HotkeyState.UNTRIED).combination == KEYS
    stage.desktop.press("capture")
    assert stage.becomes(CAPTURE, HotkeyState.WORKS).combination == KEYS
    assert HotkeyPressed(CAPTURE, "token", 7) in stage.events
    assert stage.events[-1] == HotkeysChanged()


def test_what_was_chosen_is_held_at_the_next_start(stage: Stage) -> None:
    stage.hotkeys.choose(SEARCH, KEYS).result()

    stage.start()

    stage.becomes(SEARCH, HotkeyState.UNTRIED)
    assert [one.name for one in stage.desktop.asked[-1]] == ["search"]


def test_another_combination_has_to_be_tried_anew_and_the_other_hotkey_has_not(
    stage: Stage,
) -> None:
    stage.start()
    stage.hotkeys.choose(CAPTURE, KEYS).result()
    stage.hotkeys.choose(SEARCH, combination("Ctrl+Alt+F")).result()
    stage.becomes(SEARCH, HotkeyState.UNTRIED)
    stage.desktop.press("capture")
    stage.desktop.press("search")

    stage.hotkeys.choose(SEARCH, combination("Ctrl+Alt+G")).result()

    stage.becomes(SEARCH, HotkeyState.UNTRIED)
    stage.becomes(CAPTURE, HotkeyState.WORKS)


@pytest.mark.parametrize(
    ("outcome", "state"),
    [
        (Taken(), HotkeyState.TAKEN),
        (Unsupported("This keyboard has no such key."), HotkeyState.IMPOSSIBLE),
    ],
)
def test_what_stands_against_a_combination_is_said_and_can_be_tried_again(
    stage: Stage, outcome: Outcome, state: HotkeyState
) -> None:
    stage.desktop.outcomes["capture"] = outcome
    stage.start()
    stage.hotkeys.choose(CAPTURE, KEYS)
    facts = stage.becomes(CAPTURE, state)
    assert facts.reason == getattr(outcome, "reason", "")

    stage.desktop.outcomes.clear()
    stage.hotkeys.try_again()

    stage.becomes(CAPTURE, HotkeyState.UNTRIED)


def test_keys_that_became_free_are_held_when_the_user_comes(stage: Stage) -> None:
    stage.desktop.outcomes["capture"] = Taken()
    stage.start()
    stage.hotkeys.choose(CAPTURE, KEYS)
    stage.becomes(CAPTURE, HotkeyState.TAKEN)
    assert list(stage.hotkeys.taken()) == [CAPTURE]

    stage.desktop.outcomes.clear()
    stage.hotkeys.retry_taken()

    stage.becomes(CAPTURE, HotkeyState.UNTRIED)
    asked = len(stage.desktop.asked)
    stage.hotkeys.retry_taken()
    stage.hotkeys.choose(SEARCH, combination("Ctrl+Alt+F"))
    stage.becomes(SEARCH, HotkeyState.UNTRIED)
    assert len(stage.desktop.asked) == asked + 1  # nothing was asked for what is held


def test_a_desktop_that_would_ask_its_user_is_not_asked_again_by_itself(stage: Stage) -> None:
    stage.desktop.asks_user = True
    stage.desktop.outcomes["capture"] = Taken()
    stage.start()
    stage.hotkeys.choose(CAPTURE, KEYS)
    stage.becomes(CAPTURE, HotkeyState.TAKEN)
    asked = len(stage.desktop.asked)

    stage.hotkeys.retry_taken()
    stage.hotkeys.choose(SEARCH, combination("Ctrl+Alt+F"))

    stage.becomes(SEARCH, HotkeyState.UNTRIED)
    assert len(stage.desktop.asked) == asked + 1


def test_asking_again_for_one_leaves_what_is_said_of_the_other(stage: Stage) -> None:
    stage.desktop.outcomes["search"] = Taken()
    stage.start()
    stage.hotkeys.choose(CAPTURE, KEYS).result()
    stage.hotkeys.choose(SEARCH, combination("Ctrl+Alt+F")).result()
    stage.becomes(SEARCH, HotkeyState.TAKEN)
    stage.desktop.press("capture")
    stage.becomes(CAPTURE, HotkeyState.WORKS)
    stage.desktop.answers.clear()
    asked = len(stage.desktop.asked)

    stage.hotkeys.retry_taken()
    wait_until(lambda: len(stage.desktop.asked) > asked, what="the desktop to be asked")

    assert stage.hotkeys.facts(CAPTURE).state is HotkeyState.WORKS
    assert stage.hotkeys.facts(SEARCH).state is HotkeyState.TAKEN
    stage.desktop.answers.set()


def test_who_said_no_to_the_desktop_is_not_asked_at_the_next_start(stage: Stage) -> None:
    stage.desktop.outcomes["capture"] = Declined()
    stage.start()

    stage.hotkeys.choose(CAPTURE, KEYS)

    stage.becomes(CAPTURE, HotkeyState.DECLINED)
    wait_until(lambda: stage.hotkeys.chosen(CAPTURE) is None, what="the choice to be forgotten")


def test_a_refusal_is_shown_until_the_user_chooses_again(stage: Stage) -> None:
    stage.desktop.outcomes["capture"] = Declined()
    stage.start()
    stage.hotkeys.choose(CAPTURE, KEYS).result()
    wait_until(lambda: stage.hotkeys.chosen(CAPTURE) is None, what="the choice to be forgotten")

    stage.hotkeys.choose(SEARCH, KEYS)
    stage.becomes(SEARCH, HotkeyState.UNTRIED)
    beside_another = stage.hotkeys.facts(CAPTURE).state
    stage.hotkeys.choose(CAPTURE, None)

    assert beside_another is HotkeyState.DECLINED
    stage.becomes(CAPTURE, HotkeyState.OFF)


def test_a_desktop_without_a_way_says_why(stage: Stage) -> None:
    stage.desktop.reason = "This desktop gives no keys."
    stage.start()

    stage.hotkeys.choose(CAPTURE, KEYS)

    assert stage.becomes(CAPTURE, HotkeyState.IMPOSSIBLE).reason == stage.desktop.reason
    assert stage.hotkeys.obstacle == stage.desktop.reason


def test_a_hotkey_that_is_chosen_no_more_is_let_go_of(stage: Stage) -> None:
    stage.start()
    stage.hotkeys.choose(CAPTURE, KEYS)
    stage.becomes(CAPTURE, HotkeyState.UNTRIED)

    stage.hotkeys.choose(CAPTURE, None)

    assert stage.becomes(CAPTURE, HotkeyState.OFF).combination is None
    wait_until(lambda: stage.desktop.asked[-1] == [], what="nothing to be held")


def test_what_the_desktop_changes_later_is_told(stage: Stage) -> None:
    stage.start()
    stage.hotkeys.choose(CAPTURE, KEYS)
    stage.becomes(CAPTURE, HotkeyState.UNTRIED)

    stage.hotkeys.changed({"capture": Taken()})

    assert stage.hotkeys.facts(CAPTURE) == HotkeyFacts(KEYS, HotkeyState.TAKEN)


def test_two_hotkeys_cannot_have_the_same_combination(stage: Stage) -> None:
    stage.hotkeys.choose(CAPTURE, KEYS).result()

    assert stage.hotkeys.objection(CAPTURE, KEYS) is None
    assert "Write a note" in (stage.hotkeys.objection(SEARCH, KEYS) or "")


def test_the_end_lets_go_of_the_keys_even_while_the_desktop_asks_the_user(stage: Stage) -> None:
    stage.desktop.answers.clear()
    stage.start()
    stage.hotkeys.choose(CAPTURE, KEYS)
    stage.becomes(CAPTURE, HotkeyState.WAITING)

    stage.stop()

    assert stage.desktop.closed.is_set()


def test_the_end_lets_go_of_the_keys_even_while_the_desktop_is_being_connected(
    stage: Stage,
) -> None:
    stage.desktop.may_connect.clear()
    stage.desktop.answers.clear()
    stage.start()
    stage.hotkeys.choose(CAPTURE, KEYS)
    stage.desktop.connecting.wait(20)

    stage.cancel()
    stage.desktop.may_connect.set()

    assert stage.desktop.closed.wait(20)
