"""Links are found within a line, in what is bold too, and no line takes longer than its length explains."""

import time
from collections.abc import Callable

import pytest

from notebrain.gui.editor.inline_syntax import inline_spans, link_at

HOSTILE = (
    "~~a ", "**a ", "__a ", "x~~ ~~a ~~a ", "[", "(", "[(", "[a](", "![a", "[[a", "[^", "$$a", "$a ", "*a ", "_a ",
    "` ``", "#a/", "https://((", "\\", "**a ~~b ",
)  # fmt: skip


@pytest.mark.parametrize("part", HOSTILE)
def test_a_line_of_open_marks_takes_time_in_proportion_to_its_length(part: str) -> None:
    short, long = ((part * size)[:size] for size in (2_500, 20_000))

    assert cost(lambda: link_at(long, len(long))) < 24 * cost(lambda: link_at(short, len(short)))
    assert cost(lambda: spans(long)) < 24 * cost(lambda: spans(short))


def spans(line: str) -> list[object]:
    return list(inline_spans(line, 0, len(line)))


def cost(work: Callable[[], object]) -> float:
    """Return the processor time of the fastest of some runs: eight times the length may take eight times, not sixty."""
    costs: list[float] = []
    for _run in range(5):
        began = time.process_time()
        work()
        costs.append(time.process_time() - began)
    return max(min(costs), 1e-4)


@pytest.mark.parametrize(
    ("line", "link"),
    [
        ("see [[Gas|x]] ¦", ""),
        ("see [[G¦as]]", "Gas"),
        ("see ¦[[Gas]]", "Gas"),
        ("[words¦](https://a.b/c \"T\")", "https://a.b/c"),
        ("https://a.b¦/c", "https://a.b/c"),
        ("**bold [[G¦as]] and** more", "Gas"),
        ("~~_in **b [[G¦as]]**_~~", "Gas"),
        ("**bold** [[G¦as]]", "Gas"),
        ("[[One]][[Tw¦o]]", "Two"),
        ("#tag[[G¦as]]", "Gas"),
        ("`[[G¦as]]`", ""),
        ("\\[[G¦as]]", ""),
        ("$[[G¦as]]$", ""),
    ],
)  # fmt: skip
def test_the_link_at_a_place_is_found(line: str, link: str) -> None:
    assert link_at(line.replace("¦", ""), line.index("¦")) == link
