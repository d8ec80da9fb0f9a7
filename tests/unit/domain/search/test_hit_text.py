import pytest

from notebrain.domain.search.hit_text import LONGEST, extract, marks, passage, words_of
from tests.fakes.recall import make_hit

_SIX = "One two three four five six"


def marked(text: str, *words: str) -> list[str]:
    return [text[start:end] for start, end in marks(text, words)]


@pytest.mark.parametrize(
    ("text", "words", "wanted"),
    [
        ("The gas bottle lasts, bottles last.", ("bottle", "last"), "bottle lasts bottles last"),
        ("Gas, GAS and gasoline", ("gas",), "Gas GAS"),
        (
            "Die Schlüssel sind nicht im Keller, der Schlüssel",
            ("schlüssel",),
            "Schlüssel Schlüssel",
        ),
        ("東京都に行く", ("東京",), "東京"),
        ("Vegas", ("gas",), "gas"),  # a part of a word, where no word matches
        ("Nothing here", ("gas", ""), ""),
        ("İstanbul gas", ("gas",), "gas"),  # longer in lower case
    ],
)
def test_words_of_the_query_are_marked_in_every_form(
    text: str, words: tuple[str, ...], wanted: str
) -> None:
    assert " ".join(marked(text, *words)) == wanted


def test_marks_do_not_overlap() -> None:
    assert marks("gas bottles", ("gas bottles", "bottles")) == [(0, 11)]


@pytest.mark.parametrize(
    ("text", "snippet", "wanted"),
    [
        (
            "Gas\nTurn the tap\na bit. Then go.",
            "…Turn the tap a bit. Then…",
            "Turn the tap\na bit.",
        ),
        ("One two three four five six eight.", "One two three four five six seven.", _SIX),
        ("Text", "…", ""),
        ("Text", "Other words", ""),
    ],
)
def test_the_passage_is_found_where_lines_break_elsewhere(
    text: str, snippet: str, wanted: str
) -> None:
    start, end = passage(text, snippet) or (0, 0)

    assert text[start:end] == wanted


def test_a_short_note_is_read_as_a_whole_and_a_long_one_around_the_passage() -> None:
    body = "".join(f"Line {number}\n" for number in range(20_000))
    start = body.index("Line 15000")

    part = extract(body, start)

    assert extract("Short", 3).text == "Short"
    assert not extract("Short", 3).cut
    assert part.cut
    assert len(part.text) <= LONGEST
    assert "Line 15000\n" in part.text
    assert part.text.startswith("Line ")
    assert extract("x" * 3 * LONGEST, 2 * LONGEST).text.startswith("x")


def test_forms_marked_in_the_quote_are_marked_in_the_text() -> None:
    hit = make_hit("Gas", snippet="The appointment", marks=((4, 15),), words=("appt",))

    assert words_of(hit) == ("appt", "appointment")
