"""The passage a hit shows."""

from hypothesis import given, strategies as st

from notebrain.domain.search.snippets import QUOTE_LENGTH, quote

LONG = (
    "Nothing to see here. " * 40
    + "The notary for the flat was Dr. Weissenbach. "
    + "More of the same. " * 40
)


def test_a_short_text_is_quoted_whole_with_its_words_marked() -> None:
    found = quote("Plum cake:\nuse plums", start=0, whole_length=20, terms=("plum", "cake"))

    assert found.snippet == "Plum cake: use plums"
    assert found.span == (0, 20)
    assert [found.snippet[a:b] for a, b in found.marks] == ["Plum", "cake", "plums"]
    assert found.words == ("plum", "cake")


def test_a_long_text_is_quoted_where_its_words_are() -> None:
    found = quote(LONG, start=0, whole_length=len(LONG), terms=("notary", "flat"))

    assert "notary for the flat" in found.snippet
    assert found.snippet.startswith("…")
    assert found.snippet.endswith("…")
    assert found.span[1] - found.span[0] <= QUOTE_LENGTH


def test_without_a_word_in_it_the_beginning_is_quoted() -> None:
    found = quote(LONG, start=0, whole_length=len(LONG), terms=("zebra",))

    assert found.span[0] == 0
    assert not found.marks


def test_a_passage_inside_a_body_keeps_its_place() -> None:
    found = quote("plum cake", start=100, whole_length=500, terms=("cake",))

    assert found.span == (100, 109)
    assert found.snippet == "…plum cake…"
    assert found.snippet[found.marks[0][0] : found.marks[0][1]] == "cake"


def test_parts_of_words_and_unspaced_scripts_are_marked() -> None:
    found = quote("明日は東京タワーへ行く", start=0, whole_length=11, terms=("東京",))

    assert [found.snippet[a:b] for a, b in found.marks] == ["東京"]


def test_the_word_being_typed_marks_every_word_it_begins() -> None:
    found = quote("kestrel and kettle", start=0, whole_length=18, terms=("ke",), prefix="ke")

    assert [found.snippet[a:b] for a, b in found.marks] == ["kestrel", "kettle"]


def test_a_first_line_that_repeats_the_title_is_passed_over() -> None:
    text = "# Plum cake\n\nTake **plums** and [flour](https://example.org)."

    found = quote(text, start=0, whole_length=len(text), terms=("plum",), title="Plum cake")

    assert found.snippet == "Take plums and flour."
    assert text[slice(*found.span)].startswith("Take")
    assert [found.snippet[a:b] for a, b in found.marks] == ["plums"]
    assert found.words == ("plum",)


def test_a_note_that_is_only_its_title_is_quoted_all_the_same() -> None:
    found = quote("# Plum cake\n", start=0, whole_length=12, terms=("cake",), title="Plum cake")

    assert found.snippet.strip() == "Plum cake"


def test_marks_of_markdown_do_not_show_in_a_quote() -> None:
    text = "- [ ] `gas` bottle\n> a **quote**\n## Head\nsee [[Other]] and ![p](x.png)"

    found = quote(text, start=0, whole_length=len(text), terms=("bottle",))

    assert found.snippet == "gas bottle a quote Head see Other and p"


@given(
    st.text(alphabet="ab c\n.İß東🌱", max_size=700),
    st.lists(st.sampled_from(["a", "ab", "東", "ß", "ba"]), max_size=3, unique=True),
    st.integers(0, 50),
)
def test_every_span_and_mark_lies_inside_and_slices_the_body(
    text: str, terms: list[str], start: int
) -> None:
    body = "x" * start + text

    found = quote(text, start=start, whole_length=len(body), terms=terms)

    left, right = found.span
    assert start <= left <= right <= len(body)
    assert "".join(body[left:right].split()) == "".join(found.snippet.strip("…").split())
    assert all(0 <= a < b <= len(found.snippet) for a, b in found.marks)
