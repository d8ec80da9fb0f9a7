"""The texts of the search: the line above the hits, ages, ranks, the parts of a score."""

from dataclasses import replace
from typing import NamedTuple

from notebrain.domain.i18n import _, ngettext
from notebrain.domain.search.hit_text import file_text
from notebrain.domain.search.query import parse
from notebrain.domain.search.ranking.scores import MEMORY_WEIGHTS, shown
from notebrain.domain.search.types import FoundConversation, Hit, SearchResult, Why
from notebrain.gui.core import date_format

_WEEKS_FROM, _MONTHS_FROM, _YEARS_FROM = 31, 63, 545


class StatusText(NamedTuple):
    """The line above the hits: a part in the color of `ink`, the work in progress, and the rest."""

    text: str
    joining: str = ""
    rest: str = ""
    ink: str = "muted"


class Part(NamedTuple):
    """One row of the sum: a name, its source, a bar (None: no bar) and its number."""

    name: str
    source: str
    bar: float | None
    number: str
    factor: bool = False


def found_by_words(result: SearchResult) -> StatusText:
    """Return what the word search found, while the semantic search runs."""
    if result.conversations is not None:
        return StatusText(_conversations(len(result.conversations)), _("Searching by meaning"))
    if _is_listed(result):
        return StatusText(_newest_first(result))
    return StatusText(_by_words(len(result.hits)), _("Searching by meaning;"), _coverage(result))


def found(result: SearchResult, joined: int) -> StatusText:
    """Return what was found in the end, or why nothing was."""
    if result.conversations is not None:
        return StatusText(_conversations(len(result.conversations)))
    if result.degraded and result.stood_in:
        return _found(replace(result, degraded=None), joined)._replace(
            rest=result.degraded, ink="warning"
        )
    return _found(result, joined)


def _found(result: SearchResult, joined: int) -> StatusText:
    if result.degraded:
        return StatusText(_by_words(len(result.hits)), rest=result.degraded, ink="warning")
    if result.abstained:
        return StatusText(
            _("No clear match. These are the closest notes."), rest=_partly_covered(result)
        )
    if not result.hits:
        return StatusText(_("No notes match."), rest=_partly_covered(result))
    if _is_listed(result):
        return StatusText(_newest_first(result))
    notes = ngettext("{n} note,", "{n} notes,", len(result.hits)).format(n=_n(len(result.hits)))
    if not joined and not any(hit.why.has_meaning for hit in result.hits):
        return StatusText(_by_words(len(result.hits)), rest=_partly_covered(result))
    by_meaning = (
        ngettext("{n} of them by meaning.", "{n} of them by meaning.", joined).format(n=_n(joined))
        if joined
        else _("all by words and meaning.")
    )
    return StatusText(f"{notes} {by_meaning}", rest=_partly_covered(result))


def failed(error: Exception) -> StatusText:
    """Return that the search failed; the previous results stay."""
    return StatusText(_("This search failed: {cause}").format(cause=error), ink="danger")


def recents() -> StatusText:
    """Return the line shown before anything is searched."""
    return StatusText(_("Recently edited. Type to search by words and by meaning."))


def way_out(result: SearchResult) -> str:
    """Return what would help when nothing was found."""
    if result.conversations is not None:
        return _("What you ask your notes is kept as a conversation. None of them is about this.")
    if not result.blocked_by:
        text = parse(result.query).text or result.query.strip()
        return _("Enter saves it as a note: “{query}”").format(query=text)
    parts = ", ".join(blocker.text for blocker in result.blocked_by)
    most = max(blocker.notes for blocker in result.blocked_by)
    if not most:
        return _("No notes match {parts}.").format(parts=parts)
    if len(result.blocked_by) == 1 or only_together(result):
        text = ngettext(
            "{parts} leaves out the only note with these words.",
            "{parts} leaves out all {n} notes with these words.",
            most,
        )
        return text.format(parts=parts, n=_n(most))
    return _("Some notes match without {parts}.").format(parts=parts)


def only_together(result: SearchResult) -> bool:
    """Return whether leaving out a single part is not enough."""
    return len(result.blocked_by) > 1 and not any(blocker.alone for blocker in result.blocked_by)


