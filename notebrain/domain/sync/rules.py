"""Rules of syncing: which of two states counts, and when to ask the user."""

import json
from typing import Final, cast

from notebrain.domain.errors import CloudTakenBack
from notebrain.domain.i18n import _
from notebrain.domain.sync.remote import Kind

MOST_NOTES: Final = 20
MOST_PERCENT: Final = 10
ALWAYS_FINE: Final = 4
"""Up to this many notes may go without asking, however small the vault is."""


def must_ask(going: int, live: int) -> bool:
    """Return whether to ask the user before applying changes from the account.

    Args:
        going: How many notes would go to the trash or be deleted permanently.
        live: How many notes are outside the trash now, including those.

    Example:
        >>> (
        ...     must_ask(4, live=4),
        ...     must_ask(5, live=49),
        ...     must_ask(20, live=1000),
        ...     must_ask(21, live=1000),
        ... )
        (False, True, False, True)
    """
    if going <= ALWAYS_FINE:
        return False
    return going > MOST_NOTES or going * 100 > live * MOST_PERCENT


def same(one: str | None, other: str | None) -> bool:
    """Return whether two contents are equivalent.

    Example:
        >>> same('{"a": 1, "b": 2}', '{"b": 2, "a": 1}'), same(None, "{}")
        (True, False)
    """
    if one is None or other is None:
        return one is other
    return one == other or json.loads(one) == _read(other)


def mine_counts(kind: Kind, mine: str | None, theirs: str) -> bool:
    """Return whether mine overrides theirs, which the account accepted first.

    For a setting, the latest value counts. Of two answers to a card, the first counts, and any answer beats none.
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


def account_rolled_back() -> CloudTakenBack:
    """Return the error for an account that was restored to an earlier state."""
    return CloudTakenBack(
        _(
            "Your Cloudflare account was reset to an earlier state, and newer texts would be lost. Nothing is sent "
            "or fetched until you compare both, on the Sync page or with: notebrain verify. Repairing brings both "
            "together and keeps every text."
        ),
    )


def lost_something() -> CloudTakenBack:
    """Return the error for an account that lost an item."""
    return CloudTakenBack(
        _(
            "Your Cloudflare account has lost notes, and newer texts of them may be elsewhere. Nothing is sent or "
            "fetched until you compare both, on the Sync page or with: notebrain verify. Repairing sends what is "
            "missing again and keeps every text."
        ),
        lost=True,
    )
