"""Keys that reach NoteBrain while another program has the keyboard: what they are, and what can come of them.

`GlobalHotkeys` is the port; every desktop has its own way to provide it (`notebrain.hotkeys`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from notebrain.domain.i18n import _


class Modifier(Enum):
    """A key that is held, in the order and under the name in which shortcuts are written.

    On macOS `CTRL` is the Command key and `META` the Control key, as in every portable shortcut.
    """

    META = "Meta"
    CTRL = "Ctrl"
    ALT = "Alt"
    SHIFT = "Shift"


# What a whole desktop, or nearly every program, does with them: (portable text).
_OF_THE_DESKTOP = frozenset(
    {"Alt+Space", "Alt+Tab", "Alt+Shift+Tab", "Alt+Esc", "Alt+F4", "Ctrl+Alt+Del", "Meta+L"}
)
_STEERING = frozenset({Modifier.META, Modifier.CTRL, Modifier.ALT})


@dataclass(frozen=True, slots=True)
class Combination:
    """A key and what is held with it.

    Attributes:
        key: What is pressed, named as in portable shortcuts: "N", "F5", "Space", "PgUp", "+"; letters are capitals.
    """

    modifiers: frozenset[Modifier]
    key: str

    def __str__(self) -> str:
        """Return the portable text, e.g. `"Ctrl+Alt+N"`."""
        held = [one.value for one in Modifier if one in self.modifiers]
        return "+".join((*held, self.key))


def combination(text: str) -> Combination:
    """Return what a portable text such as `"Ctrl+Alt+N"` says.

    Raises:
        ValueError: It says no key, or more than one.
    """
    pressed = "+" if text.endswith("+") else text.rpartition("+")[2]
    before = text[: len(text) - len(pressed)]
    names = before.removesuffix("+").split("+") if before else []
    if before and not before.endswith("+"):
        raise ValueError(f"nothing is pressed: {text!r}")
    held = frozenset(Modifier(name) for name in names)  # ValueError for any other name
    if len(held) != len(names) or not pressed.strip() or ", " in text:
        raise ValueError(f"not one combination: {text!r}")
    return Combination(held, pressed.upper() if len(pressed) == 1 else pressed)


def kept_combination(text: str) -> Combination | None:
    """Return the combination a kept text says; None where it is empty or makes no sense any more."""
    try:
        return combination(text) if text else None
    except ValueError:
        return None


def refusal(wanted: Combination) -> str | None:
    """Return why a combination must not be taken from all other programs, as a sentence; None if it may."""
    steering = wanted.modifiers & _STEERING
    if not steering:
        return _(
            "Other programs need this key for themselves; hold Ctrl, Alt or the Super key with it."
        )
    if str(wanted) in _OF_THE_DESKTOP:
        return _("The desktop itself uses this combination; choose another one.")
    if wanted.modifiers == frozenset({Modifier.CTRL}) and len(wanted.key) == 1:
        return _("Most programs use Ctrl with one key themselves; hold Alt or Shift, too.")
    return None


@dataclass(frozen=True, slots=True)
class Hotkey:
    """What one combination is wanted for.

    Attributes:
        name: By which it is told from others, e.g. "capture".
        purpose: What it does, in words; a desktop may show them.
    """

    name: str
    combination: Combination
    purpose: str


@dataclass(frozen=True, slots=True)
class Registered:
    """The desktop agreed; only a press shows that it works.

    Attributes:
        shown_as: The keys as the desktop calls them, where the user may have chosen others there.
    """

    shown_as: str = ""


@dataclass(frozen=True, slots=True)
class Taken:
    """Another program, or the desktop, has this combination."""


@dataclass(frozen=True, slots=True)
class Declined:
    """The desktop asked the user, who said no."""


@dataclass(frozen=True, slots=True)
class Unsupported:
    """There is no way here; `reason` says why, as a sentence."""

    reason: str


Outcome = Registered | Taken | Declined | Unsupported


@dataclass(frozen=True, slots=True)
class Pressed:
    """A hotkey was pressed.

    Attributes:
        activation_token: What lets a window come to the front on Wayland; empty elsewhere.
        time_ms: When, by the clock of the display; 0 where there is none.
    """

    name: str
    activation_token: str = ""
    time_ms: int = 0


class HotkeyListener(Protocol):
    """Is told by a `GlobalHotkeys`, on any thread; must return soon."""

    def pressed(self, press: Pressed) -> None:
        """Act on a press; holding the key down is one press."""
        ...

    def changed(self, outcomes: Mapping[str, Outcome]) -> None:
        """Know that what `hold` answered is no longer true, e.g. after the keyboard got another layout."""
        ...


class GlobalHotkeys(Protocol):
    """Takes combinations of keys from all other programs; they do not get to see them.

    Not for two threads at once, but for `close`, which may be called while `hold` waits.
    """

    @property
    def asks_user(self) -> bool:
        """Whether `hold` may have the desktop ask the user, so that he should have reason to expect it."""
        ...

    def hold(self, wanted: Sequence[Hotkey]) -> Mapping[str, Outcome]:
        """Take exactly these and let go of all others; return what came of each, by name.

        All at once, because a desktop that asks the user asks about all at once. May wait for the user's answer.
        """
        ...

    def close(self) -> None:
        """Let go of everything; a second call does nothing."""
        ...
