"""The texts of an answer: its sentences with their marks, what its sources are, and what is copied or saved."""

import re
from collections.abc import Mapping
from dataclasses import replace
from html import escape
from itertools import pairwise
from typing import Final

from notebrain.ask.model_answer import Freshness
from notebrain.domain.conversations.markdown_file import day_of, sentence_lines, title_of
from notebrain.domain.grounding.answers import (
    Answer,
    AnswerSentence,
    Role,
    Span,
    in_words,
    noted_in_words,
    values_of,
)
from notebrain.domain.i18n import _, ngettext
from notebrain.domain.markdown.plain_text import plain
from notebrain.gui.core import date_format
from notebrain.gui.theme.colors import Tokens

_LIST_MARK: Final = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?(?=\S)")
"""What a list item begins with; the answer shows the item without it."""
_DAY: Final = re.compile(r"\b\d{4}-\d\d-\d\d\b")


def sentence_html(sentence: AnswerSentence, tokens: Tokens) -> str:
    """Return a sentence as HTML: what answers in bold, unknown values marked, a link for each quote."""
    said = _plain(sentence)
    body = _row_html(sentence, tokens) or _pieces(said, (0, len(said.text)), tokens)
    marks = _aside(_noted(sentence).strip(), tokens) if sentence.noted else ""
    marks += "".join(f" {_link(number, tokens)}" for number in sentence.quotes)
    if sentence.earlier:
        links = " ".join(_link(number, tokens) for number in sentence.earlier)
        marks += _aside(_("earlier:"), tokens, links)
    if sentence.contradicts:
        links = " ".join(_link(number, tokens) for number in sentence.contradicts)
        marks += _aside(_("but also:"), tokens, links)
    if sentence.supported:
        return f"<span>{body}</span>{marks}"
    aside = f' <span style="color:{tokens.warning}">{escape(_("(no quote says this)"))}</span>'
    return f'<span style="color:{tokens.text2}">{body}</span>{marks}{aside}'


def spoken(sentence: AnswerSentence) -> str:
    """Return a sentence for a screen reader."""
    sentence = _plain(sentence)
    if not sentence.supported:
        return f"{in_words(sentence)} {_('(no quote says this)')}"
    quotes = ", ".join(str(number) for number in sentence.quotes)
    said = f"{in_words(sentence)}{_noted(sentence)}"
    return _("{sentence} (quote {numbers})").format(sentence=said, numbers=quotes)


def role_title(role: Role, *, by_model: bool = False) -> str:
    """Return the heading over the sources of a role."""
    titles = {
        Role.QUOTED: _("The quotes themselves") if by_model else _("Sources"),
        Role.EARLIER: _("Earlier versions"),
        Role.BESIDE: _("Also found"),
        Role.SOMEONE_ELSE: _("About someone or something else"),
        Role.NEAREST: _("Nearest notes, not an answer"),
    }
    return titles[role]


def written_by(answer: Answer) -> str:
    """Return which model wrote an answer and what that cost, or nothing."""
    if answer.model is None:
        return ""
    return _("Written by {model} in your account, for {n} neurons.").format(
        model=answer.model.rpartition("/")[2], n=date_format.number(round(answer.neurons))
    )


def since_read(freshness: Mapping[int, Freshness]) -> dict[int, str]:
    """Return what became of the notes of sources, by number, where they are not the same."""
    marks = {
        Freshness.CHANGED: _("changed since"),
        Freshness.GONE: _("no longer there"),
    }
    return {number: marks[what] for number, what in freshness.items() if what in marks}


def kept_here(answer: Answer) -> str:
    """Return how many of the sources stay on this computer, or nothing."""
    count = len({source.quote.note_id for source in answer.sources if source.local_only})
    if not count:
        return ""
    return ngettext(
        "{n} of these notes stays on this computer.",
        "{n} of these notes stay on this computer.",
        count,
    ).format(n=date_format.number(count))


def as_text(answer: Answer) -> str:
    """Return an answer with its quotes as plain text, to paste elsewhere."""
    lines = [answer.question, "", *sentence_lines(answer)]
    lines += [""] if answer.sentences else []
    for source in answer.shown_sources:
        quote = " ".join(source.quote.text.split())
        title, day = title_of(source), day_of(source.updated_at)
        lines.append(f"[{source.number}] “{quote}” – {title}, {day}")
    return "\n".join(lines)


def _noted(sentence: AnswerSentence) -> str:
    """Return when a sentence was noted, its days as people write them."""
    return _DAY.sub(lambda found: date_format.in_words(found[0]), noted_in_words(sentence))


def _plain(sentence: AnswerSentence) -> AnswerSentence:
    """Return a sentence without the marks of Markdown and the addresses of links; a row of a table stays as it is."""
    text, bold = plain(sentence.text, sentence.bold)
    if sentence.heads or not text.strip():
        return sentence
    return replace(
        sentence, text=text, bold=bold, unknown=plain(sentence.text, sentence.unknown)[1]
    )


def _row_html(sentence: AnswerSentence, tokens: Tokens) -> str:
    """Return the values of a row of a table, each behind its head; nothing of any other sentence."""
    values = [
        f'<span style="color:{tokens.muted}">{escape(head)}</span> '
        f"{_pieces(sentence, place, tokens)}"
        for head, place in values_of(sentence)
    ]
    return " · ".join(values)


def _pieces(sentence: AnswerSentence, place: Span, tokens: Tokens) -> str:
    """Return a part of a sentence, its marked parts marked."""
    begin, last = place
    clipped = ((max(start, begin), min(end, last)) for start, end in _cuts(sentence))
    return "".join(_piece(sentence, *cut, tokens) for cut in clipped if cut[0] < cut[1])


def _cuts(sentence: AnswerSentence) -> list[tuple[int, int]]:
    """Return the ranges of a sentence that look alike."""
    begin = _LIST_MARK.match(sentence.text)
    ends = {begin.end() if begin else 0, len(sentence.text)}
    for span in (*sentence.bold, *sentence.unknown):
        ends |= {max(min(ends), min(place, len(sentence.text))) for place in span}
    places = sorted(ends)
    return list(pairwise(places))


def _piece(sentence: AnswerSentence, start: int, end: int, tokens: Tokens) -> str:
    text = escape(" ".join(sentence.text[start:end].split("\n")))
    if any(first <= start and end <= last for first, last in sentence.unknown):
        return f'<span style="color:{tokens.danger};text-decoration:underline">{text}</span>'
    if any(first <= start and end <= last for first, last in sentence.bold):
        return f"<b>{text}</b>"
    return text


def _link(number: int, tokens: Tokens) -> str:
    style = f"color:{tokens.accent};text-decoration:none;font-weight:600"
    return f'<a href="{number}" style="{style}">[{number}]</a>'


def _aside(words: str, tokens: Tokens, links: str = "") -> str:
    behind = f" {links}" if links else ""
    return f' <span style="color:{tokens.muted}">{escape(words)}{behind}</span>'
