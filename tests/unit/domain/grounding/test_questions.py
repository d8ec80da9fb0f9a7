"""What a question asks for, whom it names, and whose words answer it."""

import pytest

from notebrain.domain.grounding.questions import (
    Kind,
    answering,
    may_say_when,
    read_question,
    without_names,
    words_asked,
)
from notebrain.domain.grounding.subjects import (
    ADDRESSED,
    NOT_NAMED,
    SAID,
    about,
    is_same_person,
    persons,
    turns_of,
)


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("When did Ana move?", Kind.WHEN),
        ("What year did Ana move?", Kind.WHEN),
        ("Wann zieht Ana um?", Kind.WHEN),
        ("How many cats does Ana have?", Kind.HOW_MUCH),
        ("Wie viel kostet der Zaun?", Kind.HOW_MUCH),
        ("Who has the key?", Kind.WHO),
        ("Wem gehört das Rad?", Kind.WHO),
        ("Where is the key?", Kind.WHERE),
        ("Wo liegt der Schlüssel?", Kind.WHERE),
        ("Which book did Ana read?", Kind.ANYTHING),
        ("Why?", Kind.ANYTHING),
    ],
)
def test_the_kind_of_answer_is_read_from_the_question(question: str, kind: Kind) -> None:
    assert read_question(question).kind is kind


def test_names_and_telling_words_are_apart() -> None:
    question = read_question("What did Ana say about Ben's houses in Porto?")

    assert question.names == ("ana", "ben", "porto")
    assert words_asked("She said that a house burns", question) == {"hous"}
    assert (
        without_names(question.text, frozenset(("ana", "ben")))
        == "What did say about houses in Porto?"
    )


def test_a_name_in_an_operator_stays() -> None:
    assert (
        without_names('Ana moved? tag:ana in:"Ana"', frozenset(("ana",)))
        == 'moved? tag:ana in:"Ana"'
    )


@pytest.mark.parametrize(
    ("question", "sentence", "found"),
    [
        ("When did she move?", "She moved last week, on 3 May in rain.", ["last week", "3 May"]),
        ("Wann war das?", "Das war gestern.", ["gestern"]),
        ("How much is it?", "It costs 240 euros, or £200.", ["240 euros", "£200"]),
        ("Who has it?", "It is with Ana.", ["Ana"]),
        ("Who else met Ana?", "So did Ana.", []),
        ("Why is it so?", "It costs 240 euros.", []),
    ],
)
def test_what_was_asked_for_is_found_in_a_sentence(
    question: str, sentence: str, found: list[str]
) -> None:
    places = answering(sentence, read_question(question))

    assert [sentence[start:end] for start, end in places] == found


def test_the_quick_look_for_a_time_misses_none_that_is_found() -> None:
    for text in ("on 3 May", "gestern", "last week", "am Montag", "2026-05-01", "in June"):
        assert may_say_when(text)
    assert not may_say_when("The boiler is loud.")


def test_a_text_is_split_by_who_speaks() -> None:
    text = "# Talk\n\n**Ana Lima:** Hello.\nAre you there?\nBen: Yes.\n"

    turns = list(turns_of(text))

    assert [turn.name for turn in turns] == ["", "Ana Lima", "Ben"]
    assert text[turns[1].words_start : turns[1].end] == "Hello.\nAre you there?\n"
    assert [(turn.name, turn.start, turn.end) for turn in turns_of("no speaker")] == [("", 0, 10)]
    assert [turn.name for turn in turns_of("")] == [""]


def test_i_is_the_speaker_and_you_is_somebody_else() -> None:
    def far(person: str, text: str) -> float:
        return about(person, next(turns_of(text)), text)

    assert far("ana", "Ana: I ran a race.") == SAID
    assert far("ben", "Ana: I ran a race.") == NOT_NAMED
    assert far("ben", "Ana: You ran a race!") == ADDRESSED
    assert far("ana", "Ana: You ran a race!") == ADDRESSED
    assert far("ben", "Ana: I met Ben.") == ADDRESSED
    assert far("ben", "Ana: Ich traf Benno.") == ADDRESSED  # an ending of two letters
    assert far("ben", "We met Benjamin.") == NOT_NAMED


def test_short_names_are_the_same_person() -> None:
    assert is_same_person("mel", "melanie")
    assert is_same_person("lima", "ana lima")
    assert not is_same_person("al", "alan")
    assert not is_same_person("ana", "ben")
    assert persons(read_question("Did Mel run?"), frozenset(("melanie", "ben"))) == {"mel"}
