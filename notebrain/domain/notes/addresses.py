"""Parses `notebrain:` links, and decides how links in notes are opened.

A link can only show something: it never saves, changes or removes anything.
"""

import re
import unicodedata
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _
from notebrain.domain.notes.tags import clean_tag, typed_tags

SCHEME = "notebrain"
LONGEST = 32_000
"""Maximum length of an address in characters."""
_LONGEST_QUERY, _LONGEST_NAME, _LONGEST_URL = 1_000, 200, 8_000
_ID_LETTERS = frozenset("0123456789abcdefABCDEF-")
_SHORTEST_ID, _LONGEST_ID = 4, 36
_HEX = frozenset("0123456789abcdefABCDEF")
_PARAMETERS = {
    "capture": {"text", "title", "url", "tag", "workspace"},
    "note": {"id"},
    "search": {"query"},
}
_LINE_CHARACTERS = frozenset("\n\t")
_PAGE: Final = re.compile(r"https?://[^\s<>\"`\\]+", re.IGNORECASE)


class BadLink(UserError):
    """An address that is not a NoteBrain link, or contains something not allowed."""


@dataclass(frozen=True, slots=True)
class CaptureLink:
    """Opens the capture window for a new note.

    Attributes:
        text: The initial text of the capture window, including tags and, for a web page, its title and address; the
            user can remove it.
        workspace: The workspace for the note, if it exists; empty leaves the choice to the user.
    """

    text: str = ""
    workspace: str = ""


@dataclass(frozen=True, slots=True)
class NoteLink:
    """Shows a note.

    Attributes:
        note: Its id, or the start of it.
    """

    note: str


@dataclass(frozen=True, slots=True)
class SearchLink:
    """Shows the results of a search."""

    query: str


AppLink = CaptureLink | NoteLink | SearchLink


def is_app_link(text: str) -> bool:
    """Return whether a text looks like a `notebrain:` link."""
    return text[: len(SCHEME) + 1].lower() == f"{SCHEME}:"


def app_link(address: str) -> AppLink:
    """Return the action that an address requests.

    Raises:
        BadLink: The address is rejected; the message says why.
    """
    if not is_app_link(address):
        raise BadLink(_("This is not a NoteBrain link."))
    if len(address) > LONGEST:
        raise BadLink(
            _("The link is too long: it can have at most {n} characters.").format(n=LONGEST)
        )
    if "#" in address:
        raise BadLink(_("The link has a “#”, which must be written %23 in addresses."))
    place, _mark, query = address[len(SCHEME) + 1 :].partition("?")
    verb, _slash, rest = place.removeprefix("//").rstrip("/").partition("/")
    verb = verb.lower()
    if verb not in _PARAMETERS or (rest and verb != "note"):
        raise BadLink(_("The link asks for something that NoteBrain cannot do."))
    given = _parameters(query, _PARAMETERS[verb])
    if verb == "capture":
        return _capture(given)
    if verb == "search":
        return SearchLink(_line(given.get("query", ""), _LONGEST_QUERY))
    if rest and given:
        raise BadLink(_("The link names two notes."))
    return _note(_decoded(rest) if rest else given.get("id", ""))


def _capture(given: dict[str, str]) -> CaptureLink:
    text = given.get("text", "").replace("\r\n", "\n").replace("\r", "\n")
    if any(_is_control(c) for c in text if c not in _LINE_CHARACTERS):
        raise BadLink(_("The link has characters that are not text."))
    tag = clean_tag(_line(given.get("tag", ""), _LONGEST_NAME))
    if tag and typed_tags(f"#{tag}") != (tag,):
        raise BadLink(_("The link has an invalid tag."))
    page = [f"# {title}"] if (title := _line(given.get("title", ""), _LONGEST_QUERY)) else []
    if url := given.get("url", ""):
        page.append(_web_address(url))
    parts = [*page[:1], text, *page[1:]] if title else [text, *page]
    words = [*parts, f"#{tag}"] if tag else parts
    # a page has its title, its words and its address in paragraphs; a line stays one
    return CaptureLink(
        ("\n\n" if page else " ").join(word for word in words if word),
        _line(given.get("workspace", ""), _LONGEST_NAME),
    )


def _web_address(text: str) -> str:
    """Return the address of a page as it stands in a note, where nothing in it can end the link."""
    address = _line(text, _LONGEST_URL)
    if not _PAGE.fullmatch(address):
        raise BadLink(_("The link names something other than a web page."))
    return f"<{address}>"


def _note(note: str) -> NoteLink:
    if not _SHORTEST_ID <= len(note) <= _LONGEST_ID or not set(note) <= _ID_LETTERS:
        raise BadLink(_("The link does not name a note."))
    return NoteLink(note.lower())


def _parameters(query: str, known: set[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for pair in query.split("&") if query else []:
        name, equals, value = pair.partition("=")
        name = _decoded(name)
        if not equals or name not in known:
            raise BadLink(_("The link contains something that NoteBrain does not know."))
        if name in found:
            raise BadLink(_("The link says the same thing twice."))
        found[name] = _decoded(value.replace("+", " "))
    return found


def _line(text: str, longest: int) -> str:
    if len(text) > longest or any(_is_control(c) for c in text):
        raise BadLink(_("The link has an invalid name or query."))
    return text.strip()


def _is_control(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cs")


def _decoded(text: str) -> str:
    """Return a percent-decoded text; unlike a browser, this guesses nothing."""
    first, *parts = text.split("%")
    try:
        decoded = bytearray(first.encode())
        for part in parts:
            if len(part) < 2 or not set(part[:2]) <= _HEX:  # noqa: PLR2004 - two digits a byte
                raise BadLink(_("The link is broken: two digits are missing after a “%”."))
            decoded.append(int(part[:2], 16))
            decoded += part[2:].encode()
        return decoded.decode()
    except UnicodeError as error:
        raise BadLink(_("The link is broken: it is not UTF-8 text.")) from error


_SCHEME: Final = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]*):(.?)", re.DOTALL)
# opened without asking; any other scheme may start a program
_OPENED_SCHEMES: Final = frozenset({"http", "https", "mailto"})
_NEVER: Final = frozenset({"javascript", "data", "vbscript"})


class Opening(Enum):
    """How a link is opened."""

    AT_ONCE = auto()
    """The system opens it at once: a web page, an email."""
    ASK = auto()
    """It would start another program, so the user is asked first."""
    NOTE = auto()
    """It is not an address but the title of a note."""
    NEVER = auto()
    """It would run code from a text."""


def opening_of(target: str) -> Opening:
    """Return how a link with this address is opened.

    Example:
        >>> opening_of("https://example.org"), opening_of("Gas: supplier")
        (<Opening.AT_ONCE: 1>, <Opening.NOTE: 3>)
    """
    found = _SCHEME.match(target.strip())
    if found is None:
        return Opening.NOTE
    scheme, next_sign = found[1].lower(), found[2]
    if scheme in _NEVER:
        return Opening.NEVER
    if scheme in _OPENED_SCHEMES and next_sign.strip():
        return Opening.AT_ONCE
    # "Gas: supplier" is a title; "tel:5550" and "file:///x" are addresses
    return Opening.ASK if next_sign.strip() and len(scheme) > 1 else Opening.NOTE
