"""What is said about a note elsewhere."""

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.notes.links import find_links, link_key
from notebrain.domain.notes.mentions import excerpt, linking_text, unlinked_places

WORDS = st.text(st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp")), min_size=1).filter(
    lambda words: link_key(words).replace("#", "").strip()
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("the gas bottle, Gas\u00a0 Bottle!", ["gas bottle", "Gas\u00a0 Bottle"]),
        ("gas bottles and biogas bottle", []),
        ("gas\nbottle", []),
        ("`gas bottle` [[gas bottle]] [gas bottle](x) https://x/gas bottle", []),
        ("```\ngas bottle\n```\ngas bottle", ["gas bottle"]),
        ("_gas bottle_ and (gas bottle)", ["gas bottle"]),
    ],
)
def test_a_title_is_mentioned_where_it_stands_as_whole_words(text, said) -> None:
    assert [text[start:end] for start, end in unlinked_places(text, "Gas bottle")] == said


def test_a_very_short_title_is_mentioned_nowhere() -> None:
    assert unlinked_places("to be or not", "to") == []


@given(WORDS, WORDS)
def test_words_that_become_a_link_lead_to_the_title(words, title) -> None:
    written = linking_text(words, title)

    links = find_links(written)

    assert len(links) == 1
    assert link_key(title) in links[0].keys


def test_an_excerpt_reads_like_a_sentence() -> None:
    text = "- **Call** the [[Gas|supplier]], *then* the cabin"
    at = text.index("[[")

    said = excerpt(text, at, text.index("]]") + 2, "supplier")

    assert (said.before, said.mark) == ("Call the ", "supplier")
    assert said.after == ", then the cabin"


def test_the_sentence_around_a_link_has_no_hash() -> None:
    sha = "ab12" * 16
    text = f"Look at ![the tap](attachment:{sha}/tap.png) and [[Dal]], see [bill](attachment:{sha}/b.pdf). Yes."
    at = text.index("[[Dal]]")

    found = excerpt(text, at, at + 7, "Dal")

    assert found.text.startswith("the tap and Dal, see")
    assert sha[:8] not in found.text
