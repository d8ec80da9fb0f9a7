"""Titles, snippets, and when two texts are the same."""

import hashlib
import re
import unicodedata

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.notes.content import (
    SNIPPET_LENGTH,
    TITLE_LENGTH,
    content_hash,
    plain_line,
    repeat_hash,
    snippet_of,
    title_of,
)

MARKED = [
    ("# Title", "Title"),
    ("###### **Deep** title", "Deep title"),
    ("> > quoted", "quoted"),
    ("- [x] done `code`", "done code"),
    ("12) twelfth", "twelfth"),
    ("a  \t b\x00c", "a b c"),
    ("![alt](img.png) and [[Wiki]]", "alt and Wiki"),
    ("- Dry [[Wood pile|the wood]] and [[c|d|e]]", "Dry the wood and d|e"),
    ("| [[Wood pile|the wood]] | dry |", "the wood dry"),
    ("#hashtag stays", "#hashtag stays"),
    ("#ff0000", "#ff0000"),
    ("snake_case_name 2*3*4", "snake_case_name 2*3*4"),
]


@pytest.mark.parametrize(("line", "plain"), MARKED)
def test_a_line_is_said_without_its_marks(line: str, plain: str) -> None:
    assert plain_line(line) == plain


@pytest.mark.parametrize(
    ("body", "title"),
    [
        ("", ""),
        ("\n \n\t\n", ""),
        ("\n\n# First\nsecond", "First"),
        ("---\n```python\n***\nreal line", "real line"),
        ("Windows\r\nline", "Windows"),
        ("old Mac\rline", "old Mac"),
        ("separated\u2028line", "separated"),
        ("word " * 60, ("word " * 60)[: TITLE_LENGTH - 1].rstrip() + "…"),
        ("x" * 200, "x" * TITLE_LENGTH + "…"),
        ("中" * 200, "中" * TITLE_LENGTH + "…"),
    ],
)
def test_the_title_is_the_first_line_that_says_something(body: str, title: str) -> None:
    assert title_of(body) == title


def test_the_snippet_follows_the_first_line() -> None:
    assert snippet_of("# Title\n\nfirst *line*\n- second", "Title") == "first line second"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("a _tensor_ is *not* a list", "a tensor is not a list"),
        ("call snake_case_name and 2 * 3 * 4", "call snake_case_name and 2 * 3 * 4"),
        ("_all of it_", "all of it"),
        ("| A | B |\n|---|:-:|\n| 1 | 2 |", "A B 1 2"),
        ("a * b and c_", "a * b and c_"),
        ("> [!warning]- Frost\n> Cover it.", "Frost Cover it."),
        ("> [!note]\n> See [!this] and [!that", "See [!this] and [!that"),
    ],
)
def test_a_snippet_has_no_marks_around_words(line: str, said: str) -> None:
    assert snippet_of(f"Title\n{line}", "Title") == said


def test_the_snippet_of_a_note_with_a_title_of_its_own_begins_with_its_first_line() -> None:
    assert snippet_of("first line\nsecond", "Set by hand") == "first line second"


def test_a_title_that_is_only_the_beginning_of_a_word_is_not_cut_off_the_snippet() -> None:
    assert snippet_of("Apple pie", "A") == "Apple pie"


def test_a_first_line_too_long_for_the_title_goes_on_in_the_snippet() -> None:
    body = " ".join(f"word{number}" for number in range(60))

    title = title_of(body)

    assert snippet_of(body, title).startswith(body[len(title) - 1 :].lstrip()[:20])


def test_a_snippet_is_short_whatever_the_note() -> None:
    assert len(snippet_of("title\n" + "long words here " * 100_000, "title")) <= SNIPPET_LENGTH + 1
    assert snippet_of("", "") == ""


@given(st.text(), st.text())
def test_title_and_snippet_are_single_lines(body: str, title: str) -> None:
    for text in (title_of(body), snippet_of(body, title)):
        assert len(text.splitlines()) <= 1
        assert "\x00" not in text


SAME = [
    ("a\nb", "a\r\nb"),
    ("a\nb", "a\rb"),
    ("a\nb", "a\u2028b"),
    ("a\nb", "a  \nb\t\u00a0"),
    ("a\n\nb", "a\n\n\n\n\nb"),
    ("a\n\nb", "a\n  \n \t \nb"),
    ("a", "\n\na\n\n"),
    ("caf\u00e9", "cafe\u0301"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_texts_that_differ_only_in_blanks_and_encoding_repeat_each_other(
    one: str, other: str
) -> None:
    assert repeat_hash(one) == repeat_hash(other)


@pytest.mark.parametrize(
    ("one", "other"), [("a", "A"), ("a b", "a  b"), (" a", "a"), ("a\nb", "a\n\nb"), ("1", "2")]
)
def test_texts_that_differ_in_more_do_not(one: str, other: str) -> None:
    assert repeat_hash(one) != repeat_hash(other)


def slow_hash(text: str) -> bytes:
    """The definition in one go, as the reference."""
    same = re.sub(r"\r\n?|[\u2028\u2029\x85]", "\n", unicodedata.normalize("NFC", text))
    same = "\n".join(line.rstrip(" \t\u00a0") for line in same.split("\n"))
    return hashlib.sha256(re.sub(r"\n{3,}", "\n\n", same).strip("\n").encode()).digest()


@given(
    st.lists(
        st.sampled_from(
            ["a", "é", "e\u0301", " ", "\t", "\n", "\r", "\r\n", "\u2028", "中", "가", "\u11a8"]
        )
    )
)
def test_a_text_hashed_in_blocks_has_the_hash_of_the_whole(parts: list[str]) -> None:
    import notebrain.domain.notes.content as module

    text = "".join(parts)
    kept = module._BLOCK_LENGTH
    try:
        module._BLOCK_LENGTH = 3
        assert repeat_hash(text) == slow_hash(text)
    finally:
        module._BLOCK_LENGTH = kept


@pytest.mark.parametrize(
    "text",
    [
        "x" * 3_000_000,
        " " * 3_000_000 + "x",
        "\n" * 3_000_000 + "x",
        "[" * 3_000_000,
        "中" * 500_000,
    ],
)
@pytest.mark.timeout(20)  # a rule that looks back at every blank takes minutes
def test_no_text_takes_long(text: str) -> None:
    assert repeat_hash(text)
    assert len(snippet_of(text, title_of(text))) <= SNIPPET_LENGTH + 1


def test_the_key_of_a_vector_is_of_exactly_this_text() -> None:
    assert content_hash("a") == hashlib.sha256(b"a").digest()
    assert content_hash("a") != content_hash("a ")


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("# The *good* version", "The good version"),
        ("_Dal_, again", "Dal, again"),
        ("**Now**: *more* of it", "Now: more of it"),
        ("rename snake_case_name and 2 * 3 * 4", "rename snake_case_name and 2 * 3 * 4"),
    ],
)
def test_a_title_shows_no_marks_around_words_like_the_snippet(line: str, title: str) -> None:
    assert title_of(line) == title
    assert snippet_of(f"{line}\nnext", title) == "next"
