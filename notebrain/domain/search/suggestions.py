"""Suggests how to continue a query while it is being typed."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from notebrain.domain.i18n import _
from notebrain.domain.search.query import Content, FilterKind, State

MOST = 8
LEAST_COMPLETED = 2
"""The least letters to complete: nearly anything begins with a single letter."""
_BEGUN = re.compile(
    r"(?:^|(?<=\s))(?P<minus>-?)(?P<name>tag|in|is|has|file|before|after):(?:\"(?P<quoted>[^\"]*)|(?P<plain>[^\s\"]*))$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Known:
    """The values to choose suggestions from."""

    tags: Sequence[str] = ()
    workspaces: Sequence[str] = ()
    files: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A suggested value.

    Attributes:
        label: The text to show, followed by `detail`.
        start, end: The part of the query that it replaces, in code points.
        text: The replacement.
    """

    label: str
    detail: str
    start: int
    end: int
    text: str


def suggest(query: str, caret: int, known: Known, today: date) -> list[Suggestion]:
    """Return values for the filter that is being typed before the caret; empty for plain words.

    Example:
        >>> [
        ...     one.text
        ...     for one in suggest("gas tag:ga", 10, Known(tags=["garden"]), date(2026, 11, 21))
        ... ]
        ['tag:garden ']
    """
    begun = _BEGUN.search(query[:caret])
    if begun is None:
        return []
    name = begun["name"].lower()
    typed = (begun["quoted"] if begun["quoted"] is not None else begun["plain"]).lstrip("#")
    end = caret + _rest_of_part(query[caret:], quoted=begun["quoted"] is not None)
    head = f"{begun['minus']}{name}:"
    found = [
        Suggestion(
            label, detail, begun.start(), end, f"{head}{_quoted(value)}{_blank(query[end:])}"
        )
        for label, detail, value in _values(FilterKind(name), typed, known, today)
    ]
    complete = len(found) == 1 and found[0].text.strip() == query[begun.start() : end]
    return [] if complete else found


def completion(query: str, texts: Sequence[str]) -> str:
    """Return the rest of the first of these texts that begins with the query, or an empty string.

    Example:
        >>> completion("gas b", ["gas bottle"])
        'ottle'
    """
    begun = query.lstrip().casefold()
    if len(begun) < LEAST_COMPLETED:
        return ""
    for text in texts:
        if len(text) > len(begun) and text.casefold().startswith(begun):
            # folding may change the length: only a prefix that matches letter by letter is completed
            return text[len(begun) :] if text[: len(begun)].casefold() == begun else ""
    return ""


def days(today: date) -> list[tuple[str, str]]:
    """Return names of days and periods with their first day, in the form for a filter."""
    monday = today - timedelta(days=today.weekday())
    last_month = (today.replace(day=1) - timedelta(days=1)).replace(day=1)
    return [
        (_("today"), today.isoformat()),
        (_("yesterday"), (today - timedelta(days=1)).isoformat()),
        (_("this week"), monday.isoformat()),
        (_("last week"), (monday - timedelta(days=7)).isoformat()),
        (_("this month"), f"{today:%Y-%m}"),
        (_("last month"), f"{last_month:%Y-%m}"),
        (_("this year"), f"{today:%Y}"),
        (_("last year"), f"{today.year - 1}"),
    ]


def states() -> dict[State, str]:
    """Return which notes each value of `is:` finds."""
    return {
        State.PINNED: _("pinned notes"),
        State.OUTDATED: _("outdated notes"),
        State.LINKED: _("linked notes"),
        State.REVIEW: _("notes to review"),
        State.CONVERSATION: _("conversations, not notes"),
    }


def contents() -> dict[Content, str]:
    """Return which notes each value of `has:` finds."""
    return {
        Content.FILE: _("notes with files"),
        Content.PDF: _("notes with a PDF"),
        Content.IMAGE: _("notes with a picture"),
    }


def _values(kind: FilterKind, typed: str, known: Known, today: date) -> list[tuple[str, str, str]]:
    """Return label, detail and value of everything that matches the typed text."""
    match kind:
        case FilterKind.TAG:
            return [(f"#{tag}", "", tag) for tag in _fitting(known.tags, typed)]
        case FilterKind.WORKSPACE:
            return [(workspace, "", workspace) for workspace in _fitting(known.workspaces, typed)]
        case FilterKind.FILE:
            return [(name, "", name) for name in _fitting(known.files, typed)]
        case FilterKind.HAS:
            content = contents()
            return [(name, content[Content(name)], name) for name in _fitting(list(Content), typed)]
        case FilterKind.STATE:
            about = states()
            return [(name, about[State(name)], name) for name in _fitting(list(State), typed)]
        case FilterKind.BEFORE | FilterKind.AFTER:
            begun = typed.casefold()
            return [
                (label, value, value)
                for label, value in days(today)
                if label.casefold().startswith(begun) or value.startswith(begun)
            ][:MOST]


def _fitting(names: Sequence[str], typed: str) -> list[str]:
    """Return the names that begin with the typed text, then those that contain it."""
    begun = typed.casefold()
    first = [name for name in names if name.casefold().startswith(begun)]
    rest = [name for name in names if begun in name.casefold() and name not in first]
    return [*first, *rest][:MOST]


def _rest_of_part(after: str, *, quoted: bool) -> int:
    """Return how many characters after the caret still belong to the part."""
    found = re.match(r"[^\"]*\"" if quoted else r"\S*", after)
    return found.end() if found else 0


def _quoted(value: str) -> str:
    return f'"{value}"' if re.search(r"\s", value) else value


def _blank(after: str) -> str:
    return "" if after[:1].isspace() else " "
