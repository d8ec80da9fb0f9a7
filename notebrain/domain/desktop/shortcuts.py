"""Shortcuts as text, e.g. “Ctrl+Shift+P”."""

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
    return [one for one in _ORDER if one in held], _SAME.get(name, name)
