"""The state of the global hotkeys, and keeping them registered."""

import contextlib
import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, assert_never

from notebrain.app.core.instance import MessageKind
from notebrain.app.events import Event, HotkeyName, HotkeyPressed, HotkeysChanged
from notebrain.app.settings.remembered import HOTKEY_CAPTURE, HOTKEY_SEARCH
from notebrain.app.settings.setting import Settings
from notebrain.domain.desktop.hotkeys import (
    Combination,
    Declined,
    GlobalHotkeys,
    Hotkey,
    HotkeyListener,
    Outcome,
    Pressed,
    Registered,
    Taken,
    Unsupported,
    refusal,
    stored_combination,
)
from notebrain.domain.errors import NoHotkeys
from notebrain.domain.i18n import _, marked, shown

if TYPE_CHECKING:
    import asyncio
    from concurrent.futures import Future

    from notebrain.domain.notes.changes import Changes


log = logging.getLogger("notebrain.hotkeys")

_SETTINGS = {HotkeyName.CAPTURE: HOTKEY_CAPTURE, HotkeyName.SEARCH: HOTKEY_SEARCH}
PURPOSES = {
    HotkeyName.CAPTURE: marked("Write a note"),
    HotkeyName.SEARCH: marked("Search notes"),
}


class HotkeyState(StrEnum):
    """The state of a hotkey."""

    OFF = "off"
    """No combination is chosen."""
    WAITING = "waiting"
    """It is being requested; the desktop may be asking the user."""
    UNTRIED = "untried"
    """The desktop agreed, but no key press was seen yet."""
    WORKS = "works"
    """A key press was seen since NoteBrain started."""
    TAKEN = "taken"
    DECLINED = "declined"
    """The user declined in the desktop's dialog."""
    IMPOSSIBLE = "impossible"


@dataclass(frozen=True, slots=True)
class HotkeyFacts:
    """What is known about a hotkey.

    Attributes:
        shown_as: The desktop's name for the keys, if the desktop decides about them; otherwise empty.
        reason: Why it is impossible, as a sentence.
    """

    combination: Combination | None = None
    state: HotkeyState = HotkeyState.OFF
    shown_as: str = ""
    reason: str = ""


