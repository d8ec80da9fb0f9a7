"""What of a line is hidden, and what is painted in its place, as plain values."""

from functools import partial

import pytest

from notebrain.domain.markdown.editing.tables import cells_of, is_separator
from notebrain.gui.editor.code_syntax import LANGUAGES, code_spans
from notebrain.gui.editor.live_syntax import Bullet, live_line
from notebrain.gui.editor.markdown_syntax import Quote, ends_code, is_code, parse_line, skim
from notebrain.gui.editor.text_style import Style


def states(text):
    """Return the state that each line leaves, as the highlighter finds it."""
    lines, state = text.split("\n"), 0
    found: list[int] = []
    for number, line in enumerate(lines):
        closes = partial(ends_code, lines[number + 1 :], quoted=line.startswith(">"))
        state = parse_line(line, state, first=number == 0, closes=closes).state
        assert skim(line, found[-1] if found else 0, first=number == 0, closes=closes) == state
        found.append(state)
    return found


def look(text, number=-1):
    """Return the live look of a line of a text."""
    lines, left = text.split("\n"), [0, *states(text)]
    number %= len(lines)
    return live_line(lines[number], left[number], left[number + 1], first=number == 0)


def seen(text, number=-1):
    """Return what of a line is neither hidden nor painted over."""
    line, hidden = text.split("\n")[number], Style.HIDDEN | Style.CLEAR
    gone = {
        at
        for start, end, style in look(text, number).spans
        if style & hidden
        for at in range(start, end)
    }
    return "".join(char for at, char in enumerate(line) if at not in gone)


def styled(text, number=-1):
    line = text.split("\n")[number]
    return {line[start:end]: style for start, end, style in look(text, number).spans}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("# Title", "Title"),
        ("### Third", "Third"),
        ("a **b** *c* ~~d~~ `e`", "a b c d e"),
        ("see [words](https://x.org/a_b?c=d) now", "see words now"),
        ("![alt](pic.png)", "alt"),
        ("[**bold** words](u)", "bold words"),
        ("[](https://x.org)", "[](https://x.org)"),
        ("[[Gas]] and [[Gas|the gas]]", "Gas and the gas"),
        (r"\*not\* a mark", "*not* a mark"),
        ("so[^1]", "so1"),
        ("[^1]: below", "1 below"),
        ("a $x_1 + y_2$ b and $$e_f$$", "a $x_1 + y_2$ b and $$e_f$$"),
        ("it costs $5 or $6, or *more*", "it costs $5 or $6, or more"),
        ("- item", " item"),
        ("1. item", "1. item"),
        ("- [ ] milk", "milk"),
        ("- [X] milk", "milk"),
        ("> said", "said"),
        ("> - [ ] milk", "milk"),
        ("---", ""),
        ("#tag and #other", "#tag and #other"),
        ("snake_case_name", "snake_case_name"),
        ("x" * 5_000 + " **b**", "x" * 5_000 + " **b**"),
        ("", ""),
        ("   ", "   "),
    ],
)
def test_the_words_of_a_line_are_seen_and_its_marks_are_not(line, words):
    assert seen(f"before\n{line}") == words


def test_the_first_line_may_begin_front_matter_which_stays_as_it_is():
    text = "---\ntags: [a]\n---\n**x**"

    assert [seen(text, line) for line in range(4)] == ["---", "tags: [a]", "---", "x"]


def test_a_fence_is_hidden_or_painted_over_and_its_code_is_not_touched():
    text = "x\n```python\n**not bold**\n```\n**bold**"

    assert [seen(text, line) for line in range(1, 5)] == ["", "**not bold**", "", "bold"]
    assert look(text, 1).fence
    assert look(text, 3).fence
    assert not look(text, 2).fence


@pytest.mark.parametrize(
    ("line", "bullet"),
    [
        ("- a", Bullet(0, 0, None)),
        ("    * a", Bullet(4, 4, None)),
        ("- [ ] a", Bullet(2, 0, False)),
        ("  + [x] a", Bullet(4, 2, True)),
        ("> - a", Bullet(2, 0, None)),
        ("1. a", None),
        ("-a", None),
    ],
)
def test_a_list_item_has_a_bullet_or_a_box(line, bullet):
    assert look(f"x\n{line}").bullet == bullet


def test_a_callout_keeps_its_color_until_the_quote_ends():
    text = "> [!WARNING] Frost\n> by the **door**\n> > nested\n\n> plain"

    assert [look(text, line).quote for line in range(5)] == [
        *[Quote.WARNING] * 3,
        Quote.NONE,
        Quote.PLAIN,
    ]
    assert seen(text, 0) == "Frost"
    assert look(text, 0).title is None


def test_a_callout_without_a_title_is_named_after_its_kind_even_an_unknown_one():
    assert look("> [!note]").title == (2, "note")
    assert look("> [!my-kind]  ").title == (2, "my-kind")
    assert look("> [!my-kind]").quote is Quote.OTHER


