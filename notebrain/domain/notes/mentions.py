"""Mentions of a note in other notes: links to it and unlinked titles, with the sentence around them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from notebrain.domain.notes.attachments import find_in, readable
from notebrain.domain.notes.content import plain_line
from notebrain.domain.notes.links import (
    Link,
    code_spans,
    find_links,
    link_key,
    link_text,
    sentence_around,
)
from notebrain.domain.notes.note import NoteId

SHORTEST_TITLE: Final = 3
"""Shorter titles occur everywhere by chance."""

_PLACES_IN_A_NOTE: Final = 20
_BLANKS: Final = r"[ \t\u00a0]+"
_ADDRESS: Final = re.compile(
    r"!?\[[^\[\]\n]*\]\([^()\n]*\)|\b[a-z][a-z0-9+.-]*://[^\s<>]+|<[^<>\n]+>", re.IGNORECASE
)
_FAR: Final = 2_000
_LONGEST_LINK: Final = 500


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A sentence with one highlighted part, ready for display.

    Attributes:
        mark: The highlighted part, as shown.
    """

    before: str
    mark: str
    after: str

    @property
    def text(self) -> str:
        """The whole sentence."""
        return f"{self.before}{self.mark}{self.after}"


@dataclass(frozen=True, slots=True)
class Mention:
    """A passage in a note that mentions another note.

    Attributes:
        note_id, title: The note that contains it.
        start, end: Its range in that note's text, in code points.
        words: The text in that range.
    """

    note_id: NoteId
    title: str
    start: int
    end: int
    words: str
    excerpt: Excerpt


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A link in a note and the note it leads to, or None if there is no note with that title."""

    link: Link
    leads_to: NoteId | None
    excerpt: Excerpt


class Relation(StrEnum):
    """How another note relates to this one, as the user decided in the review."""

    LINKED = "linked"
    NEWER = "newer"
    """It replaced this one."""
    OUTDATED = "outdated"
    """This one replaced it."""


@dataclass(frozen=True, slots=True)
class Related:
    """A note that the user related to this one in the review."""

    note_id: NoteId
    title: str
    relation: Relation


@dataclass(frozen=True, slots=True)
class Around:
    """Everything that is linked with a note.

    Attributes:
        more: Whether there may be more than listed here.
    """

    linked: Sequence[Mention] = ()
    unlinked: Sequence[Mention] = ()
    outgoing: Sequence[Outgoing] = ()
    broken: Sequence[Outgoing] = ()
    related: Sequence[Related] = ()
    more: bool = False

    @property
    def any(self) -> bool:
        """Whether there is anything at all."""
        parts = (self.linked, self.unlinked, self.outgoing, self.broken, self.related)
        return any(parts)


def linked_places(text: str, key: str) -> list[Link]:
    """Return the links of a text that may lead to the title with this key."""
    return [link for link in find_links(text) if key in link.keys][:_PLACES_IN_A_NOTE]


def unlinked_places(text: str, title: str) -> list[tuple[int, int]]:
    """Return where a text contains a title as whole words, in any case, outside links, addresses and code."""
    words = title.split()
    if len(link_key(title)) < SHORTEST_TITLE:
        return []
    pattern = re.compile(
        r"(?<!\w)" + _BLANKS.join(re.escape(word) for word in words) + r"(?!\w)", re.IGNORECASE
    )
    found = [match.span() for match in pattern.finditer(text)]
    if not found:
        return []
    taken = [
        *code_spans(text),
        *((link.start, link.end) for link in find_links(text)),
        *(match.span() for match in _ADDRESS.finditer(text)),
    ]
    free = [
        (start, end)
        for start, end in found
        if not any(start < taken_end and taken_start < end for taken_start, taken_end in taken)
    ]
    return free[:_PLACES_IN_A_NOTE]


def excerpt(text: str, start: int, end: int, shown: str | None = None) -> Excerpt:
    """Return the sentence around a range as plain text, without marks."""
    first, last = _whole_links(text, *sentence_around(text, start, end))
    mark = text[start:end] if shown is None else shown
    return Excerpt(_plain(text[first:start], lead=True), mark, _plain(text[end:last], lead=False))


def linking_text(words: str, title: str) -> str:
    """Return the link that replaces words that match a title; the words stay as written.

    Example:
        >>> linking_text("the c# basics", "The C# basics")
        '[[the c# basics]]'
    """
    written = f"[[{words}]]"
    found = find_links(written)
    exact = len(found) == 1 and [link_key(title)] == list(found[0].keys[:1])
    return written if exact else link_text(title, shown=words)


def _whole_links(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a range that does not begin or end within a link to a file, whose `!` looks like the end of a sentence."""
    around = max(0, start - _LONGEST_LINK)
    for link in find_in(text[around : end + _LONGEST_LINK]):
        opening, closing = around + link.start, around + link.end
        start = opening if opening < start < closing else start
        end = closing if opening < end < closing else end
    return start, end


def _plain(text: str, *, lead: bool) -> str:
    """Return a part as plain text, with the space that separates it from the next part."""
    text = readable(text)
    plain = plain_line(text if lead else f"\u2060{text}").removeprefix("\u2060")
    if lead:
        return f"{plain} " if text[-1:].isspace() and plain else plain
    return f" {plain.lstrip()}" if text[:1].isspace() and plain else plain
