"""The part of a note that is quoted: its sentences, and which of them answers."""

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.search.sentences import best_part, spans_of
from notebrain.domain.search.snippets import QUOTE_LENGTH, quote

FILLER = "Somebody walked along the canal and thought about the weather of that day. " * 6


def shown(text: str, *terms: str, **rarity: float) -> str:
    """Return the quote for these words."""
    return quote(text, start=0, whole_length=len(text), terms=terms, rarity=rarity).snippet


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Once. Two! Three? Four", ["Once.", "Two!", "Three?", "Four"]),
        ("Dr. May came at 7. May is nice.", ["Dr. May came at 7. May is nice."]),
        ("am 5. April, z. B. um 10", ["am 5. April, z. B. um 10"]),
        ("# Head\n- an item\n- two. Parts", ["# Head", "- an item", "- two.", "Parts"]),
        ("version 1.5 is out", ["version 1.5 is out"]),
        ("明日は行く。今日は休む。", ["明日は行く。", "今日は休む。"]),
        (
            "A line of an old mail that was wrapped by the program\ngoes on here. Then not.",
            ["A line of an old mail that was wrapped by the program\ngoes on here.", "Then not."],
        ),
        ("", []),
        (" \n\n ", []),
    ],
)
def test_a_text_is_split_into_sentences(text: str, sentences: list[str]) -> None:
    assert [text[start:end] for start, end in spans_of(text)] == sentences


def test_the_quote_begins_with_the_sentence_that_has_the_words() -> None:
    text = f"{FILLER}The tuner charges 65 for the piano. {FILLER}"

    assert shown(text, "tuner", "piano").startswith("…The tuner charges 65 for the piano.")


def test_a_quote_is_chosen_over_the_whole_note_not_from_the_passage_nearest_in_meaning() -> None:
    text = f"{FILLER}{FILLER}{FILLER}The padlock opens with 4417. {FILLER}"

    found = quote(text, start=0, whole_length=len(text), terms=("padlock",), near=(0, len(FILLER)))

    assert "4417" in found.snippet


def test_without_a_word_of_the_question_the_passage_nearest_in_meaning_is_quoted() -> None:
    text = f"{FILLER}The lock opens with 4417. {FILLER}"
    near = (len(FILLER), len(text))

    found = quote(text, start=0, whole_length=len(text), terms=("padlock",), near=near)

    assert found.snippet.startswith("…The lock opens with 4417.")


def test_the_rarest_word_of_the_question_decides() -> None:
    text = f"The house is old. {FILLER}The boiler is new. {FILLER}"

    assert shown(text, "house", "boiler", house=5.0, boiler=1.0).startswith("The house")
    assert "The boiler" in shown(text, "house", "boiler", house=1.0, boiler=5.0)


def test_a_word_that_the_note_repeats_counts_less() -> None:
    boiler = "The boiler hums. " * 20

    assert "pressure is 1.3" in shown(f"{boiler}{FILLER}The pressure is 1.3.", "boiler", "pressure")


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("## Boiler\n\nSet it to 52 degrees.", "…Boiler Set it to 52"),
        ("To roll back:\n```\ntool --to previous\n```\nIt rolls.", "…To roll back: tool --to"),
        ("- Piano\n  - boiler of brass, 180", "…Piano boiler of brass, 180"),
    ],
)
def test_a_heading_is_quoted_with_the_line_below(text: str, start: str) -> None:
    found = shown(f"{FILLER}\n\n{text}\n\n{FILLER}", "boiler", "roll")

    assert found.startswith(start)


def test_what_stands_under_the_right_heading_comes_first() -> None:
    text = (
        f"## Cellar\n\n{FILLER}\n\nThe key is with Ann.\n\n"
        f"## Loft\n\n{FILLER}\n\nThe key is with Bob.\n\n{FILLER}"
    )

    assert "Bob" in shown(text, "loft", "key")
    assert "Ann" in shown(text, "cellar", "key")


def test_a_row_of_a_table_belongs_to_its_head() -> None:
    rows = "\n".join(f"| host{number} | {number} GB |" for number in range(40))
    text = f"| host | memory |\n| --- | --- |\n{rows}\n"

    assert shown(text, "host31", "memory").startswith("…host31")


def test_a_long_sentence_is_not_cut_before_what_follows_the_words() -> None:
    text = f"{'and then he said so ' * 30} the foreman was called Tam Riddoch {'and so on ' * 60}"

    assert "Riddoch" in shown(text, "foreman")


def test_the_sentence_before_is_quoted_if_it_has_a_word_of_the_question() -> None:
    text = f"{FILLER}The notary is Dr. May. Her number is 960118. {FILLER}"

    assert shown(text, "notary", "number").startswith(
        "…The notary is Dr. May. Her number is 960118."
    )


def test_a_quote_ends_with_a_sentence_if_little_is_lost_by_it() -> None:
    text = f"The tuner came on the train from Ormsby. {FILLER}"

    assert shown(text, "tuner").endswith("of that day.…")


@given(
    st.text(alphabet="ab c\n.:#|-。 ", max_size=900),
    st.lists(st.tuples(st.integers(0, 899), st.integers(1, 9)), max_size=8),
    st.integers(0, 900),
)
def test_a_part_lies_inside_and_holds_a_word(
    text: str, places: list[tuple[int, int]], near: int
) -> None:
    found = sorted((at, at + long, "x") for at, long in places if at + long <= len(text))

    start, end = best_part(text, found, length=QUOTE_LENGTH, rarity={}, near=(near, near + 50))

    assert 0 <= start <= end <= len(text)
    assert end - start <= QUOTE_LENGTH
    if found and all(text[a:b].isalpha() for a, b, _ in found):
        assert any(start <= a and b <= end for a, b, _ in found)
