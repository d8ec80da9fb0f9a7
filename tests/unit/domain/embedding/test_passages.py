"""Cutting notes into pieces: what must hold for every text."""

from datetime import UTC, datetime
from itertools import pairwise

import pytest
from hypothesis import given, settings, strategies as st

from notebrain.domain.embedding.passages import OVERLAP, PIECE_LENGTH, Piece, split
from notebrain.domain.notes.updates import append_update

GRAPHEMES = [
    "a", "b", " ", "\n", "\r\n", "\r", "\t", ".", "word ", "Sentence. ", "\n\n", "\n# Head\n",
    "日", "本", "。", "e\u0301", "a\u0308\u0323", "👩\u200d👩\u200d👧\u200d👦", "👍🏽", "🇩🇪", "🇫🇷",
    "❤\ufe0f", "각", "```\n", "\u1100\u1161\u11a8", "\uac00\u11a8", "क्षि", "\u2028", "\u00a0", "\x00", "x" * 300, "नी",
]  # fmt: skip

graphemes = st.lists(st.sampled_from(GRAPHEMES), max_size=40)
pieces_of_text = st.builds(
    lambda parts, times: "".join(parts * times), graphemes, st.integers(1, 120)
)
any_text = st.one_of(pieces_of_text, st.text(max_size=200).map(lambda text: text * 30))


def count_characters(text: str) -> int:
    return sum(not char.isspace() for char in text)


def uncovered(text: str, pieces: list[Piece]) -> str:
    """Return what no piece holds."""
    missing, reached = "", 0
    for piece in pieces:
        missing += text[reached : piece.start]
        reached = max(reached, piece.end)
    return missing + text[reached:]


@given(any_text)
def test_pieces_hold_the_whole_text_but_blanks(text: str) -> None:
    assert uncovered(text, split(text)).strip() == ""


@pytest.mark.slow
@given(any_text, st.integers(20, 600))
def test_no_piece_is_empty_or_inside_another_and_all_are_in_order(
    text: str, max_tokens: int
) -> None:
    pieces = split(text, max_tokens=max_tokens, count_tokens=count_characters)

    assert all(0 <= piece.start < piece.end <= len(text) for piece in pieces)
    assert all(one.start < other.start and one.end < other.end for one, other in pairwise(pieces))
    assert uncovered(text, pieces).strip() == ""


@pytest.mark.slow
@given(pieces_of_text, st.integers(40, 600))
def test_no_piece_is_longer_or_has_more_tokens_than_allowed(text: str, max_tokens: int) -> None:
    pieces = split(text, max_tokens=max_tokens, count_tokens=count_characters)

    assert all(piece.end - piece.start <= PIECE_LENGTH for piece in pieces)
    assert all(count_characters(text[piece.start : piece.end]) <= max_tokens for piece in pieces)


@given(st.lists(st.sampled_from(GRAPHEMES), max_size=60), st.integers(1, 100), st.integers(8, 600))
def test_no_grapheme_is_cut(parts: list[str], times: int, max_tokens: int) -> None:
    # "\r" before "\n" would be one line end
    parts = [*(part for part in parts * times if part != "\r")]
    text = "".join(parts)
    inside: set[int] = set()
    position = 0
    for part in parts:
        if not part.isascii() or part == "\r\n":
            inside.update(range(position + 1, position + len(part)))
        position += len(part)

    pieces = split(text, max_tokens=max_tokens, count_tokens=count_characters)

    assert not inside & {place for piece in pieces for place in (piece.start, piece.end)}


@given(st.text(max_size=PIECE_LENGTH))
def test_a_text_of_1600_characters_is_one_piece(text: str) -> None:
    assert len(split(text)) == (1 if text.strip() else 0)


def test_a_blank_text_has_no_pieces() -> None:
    assert split("") == []
    assert split(" \n\u2028\t\u00a0" * 1000) == []


def test_blanks_at_the_edges_are_left_out() -> None:
    assert split("\n\n note \n") == [Piece(3, 7)]


@pytest.mark.parametrize(
    ("filling", "end"),
    [
        ("Words and more words. " * 20 + "End.\n\n", "\n\n"),
        ("A line of words\n", "\n"),
        ("A sentence of words. ", ". "),
        ("word ", " "),
    ],
)
def test_long_texts_are_cut_where_something_ends(filling: str, end: str) -> None:
    text = filling * (6000 // len(filling))

    pieces = split(text)

    assert len(pieces) > 3
    kept = end.rstrip()
    assert all(text[: piece.end].endswith(kept) for piece in pieces)
    assert all(text[piece.end :].startswith(end[len(kept) :]) for piece in pieces[:-1])


def test_a_heading_starts_a_piece_rather_than_ending_one() -> None:
    text = "Some text of the first part. " * 50 + "\n# Second part\n" + "More text here. " * 60

    first = split(text)[0]

    assert text[first.end :].lstrip().startswith("# Second part")


def test_neighbors_share_about_200_characters() -> None:
    text = "".join(f"Sentence number {n} says something. " for n in range(400))

    pieces = split(text)

    shared = [one.end - other.start for one, other in pairwise(pieces)]
    assert all(100 <= length <= OVERLAP for length in shared)


def test_text_dense_in_tokens_is_cut_sooner() -> None:
    text = "漢字だけの長い文章。" * 300

    pieces = split(text, max_tokens=510, count_tokens=len)

    assert max(piece.end - piece.start for piece in pieces) <= 510
    assert uncovered(text, pieces) == ""


def test_a_grapheme_longer_than_a_piece_stays_whole() -> None:
    text = "before " + "e" + "\u0301" * 5000 + " after"

    pieces = split(text)

    assert any(text[piece.start : piece.end].startswith("e\u0301") for piece in pieces)
    assert all(text[piece.start] != "\u0301" for piece in pieces)


def test_an_appended_update_is_a_piece_of_its_own_with_its_date() -> None:
    at = datetime(2026, 11, 21, 14, 2, tzinfo=UTC)
    body = append_update("The limit is 600.", "The limit is 1200 now.", at=at)

    first, second = split(body)

    assert (body[first.start : first.end], first.dated) == ("The limit is 600.", None)
    assert body[second.start : second.end].endswith("The limit is 1200 now.")
    assert second.dated == at


def test_every_piece_of_a_long_update_has_its_date() -> None:
    at = datetime(2026, 11, 21, 14, 2, tzinfo=UTC)
    body = append_update("Short.", "Long update. " * 400, at=at)

    pieces = split(body)

    assert [piece.dated for piece in pieces] == [None] + [at] * (len(pieces) - 1)
    assert len(pieces) > 3


@pytest.mark.parametrize(
    "line", ["x" * 100_000, "word " * 20_000, "🇩🇪" * 40_000, " " * 100_000 + "x"]
)
def test_one_endless_line_is_counted_a_bounded_number_of_times(line: str) -> None:
    counted = 0

    def count(text: str) -> int:
        nonlocal counted
        counted += len(text)
        return len(text) // 3

    split(line, max_tokens=510, count_tokens=count)

    assert counted < 6 * len(line)


@settings(max_examples=20)
@given(st.integers(1, 40))
def test_a_shrinking_token_budget_still_ends(max_tokens: int) -> None:
    text = "ab cd " * 200

    pieces = split(text, max_tokens=max_tokens, count_tokens=len)

    assert uncovered(text, pieces).strip() == ""


def test_a_text_of_2801_characters_is_two_pieces_and_none_of_it_is_lost() -> None:
    text = ("word " * 561)[:2801]

    pieces = split(text)

    assert len(pieces) == 2
    assert uncovered(text, pieces).strip() == ""
