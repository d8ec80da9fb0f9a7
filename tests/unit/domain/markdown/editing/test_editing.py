"""What the keys of a writer do: each row is a text before and after, `|` the caret, `«»` a choice."""

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.markdown.editing import lines, lists, marks
from notebrain.domain.markdown.editing.selection import Passage
from notebrain.domain.notes.tags import offered_tags, typed_tag


def passage(text):
    """Read a text with its caret, or with what is chosen."""
    if "|" in text:
        at = text.index("|")
        return Passage(text.replace("|", ""), at, at)
    start = text.index("«")
    return Passage(text.replace("«", "").replace("»", ""), start, text.index("»") - 1)


def seen(passage):
    if passage is None:
        return None
    text, start, end = passage.text, passage.start, passage.end
    if start == end:
        return f"{text[:start]}|{text[start:]}"
    return f"{text[:start]}«{text[start:end]}»{text[end:]}"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("words|", "words\n|"),
        ("  words|", "  words\n  |"),
        ("- item|", "- item\n- |"),
        ("- it|em", "- it\n- |em"),
        ("- one| two", "- one\n- |two"),
        ("- |item", "- \n- |item"),
        ("  * item|", "  * item\n  * |"),
        ("- [x] done|", "- [x] done\n- [ ] |"),
        ("9. nine|", "9. nine\n10. |"),
        ("3) three|", "3) three\n4) |"),
        ("> said|", "> said\n> |"),
        ("> - said|", "> - said\n> - |"),
        ("- |", "|"),
        ("- [ ] |", "|"),
        ("- a\n  - |", "- a\n- |"),
        ("> |", "|"),
        ("-no item|", "-no item\n|"),
        ("---|", None),
        ("* * *|", None),
        ("1. a|\n2. b\n3. c", "1. a\n2. |\n3. b\n4. c"),
        ("1. a|\n   1. x\n2. b", "1. a\n2. |\n   1. x\n3. b"),
        ("1. a\n2. |\n3. c", "1. a\n\n|\n3. c"),
        ("- a\n- |", "- a\n\n|"),
        ("- a\n  more\n- [ ] |", "- a\n  more\n\n|"),
        ("> said\n> |", "> said\n\n|"),
        ("> [!tip]\n> > said\n> > |", "> [!tip]\n> > said\n\n|"),
        ("> - a\n> - |", "> - a\n>\n> |"),
        ("> - a\n>\n> |", "> - a\n\n|"),
        ("words\n- |", "words\n|"),
        ("- a\n\n- |", "- a\n\n|"),
        ("> said\n\n> |", "> said\n\n|"),
        (">\n- |", ">\n|"),
        ("1. a|\n\n1. b", "1. a\n2. |\n\n1. b"),
        ("«- a»", None),
    ],
)
def test_enter_goes_on_with_a_list_and_ends_it_when_empty(before, after):
    assert seen(lists.enter(passage(before))) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("    return 1|", "    return 1\n    |"),
        ("\t \tx = |1", "\t \tx = \n\t \t|1"),
        ("  |  x", "  \n  |  x"),
        ("|  x", "\n|  x"),
        ("    |", "    \n    |"),
        ("  - key: 1|", "  - key: 1\n  |"),
        ("9. a|\n1. b", "9. a\n|\n1. b"),
        ("  a«b\n    c»d", "  a\n  |d"),
    ],
)
def test_enter_in_code_keeps_the_indentation_and_continues_no_list(before, after):
    assert seen(lists.enter_in_code(passage(before))) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("- |item", "|item"),
        ("- [ ] |item", "|item"),
        ("  - |item", "  |item"),
        ("> |said", "|said"),
        ("> > |said", "> |said"),
        ("> - |said", "> |said"),
        ("1. |a\n2. b", "|a\n2. b"),
        ("- it|em", None),
        ("word|", None),
        ("|", None),
    ],
)
def test_backspace_at_the_start_of_an_item_takes_its_sign(before, after):
    assert seen(lists.backspace(passage(before))) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("- a|", "  - a|"),
        ("1. a\n2. b|\n3. c", "1. a\n   1. b|\n2. c"),
        ("«one\ntwo»", "«  one\n  two»"),
        ("o«ne\n\ntwo»", "  o«ne\n\n  two»"),
        ("\t- a|", "\t\t- a|"),
        ("words|", None),
    ],
)
def test_tab_moves_items_and_chosen_lines(before, after):
    assert seen(lists.indent(passage(before))) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("    a|", "  a|"),
        (" a|", "a|"),
        ("\ta|", "a|"),
        ("a|", None),
        ("1. a\n   1. b|\n2. c", "1. a\n2. b|\n3. c"),
        ("«  one\n  two»", "«one\ntwo»"),
    ],
)
def test_shift_tab_takes_only_blanks(before, after):
    assert seen(lists.outdent(passage(before))) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("1. a\n2. b|", None),
        ("«1. a\n2. b»\n2. c", "«  1. a\n  2. b»\n2. c"),
        ("- «a\n\nx»", "  - «a\n\n  x»"),
    ],
)
def test_tab_in_code_moves_only_chosen_lines_and_keeps_their_numbers(before, after):
    assert seen(lists.indent(passage(before), code=True)) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [("  5. a|\n7. b", "5. a|\n7. b"), ("«  1. a\n  9. b»", "«1. a\n9. b»"), ("a|", None)],
)
def test_shift_tab_in_code_keeps_the_numbers(before, after):
    assert seen(lists.outdent(passage(before), code=True)) == after


