"""Where texts may be cut."""

import pytest

from notebrain.domain.text.graphemes import boundary_after, boundary_before, is_boundary


@pytest.mark.parametrize(
    "whole",
    [
        "\r\n", "e\u0301", "e\u0323\u0301", "👍🏽", "👩\u200d💻", "🇩🇪", "❤\ufe0f", "1\ufe0f\u20e3",
        "\u1100\u1161", "\u1100\u1161\u11a8", "\uac00\u11a8", "\u1100\uac00", "नी", "क्ष", "กำ", "\u0600\u0661",
        "🏴\U000e0067\U000e007f",
    ],
)  # fmt: skip
def test_what_a_reader_sees_as_one_is_not_cut(whole: str) -> None:
    text = f"a{whole}b"

    assert [place for place in range(len(text) + 1) if is_boundary(text, place)] == [
        0, 1, len(text) - 1, len(text),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text", ["ab", "\n\n", "\n\r", "日本", "각각", "é1", "😀😀", "\u11a8\u1100"]
)
def test_neighbors_are_cut_apart(text: str) -> None:
    assert is_boundary(text, 1)


def test_a_row_of_flags_is_cut_between_flags() -> None:
    text = "🇩🇪🇫🇷🇮🇹"

    assert [place for place in range(7) if is_boundary(text, place)] == [0, 2, 4, 6]


def test_the_nearest_boundaries_lie_around_a_grapheme() -> None:
    text = "ab👩\u200d💻cd"

    assert boundary_before(text, 4, 0) == 2
    assert boundary_after(text, 3, 0) == 5
    assert boundary_after(text, 99, 0) == 99
