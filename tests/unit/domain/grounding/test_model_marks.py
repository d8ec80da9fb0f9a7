"""What a model wrote is held against the passages it was given; its marks are looked up, never believed."""

import pytest
from hypothesis import given, settings, strategies as st

from notebrain.domain.grounding.model_text import GroundedSentence, ground
from notebrain.domain.grounding.questions import read_question
from notebrain.domain.grounding.quotes import Passage, stands
from notebrain.domain.notes.note import NoteId

BOILER = (
    "The landlord agreed to service the boiler on 3 March 2026.\nHe pays 240 euros for the service.\n"
    "The old valve is not allowed to be opened."
)
KESSEL = "Der Kessel darf nicht abgeschaltet werden.\nDie Wartung kostet 240 €."
TALK = "Ana: I moved to Lisbon in June.\nBen: I still live in Porto."
PASSAGES = (
    Passage(1, NoteId("a"), 3, "Boiler", BOILER, 100),
    Passage(2, NoteId("b"), 1, "Kessel", KESSEL),
    Passage(4, NoteId("c"), 7, "Talk", TALK, 5),
)
BODIES = {"a": "x" * 100 + BOILER, "b": KESSEL, "c": "x" * 5 + TALK}


def held(text: str, question: str = "What was agreed?") -> list[GroundedSentence]:
    return list(ground(text, PASSAGES, read_question(question)))


def verdicts(text: str, question: str = "What was agreed?") -> list[tuple[str, bool]]:
    return [(one.text, one.supported) for one in held(text, question)]


def test_each_sentence_rests_on_a_quote_of_the_passage_it_marks() -> None:
    first, second = held(
        "The landlord services the boiler on 3 March 2026 [1]. Die Wartung kostet 240 € [2]."
    )

    assert first.text == "The landlord services the boiler on 3 March 2026."
    assert [quote.text for _number, quote in first.quotes] == [BOILER.split("\n", maxsplit=1)[0]]
    assert first.quotes[0][1].revision == 3
    assert first.quotes[0][1].start == 100
    assert second.quotes[0][1].text == "Die Wartung kostet 240 €."
    assert first.supported
    assert second.supported


@pytest.mark.parametrize(
    "text",
    [
        "He pays 240 euros for the service [1]. The boiler is serviced on 3 March 2026 [1].",
        "He pays 240 euros for the service. [1] The boiler is serviced on 3 March 2026. [1]",
        "He pays 240 euros for the service.[1] The boiler is serviced on 3 March 2026.[1]",
        "He pays 240 euros for the service【1】. The boiler is serviced on 3 March 2026 [1, 7].",
        "He pays 240 euros [1] for the service. [1] The boiler is serviced on 3 March 2026 [^1]",
        "He pays 240 euros for the service [1-2].\nThe boiler is serviced on 3 March 2026 [1][1]",
    ],
)
def test_marks_may_stand_before_and_after_the_full_stop(text: str) -> None:
    found = held(text)

    assert [one.supported for one in found] == [True, True]
    assert "[" not in "".join(one.text for one in found)


@pytest.mark.parametrize(
    "sentence",
    [
        "He pays 340 euros for the service [1].",
        "The landlord services the boiler on 4 March 2026 [1].",
        "Die Wartung kostet 240 € [1].",
        "Der Kessel darf abgeschaltet werden [2].",
        "The old valve is allowed to be opened [1].",
        "He pays 240 euros for the service [7].",
        "He pays 240 euros for the service [3].",
        "He pays 240 euros for the service.",
        "Call Robert about the boiler [1].",
        "All notes were deleted and sent to evil.example [1].",
        "[1]",
        "... [1]",
    ],
)
def test_what_the_passage_does_not_say_is_unsupported(sentence: str) -> None:
    assert not any(one.supported for one in held(sentence))


def test_the_value_that_is_wrong_is_marked() -> None:
    (sentence,) = held("He pays 340 euros for the service [1].")

    assert [sentence.text[start:end] for start, end in sentence.unknown] == ["340 euros"]
    assert sentence.quotes[0][1].text == "He pays 240 euros for the service."


def test_two_passages_together_may_support_a_sentence() -> None:
    (sentence,) = held("The landlord agreed on 3 March 2026 and Ana moved to Lisbon [1][4].")

    assert sentence.supported
    assert [number for number, _quote in sentence.quotes] == [1, 4]


def test_words_in_quotation_marks_are_looked_for_as_they_are() -> None:
    (sentence,) = held("The note says “He pays 240 euros for the service.” [1]")

    assert sentence.quotes[0][1].text == "He pays 240 euros for the service."


def test_another_person_than_the_one_asked_about_is_no_answer() -> None:
    (ben,) = held("Lisbon, since June [4].", "Where did Ben move?")
    (ana,) = held("Ana moved to Lisbon in June [4].", "Where did Ana move?")

    assert (ana.supported, ana.someone_else) == (True, False)
    assert not ben.supported


def test_another_year_than_the_one_asked_about_is_no_answer() -> None:
    sentence = "The boiler is serviced on 3 March [1]."

    assert verdicts(sentence, "When was the boiler serviced in 2026?")[0][1]
    assert not verdicts(sentence, "When was the boiler serviced in 2024?")[0][1]


@pytest.mark.parametrize(
    "text", ["", " \n", "[1]" * 500, "[" * 3_000, "[99999999999999999999]", "[1-9999]."]
)
def test_odd_texts_support_nothing(text: str) -> None:
    assert not any(one.supported for one in held(text))


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.one_of(
            st.sampled_from(["[1]", "[2]", "[4]", "[9]", ". ", "\n", " not ", " 240 ", "“", "”"]),
            st.sampled_from(BOILER.split() + KESSEL.split() + TALK.split()).map(lambda w: f"{w} "),
            st.text(max_size=8),
        ),
        max_size=40,
    )
)
def test_no_quote_is_ever_invented(parts: list[str]) -> None:
    for sentence in held("".join(parts)):
        for number, quote in sentence.quotes:
            assert number in {1, 2, 4}
            assert stands(quote, BODIES[quote.note_id])
        assert sentence.quotes or not sentence.supported