def test_code_over_a_line_end_is_code_on_both_lines_and_nothing_after_it():
    text = "it is `code that\ngoes on` here, then `more` and words\nand **bold**"

    assert seen(text, 0) == "it is code that"
    assert styled(text, 0)["code that"] == Style.CODE
    assert styled(text, 1)["goes on"] == Style.CODE
    assert styled(text, 1)["more"] == Style.CODE
    assert " here, then " not in styled(text, 1)
    assert styled(text, 2)["bold"] == Style.STRONG


@pytest.mark.parametrize(
    "text",
    [
        "a ` alone\nand no other",
        "a ` alone\n\nand ` in the next paragraph",
        "a ` alone\n# and ` in a heading",
        "a ` alone\n- and ` in an item",
        "a `` alone\nand ` another one",
        "> a ` alone\nand ` outside of the quote",
        r"a \` that is escaped" + "\nand ` one",
    ],
)
def test_backticks_that_nothing_closes_are_letters(text):
    assert seen(text, 0) == text.split("\n")[0].replace("> ", "").replace("\\", "")


def test_code_over_many_lines_of_a_quote_stays_in_the_quote():
    text = "> a `b\n> c\n> d` e `f`"

    assert styled(text, 1)["c"] & Style.CODE
    assert styled(text, 2)["d"] & Style.CODE
    assert styled(text, 2)[" e "] == Style.QUOTE
    assert look(text, 1).bars == (0,)


@pytest.mark.parametrize(
    ("name", "line", "part", "style"),
    [
        ("python", "return x  # why", "return", Style.KEYWORD),
        ("python", "return x  # why", "# why", Style.COMMENT),
        ("py", 'x = "a # b"', '"a # b"', Style.VALUE),
        ("javascript", "const x = 5 // five", "const", Style.KEYWORD),
        ("ts", "interface A {}", "interface", Style.KEYWORD),
        ("java", "public class A", "class", Style.KEYWORD),
        ("c", "int x = 0; /* zero */", "/* zero */", Style.COMMENT),
        ("cpp", "virtual void f();", "virtual", Style.KEYWORD),
        ("cs", "using System;", "using", Style.KEYWORD),
        ("go", "func main() {", "func", Style.KEYWORD),
        ("rust", "let mut x = 1;", "mut", Style.KEYWORD),
        ("swift", "guard let x", "guard", Style.KEYWORD),
        ("kotlin", "val x = 1", "val", Style.KEYWORD),
        ("dart", "final x = 1;", "final", Style.KEYWORD),
        ("php", "function f() # c", "function", Style.KEYWORD),
        ("ruby", "def x", "def", Style.KEYWORD),
        ("bash", "echo 1 # one", "echo", Style.KEYWORD),
        ("powershell", "PARAM ($x)", "PARAM", Style.KEYWORD),
        ("sql", "SELECT 1 -- one", "SELECT", Style.KEYWORD),
        ("html", "<p>text</p>", "<p", Style.KEYWORD),
        ("css", "color: 12px; // c", "12px", Style.VALUE),
        ("json", '{"a": true}', "true", Style.KEYWORD),
        ("yaml", "a: true # c", "# c", Style.COMMENT),
        ("toml", "a = 1 # c", "# c", Style.COMMENT),
        ("ini", "; c", "; c", Style.COMMENT),
        ("lua", "local x -- c", "local", Style.KEYWORD),
        ("r", "x <- TRUE # c", "TRUE", Style.KEYWORD),
        ("perl", "my $x = 1;", "my", Style.KEYWORD),
        ("haskell", "where x -- c", "where", Style.KEYWORD),
        ("dockerfile", "FROM python", "FROM", Style.KEYWORD),
        ("makefile", "ifeq (a, b)", "ifeq", Style.KEYWORD),
        ("clojure", "(defn f)", "defn", Style.KEYWORD),
        ("elixir", "defmodule A do", "defmodule", Style.KEYWORD),
        ("diff", "+added", "+added", Style.KEYWORD),
    ],
)
def test_code_is_colored_by_its_language(name, line, part, style):
    spans, within = code_spans(line, LANGUAGES[name])

    assert (part, style) in [(line[start:end], one) for start, end, one in spans]
    assert within == 0


def test_a_text_or_comment_over_several_lines_is_colored_until_it_ends():
    text = 'x\n```python\n"""One\n# two\nthree""" + 1\nreturn\n```'

    assert styled(text, 2)['"""One'] & Style.VALUE
    assert styled(text, 3)["# two"] == Style.CODE | Style.VALUE
    assert styled(text, 4)['three"""'] & Style.VALUE
    assert styled(text, 5)["return"] & Style.KEYWORD
    assert not is_code(states(text + "\ny")[-1])


@pytest.mark.parametrize(
    ("row", "cells"),
    [
        ("| a | b c |", ["a", "b c"]),
        ("|a|b|", ["a", "b"]),
        ("| a |  | |", ["a", "", ""]),
        (r"| a \| b | c |", [r"a \| b", "c"]),
        ("  | a |  ", ["a"]),
        ("||", [""]),
    ],
)
def test_the_cells_of_a_row_are_found(row, cells):
    assert [row[cell.start : cell.end] for cell in cells_of(row)] == cells


def test_only_dashes_make_the_line_below_the_heads():
    assert is_separator("|:--|--:|")
    assert not is_separator("| a | - |")
    assert not is_separator("|  |  |")
