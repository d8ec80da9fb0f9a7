"""Global hotkeys: keys that reach NoteBrain while another program has the keyboard, and how requests for them end.

`GlobalHotkeys` is the port; every desktop has its own way to provide it (`notebrain.system.hotkeys`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from notebrain.domain.i18n import _


class Modifier(Enum):
    """A modifier key; names and order are those used to write shortcuts.

    On macOS `CTRL` is the Command key and `META` the Control key, as in every portable shortcut.
    """

    META = "Meta"
    CTRL = "Ctrl"
    ALT = "Alt"
    SHIFT = "Shift"


# Combinations (as portable text) that a whole desktop or nearly every program uses.
_OF_THE_DESKTOP = frozenset(
    {"Alt+Space", "Alt+Tab", "Alt+Shift+Tab", "Alt+Esc", "Alt+F4", "Ctrl+Alt+Del", "Meta+L"}
)
_STEERING = frozenset({Modifier.META, Modifier.CTRL, Modifier.ALT})


@dataclass(frozen=True, slots=True)
class Combination:
    """A key and the modifiers held with it.

    Attributes:
        key: The key, named as in portable shortcuts: "N", "F5", "Space", "PgUp", "+"; letters are upper-case.
    """

    modifiers: frozenset[Modifier]
    key: str

    def __str__(self) -> str:
        """Return the portable text, e.g. `"Ctrl+Alt+N"`."""
        held = [modifier.value for modifier in Modifier if modifier in self.modifiers]
        return "+".join((*held, self.key))


def combination(text: str) -> Combination:
    """Return the combination that a portable text such as `"Ctrl+Alt+N"` describes.

    Raises:
        ValueError: The text names no key, or more than one.
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


def stored_combination(text: str) -> Combination | None:
    """Return the combination described by a stored text, or None if it is empty or no longer valid."""
    try:
        return combination(text) if text else None
    except ValueError:
        return None


def refusal(wanted: Combination) -> str | None:
    """Return why a combination must not become a global hotkey, as a sentence, or None if it may."""
    steering = wanted.modifiers & _STEERING
    if not steering:
        return _("Other programs need this key; hold Ctrl, Alt or the Super key as well.")
    if str(wanted) in _OF_THE_DESKTOP:
        return _("The desktop itself uses this combination; choose another one.")
    if wanted.modifiers == frozenset({Modifier.CTRL}) and len(wanted.key) == 1:
        return _("Most programs use Ctrl with one key themselves; hold Alt or Shift as well.")
    return None


@dataclass(frozen=True, slots=True)
class Hotkey:
    """A combination and the command it is for.

    Attributes:
        name: The unique name of the hotkey, e.g. "capture".
        purpose: A description of what it does; a desktop may show it.
    """

    name: str
    combination: Combination
    purpose: str


@dataclass(frozen=True, slots=True)
class Registered:
    """The desktop agreed; only a press shows that it works.

    Attributes:
        shown_as: The keys as the desktop names them, since the user may have chosen others there.
    """

    shown_as: str = ""


@dataclass(frozen=True, slots=True)
class Taken:
    """Another program or the desktop uses this combination."""


@dataclass(frozen=True, slots=True)
class Declined:
    """The desktop asked the user, who declined."""


@dataclass(frozen=True, slots=True)
class Unsupported:
    """Global hotkeys are not possible here; `reason` says why, as a sentence."""

    reason: str


Outcome = Registered | Taken | Declined | Unsupported


@dataclass(frozen=True, slots=True)
class Pressed:
    """A hotkey was pressed.

    Attributes:
        activation_token: The token that lets a window come to the front on Wayland; empty elsewhere.
        time_ms: When, by the clock of the display; 0 if it has none.
    """

    name: str
    activation_token: str = ""
    time_ms: int = 0


class HotkeyListener(Protocol):
    """Is called by `GlobalHotkeys`, on any thread; its methods must return quickly."""

    def pressed(self, press: Pressed) -> None:
        """Handle a press; holding the key down counts as one press."""
        ...

    def changed(self, outcomes: Mapping[str, Outcome]) -> None:
        """Handle new outcomes that replace those of `hold`, e.g. after the keyboard layout has changed."""
        ...


class GlobalHotkeys(Protocol):
    """Reserves key combinations, so that other programs do not see them.

    Not thread-safe, except that `close` may be called while `hold` waits.
    """

    @property
    def asks_user(self) -> bool:
        """Whether `hold` may make the desktop ask the user, who should then have reason to expect it."""
        ...

    def hold(self, wanted: Sequence[Hotkey]) -> Mapping[str, Outcome]:
        """Reserve exactly these hotkeys, release all others, and return the outcome of each by name.

        They are requested together because a desktop that asks the user asks about all of them at once. May wait for
        the user's answer.
        """
        ...

    def close(self) -> None:
        """Release all hotkeys; a second call does nothing."""
        ...
