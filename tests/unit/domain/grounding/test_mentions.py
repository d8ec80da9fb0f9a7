"""What a question names, and whether a quote is about it."""

import pytest

from notebrain.domain.grounding.mentions import around, missing
from notebrain.domain.grounding.questions import read_question
from notebrain.domain.grounding.subjects import names, turns_of


@pytest.mark.parametrize(
    ("question", "subjects"),
    [
        ("What does the boiler in Ben's flat in Porto cost?", (("ben",), ("porto",))),
        ("What salary does Ana Lima want?", (("ana", "lima"),)),
        ("Which mail did Dr. Weber send to Uncle Frank?", (("weber",), ("frank",))),
        ("Where is the iPhone?", (("iphone",),)),
        ("What is the PIN of the card?", ()),  # notes may write it out
        ("What did Mum say at Christmas?", ()),
        ("Best Pizza Dough Ever Made?", ()),  # written like a title
        ("Was haben wir mit dem Vermieter über die Heizung vereinbart?", ()),
        ("Welches Gehalt möchte Vera Lindner?", (("vera", "lindner"),)),
        ("Wie viel Luft braucht das Rad von Lukas?", (("lukas",),)),
        ("Wo waren wir in Prag?", (("prag",),)),
        ("Wo hat Mama Rechnungen?", ()),
        ("", ()),
    ],
)
def test_subjects_are_what_a_question_names(question: str, subjects: object) -> None:
    assert read_question(question).subjects == subjects


def test_a_title_in_quotes_is_no_subject() -> None:
    question = read_question("Did Ana like The Long Way?", (("the", "long", "way"),))

    assert question.subjects == (("ana",),)


def lacking(question: str, text: str, at: int, title: str = "") -> list[str]:
    turn = next(one for one in turns_of(text) if at < one.end)
    there = around(text, turn, at, title=title)
    return [" ".join(subject) for subject in missing(read_question(question), there)]


def test_names_stand_in_the_title_a_heading_the_speaker_or_right_before() -> None:
    question = "What does Porto cost?"
    notes = (
        "It cost 5 euros in Porto.",
        "# Porto\n\n## Food\n\nIt cost 5 euros.",
        "Porto: It cost 5 euros.",
        "We went to Porto. It cost 5 euros.",
        "Porto, in May:\n- Bica was good\n- it cost 5 euros",
    )
    assert [lacking(question, text, text.lower().index("it cost")) for text in notes] == [[]] * 5
    assert lacking(question, "It cost 5 euros.", 0, title="Trip to Porto") == []


def test_names_elsewhere_in_the_note_do_not_count() -> None:
    question = "What does Porto cost?"
    notes = (
        "It cost 5 euros. Porto was fine.",
        "# Porto\n\nNice.\n\n# Faro\n\nIt cost 5 euros.",
        "We went to Porto. In June we saw Faro. It cost 5 euros.",
        "- Porto was nice\n- it cost 5 euros",
        "Porto was nice.\n\nIt cost 5 euros.",
    )
    found = [lacking(question, text, text.lower().index("it cost")) for text in notes]
    assert found == [["porto"]] * 5


def test_accents_and_endings_do_not_matter_but_other_words_do() -> None:
    assert lacking("When is the Skoda due?", "The Škoda is due.", 0) == []
    assert lacking("When is Lukas due?", "Bei Lukas' Rad: fällig.", 8) == []
    assert lacking("Who is Frank?", "Ben moved to Frankfurt.", 0) == ["frank"]
    assert names("I met Ben and others", "ben")
    assert not names("I met Benjamin", "ben")


def test_one_of_the_years_has_to_stand() -> None:
    assert lacking("What was in 2019?", "It rained in 2020.", 0) == ["2019"]
    assert lacking("What was between 2019 and 2020?", "It rained in 2020.", 0) == []
    assert lacking("What was in 2019?", "It rained 12019 times.", 0) == ["2019"]