def age(days: float) -> str:
    """Return an age as people say it."""
    whole = int(days)
    if whole < 1:
        return _("today")
    if whole < _WEEKS_FROM:
        return ngettext("{n} day", "{n} days", whole).format(n=whole)
    if whole < _MONTHS_FROM:
        return ngettext("{n} week", "{n} weeks", whole // 7).format(n=whole // 7)
    if whole < _YEARS_FROM:
        months = round(whole / 30.4)
        return ngettext("{n} month", "{n} months", months).format(n=months)
    years = round(whole / 365.25)
    return ngettext("{n} year", "{n} years", years).format(n=years)


def why_title(rank: int) -> str:
    """Return the heading over the sum; `rank` counts from 0."""
    ordinals = (
        _("first"), _("second"), _("third"), _("fourth"), _("fifth"),
        _("sixth"), _("seventh"), _("eighth"), _("ninth"), _("tenth"),
    )  # fmt: skip
    if rank < len(ordinals):
        return _("Why this note is {ordinal}").format(ordinal=ordinals[rank])
    return _("Why this note is number {n}").format(n=rank + 1)


def parts(hit: Hit) -> list[Part]:
    """Return the rows of the sum; the rounded numbers give the score that is shown."""
    why, sums = hit.why, shown(hit.why)
    percent = round(why.alpha * 100)
    match = _("{words}% words, {meaning}% meaning").format(words=percent, meaning=100 - percent)
    rows = [
        Part(_("Words"), ", ".join(hit.words), sums.keyword, _two(sums.keyword)),
        Part(_("Meaning"), "", sums.meaning, _two(sums.meaning)),
        Part(_("Match"), match, None, _two(sums.match)),
    ]
    last = [
        Part(name, source, number, f"× {_two(number)}", factor=True)
        for name, source, number in (
            (_("Period"), _("outside"), sums.dates),
            (_("Repeats"), _("a better hit"), sums.repeats),
        )
        if number != 1
    ]
    if why.weighted_sum:
        numbers = (sums.importance, sums.recency, sums.frequency)
        names = (_("Importance"), _("Age"), _("Use"))
        sources = (_of_five(hit), age(why.age_days), "")
        return (
            rows
            + [
                Part(name, source, number, _two(number), factor=True)
                for name, source, number in zip(names, sources, numbers, strict=True)
            ]
            + last
        )
    aged = _("pinned") if why.pinned else age(why.age_days)
    return [
        *rows,
        Part(_("Age"), aged, sums.age, f"× {_two(sums.age)}", factor=True),
        Part(
            _("Importance"),
            _of_five(hit),
            hit.importance / 5,
            f"× {_two(sums.importance)}",
            factor=True,
        ),
        *last,
    ]


def sum_of(why: Why) -> tuple[str, str]:
    """Return the calculation of the sum, and its result."""
    sums = shown(why)
    last = [factor for factor in (sums.dates, sums.repeats) if factor != 1]
    if why.weighted_sum:
        numbers = (sums.match, sums.importance, sums.recency, sums.frequency)
        terms = (
            f"{_two(weight)} × {_two(number)}"
            for weight, number in zip(MEMORY_WEIGHTS, numbers, strict=True)
        )
        total = " + ".join(terms)
        if last:
            total = " × ".join([f"({total})", *map(_two, last)])
        return total, _two(sums.score)
    factors = [sums.match, sums.age, sums.importance, *last]
    return " × ".join(_two(factor) for factor in factors), _two(sums.score)


def score(hit: Hit) -> str:
    """Return the score as displayed."""
    return _two(shown(hit.why).score)


def hidden(count: int) -> str:
    """Return how many notes are hidden by decay."""
    return ngettext("{n} old note hidden", "{n} old notes hidden", count).format(n=_n(count))


def older(count: int) -> str:
    """Return how many older versions are folded under a hit."""
    return ngettext("{n} older version", "{n} older versions", count).format(n=_n(count))


def summary(result: SearchResult) -> str:
    """Return the text of the status line for the results."""
    if result.conversations is not None:
        return _conversations(len(result.conversations)).rstrip(".")
    if result.abstained:
        return _("No clear match")
    text = ngettext("{n} note", "{n} notes", len(result.hits)).format(n=_n(len(result.hits)))
    if not result.hidden_by_decay:
        return text
    return f"{text}, {hidden(result.hidden_by_decay)}"


def sentence(hit: Hit, *, joined: bool) -> str:
    """Return the text of a hit for a screen reader."""
    facts = [hit.title or _("Untitled"), age(hit.why.age_days)]
    facts += [hit.snippet] if hit.file is None else [file_text(hit.file), hit.snippet]
    if not hit.why.listed:
        facts.append(_("score {score}").format(score=score(hit)))
    if joined:
        facts.append(_("found by meaning"))
    if hit.outdated:
        facts.append(_("outdated"))
    if hit.older_versions:
        facts.append(older(len(hit.older_versions)))
    return ". ".join(facts)


def questions(found: FoundConversation) -> str:
    """Return how much was asked in a conversation."""
    return ngettext("{n} question", "{n} questions", found.turns).format(n=_n(found.turns))


def _conversations(count: int) -> str:
    if not count:
        return _("No conversations match.")
    return ngettext("{n} conversation.", "{n} conversations.", count).format(n=_n(count))


def _is_listed(result: SearchResult) -> bool:
    return any(hit.why.listed for hit in result.hits)


def _newest_first(result: SearchResult) -> str:
    count = len(result.hits)
    if result.dates is None:
        text = ngettext("{n} note.", "{n} notes, newest first.", count)
    else:
        text = ngettext("{n} note of this time.", "{n} notes of this time, newest first.", count)
    return text.format(n=_n(count))


def _by_words(count: int) -> str:
    return ngettext("{n} note by words.", "{n} notes by words.", count).format(n=_n(count))


def _coverage(result: SearchResult) -> str:
    return _("{done} of {total} notes can be searched by meaning.").format(
        done=_n(result.indexed_done), total=_n(result.indexed_total)
    )


def _partly_covered(result: SearchResult) -> str:
    return _coverage(result) if result.indexed_done < result.indexed_total else ""


def _of_five(hit: Hit) -> str:
    return _("{n} of 5").format(n=hit.importance)


def _two(number: float) -> str:
    return date_format.decimal(number, 2)


def _n(count: int) -> str:
    return date_format.number(count)
