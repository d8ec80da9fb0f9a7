"""Answers and conversations as Markdown that people read; conversations as one file, beside the notes of an export."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from notebrain.domain.conversations.conversation import Conversation, Turn
from notebrain.domain.grounding.answers import Answer, Source, in_words, noted_in_words
from notebrain.domain.i18n import _

_MARK: Final = "<!-- notebrain-conversations 1 -->"
_SEARCHED: Final = 1_000


def to_markdown(conversations: Iterable[tuple[Conversation, Sequence[Turn]]]) -> str:
    """Return a file with these conversations."""
    parts = [f"# {_('Conversations')}\n\n{_MARK}\n"]
    for one, turns in conversations:
        came_to = f"{_one_line(one.outcome)}\n\n" if one.outcome else ""
        head = f"\n## {_one_line(one.title)}\n\n{day_of(one.created_at)}\n\n{came_to}"
        parts.append(head + turns_text(turns, level=3))
    return "".join(parts)


def is_conversations(text: str) -> bool:
    """Return whether a Markdown file has conversations rather than a note."""
    return f"\n{_MARK}" in text[:_SEARCHED].replace("\r\n", "\n")


def turns_text(turns: Iterable[Turn], *, level: int) -> str:
    """Return questions, as headings of this level, with their answers."""
    return "\n".join(answer_text(turn.answer, level=level) for turn in turns)


def answer_text(answer: Answer, *, level: int) -> str:
    """Return a question, as a heading of this level, with its answer and links to the notes that it quotes.

    A quote that is a sentence of the answer itself is not written a second time.
    """
    said = {(_one_line(one.text), number) for one in answer.sentences for number in one.quotes}
    lines = [f"{'#' * level} {_one_line(answer.question)}", "", *sentence_lines(answer)]
    if not answer.sentences and answer.reason:
        lines.append(_one_line(answer.reason))
    for source in answer.shown_sources:
        title = source.title.strip()
        note = f"[[{title}]]" if title and not set("[]|#\n") & set(title) else title_of(source)
        quote = _one_line(source.quote.text)
        lines += ["", f"> {quote}"] if (quote, source.number) not in said else [""]
        lines.append(f"> – [{source.number}] {note}, {day_of(source.updated_at)}")
    return "\n".join(lines) + "\n"


def sentence_lines(answer: Answer) -> list[str]:
    """Return the sentences of an answer, each with the numbers of its quotes or the remark that it has none."""
    found: list[str] = []
    for sentence in answer.sentences:
        marks = "".join(f" [{number}]" for number in sentence.quotes)
        doubt = "" if sentence.supported else f" {_('(no quote says this)')}"
        found.append(f"{in_words(sentence)}{noted_in_words(sentence)}{marks}{doubt}")
    return found


def title_of(source: Source) -> str:
    """Return the title of a source as it is written."""
    return _one_line(source.title) or _("Untitled")


def day_of(moment: datetime) -> str:
    """Return the day of a moment, with its year."""
    return moment.astimezone().date().isoformat()


def _one_line(text: str) -> str:
    return " ".join(text.split())
