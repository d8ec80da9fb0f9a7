"""Answers survive being written down, and what is no answer is refused."""

from datetime import UTC, datetime

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.conversations.answer_json import from_content, to_content
from notebrain.domain.errors import BadText
from notebrain.domain.grounding.answers import Answer, AnswerSentence, Role, Source
from notebrain.domain.grounding.quotes import Quote
from notebrain.domain.notes.note import NoteId
from notebrain.domain.search.types import Why

AT = datetime(2026, 3, 1, 12, 30, 1, 250_000, tzinfo=UTC)
WHY = Why(1.0, 0.5, 0.7, 1.0, 1.05, 0.5, 3.0, 0.9, words=("a", "b"), superseded_by=NoteId("n2"))
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


def source(number: int, text: str = "quoted") -> Source:
    quote = Quote(NoteId("n1"), 3, 4, 10, text)
    return Source(
        number, quote, Role.EARLIER, "Title", "typed", AT, 0.25, WHY if number > 1 else None, True
    )


@given(TEXT, TEXT, st.booleans())
def test_nothing_of_an_answer_is_lost(question: str, text: str, flag: bool) -> None:
    sentence = AnswerSentence(text, (1, 2), flag, ((0, 1),), ((2, 3),), (4,), (5,), noted=text)
    answer = Answer(
        question, (sentence,), (source(1), source(2, text)), flag, text, None, "@cf/x/y", 12.5
    )

    assert from_content(to_content(answer)) == answer


def test_a_field_of_a_newer_version_is_passed_over() -> None:
    content = to_content(Answer("q", (), (source(2),))).replace(
        '"keyword"', '"of_tomorrow": 1, "keyword"'
    )

    assert from_content(content).sources == (source(2),)


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "null",
        "{}",
        '{"question": 1}',
        '{"question": "q", "sentences": [1]}',
        "[" * 99_999,
    ],
)
def test_what_is_no_answer_is_refused(content: str) -> None:
    with pytest.raises(BadText):
        from_content(content)
