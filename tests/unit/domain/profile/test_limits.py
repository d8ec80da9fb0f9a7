"""Which part of a text above its limit is used."""

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.profile.limits import Keeps, used_span
from notebrain.domain.text.graphemes import is_boundary

OLD, NEW = Keeps.OLDEST, Keeps.NEWEST
TEXTS = st.text(st.sampled_from('ab .。!\n\r\t"é\u0301\u200d🇩🇪👍\U0001f3fd한'), max_size=60)


@pytest.mark.parametrize("keeps", Keeps)
@pytest.mark.parametrize("text", ["", "a", "ten chars.", "\n\n"])
def test_a_text_up_to_the_limit_is_used_whole(text: str, keeps: Keeps) -> None:
    assert used_span(text, limit=10, keeps=keeps) == (0, len(text))


@pytest.mark.parametrize(
    ("text", "limit", "keeps", "used"),
    [
        ("First.\n\nSecond one.\n\nThird.", 22, OLD, "First.\n\nSecond one."),
        ("First.\n\nSecond one.\n\nThird.", 22, NEW, "Second one.\n\nThird."),
        ("one\ntwo\nthree\nfour", 15, OLD, "one\ntwo\nthree"),
        ("one\ntwo\nthree\nfour", 13, NEW, "three\nfour"),
        ("one\r\ntwo\r\nthree", 10, OLD, "one\r\ntwo"),
        ("one\r\n\r\ntwo three", 15, NEW, "two three"),
        ("I am. You are! They will", 16, OLD, "I am. You are!"),
        ("I am. You are! They will", 22, NEW, "You are! They will"),
        ("some words without an end", 12, OLD, "some words"),
        ("some words without an end", 12, NEW, "an end"),
        ("今日は雨。明日は晴れ。", 7, OLD, "今日は雨。"),
        ("今日は雨。明日は晴れ。", 7, NEW, "明日は晴れ。"),
        ("aaaaaaaaaaaa", 5, OLD, "aaaaa"),
        ("aaaaaaaaaaaa", 5, NEW, "aaaaa"),
        (
            "a paragraph\n\nand more words that fill the room",
            40,
            OLD,
            "a paragraph\n\nand more words that fill",
        ),
        ("eeee\u0301", 4, OLD, "eee"),
        ("eeee\u0301", 1, NEW, ""),
        ("🇩🇪🇫🇷", 3, OLD, "🇩🇪"),
    ],
)
def test_a_longer_text_is_cut_where_a_reader_would_cut(
    text: str, limit: int, keeps: Keeps, used: str
) -> None:
    assert text[slice(*used_span(text, limit=limit, keeps=keeps))] == used


@given(TEXTS, st.integers(1, 40), st.sampled_from(Keeps))
def test_never_more_than_the_limit_is_used_and_no_character_is_split(
    text: str, limit: int, keeps: Keeps
) -> None:
    start, end = used_span(text, limit=limit, keeps=keeps)

    assert 0 <= start <= end <= len(text)
    assert end - start <= limit
    assert is_boundary(text, start)
    assert is_boundary(text, end)
    assert start == 0 if keeps is OLD else end == len(text)


@given(TEXTS, TEXTS, st.integers(1, 40))
def test_what_keeps_the_oldest_is_not_changed_by_what_comes_after_the_limit(
    text: str, more: str, limit: int
) -> None:
    full = text + "x" * (limit + 1)

    assert used_span(full + more, limit=limit, keeps=OLD) == used_span(full, limit=limit, keeps=OLD)


@given(TEXTS, st.integers(8, 40))
def test_a_line_added_at_the_end_is_used_by_what_keeps_the_newest(text: str, limit: int) -> None:
    longer = f"{text}\nnewest"

    start, end = used_span(longer, limit=limit, keeps=NEW)

    assert longer[start:end].endswith("newest"[-limit // 2 :])
