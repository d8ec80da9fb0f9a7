"""Global hotkeys."""

import contextlib
import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, assert_never

from notebrain.app.core.instance import Word
from notebrain.app.events import Event, HotkeyName, HotkeyPressed, HotkeysChanged
from notebrain.app.settings.store import Settings
from notebrain.app.settings.table import HOTKEY_CAPTURE, HOTKEY_SEARCH
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
    kept_combination,
    refusal,
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
    """How it stands with one hotkey."""

    OFF = "off"
    """No combination was chosen."""
    WAITING = "waiting"
    """It is being asked for; the desktop may be asking the user."""
    UNTRIED = "untried"
    """The desktop agreed, but no press was seen yet."""
    WORKS = "works"
    """A press was seen since NoteBrain was started."""
    TAKEN = "taken"
    DECLINED = "declined"
    """The user said no to the desktop."""
    IMPOSSIBLE = "impossible"


@dataclass(frozen=True, slots=True)
class HotkeyFacts:
    """What is known of one hotkey.

    Attributes:
        shown_as: The keys as the desktop calls them, where it has a say in them; else empty.
        reason: Why it is impossible, as a sentence.
    """

    combination: Combination | None = None
    state: HotkeyState = HotkeyState.OFF
    shown_as: str = ""
    reason: str = ""


