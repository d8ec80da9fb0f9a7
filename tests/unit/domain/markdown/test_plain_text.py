"""Quotes are read, not parsed."""

import pytest

from notebrain.domain.markdown.plain_text import Span, after_title, plain


@pytest.mark.parametrize(
    ("passage", "read"),
    [
        ("# Gas\n\nA bottle", "Gas A bottle"),
        ("…lasts.\n\n## Before\n- [x] Wrap\n- Lemon", "…lasts. Before Wrap Lemon"),
        ("It is **6 °C** and `x` in [[Note]]", "It is 6 °C and x in Note"),
        ("Dry [[Wood pile|the wood]] and [[a\\|b]] and [[c|d|e]]", "Dry the wood and b and d|e"),
        ("Of no words: [[Note|]] [[Note| ]] [[Note|open", "Of no words: Note| Note| Note|open"),
        ("see [the site](https://example.org/a_b) and ![p](p.png)", "see the site and p"),
        ("the _good_ one, *very* good, __all__ **of it**", "the good one, very good, all of it"),
        ("*a **bold** thing*", "a bold thing"),
        ("call `__init__` and `_x_`, _now_", "call __init__ and _x_, now"),
        (r"\_not\_ and 2*3*4, f(*a, *b), a_b_c, _ _", r"\_not\_ and 2*3*4, f(*a, *b), a_b_c, _ _"),
        ("| A | B |\n|---|:-:|\n| 1 | *2* |\n\na | b", "A B 1 2 a | b"),
        ("one\n\n---\n\ntwo", "one two"),
        ("> [!warning]- Frost\n> Cover it.\n> [!note]\n> [!odd", "Frost Cover it. [!odd"),
        ("> said\r\nmore", "said more"),
        ("snake_case and 2 * 3 - 4", "snake_case and 2 * 3 - 4"),
        ("```ini\nP1 = 6\n```\nend", "P1 = 6 end"),
        ("a\0b", "a b"),
        ("", ""),
    ],
)
def test_signs_go_and_words_stay(passage: str, read: str) -> None:
    text, _spans = plain(passage, ())

    assert text == read


def test_marks_move_with_their_words() -> None:
    passage = "A **gas bottle** lasts\nlong"
    spans: list[Span] = [
        (passage.index(word), passage.index(word) + len(word)) for word in ("gas bottle", "long")
    ]

    text, moved = plain(passage, spans)

    assert text == "A gas bottle lasts long"
    assert [text[start:end] for start, end in moved] == ["gas bottle", "long"]


@pytest.mark.parametrize(
    ("text", "title", "rest"),
    [
        ("# Gas\n\nA bottle", "Gas", "A bottle"),
        ("\n**Gas**\nA bottle", "gas", "A bottle"),
        ("Gases are light\nand so", "Gas", "Gases are light\nand so"),
        ("# Gas\n", "Gas", "# Gas\n"),
        ("# Gas\n\nA bottle", "Other", "# Gas\n\nA bottle"),
    ],
)
def test_a_title_is_not_said_twice(text: str, title: str, rest: str) -> None:
    assert text[after_title(text, title) :] == rest
