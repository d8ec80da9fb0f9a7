"""Links between notes are found where a reader sees them, and rewritten without touching anything else."""

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.notes.links import (
    code_spans,
    find_links,
    heading_at,
    link_key,
    link_of,
    link_text,
    retargeted,
    sentence_around,
    typed_link,
)

TITLES = st.text(st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp")), min_size=1).filter(
    lambda title: link_key(title).replace("#", "").strip()
)
PIECES = st.lists(
    st.sampled_from(
        ["[[Gas]]", "[[gas|the bottle]]", "[[Gas#Fridays]]", "[[Other]]", "`", "``", "\r\n", "\n",
         "```\n", "text ", "[", "]]", "\\", "é", "\U0001f4a1", "~~~\n", "    ", "\u2028"]
    )
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("See [[Gas]].", [("Gas", "", "")]),
        ("[[Gas|the bottle]] and [[Dal]]", [("Gas", "", "the bottle"), ("Dal", "", "")]),
        ("[[Gas#Delivery days|days]]", [("Gas", "Delivery days", "days")]),
        ("[[#Here]]", [("", "Here", "")]),
        ("[[ Gas : supplier ]]", [("Gas : supplier", "", "")]),
        ("`[[Gas]]` and ``a ` [[Gas]]`` but [[Dal]]", [("Dal", "", "")]),
        ("a ` lone tick [[Gas]]", [("Gas", "", "")]),
        ("a ` tick\n[[Gas]] ` another", [("Gas", "", "")]),
        ("```\n[[Gas]]\n```\n[[Dal]]", [("Dal", "", "")]),
        ("~~~~ md\n[[Gas]]\n~~~\n[[Gas]]\n~~~~\r\n[[Dal]]", [("Dal", "", "")]),
        ("```\n[[Gas]]", []),
        ("``` not ` a fence\n[[Gas]]", [("Gas", "", "")]),
        (r"\[[Gas]] and \\[[Dal]]", [("Dal", "", "")]),
        ("[[]] [[\n]] [[a\nb]] [x]]", []),
        ("[[[Gas]]]", [("Gas", "", "")]),
        ("no link at all", []),
    ],
)
def test_a_link_is_found_outside_code_only(text, found) -> None:
    assert [(link.target, link.heading, link.shown) for link in find_links(text)] == found


def test_a_link_knows_its_place_in_code_points() -> None:
    text = "\U0001f4a1 é [[Gas]]!"

    (link,) = find_links(text)

    assert text[link.start : link.end] == "[[Gas]]"


def test_case_blanks_and_encoding_of_accents_do_not_matter() -> None:
    assert link_key(" Cafe\u0301  AU  lait ") == link_key("caf\xe9 au lait")
    assert link_key("Straße") == link_key("STRASSE")


def test_a_sharp_sign_may_belong_to_the_title() -> None:
    link = link_of("C# basics#Loops")

    assert link.meanings == (("c# basics#loops", ""), ("c# basics", "Loops"), ("c", "basics#Loops"))


@pytest.mark.parametrize(
    ("link", "meaning"),
    [
        ("Home/Tap", ("tap", "")),
        ("../Home/Kitchen%20tap.md", ("kitchen tap", "")),
        ("Home/Tap#Washer", ("tap", "Washer")),
        ("Tap.MD", ("tap", "")),
        ("100 %20 done", ("100 %20 done", "")),
        ("a/", ("a/", "")),
        (".md", (".md", "")),
    ],
)
def test_the_path_of_a_file_means_its_note_if_no_title_is_the_path(link, meaning) -> None:
    assert link_of(link).meanings[0][0] == link_key(link)
    assert link_of(link).meanings[-1] == meaning


@pytest.mark.parametrize(
    ("link", "text"),
    [
        ("Gas", "Gas"),
        ("Gas|the bottle", "the bottle"),
        ("Gas#Days", "Gas → Days"),
        ("#Days", "Days"),
    ],
)
def test_a_reader_sees_words_not_brackets(link, text) -> None:
    assert link_of(link).text == text


@given(TITLES)
def test_a_link_to_a_title_finds_that_title(title) -> None:
    (link,) = find_links(link_text(title))

    assert link_key(title) in link.keys


def test_a_new_title_reaches_every_link_and_nothing_else() -> None:
    text = "[[Gas]] [[ gas |b]]\r\n`[[Gas]]`\u00a0[[GAS#Days|x]] [[Gasket]]"

    changed = retargeted(text, link_key("Gas"), "Gas: supplier")

    assert changed == (
        "[[Gas: supplier]] [[Gas: supplier|b]]\r\n`[[Gas]]`\u00a0[[Gas: supplier#Days|x]] [[Gasket]]"
    )


def test_a_new_title_takes_the_place_of_a_path() -> None:
    changed = retargeted("[[Home/Tap#Washer|x]] [[Tap.md]] [[Tap]]", "tap", "Kitchen tap")

    assert changed == "[[Kitchen tap#Washer|x]] [[Kitchen tap]] [[Kitchen tap]]"


@pytest.mark.slow
@given(PIECES)
def test_rewriting_forth_and_back_leaves_the_rest_byte_for_byte(pieces) -> None:
    text = "".join(pieces)

    there = retargeted(text, "gas", "Heat")
    back = retargeted(there, "heat", "Gas")

    assert back.casefold() == text.casefold()
    links, after = find_links(text), find_links(there)
    assert [(link.heading, link.shown) for link in after] == [
        (link.heading, link.shown) for link in links
    ]
    assert not any("gas" in link.keys for link in after)


@given(PIECES)
def test_links_and_code_keep_apart_and_in_order(pieces) -> None:
    text = "".join(pieces)

    links, code = find_links(text), code_spans(text)

    places = [(link.start, link.end) for link in links]
    assert places == sorted(places)
    assert code == sorted(code)
    assert all(
        text[start:end].startswith("[[") and text[:end].endswith("]]") for start, end in places
    )
    assert not any(start <= at < end for start, end in code for at, _end in places)


def test_a_heading_is_found_by_its_words() -> None:
    text = "# Gas\n```\n## Days\n```\nno # heading\r\n##  Delivery   days ##\n"

    assert heading_at(text, "delivery DAYS") == text.index("##  Delivery")
    assert heading_at(text, "Days") is None


def test_what_is_around_a_link_is_cut_at_words_and_stays_in_its_line() -> None:
    text = "before\n" + "many words " * 20 + "[[Gas]]" + " and more" * 20 + "\nafter"
    at = text.index("[[Gas]]")

    start, end = sentence_around(text, at, at + 7)

    assert "\n" not in text[start:end]
    assert text[start - 1] == text[end] == " "
    assert at - start <= 90
    assert end - at - 7 <= 90


@pytest.mark.parametrize(
    ("before", "typed"),
    [
        ("see [[", ""),
        ("see [[Gas: s", "Gas: s"),
        ("[[Gas]] and [[Da", "Da"),
        ("[[Gas]]", None),
        ("[[Gas|b", None),
        ("[[Gas#D", None),
        ("`[[Gas", None),
        (r"\[[Gas", None),
        ("[[Gas\nmore", None),
        ("[[" + "x" * 200, None),
        ("nothing", None),
    ],
)
def test_a_title_that_is_being_typed_is_known(before, typed) -> None:
    assert typed_link(before) == typed


def test_only_the_sentence_around_a_link_is_told() -> None:
    text = "Before it. So the [[Gas]] came late! And then?"
    at = text.index("[[Gas]]")

    start, end = sentence_around(text, at, at + 7)

    assert text[start:end] == "So the [[Gas]] came late!"
