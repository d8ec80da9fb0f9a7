"""The count of words."""

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.text.buffer import TextMap
from notebrain.gui.editor.word_count import WordCounter, counts

pytestmark = [pytest.mark.gui, pytest.mark.usefixtures("qapp")]


@pytest.mark.parametrize(
    ("text", "words"),
    [("", 0), ("two words", 2), ("- [ ] one\n- [x] two", 2), ("# Title\n\n6 °C, isn’t it?", 5)],
)
def test_words_are_counted_as_a_reader_would(text, words):
    assert sum(counts(TextMap.of(text))) == words


@given(st.integers(0, 5_000))
def test_a_word_that_two_pieces_share_is_counted_once(blanks):
    text = " " * blanks + "word " * 2_000

    assert sum(counts(TextMap.of(text))) == 2_000


def test_a_long_note_is_counted_in_slices(qtbot):
    text = TextMap.of("word " * 100_000)
    counter = WordCounter()

    with qtbot.waitSignal(counter.counted) as heard:
        counter.follow(lambda: text)
    counter.edited()

    assert heard.args == [100_000]
    assert counter._timer.isActive()