@pytest.mark.parametrize(
    ("mark", "before", "after"),
    [
        ("**", "a wo|rd b", "a **wo|rd** b"),
        ("**", "a **wo|rd** b", "a wo|rd b"),
        ("**", "a «few words» b", "a **«few words»** b"),
        ("**", "a **«few words»** b", "a «few words» b"),
        ("**", "a «**few words**» b", "a «few words» b"),
        ("**", "a «few »b", "a **«few»** b"),
        ("**", "a |", "a **|**"),
        ("**", "a **|**", "a |"),
        ("*", "**wo|rd**", "***wo|rd***"),
        ("*", "***wo|rd***", "**wo|rd**"),
        ("**", "*wo|rd*", "***wo|rd***"),
        ("`", "ca|ll", "`ca|ll`"),
        ("~~", "«gone»", "~~«gone»~~"),
        ("**", "«- one\n- two»", "«- **one**\n- **two**»"),
        ("**", "«- **one**\n- **two**»", "«- one\n- two»"),
    ],
)
def test_a_mark_goes_around_the_choice_or_the_word_and_off_again(mark, before, after):
    assert seen(marks.toggled(passage(before), mark)) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("see he|re", "see [here](|)"),
        ("«two words»", "[two words](|)"),
        ("|", "[|]()"),
        ("«https://a.org/b»", "[|](https://a.org/b)"),
    ],
)
def test_a_link_waits_for_what_it_lacks(before, after):
    assert seen(marks.linked(passage(before))) == after


def test_an_address_makes_a_link_of_the_choice():
    assert seen(marks.linked(passage("see «here»"), "https://a.org")) == (
        "see [here](https://a.org)|"
    )


