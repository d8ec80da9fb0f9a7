"""Words that cannot both be true of one thing, in both orders."""

import pytest

from notebrain.domain.judge.lexicon import antonyms
from notebrain.domain.judge.lexicon.antonyms import EXCLUSIVE, OPPOSITES, are_opposite
from notebrain.domain.judge.stemming import base


@pytest.mark.parametrize(
    ("one", "other", "opposite"),
    [
        ("open", "closed", True),
        ("opened", "shut", True),
        ("enabled", "disable", True),
        ("allow", "forbidden", True),
        ("full", "empty", True),
        ("full-time", "part-time", True),
        # two words on the same side
        ("open", "opened", False),
        ("close", "shut", False),
        # a negating prefix before four letters or more
        ("install", "uninstall", True),
        ("connect", "disconnect", True),
        ("stop", "nonstop", True),
        ("fair", "unfair", True),
        ("dot", "undot", False),
        ("fair", "affair", False),
        ("open", "open", False),
        ("open", "rent", False),
    ],
)
def test_opposites_stand_in_the_table_or_have_a_negating_prefix(
    one: str, other: str, opposite: bool
) -> None:
    assert are_opposite(base(one), base(other)) is opposite
    assert are_opposite(base(other), base(one)) is opposite


def test_lines_of_the_tables_pair_and_group_words() -> None:
    pairs = antonyms._paired("open opened|shut\n\nhot|cold")

    assert pairs == {
        *(("open", "shut"), ("shut", "open"), ("hot", "cold"), ("cold", "hot")),
    }
    assert antonyms._grouped(["red blue", "oaks elm"]) == {"red": 0, "blue": 0, "oak": 1, "elm": 1}


def test_the_table_holds_bases_in_both_orders() -> None:
    assert all((other, one) in OPPOSITES for one, other in OPPOSITES)
    assert ("open", "shut") in OPPOSITES
    assert ("open", "opened") not in OPPOSITES


@pytest.mark.parametrize(
    ("one", "other", "same_group"),
    [("red", "blue", True), ("reds", "grey", True), ("red", "dog", False), ("summer", "winter", True)],
)  # fmt: skip
def test_words_of_a_group_apply_one_at_a_time(one: str, other: str, same_group: bool) -> None:
    assert (EXCLUSIVE[base(one)] == EXCLUSIVE[base(other)]) is same_group
    assert "rent" not in EXCLUSIVE
