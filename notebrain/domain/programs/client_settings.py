"""Adds a server to the configuration of a client: JSON with comments, of which nothing else changes."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, cast

from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _
from notebrain.domain.programs.clients import SERVER, written

_TOKEN: Final = re.compile(
    r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?\*/|[{}\[\],:]|[^\s{}\[\],:"/]+|\s+|.', re.DOTALL
)
_OPEN, _CLOSE = frozenset("{["), frozenset("}]")
_COMMA, _COLON, _QUOTE, _BOM = ",", ":", '"', "\ufeff"


@dataclass(frozen=True, slots=True)
class _Member:
    """A member of an object: its name, and where its value is in the text."""

    name: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Object:
    """An object in the text: where its braces are, and its members."""

    start: int
    close: int
    members: tuple[_Member, ...]

    def member(self, name: str) -> _Member | None:
        return next((one for one in self.members if one.name == name), None)


def with_server(text: str, section: str, entry: Mapping[str, object]) -> str:
    """Return a configuration in which a section has an entry for NoteBrain, and all else is as it was.

    Args:
        text: What the file holds, possibly with comments; may be empty.

    Raises:
        UserError: It cannot be read, so that changing it could damage it.
    """
    if not text.strip(_BOM + " \t\r\n"):
        return written({section: {SERVER: dict(entry)}}) + "\n"
    before = _values(text)
    root = _object_at(text, next(at for at, token in _tokens(text, 0) if _says(token)))
    there = before.get(section, {})
    if not isinstance(there, dict):
        raise _unreadable()
    wanted = {**before, section: {**cast("dict[str, object]", there), SERVER: dict(entry)}}
    if before == wanted:
        return text
    found = root.member(section)
    if found is None:
        new = _added(text, root, section, {SERVER: dict(entry)}, depth=1)
    else:
        inner = _object_at(text, found.start)
        old = inner.member(SERVER)
        if old is None:
            new = _added(text, inner, SERVER, dict(entry), depth=2)
        else:
            new = text[: old.start] + _written(text, dict(entry), depth=2) + text[old.end :]
    if _values(new) != wanted:  # for example a name that is there twice
        raise _unreadable()
    return new


def _values(text: str) -> dict[str, object]:
    """Return what a configuration says, without its comments and the commas that end a list."""
    kept: list[str] = []
    for _at, token in _tokens(text, 0):
        if not _says(token):
            continue
        if token == _QUOTE:  # a text without an end
            raise _unreadable()
        if token in _CLOSE and kept[-1:] == [_COMMA] and not _OPEN.intersection(kept[-2:-1]):
            kept.pop()
        kept.append(token)
    try:
        found: object = json.loads(" ".join(kept))
    except (ValueError, RecursionError) as error:
        raise _unreadable() from error
    if not isinstance(found, dict):
        raise _unreadable()
    return cast("dict[str, object]", found)


def _tokens(text: str, start: int) -> Iterator[tuple[int, str]]:
    return ((found.start(), found[0]) for found in _TOKEN.finditer(text, start))


def _says(token: str) -> bool:
    """Return whether a token is neither room nor a comment."""
    return not token.isspace() and token != _BOM and not token.startswith(("//", "/*"))


def _object_at(text: str, start: int) -> _Object:
    """Return the object that starts here; the text was read as JSON before."""
    members: list[_Member] = []
    depth, value, end = 0, -1, -1
    name: str | None = None
    for at, token in _tokens(text, start):
        if not _says(token):
            continue
        depth -= token in _CLOSE
        if depth == 0 and token in _CLOSE:
            if name is not None:
                members.append(_Member(name, value, end))
            return _Object(start, at, tuple(members))
        if depth == 1 and token == _COMMA and name is not None:
            members.append(_Member(name, value, end))
            name, value = None, -1
        elif depth == 1 and token != _COLON and name is None:
            name = str(json.loads(token))
        elif depth >= 1 and token != _COLON:
            value, end = (at if value < 0 else value), at + len(token)
        depth += token in _OPEN
    raise _unreadable()


def _added(text: str, place: _Object, name: str, value: object, *, depth: int) -> str:
    """Return the text with one member more at the end of an object."""
    end = place.members[-1].end if place.members else place.start + 1
    room = len(text[: place.close].rstrip())
    said = [token for _at, token in _tokens(text[:room], end) if _says(token)]
    comma = "," if place.members and "," not in said else ""
    newline, step = _line_end(text), _indent(text)
    member = f"{json.dumps(name, ensure_ascii=False)}: {_written(text, value, depth=depth)}"
    tail = text[room : place.close]
    tail = tail if "\n" in tail else newline + step * (depth - 1)
    middle = text[end:room] if room > end else ""
    head = f"{text[:end]}{comma}{middle}{newline}{step * depth}{member}"
    return head + tail + text[place.close :]


def _written(text: str, value: object, *, depth: int) -> str:
    return written(value, _indent(text), depth).replace("\n", _line_end(text))


def _line_end(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _indent(text: str) -> str:
    """Return what the first line with an indent is indented by, or two spaces."""
    found = re.search(r"^([ \t]+)[\"}]", text, re.MULTILINE)
    return found[1] if found else "  "


def _unreadable() -> UserError:
    return UserError(_("This file cannot be read as settings, so nothing is changed in it."))
