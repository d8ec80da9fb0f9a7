import pytest

from notebrain.domain.search.hit_text import (
    LONGEST,
    extract,
    marks,
    passage,
    without_title,
    word_to_find,
    words_of,
)
from notebrain.domain.search.types import SearchResult
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


@pytest.mark.parametrize(
    ("snippet", "words", "found"),
    [
        ("The gas bottle", ("gas", "bottle"), "gas bottle"),
        ("A bottle of Gas", ("gas", "bottle"), "gas"),
        ("Bottles", ("gas", "bottle"), "bottle"),
        ("An appointment", ("appt",), "appointment"),
        ("Nothing of it", ("body", "word"), "body word"),
        ("Nothing of it", ("other", "word"), "word"),
        ("By its meaning", (), ""),
    ],
)
def test_what_to_look_for_in_the_note_of_a_hit(snippet, words, found) -> None:
    marks = ((3, 14),) if "appointment" in snippet else ()
    hit = make_hit("Gas", snippet=snippet, marks=marks, words=words)

    assert word_to_find(hit, "A Body word") == found


def test_forms_marked_in_the_quote_are_marked_in_the_text() -> None:
    hit = make_hit("Gas", snippet="The appointment", marks=((4, 15),), words=("appt",))

    assert words_of(hit) == ("appt", "appointment")


@pytest.mark.parametrize(
    ("snippet", "marked", "title", "wanted"),
    [
        ("Gas bottle", ((0, 3),), "Gas bottle", ("", ())),
        ("Gas…", (), "Gas bottle", ("", ())),
        ("GAS: it lasts", ((0, 3), (5, 7)), "Gas", ("it lasts", ((0, 2),))),
        ("…it lasts", ((1, 3),), "Gas", ("…it lasts", ((1, 3),))),
        ("Gasoline is not gas", ((16, 19),), "Gas", ("Gasoline is not gas", ((16, 19),))),
        ("No title", (), "", ("No title", ())),
        ("…", (), "Gas", ("", ())),
    ],
)
def test_a_quote_does_not_repeat_the_title_above_it(
    snippet: str,
    marked: tuple[tuple[int, int], ...],
    title: str,
    wanted: tuple[str, tuple[tuple[int, int], ...]],
) -> None:
    assert without_title(snippet, marked, title) == wanted


@pytest.mark.parametrize(
    ("meaning", "words", "kept"),
    [
        (0.2, (), False),  # far from the best, and none of its words is in the query
        (0.2, ("gas",), True),
        (0.9, (), True),
    ],
)
def test_a_short_list_leaves_out_what_is_far_and_only_near_in_meaning(
    meaning: float, words: tuple[str, ...], kept: bool
) -> None:
    best = make_hit("Best", keyword=1.0, meaning=1.0, words=("gas",))
    other = make_hit("Other", keyword=0.0, meaning=meaning, alpha=0.2, words=words)

    close = SearchResult("gas", (best, other), 2, 2).close

    assert close.hits == ((best, other) if kept else (best,))


def test_the_nearest_notes_stay_where_nothing_is_sure() -> None:
    unsure = SearchResult("gas", (), 2, 2, abstained=True, nearest=(make_hit("Near"),))

    assert unsure.close == unsure