class Hotkeys:
    """Registers the hotkeys from the settings on the background loop; none is used unless the user chose it.

    Args:
        connect: Connects to this desktop's hotkey mechanism, or raises `NoHotkeys`.
        look: Returns why this desktop has no hotkey mechanism; None if it has one.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        connect: Callable[[HotkeyListener], GlobalHotkeys],
        look: Callable[[], str | None],
    ) -> None:
        self._settings = settings
        self._connect = connect
        self._obstacle_now = look
        self._publish: Callable[[Event], object] = lambda _event: None
        self._backend: GlobalHotkeys | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._wake: asyncio.Event | None = None
        self._lock = threading.Lock()
        self._proven: set[tuple[HotkeyName, Combination]] = set()
        self._facts = {name: HotkeyFacts() for name in HotkeyName}
        self._ended = False
        self._must_check = False
        self._asked_to_hold = True
        self.obstacle: str | None = None
        """Why this desktop offers no hotkeys, as a sentence; None if no reason is known."""

    def report_to(self, publish: Callable[[Event], object]) -> None:
        """Report key presses and changes to this function, which may be called on any thread."""
        self._publish = publish

    def facts(self, name: HotkeyName) -> HotkeyFacts:
        """Return what is known about a hotkey."""
        with self._lock:
            return self._facts[name]

    def chosen(self, name: HotkeyName) -> Combination | None:
        """Return the combination the user chose, or None."""
        return stored_combination(self._settings.get(_SETTINGS[name]))

    def objection(self, name: HotkeyName, wanted: Combination) -> str | None:
        """Return why a hotkey cannot have this combination, as a sentence; None if it can."""
        for other in HotkeyName:
            if other is not name and self.chosen(other) == wanted:
                purpose = shown(PURPOSES[other])
                return _("“{purpose}” already uses this combination.").format(purpose=purpose)
        return refusal(wanted)

    def known(self, name: HotkeyName) -> HotkeyFacts:
        """Return what is known about the user's current choice, which may have changed a moment ago."""
        facts, chosen = self.facts(name), self.chosen(name)
        if facts.combination == chosen or facts.state is HotkeyState.DECLINED:
            return facts
        return HotkeyFacts() if chosen is None else HotkeyFacts(chosen, HotkeyState.WAITING)

    def choose(self, name: HotkeyName, wanted: Combination | None) -> "Future[Changes]":
        """Save a combination, or none, and register it from now on."""
        if wanted is None and self.facts(name).state is HotkeyState.DECLINED:
            self._report({name: HotkeyFacts()})
        done = self._settings.put(_SETTINGS[name], None if wanted is None else str(wanted))
        done.add_done_callback(lambda _done: self.try_again())
        return done

    def try_again(self) -> None:
        """Request the chosen hotkeys again, e.g. after another program released one; does not wait."""
        self._asked_to_hold = True
        self.wake()

    def retry_taken(self) -> None:
        """Request again what another program had, unless the desktop would ask the user; does not wait.

        No desktop announces that keys became free, so this is called when the user returns: many programs start with a
        session, and one of them may have had the keys only briefly.
        """
        backend = self._backend
        if backend is not None and not backend.asks_user and self.taken():
            self.try_again()

    def taken(self) -> Mapping[HotkeyName, HotkeyFacts]:
        """Return what is known about the hotkeys that another program uses."""
        with self._lock:
            facts = dict(self._facts)
        return {name: fact for name, fact in facts.items() if fact.state is HotkeyState.TAKEN}

    def check_soon(self) -> None:
        """Find out whether this desktop offers hotkeys, for a user who is about to choose one; does not wait."""
        self._must_check = True
        self.wake()

    def wake(self) -> None:
        """Check again which hotkeys to register; returns at once and may be called from any thread."""
        loop, wake = self._loop, self._wake
        if loop is not None and wake is not None:
            with contextlib.suppress(RuntimeError):  # the loop was closed between the two lines
                loop.call_soon_threadsafe(wake.set)

    def on_message(self, word: MessageKind) -> None:
        """Ignore messages from other processes, because none is about hotkeys."""

    async def run(self) -> None:
        """Register the chosen hotkeys until canceled, then release them."""
        import asyncio

        self._loop, self._wake = asyncio.get_running_loop(), asyncio.Event()
        self._ended = False
        try:
            while True:
                self._wake.clear()
                # it may be waiting for the user's answer
                await asyncio.to_thread(self._turn)
                await self._wake.wait()
        finally:
            self._loop = None
            with self._lock:
                self._ended = True
                backend = self._backend
            if backend is not None:
                backend.close()

    def pressed(self, press: Pressed) -> None:
        """Report a key press and remember that it arrived."""
        name = HotkeyName(press.name)
        self._publish(HotkeyPressed(name, press.activation_token, press.time_ms))
        with self._lock:
            combination = self._facts[name].combination
        if combination is not None:
            self._proven.add((name, combination))
            self._report(
                {name: HotkeyFacts(combination, HotkeyState.WORKS, self.facts(name).shown_as)}
            )

    def changed(self, outcomes: Mapping[str, Outcome]) -> None:
        """Report the new state of hotkeys."""
        by_name = {HotkeyName(name): outcome for name, outcome in outcomes.items()}
        self._report(
            {
                name: self._after(name, combination, outcome)
                for name, outcome in by_name.items()
                if (combination := self.facts(name).combination) is not None
            }
        )

    def _turn(self) -> None:
        """Do what was requested."""
        if self._must_check:
            self._must_check = False
            self._find_backend()
        if self._asked_to_hold:
            self._asked_to_hold = False
            self._hold_chosen()

    def _hold_chosen(self) -> None:
        chosen = {name: self.chosen(name) for name in HotkeyName}
        wanted = {
            name: combination for name, combination in chosen.items() if combination is not None
        }
        waiting = {n: self._while_asked(n, combination) for n, combination in wanted.items()}
        self._report({name: waiting.get(name, self._while_off(name)) for name in HotkeyName})
        hotkeys = [
            Hotkey(name, combination, shown(PURPOSES[name])) for name, combination in wanted.items()
        ]
        outcomes = self._hold(hotkeys)
        self._report(
            {n: self._after(n, combination, outcomes[n]) for n, combination in wanted.items()}
        )
        for name in wanted:
            if outcomes[name] == Declined():  # otherwise every start would ask again
                self._settings.put(_SETTINGS[name], None)

    def _while_asked(self, name: HotkeyName, combination: Combination) -> HotkeyFacts:
        """Return the state to show meanwhile: the previous one if the answer comes at once."""
        before, backend = self.facts(name), self._backend
        at_once = backend is not None and not backend.asks_user
        if at_once and before.combination == combination:
            return before
        return HotkeyFacts(combination, HotkeyState.WAITING)

    def _while_off(self, name: HotkeyName) -> HotkeyFacts:
        """Return the state of a hotkey without keys: a refusal is shown until the user chooses again."""
        before = self.facts(name)
        return before if before.state is HotkeyState.DECLINED else HotkeyFacts()

    def _find_backend(self) -> None:
        before, self.obstacle = self.obstacle, self._obstacle_now()
        if before != self.obstacle:
            self._publish(HotkeysChanged())

    def _hold(self, wanted: Sequence[Hotkey]) -> Mapping[str, Outcome]:
        if self._backend is None and not wanted:
            return {}  # nothing is loaded if no hotkey is wanted
        try:
            backend = self._backend or self._connected()
        except NoHotkeys as none:
            self.obstacle = str(none)
            return dict.fromkeys((hotkey.name for hotkey in wanted), Unsupported(self.obstacle))
        return backend.hold(wanted)

    def _connected(self) -> GlobalHotkeys:
        backend = self._connect(self)
        with self._lock:
            self._backend = backend
            ended = self._ended
        if ended:  # meanwhile: nobody else closes it, and `hold` may be waiting for the user
            backend.close()
        return backend

    def _after(self, name: HotkeyName, combination: Combination, outcome: Outcome) -> HotkeyFacts:
        match outcome:
            case Registered(shown_as):
                proven = (name, combination) in self._proven
                state = HotkeyState.WORKS if proven else HotkeyState.UNTRIED
                return HotkeyFacts(combination, state, shown_as)
            case Taken():
                return HotkeyFacts(combination, HotkeyState.TAKEN)
            case Declined():
                return HotkeyFacts(combination, HotkeyState.DECLINED)
            case Unsupported(reason):
                return HotkeyFacts(combination, HotkeyState.IMPOSSIBLE, reason=reason)
            case _:
                assert_never(outcome)

    def _report(self, facts: Mapping[HotkeyName, HotkeyFacts]) -> None:
        with self._lock:
            before = dict(self._facts)
            self._facts.update(facts)
            changed = before != self._facts
        if changed:
            self._publish(HotkeysChanged())


def state_text(facts: HotkeyFacts, keys: str) -> str:
    """Return one or two sentences about a hotkey; empty if it is off.

    Args:
        keys: The combination as this system displays it.
    """
    said = {
        HotkeyState.OFF: "",
        HotkeyState.WAITING: _(
            "NoteBrain is asking the desktop for {keys}; the desktop may ask you."
        ),
        HotkeyState.UNTRIED: _("Press {keys} now to see whether it works."),
        HotkeyState.WORKS: _("{keys} works: NoteBrain received it."),
        HotkeyState.TAKEN: _(
            "Another program or the desktop uses {keys}. Choose other keys, or free them there and try again."
        ),
        HotkeyState.DECLINED: _(
            "You said no when the desktop asked. Choose keys to be asked again."
        ),
        HotkeyState.IMPOSSIBLE: "{reason}",
    }[facts.state]
    return said.format(keys=facts.shown_as or keys, reason=facts.reason)
