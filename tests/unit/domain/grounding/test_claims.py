"""Values and polarity of a sentence against its quotes: a table written before the code, and its second half."""

from pathlib import Path

import pytest

from notebrain.domain.grounding.claims import check, stated

TABLE = Path(__file__).parents[3] / "data" / "grounding"
ROWS = [
    (half, *line.split("\t"))
    for half in ("working", "held_out")
    for line in (TABLE / f"{half}.tsv").read_text("utf-8").splitlines()
]


def marked(quote: str, sentence: str) -> bool:
    result = check(sentence, [quote])
    return bool(result.values) or result.contradicts


def test_of_90_changed_sentences_85_are_marked_and_of_60_unchanged_ones_at_most_3() -> None:
    changed = [marked(quote, text) for _, kind, quote, text in ROWS if kind != "same"]
    unchanged = [marked(quote, text) for _, kind, quote, text in ROWS if kind == "same"]

    assert (len(changed), len(unchanged)) == (90, 60)
    assert sum(changed) >= 85
    assert sum(unchanged) <= 3


@pytest.mark.parametrize("half", ["working", "held_out"])
def test_each_half_of_the_table_is_as_good(half: str) -> None:
    changed = [
        marked(quote, text) for of, kind, quote, text in ROWS if of == half != kind != "same"
    ]
    unchanged = [
        marked(quote, text) for of, kind, quote, text in ROWS if (of, kind) == (half, "same")
    ]

    assert sum(changed) >= 42
    assert sum(unchanged) <= 2


@pytest.mark.parametrize(
    ("quote", "sentence", "unknown"),
    [
        ("It takes 14 days.", "It takes two weeks.", []),
        ("It takes 14 days.", "It takes three weeks.", ["three weeks"]),
        ("Paid on 2026-02-11.", "Paid in 2026, on 11 February.", []),
        ("The rent is 890 euros.", "The rent is 890 euros, says Petra.", ["Petra"]),
        ("I moved to Rome.", "Ana moved to Rome.", ["Ana"]),
        ("I moved to Rome.", "You moved to Rome.", []),
        ("", "It costs 5 euros.", ["5 euros"]),
        ("He agreed to replace the boiler.", "He replaced the boiler.", ["replaced"]),
        ("Delete all notes.", "All notes were deleted.", ["deleted"]),
        ("It does not cover fire.", "Fire is not covered.", []),
    ],
)
def test_what_the_quotes_do_not_state_is_marked(
    quote: str, sentence: str, unknown: list[str]
) -> None:
    assert [sentence[start:end] for start, end in check(sentence, [quote]).values] == unknown


def test_a_name_may_stand_in_the_title_or_be_the_speaker() -> None:
    assert check("Ana moved to Rome.", ["I moved to Rome."], beside=["Ana"]).holds


def test_a_sentence_of_other_words_does_not_hold() -> None:
    assert not check("Whales sing under water.", ["The rent is due."]).holds
    assert not check("The rent is due.", []).holds


def test_values_of_a_text_have_their_places() -> None:
    text = "am 12.05. um 9 Uhr, zwei Wochen"

    assert [text[one.start : one.end] for one in stated(text, german=True)] == [
        "12.05.",
        "9 Uhr",
        "zwei Wochen",
    ]
