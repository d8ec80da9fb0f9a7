"""Tab and Enter in a table: each row is a table before and after, `^` the caret."""

from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.markdown.editing import tables
from notebrain.domain.markdown.editing.selection import Passage

TABLE = """\
| Seed   |  Sown |
| ------ | ----: |
| Tomato |   May |
| Pea    | April |"""


def passage(text: str) -> Passage:
    at = text.index("^")
    return Passage(text.replace("^", ""), at, at)


def seen(passage: Passage | None) -> str | None:
    if passage is None:
        return None
    assert passage.anchor == passage.caret
    return f"{passage.text[: passage.caret]}^{passage.text[passage.caret :]}"


def at(word: str, table: str = TABLE) -> Passage:
    """The table with the caret in this word."""
    return passage(table.replace(word, f"{word[0]}^{word[1:]}", 1))


def cell(passage: Passage | None) -> str:
    """What stands before the caret in its cell."""
    assert passage is not None
    return passage.text[: passage.caret].rpartition("|")[2].strip()


@pytest.mark.parametrize(
    ("here", "forth", "back"),
    [
        ("Seed", "Sown", "Seed"),
        ("Sown", "Tomato", "Seed"),
        ("May", "Pea", "Tomato"),
        ("Pea", "April", "May"),
    ],
)
def test_tab_goes_through_the_cells_and_shift_tab_back(here, forth, back):
    assert cell(tables.next_cell(at(here))) == forth
    assert cell(tables.previous_cell(at(here))) == back


def test_tab_in_the_last_cell_adds_a_row():
    assert seen(tables.next_cell(at("April"))) == TABLE + "\n| ^       |       |"


def test_enter_goes_down_and_from_the_last_row_to_a_new_one():
    assert cell(tables.cell_below(at("Sown"))) == "May"
    assert cell(tables.cell_below(at("Tomato"))) == "Pea"
    assert seen(tables.cell_below(at("April"))) == TABLE + "\n|        | ^      |"


def test_enter_in_a_last_row_without_words_leaves_the_table():
    longer = tables.cell_below(at("Pea"))
    assert longer is not None

    assert seen(tables.cell_below(longer)) == TABLE + "\n^"


@pytest.mark.parametrize("where", ["^| Pea", "| April |^"])
def test_enter_at_the_ends_of_a_row_is_left_to_whoever_writes_by_hand(where):
    text = TABLE.replace(" |   May |", " |   May |")
    spot = text.index("| Pea") if where.startswith("^") else len(text)

    assert tables.cell_below(Passage(text, spot, spot)) is None


def test_columns_are_lined_up_again_and_missing_cells_added():
    untidy = "|Seed|Sown|Note|\n|:-|-:|:-:|\n|Tom^ato|May|\n|  多い|é|ok|"

    assert seen(tables.next_cell(passage(untidy))) == (
        "| Seed   | Sown | Note |\n"
        "| :----- | ---: | :--: |\n"
        "| Tomato |  May^ |      |\n"
        "| 多い   |    é |  ok  |"
    )


def test_what_is_before_and_behind_a_row_stays():
    text = "  | a | b |  \n  |---|---|\n\t| c^ | d |"

    assert seen(tables.next_cell(passage(text))) == (
        "  | a   | b   |  \n  | --- | --- |\n\t| c   | d^   |"
    )


def test_a_pipe_that_is_escaped_is_part_of_its_cell():
    assert cell(tables.next_cell(passage("| a^ | b |\n|---|---|\n| c \\| d | e |"))) == "b"
    assert seen(tables.next_cell(passage("| a | b^ |\n|---|---|\n| c \\| d | e |"))) == (
        "| a      | b   |\n| ------ | --- |\n| c \\| d^ | e   |"
    )


def test_one_long_cell_does_not_fill_all_rows():
    long = "word " * 100 + "end"

    made = tables.next_cell(passage(f"| a^ | b |\n|---|---|\n| {long} | d |"))

    assert made is not None
    assert max(len(line) for line in made.text.split("\n")[:2]) < 100


@pytest.mark.parametrize(
    "text",
    [
        "| a^ | b |",
        "| a^ | b |\n| c | d |",
        "|---|---|\n| a^ | b |",
        "| a^ |\n|---|\n| b | c |",
        "| a^ | b |\n|---|---|\n|---|---|",
        "| a^ | b |\n| - x | --- |",
        "| a^ \\|\n|---|",
        "| a^ | b |\n|---|  |",
    ],
)
def test_what_is_no_plain_table_is_left_alone(text):
    for rule in (tables.next_cell, tables.previous_cell, tables.cell_below):
        assert rule(passage(text)) is None


def test_a_selection_is_left_alone():
    assert tables.next_cell(at("Pea")._replace(anchor=0)) is None


ROW = st.lists(st.text("ab \\é多🙂|-:", max_size=6), min_size=1, max_size=4)


@given(st.lists(ROW, min_size=1, max_size=4), st.integers(1, 4), st.data())
def test_no_word_is_lost_or_moved_and_lining_up_twice_changes_nothing(rows, columns, data):
    lines = [f"| {' | '.join(row)} |" for row in rows]
    lines.insert(1, "|" + "---|" * columns)
    text = "\n".join(lines)
    spot = data.draw(st.integers(0, len(text)))

    for rule in (tables.next_cell, tables.previous_cell, tables.cell_below):
        made = rule(Passage(text, spot, spot))
        if made is not None:
            again = tables.previous_cell(Passage(made.text, 0, 0))
            assert _words(made.text) == _words(text)
            assert 0 <= made.caret <= len(made.text)
            assert again is None or again.text == made.text


def _words(text: str) -> list[str]:
    """All that is written in a table, besides its pipes and blanks, row by row."""
    rows = [line for number, line in enumerate(text.split("\n")) if number != 1]
    said = ["".join(char for char in row if char not in " |") for row in rows]
    return [one for one in said if one]


@given(st.text("a |\\\n-", max_size=40), st.integers(0, 40))
def test_no_text_breaks_the_keys(text, spot):
    spot = min(spot, len(text))
    for rule in (tables.next_cell, tables.previous_cell, tables.cell_below):
        rule(Passage(text, spot, spot))


def test_the_cells_of_a_row_are_in_order():
    cells = tables.cells_of("| a |  | b |")

    assert all(one.end <= other.start for one, other in pairwise(cells))
