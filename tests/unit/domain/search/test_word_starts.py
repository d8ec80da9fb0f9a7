"""Words are found by how they begin."""

import re

from hypothesis import given, strategies as st

from notebrain.domain.search.snippets import words_beginning

texts = st.text(alphabet="aab²é_-. \n字", max_size=40)


@given(texts, st.text(alphabet="ab²é字", min_size=1, max_size=3))
def test_every_word_with_the_beginning_is_found_once_and_whole(text: str, beginning: str) -> None:
    words = [found.span() for found in re.finditer(r"[^\W_]+", text)]

    found = list(words_beginning(text, beginning))

    assert found == [(a, b) for a, b in words if text[a:b].startswith(beginning)]


def test_nothing_begins_with_nothing() -> None:
    assert not list(words_beginning("a text", ""))
