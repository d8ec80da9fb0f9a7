"""When so many notes would vanish from this computer that the user must be asked first."""

from typing import Final

MOST_NOTES: Final = 20
MOST_PERCENT: Final = 10
ALWAYS_FINE: Final = 4
"""So few may go without a question, however small the vault."""


def must_ask(going: int, live: int) -> bool:
    """Tell whether to ask before changes from the account are carried out.

    Args:
        going: How many notes would go to the trash or for good.
        live: How many notes are outside the trash now, those counted in.

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
