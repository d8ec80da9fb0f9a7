"""Quotes are read, not parsed."""

import pytest

from notebrain.gui.search.plain import plain_quote


def marked(text, marks):
    return [text[start:end] for start, end in marks]


@pytest.mark.parametrize(
    ("snippet", "title", "text"),
    [
        ("# Gas\n\nA bottle", "Gas", "A bottle"),
        ("# Gas  A bottle", "Gas", "A bottle"),
        ("Gas A bottle", "Gas", "A bottle"),
        ("Gases are light", "Gas", "Gases are light"),
        ("of 21.  ## Before - [x] Wrap - Lemon", "T", "of 21. Before Wrap - Lemon"),
        ("# Gas\n\nA bottle", "Other", "Gas A bottle"),
        ("…lasts.\n\n## Before\n- [x] Wrap\n- Lemon", "T", "…lasts. Before Wrap Lemon"),
        ("It is **6 °C** and `x` in [[Note]]", "T", "It is 6 °C and x in Note"),
        ("> said\r\nmore", "T", "said more"),
        ("snake_case and 2 * 3 - 4", "T", "snake_case and 2 * 3 - 4"),
        ("# Gas", "Gas", "Gas"),
        ("```ini\nP1 = 6", "T", "P1 = 6"),
        ("**", "T", "**"),
    ],
)
def test_signs_go_and_words_stay(snippet, title, text):
    assert plain_quote(snippet, (), title)[0] == text


def test_marks_move_with_their_words():
    snippet = "# Gas\n\nA **gas bottle** lasts\nlong"
    marks = tuple(
        (snippet.index(word), snippet.index(word) + len(word))
        for word in ("Gas", "gas bottle", "long")
    )

    text, moved = plain_quote(snippet, marks, "Gas")

    assert text == "A gas bottle lasts long"
    assert marked(text, moved) == ["gas bottle", "long"]
