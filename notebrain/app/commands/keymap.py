"""The shortcuts of the commands: those of the command table, unless the user chose others."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from notebrain.app.commands.command import Command, CommandId, Scope
from notebrain.app.commands.table import commands, name_of
from notebrain.app.settings.remembered import SHORTCUTS
from notebrain.app.settings.setting import Settings
from notebrain.domain.text.fuzzy import Fuzzy, fold

_ORDER = ("ctrl", "alt", "shift", "meta")
_SAME = {
    "delete": "del",
    "escape": "esc",
    "insert": "ins",
    "pageup": "pgup",
    "pagedown": "pgdown",
    "control": "ctrl",
}
_STEERING = {"ctrl", "alt", "meta"}


def normal(key: str) -> str:
    """Return the normal spelling of a shortcut; several strokes are separated by commas."""
    return ", ".join("+".join((*held, name)) for held, name in map(_parts, key.split(", ")))


def is_typed(key: str) -> bool:
    """Return whether pressing the key types a character, which makes it useless as a shortcut while typing."""
    held, name = _parts(key.split(", ", maxsplit=1)[0])
    return not _STEERING.intersection(held) and (len(name) == 1 or name == "space")


def _parts(stroke: str) -> tuple[list[str], str]:
    """Return the modifiers and the key of a stroke; the key may be the plus key."""
    text = stroke.strip().casefold()
    name = "+" if text.endswith("+") else text.rpartition("+")[2]
    before = text[: len(text) - len(name)].split("+")
    held = {_SAME.get(part, part) for part in before if part}
    return [modifier for modifier in _ORDER if modifier in held], _SAME.get(name, name)


# The keys that every text field handles itself, before a command could.
_OF_TEXT = frozenset(
    normal(key)
    for key in (
        *("Ctrl+C", "Ctrl+X", "Ctrl+V", "Ctrl+A", "Ctrl+Z", "Ctrl+Shift+Z", "Ctrl+Y"),
        *("Ctrl+Left", "Ctrl+Right", "Ctrl+Home", "Ctrl+End", "Ctrl+Backspace", "Ctrl+Del"),
        *("Home", "End", "Left", "Right", "Up", "Down", "PgUp", "PgDown", "Backspace", "Del"),
        *("Return", "Enter", "Tab", "Shift+Tab", "Esc", "Space"),
    )
)


@dataclass(frozen=True, slots=True)
class Clash:
    """What prevents a key from being assigned to a command.

    Attributes:
        takers: The commands that already use the key in an overlapping scope.
        in_text: Whether text fields use the key themselves.
        typed: Whether the key types a character, so that it cannot be a shortcut everywhere.
    """

    takers: tuple[CommandId, ...] = ()
    in_text: bool = False
    typed: bool = False

    def __bool__(self) -> bool:
        return bool(self.takers) or self.in_text or self.typed


@dataclass(frozen=True)
class KeyMap:
    """The current shortcuts; every change returns a new map.

    Attributes:
        rows: The command table.
        chosen: The keys of the commands the user customized, possibly none at all.
    """

    rows: Sequence[Command]
    chosen: Mapping[CommandId, tuple[str, ...]]

    def keys(self, command: CommandId) -> tuple[str, ...]:
        """Return the shortcuts of a command, starting with the one to display."""
        return self.chosen[command] if command in self.chosen else self._row(command).keys

    def first(self, command: CommandId) -> str:
        """Return the shortcut to display beside a command, or an empty string."""
        return next(iter(self.keys(command)), "")

    def is_changed(self, command: CommandId) -> bool:
        """Whether the user chose different keys than those in the table."""
        return command in self.chosen

    def clash(self, command: CommandId, key: str) -> Clash:
        """Return what prevents assigning this key to this command."""
        scope, wanted = self._row(command).scope, normal(key)
        takers = (
            row.id
            for row in self.rows
            if row.id is not command and _meet(scope, row.scope) and wanted in self._normal(row.id)
        )
        return Clash(
            takers=tuple(takers),
            in_text=scope is not Scope.LIST and wanted in _OF_TEXT,
            typed=scope is not Scope.LIST and is_typed(key),
        )

    def find(self, query: str) -> Sequence[Command]:
        """Return the commands whose name or key matches; all of them for an empty query."""
        wanted, typed = Fuzzy(query), query.strip()
        if not wanted:
            return self.rows
        key = normal(typed if typed.endswith("++") else typed.removesuffix("+"))  # half typed
        keyed = [row for row in self.rows if any(key in keys for keys in self._normal(row.id))]
        keyed.sort(key=lambda row: key not in self._normal(row.id))
        scores = {row.id: wanted.score(fold(name_of(row))) for row in self.rows if row not in keyed}
        named = [row for row in self.rows if scores.get(row.id)]
        named.sort(key=lambda row: -scores[row.id])
        return [*named, *keyed] if len(typed) == 1 else [*keyed, *named]

    def choose(self, command: CommandId, keys: tuple[str, ...]) -> "KeyMap":
        """Return the map in which a command has exactly these keys."""
        chosen = dict(self.chosen)
        chosen[command] = keys
        if keys == self._row(command).keys:
            del chosen[command]
        return replace(self, chosen=chosen)

    def add_key(self, command: CommandId, key: str) -> "KeyMap":
        """Return the map in which a command also has this key, taken from commands with an overlapping scope."""
        changed = self
        for other in self.clash(command, key).takers:
            changed = changed.remove_key(other, key)
        rest = [bound for bound in changed.keys(command) if normal(bound) != normal(key)]
        return changed.choose(command, (*rest, key))

    def remove_key(self, command: CommandId, key: str) -> "KeyMap":
        """Return the map in which a command no longer has this key."""
        rest = tuple(bound for bound in self.keys(command) if normal(bound) != normal(key))
        return self.choose(command, rest)

    def reset(self, command: CommandId) -> "KeyMap":
        """Return the map in which a command has its default keys again, even if other commands use them now."""
        rest = {one: keys for one, keys in self.chosen.items() if one is not command}
        cleared = replace(self, chosen=rest)
        for key in self._row(command).keys:
            for other in cleared.clash(command, key).takers:
                cleared = cleared.remove_key(other, key)
        return cleared

    def reset_all(self) -> "KeyMap":
        """Return the map with the defaults of the table."""
        return replace(self, chosen={})

    def to_text(self) -> str:
        """Return the user's choices as text for the settings; empty if there are none."""
        return json.dumps(self.chosen, ensure_ascii=False) if self.chosen else ""

    def _normal(self, command: CommandId) -> set[str]:
        return {normal(key) for key in self.keys(command)}

    def _row(self, command: CommandId) -> Command:
        return next(row for row in self.rows if row.id is command)


def key_map(text: str = "", rows: Sequence[Command] | None = None) -> KeyMap:
    """Return the map saved as text; entries that no longer make sense are left out."""
    rows = commands() if rows is None else rows
    known = {row.id for row in rows}
    try:
        stored = json.loads(text or "{}")
    except ValueError:
        stored = {}
    pairs = cast("dict[str, object]", stored).items() if isinstance(stored, dict) else ()
    chosen = {CommandId(name): _texts(keys) for name, keys in pairs if name in known}
    return KeyMap(rows, chosen)


class Keys:
    """Saves the user's shortcuts in the settings."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.map = key_map(settings.get(SHORTCUTS))

    def put(self, changed: KeyMap) -> None:
        """Use and save these shortcuts from now on."""
        self.map = changed
        self._settings.put(SHORTCUTS, changed.to_text() or None)


def _meet(one: Scope, other: Scope) -> bool:
    """Return whether a key can mean both; the list and the text never have the keyboard focus at once."""
    return one is other or Scope.WINDOW in (one, other)


def _texts(keys: object) -> tuple[str, ...]:
    if not isinstance(keys, list):
        return ()
    return tuple(key for key in cast("list[object]", keys) if isinstance(key, str) and key)