@pytest.mark.parametrize(
    ("act", "before", "after"),
    [
        (lambda p: lines.heading(p, 2), "ti|tle", "## ti|tle"),
        (lambda p: lines.heading(p, 2), "# ti|tle", "## ti|tle"),
        (lambda p: lines.heading(p, 2), "## ti|tle", "ti|tle"),
        (lambda p: lines.heading(p, 1), "|", "# |"),
        (lines.bullets, "«a\n\nb»", "«- a\n\n- b»"),
        (lines.bullets, "«- a\n- b»", "«a\nb»"),
        (lines.bullets, "1. a|", "- a|"),
        (lines.numbers, "«a\nb»", "«1. a\n2. b»"),
        (lines.numbers, "«- a\n- b»", "«1. a\n2. b»"),
        (lines.boxes, "a|", "- [ ] a|"),
        (lines.boxes, "- a|", "- [ ] a|"),
        (lines.boxes, "- [ ] a|", "- [x] a|"),
        (lines.boxes, "- [x] a|", "- [ ] a|"),
        (lines.boxes, "«- [x] a\n- [ ] b»", "«- [x] a\n- [x] b»"),
        (lines.quote, "«a\nb»", "«> a\n> b»"),
        (lines.quote, "«> a\n> b»", "«a\nb»"),
        (lambda p: lines.moved(p, down=True), "a|\nb\nc", "b\na|\nc"),
        (lambda p: lines.moved(p, down=False), "a\n«b\nc»", "«b\nc»\na"),
        (lambda p: lines.moved(p, down=False), "a|\nb", None),
        (lambda p: lines.moved(p, down=True), "a\nb|", None),
        (lines.doubled, "a|b\nc", "ab\na|b\nc"),
        (lines.deleted, "a\nbc|d\nefg", "a\nef|g"),
        (lines.deleted, "ab\nc|", "a|b"),
        (lines.deleted, "a|", "|"),
    ],
)
def test_whole_lines_change(act, before, after):
    assert seen(act(passage(before))) == after


@pytest.mark.parametrize(
    ("char", "before", "after"),
    [
        ("(", "a |", "a (|)"),
        ("(", "|a", None),
        (")", "(a|)", "(a)|"),
        (")", "a|)", None),
        ("'", "don|", None),
        ('"', "say |", 'say "|"'),
        ('"', 'say "x|"', 'say "x"|'),
        ("*", "«a b»", "*«a b»*"),
        ("*", "|", None),
        ("[", "[|]", "[[|]]"),
        ("`", "``|", None),
        ("x", "«a»", None),
    ],
)
def test_pairs_close_by_themselves(char, before, after):
    assert seen(marks.typed(passage(before), char)) == after


@pytest.mark.parametrize(
    ("before", "after"), [("(|)", "|"), ('"|"', "|"), ("(|", None), ("(a|)", None), ("|", None)]
)
def test_backspace_takes_an_empty_pair(before, after):
    assert seen(marks.erased(passage(before))) == after


@pytest.mark.parametrize(
    ("before", "tag"),
    [
        ("a #wi", "wi"),
        ("#winter/20", "winter/20"),
        ("# ", None),
        ("#", None),
        ("a `#wi", None),
        ("https://a.org/b#wi", None),
        ("#fff000", None),
        ("a#wi", None),
        ("#12", None),
    ],
)
def test_a_tag_is_seen_as_it_is_typed(before, tag):
    assert typed_tag(before) == tag


def test_tags_are_offered_until_one_is_written():
    known = ["winter", "garden/winter", "Wine", "two words"]

    assert offered_tags("wi", known, 8) == ["winter", "Wine", "garden/winter"]
    assert offered_tags("wine", known, 8) == []
    assert offered_tags("w", known, 1) == ["winter"]


_TEXTS = st.text(alphabet="ab -*1.>[]x#\t\n`(", max_size=40)


@given(_TEXTS, st.integers(0, 40), st.integers(0, 40), st.sampled_from(["**", "*", "`", "~~"]))
def test_no_rule_leaves_the_text(text, anchor, caret, mark):
    given_ = Passage(text, min(anchor, len(text)), min(caret, len(text)))
    rules = (
        lists.enter,
        lists.enter_in_code,
        lists.backspace,
        lists.indent,
        lists.outdent,
        lines.bullets,
        lines.numbers,
        lines.boxes,
        lines.quote,
        lines.doubled,
        lines.deleted,
        marks.linked,
        marks.erased,
        lambda p: lines.heading(p, 3),
        lambda p: lines.moved(p, down=True),
        lambda p: lines.moved(p, down=False),
        lambda p: marks.toggled(p, mark),
        lambda p: marks.typed(p, "("),
    )

    for rule in rules:
        new = rule(given_)
        assert new is None or (0 <= new.start <= new.end <= len(new.text))
