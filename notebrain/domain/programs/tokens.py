"""Tokens by which programs that ask over HTTP are known, and what each allows."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _

PREFIX: Final = "nb_"
SECRET_BYTES: Final = 32
LONGEST: Final = 100
_LONGEST_NAME: Final = 40


class TokenScope(StrEnum):
    """What a token is for."""

    READING = "reading"
    CAPTURING = "capturing"
    """It saves new notes and web pages, and learns nothing of others."""
    WRITING = "writing"


@dataclass(frozen=True, slots=True)
class Token:
    """A token, without its secret, which nobody knows but the program.

    Attributes:
        name: What the user calls the program.
        used_at: When it was last used, or None.
    """

    name: str
    scope: TokenScope
    made_at: datetime
    used_at: datetime | None = None


_READING: Final = frozenset(
    {
        *("list", "recall", "show", "context", "status", "links", "history"),
        *("ask", "tags", "workspaces", "review", "episodes"),
    }
)


def allows(scope: TokenScope, tool: str) -> bool:
    """Return whether a token lets its program call a function."""
    if scope is TokenScope.CAPTURING:
        return tool == "capture"
    return scope is TokenScope.WRITING or tool in _READING


def clean_token_name(name: str) -> str:
    """Return the name of a token, on one line.

    Raises:
        UserError: It is empty, too long, or has signs that are not printable.
    """
    tidy = " ".join(name.split())
    if not tidy or len(tidy) > _LONGEST_NAME or not tidy.isprintable():
        text = _("A token needs a name of at most {n} characters, such as that of the program.")
        raise UserError(text.format(n=_LONGEST_NAME))
    return tidy
