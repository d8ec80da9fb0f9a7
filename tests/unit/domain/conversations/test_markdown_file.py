"""Answers as Markdown: the sentences with their marks, and each quote once."""

from datetime import UTC, datetime

from notebrain.domain.conversations.markdown_file import answer_text
from notebrain.domain.grounding.answers import Answer, AnswerSentence, Role, Source
from notebrain.domain.grounding.quotes import Quote
from notebrain.domain.notes.note import NoteId

AT = datetime(2026, 5, 3, 12, tzinfo=UTC)
ROW = "| washer | 9 June |"


def source(number: int, text: str, title: str = "Repairs") -> Source:
    quote = Quote(NoteId(f"n{number}"), 1, 0, len(text), text)
    return Source(number, quote, Role.QUOTED, title, "", AT, 1.0, None)


def test_a_quote_that_is_the_sentence_itself_is_not_written_twice() -> None:
    said, row = "The tap\ndrips.", AnswerSentence(ROW, (2,), True, heads=("what", "when"))
    sentences = (AnswerSentence("The tap drips.", (1,), True), row)
    answer = Answer("What drips?", sentences, (source(1, said), source(2, ROW, "Washer")))

    assert answer_text(answer, level=2) == (
        "## What drips?\n\nThe tap drips. [1]\nwhat: washer, when: 9 June [2]\n\n"
        "> – [1] [[Repairs]], 2026-05-03\n\n> – [2] [[Washer]], 2026-05-03\n"
    )


def test_the_quote_of_a_sentence_in_other_words_stands_below_it() -> None:
    sentences = (AnswerSentence("It drips.", (1,), True), AnswerSentence("Fix it.", (2,), True))
    answer = Answer("What?", sentences, (source(1, "The tap drips."), source(2, "It drips.")))

    text = answer_text(answer, level=2)

    assert "> The tap drips.\n> – [1] [[Repairs]]" in text
    assert "> It drips.\n> – [2] [[Repairs]]" in text
