"""What is offered while a query is typed."""

from datetime import date

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.search.query import parse
from notebrain.domain.search.query_parts import finished
from notebrain.domain.search.suggestions import Known, completion, suggest

TODAY = date(2026, 11, 21)
KNOWN = Known(tags=("garden", "household", "family recipes", "work/garden"), workspaces=("Home",))


def offered(query: str) -> list[str]:
    return [one.text for one in suggest(query, len(query), KNOWN, TODAY)]


@pytest.mark.parametrize(
    ("query", "texts"),
    [
        ("gas tag:ga", ["tag:garden ", "tag:work/garden "]),
        ("tag:#ho", ["tag:household "]),
        ("TAG:fam", ['tag:"family recipes" ']),
        ('tag:"fam', ['tag:"family recipes" ']),
        ("-in:h", ["-in:Home "]),
        ("is:", ["is:pinned ", "is:outdated ", "is:linked ", "is:review "]),
        ("-is:re", ["-is:review "]),
        ("before:tod", ["before:2026-11-21 "]),
        ("after:last", ["after:2026-11-09 ", "after:2026-10 ", "after:2025 "]),
        ("after:2026-1", ["after:2026-11-21 ", "after:2026-11-20 ", "after:2026-11-16 "]),
        ("tag:garden", ["tag:garden ", "tag:work/garden "]),
        ("is:pinned", []),
        ("gas", []),
        ("tag:nothing", []),
        ("note tag", []),
        ("hashtag:g", []),
    ],
)
def test_values_of_the_filter_before_the_caret_are_offered(query: str, texts: list[str]) -> None:
    assert offered(query)[: len(texts) or None][:3] == texts[:3]


def test_a_filter_in_the_middle_is_replaced_as_a_whole() -> None:
    query = "tag:gxx bottle"

    found = suggest(query, 5, KNOWN, TODAY)[0]

    assert query[: found.start] + found.text + query[found.end :] == "tag:garden bottle"


@given(st.text(alphabet='tagin:" gh-#é😀', max_size=20), st.integers(0, 20))
def test_whatever_is_taken_is_a_filter_of_the_query_that_results(query: str, caret: int) -> None:
    for one in suggest(query, min(caret, len(query)), KNOWN, TODAY):
        result = query[: one.start] + one.text + query[one.end :]

        assert 0 <= one.start <= one.end <= len(query)
        assert result.count('"') % 2 or parse(result).filters


@pytest.mark.parametrize(
    ("query", "texts", "rest"),
    [
        ("ga", ["gas bottle"], "s bottle"),
        ("GAS b", ["stove", "gas bottle"], "ottle"),
        ("g", ["gas bottle"], ""),
        ("gas bottle", ["gas bottle"], ""),
        ("bottle", ["gas bottle"], ""),
    ],
)
def test_what_was_asked_before_is_completed(query: str, texts: list[str], rest: str) -> None:
    assert completion(query, texts) == rest


def test_a_filter_without_its_value_waits_for_it() -> None:
    assert finished("gas tag:") == "gas"
    assert finished("gas is:pin") == "gas"
    assert finished("gas before:2026-1") == "gas before:2026-1"
    assert finished("gas is:bogus") == "gas is:bogus"
    assert finished("gas tag: ") == "gas tag: "
