"""Which of two states of a small thing counts, where two computers changed it."""

import json
from typing import cast

from notebrain.domain.remote import Kind


def same(one: str | None, other: str | None) -> bool:
    """Tell whether two contents say the same.

    Example:
        >>> same('{"a": 1, "b": 2}', '{"b": 2, "a": 1}'), same(None, "{}")
        (True, False)
    """
    if one is None or other is None:
        return one is other
    return one == other or json.loads(one) == _read(other)


def mine_counts(kind: Kind, mine: str | None, theirs: str) -> bool:
    """Tell whether mine goes over theirs, which the account took first.

    A setting is what it was set to last. Of two answers to a card the first counts, and any answer beats none.
    """
    if kind is not Kind.CARD:
        return True
    return _state(mine) == "answered" and _state(theirs) != "answered"


def _state(content: str | None) -> object:
    return _read(content).get("state") if content is not None else None


def _read(content: str) -> dict[str, object]:
    try:
        value: object = json.loads(content)
    except ValueError:
        return {}
    return cast("dict[str, object]", value) if isinstance(value, dict) else {}
