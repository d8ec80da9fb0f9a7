"""The credentials of the user's Cloudflare account, cleaned of what pasting leaves behind, and never shown."""

import re
from dataclasses import dataclass
from typing import NoReturn

from notebrain.domain.errors import CloudAuth, CloudConfig
from notebrain.domain.i18n import _

TOKEN_VARIABLE = "NOTEBRAIN_CF_TOKEN"  # noqa: S105 - the name of a variable
ACCOUNT_VARIABLE = "NOTEBRAIN_CF_ACCOUNT"

# what copying from a web page or an email leaves behind: all kinds of spaces, direction marks, zero-width characters
_PASTED = re.compile("[\\s\\ufeff\\u200b-\\u200f\\u2060\\u202a-\\u202e]+")
_ACCOUNT = re.compile(r"[0-9a-f]{32}")
_TOKEN = re.compile(r"[\x21-\x7e]{8,1024}")


class Token:
    """A token that is only readable through `reveal()`; it never appears in logs, errors, reprs or pickles.

    Example:
        >>> Token("very-secret")
        Token(…)
    """

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        """Return the token itself."""
        return self._text

    def __repr__(self) -> str:
        return "Token(…)"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Token) and other._text == self._text

    def __hash__(self) -> int:
        return hash(self._text)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a token stays in this process")


@dataclass(frozen=True, slots=True)
class Credentials:
    """The id of an account and the token that gives access to it."""

    token: Token
    account_id: str


def without_pasted_marks(text: str) -> str:
    """Return a text without the spaces, direction marks and zero-width characters that copying leaves in it.

    Example:
        >>> without_pasted_marks(" \ufeffab cd ")
        'abcd'
    """
    return _PASTED.sub("", text)


def clean_token(text: str) -> Token:
    """Return the token from a pasted text.

    Tokens have no fixed format, so only a text that cannot be a token is rejected.

    Raises:
        CloudAuth: The text contains no token.
    """
    cleaned = without_pasted_marks(text).removeprefix("Bearer")
    if not _TOKEN.fullmatch(cleaned):
        raise CloudAuth(
            _(
                "This is not a token. Copy it again from Cloudflare; your notes stay on this computer."
            )
        )
    return Token(cleaned)


def clean_account_id(text: str) -> str:
    """Return the account id from a pasted text.

    Raises:
        CloudConfig: The text contains no account id.
    """
    # with a BOM or a space around the id, the account answers 7003, "could not route" (reference §1)
    cleaned = without_pasted_marks(text).lower()
    if not _ACCOUNT.fullmatch(cleaned):
        raise CloudConfig(
            _(
                "This is not an account ID: it has 32 digits and letters from a to f."
                " Cloudflare shows it on the overview page of your account."
            )
        )
    return cleaned


def clean(token: str, account_id: str) -> Credentials:
    """Return the credentials in two pasted texts.

    Raises:
        CloudAuth: The token is not valid.
        CloudConfig: The account id is not valid.
    """
    return Credentials(token=clean_token(token), account_id=clean_account_id(account_id))