class Hotkeys:
    """Holds what the settings say, on the background's loop; nothing is taken that the user did not choose.

    Args:
        connect: Finds the way of this desktop, or raises `NoHotkeys`.
        look: Says why there is no way on this desktop; None if there is one.
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
        self._look = look
        self._publish: Callable[[Event], object] = lambda _event: None
        self._backend: GlobalHotkeys | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._wake: asyncio.Event | None = None
        self._lock = threading.Lock()
        self._proven: set[tuple[HotkeyName, Combination]] = set()
        self._facts = {name: HotkeyFacts() for name in HotkeyName}
        self._ended = False
        self._asked_to_look = False
        self._asked_to_hold = True
        self.obstacle: str | None = None
        """Why there is no way on this desktop, as a sentence; None while none is known."""

    def tell(self, publish: Callable[[Event], object]) -> None:
        """Tell presses and changes to this function, which may be called on any thread."""
        self._publish = publish

    def facts(self, name: HotkeyName) -> HotkeyFacts:
        """Return what is known of a hotkey now."""
        with self._lock:
            return self._facts[name]

    def chosen(self, name: HotkeyName) -> Combination | None:
        """Return the combination the user chose, or None."""
        return kept_combination(str(self._settings.get(_SETTINGS[name])))

    def objection(self, name: HotkeyName, wanted: Combination) -> str | None:
        """Return why a hotkey cannot have this combination, as a sentence; None if it can."""
        for other in HotkeyName:
            if other is not name and self.chosen(other) == wanted:
                purpose = shown(PURPOSES[other])
                return _("“{purpose}” has this combination.").format(purpose=purpose)
        return refusal(wanted)

    def known(self, name: HotkeyName) -> HotkeyFacts:
        """Return what is known of what the user chose, who may have chosen something else a moment ago."""
        facts, chosen = self.facts(name), self.chosen(name)
        if facts.combination == chosen or facts.state is HotkeyState.DECLINED:
            return facts
        return HotkeyFacts() if chosen is None else HotkeyFacts(chosen, HotkeyState.WAITING)

    def choose(self, name: HotkeyName, wanted: Combination | None) -> "Future[Changes]":
        """Keep a combination, or none, and hold it from now on."""
        done = self._settings.put(_SETTINGS[name], None if wanted is None else str(wanted))
        done.add_done_callback(lambda _done: self.try_again())
        return done

    def try_again(self) -> None:
        """Ask for what is chosen once more, e.g. after another program let go of it; does not wait."""
        self._asked_to_hold = True
        self.wake()

    def try_taken_again(self) -> None:
        """Ask once more for what another program had, unless the desktop would ask the user; does not wait.

        No desktop tells when keys become free, so this is for when the user comes: many programs start with a session,
        and one of them may have had the keys only for a moment.
        """
        backend = self._backend
        if backend is not None and not backend.asks_user and self.taken():
            self.try_again()

    def taken(self) -> Mapping[HotkeyName, HotkeyFacts]:
        """Return what is known of the hotkeys that another program has."""
        with self._lock:
            facts = dict(self._facts)
        return {name: one for name, one in facts.items() if one.state is HotkeyState.TAKEN}

    def look_around(self) -> None:
        """Find out whether there is a way on this desktop, for who is about to choose; does not wait."""
        self._asked_to_look = True
        self.wake()

    def wake(self) -> None:
        """Look again at what is to be held; any thread may call it, it does not wait."""
        loop, wake = self._loop, self._wake
        if loop is not None and wake is not None:
            with contextlib.suppress(RuntimeError):  # the loop was closed between the two lines
                loop.call_soon_threadsafe(wake.set)

    def hear(self, word: Word) -> None:
        """No word of another process is about hotkeys."""

    async def run(self) -> None:
        """Hold what is chosen until cancelled, then let go of it."""
        import asyncio

        self._loop, self._wake = asyncio.get_running_loop(), asyncio.Event()
        self._ended = False
        try:
            while True:
                self._wake.clear()
                # it may wait for an answer of the user
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
        """Tell a press, and remember that it came."""
        name = HotkeyName(press.name)
        self._publish(HotkeyPressed(name, press.activation_token, press.time_ms))
        with self._lock:
            combination = self._facts[name].combination
        if combination is not None:
            self._proven.add((name, combination))
            self._tell(
                {name: HotkeyFacts(combination, HotkeyState.WORKS, self.facts(name).shown_as)}
            )

    def changed(self, outcomes: Mapping[str, Outcome]) -> None:
        """Tell what has become of hotkeys."""
        told = {HotkeyName(name): outcome for name, outcome in outcomes.items()}
        self._tell(
            {
                name: self._after(name, combination, outcome)
                for name, outcome in told.items()
                if (combination := self.facts(name).combination) is not None
            }
        )

    def _turn(self) -> None:
        """Do what was asked for."""
        if self._asked_to_look:
            self._asked_to_look = False
            self._look_for_a_way()
        if self._asked_to_hold:
            self._asked_to_hold = False
            self._hold_chosen()

    def _hold_chosen(self) -> None:
        chosen = {name: self.chosen(name) for name in HotkeyName}
        wanted = {name: one for name, one in chosen.items() if one is not None}
        waiting = {n: self._while_asked(n, one) for n, one in wanted.items()}
        self._tell({name: waiting.get(name, HotkeyFacts()) for name in HotkeyName})
        hotkeys = [Hotkey(name, one, shown(PURPOSES[name])) for name, one in wanted.items()]
        outcomes = self._hold(hotkeys)
        self._tell({n: self._after(n, one, outcomes[n]) for n, one in wanted.items()})
        for name in wanted:
            if outcomes[name] == Declined():  # else every start would ask again
                self._settings.put(_SETTINGS[name], None)

    def _while_asked(self, name: HotkeyName, combination: Combination) -> HotkeyFacts:
        """Return what to say meanwhile: where the answer comes at once, what was known before."""
        before, backend = self.facts(name), self._backend
        at_once = backend is not None and not backend.asks_user
        if at_once and before.combination == combination:
            return before
        return HotkeyFacts(combination, HotkeyState.WAITING)

    def _look_for_a_way(self) -> None:
        before, self.obstacle = self.obstacle, self._look()
        if before != self.obstacle:
            self._publish(HotkeysChanged())

    def _hold(self, wanted: Sequence[Hotkey]) -> Mapping[str, Outcome]:
        if self._backend is None and not wanted:
            return {}  # nothing is loaded for what nobody wants
        try:
            backend = self._backend or self._connected()
        except NoHotkeys as none:
            self.obstacle = str(none)
            return dict.fromkeys((one.name for one in wanted), Unsupported(self.obstacle))
        return backend.hold(wanted)

    def _connected(self) -> GlobalHotkeys:
        backend = self._connect(self)
        with self._lock:
            self._backend = backend
            ended = self._ended
        if ended:  # meanwhile: nobody else closes it, and `hold` might wait for the user
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

    def _tell(self, facts: Mapping[HotkeyName, HotkeyFacts]) -> None:
        with self._lock:
            before = dict(self._facts)
            self._facts.update(facts)
            changed = before != self._facts
        if changed:
            self._publish(HotkeysChanged())


def state_text(facts: HotkeyFacts, keys: str) -> str:
    """Return one or two sentences on a hotkey; empty for one that is off.

    Args:
        keys: The combination as this system writes it.
    """
    said = {
        HotkeyState.OFF: "",
        HotkeyState.WAITING: _("The desktop is being asked for {keys}; it may ask you."),
        HotkeyState.UNTRIED: _("Press {keys} now: only a press shows that it works."),
        HotkeyState.WORKS: _("{keys} works: a press has arrived."),
        HotkeyState.TAKEN: _(
            "Another program, or the desktop, has {keys}. Choose other keys, or free them there and try again."
        ),
        HotkeyState.DECLINED: _(
            "You said no when the desktop asked. Choose keys to be asked again."
        ),
        HotkeyState.IMPOSSIBLE: "{reason}",
    }[facts.state]
    return said.format(keys=facts.shown_as or keys, reason=facts.reason)
