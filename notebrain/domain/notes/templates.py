"""Templates for new notes with `{{date}}`, `{{time}}`, `{{title}}`, and dates in a format like `{{date:D MMMM}}`."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from notebrain.domain.notes.content import title_of
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.links import link_key, named_text
from notebrain.domain.notes.note import DEFAULT_WORKSPACE, Note
from notebrain.domain.notes.tags import fold_tag, without_tag

TAG: Final = "template"
DAILY: Final = "daily"
ISO_DATE: Final = "YYYY-MM-DD"
_TIME: Final = "HH:mm"
_HALF_DAY: Final = 12

_PLACE: Final = re.compile(r"\{\{\s*(date|time|title)\s*(?::([^{}\n]*))?\}\}", re.IGNORECASE)
_PART: Final = re.compile(
    r"\[([^\]]*)\]|YYYY|YY|MMMM|MMM|MM|M|DD|D|dddd|ddd|WW|HH|H|hh|h|mm|ss|A|a"
)


@dataclass(frozen=True, slots=True)
class Names:
    """The names of months and days; the first day is Monday."""

    months: Sequence[str]
    short_months: Sequence[str]
    days: Sequence[str]
    short_days: Sequence[str]


_MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June", "July", "August", "September"),
    *("October", "November", "December"),
)
_DAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
ENGLISH: Final = Names(_MONTHS, [name[:3] for name in _MONTHS], _DAYS, [name[:3] for name in _DAYS])


def fill(text: str, *, title: str, at: datetime, names: Names = ENGLISH) -> str:
    """Return a template with its placeholders filled in; other text stays as it is.

    Example:
        >>> fill("# {{title}}, {{date:D MMM}}", title="Call", at=datetime(2026, 11, 21))
        '# Call, 21 Nov'
    """

    def filled(found: re.Match[str]) -> str:
        form = (found[2] or "").strip()
        match found[1].lower():
            case "title":
                return title
            case "date":
                return written(at, form or ISO_DATE, names)
            case _:
                return written(at, form or _TIME, names)

    return _PLACE.sub(filled, text)


def written(at: datetime, form: str, names: Names = ENGLISH) -> str:
    """Return a time in a format of `YYYY`, `MM`, `DD` and so on; text in `[ ]` stays as it is.

    Example:
        >>> written(datetime(2026, 11, 21), "dddd[, the] D. MMMM YYYY")
        'Saturday, the 21. November 2026'
    """
    return _PART.sub(
        lambda found: found[1] if found[1] is not None else _PARTS[found[0]](at, names), form
    )


def daily_title(at: datetime, form: str, names: Names = ENGLISH) -> str:
    """Return the title of a daily note; a format with an empty result falls back to the plain date."""
    title = " ".join(written(at, form, names).split())
    return title if link_key(title) else written(at, ISO_DATE)


def is_daily(template: Note) -> bool:
    """Return whether this is the template for daily notes."""
    tags = {fold_tag(tag) for tag in template.tags}
    return DAILY in tags or link_key(template.title) == DAILY


def draft_from(
    template: Note, *, at: datetime, names: Names = ENGLISH, title: str = "", workspace: str = ""
) -> Draft:
    """Return a draft from a template, with its text and tags except the tag that marks it as a template.

    Notes from a local-only template are local only, too.

    Args:
        title: The required title of the note; empty leaves it to the template.
    """
    text = without_tag(template.body, is_mark)
    name = template.title if template.title_is_set else title_of(text)
    own = title or fill(name, title="", at=at, names=names).strip()
    body = fill(text, title=own, at=at, names=names)
    forced = (bool(title) or template.title_is_set) and link_key(title_of(body)) != link_key(own)
    return Draft(
        body,
        title=own if forced else None,
        tags=tuple(tag for tag in template.tags if not is_mark(tag)),
        text_tags=tuple(tag for tag in template.text_tags if not is_mark(tag)),
        workspace=workspace or template.workspace,
        category=template.category,
        importance=template.importance,
        local_only=template.local_only,
    )


def plain_draft(title: str, *, workspace: str = "") -> Draft:
    """Return a draft with a title and no other text."""
    body, own_title = named_text(title)
    return Draft(body, title=own_title, workspace=workspace or DEFAULT_WORKSPACE)


def is_mark(tag: str) -> bool:
    """Return whether a tag marks a note as a template."""
    return fold_tag(tag).partition("/")[0] == TAG


_PARTS: Final[dict[str, Callable[[datetime, Names], str]]] = {
    "YYYY": lambda at, _names: f"{at.year:04}",
    "YY": lambda at, _names: f"{at.year % 100:02}",
    "MMMM": lambda at, names: names.months[at.month - 1],
    "MMM": lambda at, names: names.short_months[at.month - 1],
    "MM": lambda at, _names: f"{at.month:02}",
    "M": lambda at, _names: str(at.month),
    "DD": lambda at, _names: f"{at.day:02}",
    "D": lambda at, _names: str(at.day),
    "dddd": lambda at, names: names.days[at.weekday()],
    "ddd": lambda at, names: names.short_days[at.weekday()],
    "WW": lambda at, _names: f"{at.isocalendar().week:02}",
    "HH": lambda at, _names: f"{at.hour:02}",
    "H": lambda at, _names: str(at.hour),
    "hh": lambda at, _names: f"{at.hour % _HALF_DAY or _HALF_DAY:02}",
    "h": lambda at, _names: str(at.hour % _HALF_DAY or _HALF_DAY),
    "mm": lambda at, _names: f"{at.minute:02}",
    "ss": lambda at, _names: f"{at.second:02}",
    "A": lambda at, _names: "AM" if at.hour < _HALF_DAY else "PM",
    "a": lambda at, _names: "am" if at.hour < _HALF_DAY else "pm",
}
