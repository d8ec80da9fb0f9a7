"""How the judge weighs what it knows about a pair, with weights that are easy to follow."""

import json
from datetime import UTC, datetime
from math import isfinite, isnan, nan
from pathlib import Path

import pytest

from notebrain.domain.judge.judge import Judge
from notebrain.domain.judge.learned import Weights, parsed
from notebrain.domain.judge.verdict import Cosines, Kind, Side, Statement, Verdict

OLD, NEW = datetime(2026, 3, 3, tzinfo=UTC), datetime(2026, 6, 5, tzinfo=UTC)
WEIGHTS = Path(__file__).parents[4] / "resources" / "judge" / "weights.json"


def document(**changes: object) -> str:
    """Return weights that trust the rules alone: a contradiction, a replacement, or else nothing."""
    said = {
        "kinds": ["distinct", "duplicate", "overlap", "replaced", "contradiction"],
        "features": ["rules: contradiction", "rules: replaced", "cosine"],
        "trees": [
            [[2, 0.5, True, 2.0, 0.0]],
            [[2, 0.8, True, 0.0, 2.0]],
            [0.0],
            [[1, 0.5, True, 0.0, 5.0]],
            [[0, 0.5, True, 0.0, 4.0], 0.5],
        ],
        "relations": {},
    }
    return json.dumps({**said, **changes})


@pytest.fixture
def weights() -> Weights:
    return parsed(document())


def said_of(weights: Weights, older: str, newer: str, cosine: float | None = None) -> Verdict:
    return Judge(weights).judge(Statement(older), Statement(newer), Cosines(cosine))


def test_the_trees_of_a_kind_add_up_to_its_probability(weights: Weights) -> None:
    likely = weights.probabilities({"rules: contradiction": 1, "rules: replaced": 0, "cosine": 0.7})

    assert sum(likely.values()) == pytest.approx(1)
    assert likely[Kind.CONTRADICTION] == pytest.approx(0.957, abs=0.001)
    assert likely[Kind.DUPLICATE] == pytest.approx(likely[Kind.OVERLAP])


def test_an_unknown_figure_goes_where_it_was_learned_to_go(weights: Weights) -> None:
    unknown = weights.probabilities(
        {"rules: contradiction": 0, "rules: replaced": 0, "cosine": nan}
    )

    assert unknown == weights.probabilities({"rules: contradiction": 0, "rules: replaced": 0})
    assert max(unknown, key=lambda kind: unknown[kind]) is Kind.DISTINCT


@pytest.mark.parametrize(
    ("older", "newer", "cosine", "kind"),
    [
        ("The gate code is 4471", "The gate code is 4417", 0.9, Kind.CONTRADICTION),
        ("The rent is 900", "From March the rent is now 1150", 0.8, Kind.REPLACED),
        ("Water the ferns", "Ferns want water", 0.9, Kind.DUPLICATE),
        ("Water the ferns", "Buy stamps", 0.1, Kind.DISTINCT),
        # nothing is likely enough to rule out that they are distinct
        ("Water the ferns", "Buy stamps", 0.6, Kind.DISTINCT),
    ],
)
def test_the_likeliest_kind_counts_unless_the_notes_may_be_distinct(
    weights: Weights, older: str, newer: str, cosine: float, kind: Kind
) -> None:
    trees = [*weights.trees]
    trees[0] = parsed(document(trees=[[[2, 0.7, True, 2.0, 0.0]]] * 5)).trees[0]
    careful = Weights(weights.kinds, weights.features, trees, {})

    assert said_of(careful, older, newer, cosine).kind is kind


def test_the_scores_add_up_to_no_more_than_the_likeness(weights: Weights) -> None:
    verdict = said_of(weights, "The gate code is 4471", "The gate code is 4417", 0.97)

    assert verdict.contradiction_score > 0.9
    assert verdict.duplicate_score < 0.1
    assert verdict.confidence == pytest.approx(0.897, abs=0.001)


def test_blank_lines_and_blanks_at_line_ends_make_no_difference(weights: Weights) -> None:
    older, newer = "# Standup\n- shipped\n- fixing", "# Standup\n\n- shipped \n- fixing\n"

    assert said_of(weights, older, newer).kind is Kind.REPEAT
    assert said_of(weights, older, newer.upper()).kind is not Kind.REPEAT


def test_the_text_tells_which_note_is_the_later_state_if_no_date_does(weights: Weights) -> None:
    there = said_of(weights, "Rent is now 1150 a month", "Rent is 900 a month")
    back = said_of(weights, "Rent is 900 a month", "Rent is now 1150 a month")

    assert (there.kind, there.newer) == (Kind.REPLACED, Side.OLDER)
    assert (back.kind, back.newer) == (Kind.REPLACED, Side.NEWER)


def test_dates_tell_which_note_is_later(weights: Weights) -> None:
    first, second = Statement("Rent is 900", at=NEW), Statement("Rent is 1150", at=OLD)

    assert Judge(weights).judge(first, second).newer is Side.OLDER
    assert Judge(weights).judge(second, first).newer is Side.NEWER


@pytest.mark.parametrize(
    "broken", ["", "[]", "{}", document(kinds=["nonsense"]), document(trees=[["x"]])]
)
def test_broken_weights_are_refused(broken: str) -> None:
    with pytest.raises((ValueError, KeyError, TypeError)):
        parsed(broken)


def test_the_weights_that_ship_fit_the_figures_of_a_pair() -> None:
    weights = parsed(WEIGHTS.read_text(encoding="utf-8"))
    verdict = said_of(weights, "The gate code is 4471", "The gate code is 4417", 0.97)

    assert set(weights.kinds) == {kind for kind in Kind if kind not in {Kind.REPEAT, Kind.FLAGGED}}
    assert all(
        isfinite(leaf) for trees in weights.trees for tree in trees for leaf in _leaves(tree)
    )
    assert {len(row) for model in weights.relations.values() for row in model.rows} == {4 * 384}
    assert not isnan(verdict.confidence)


def _leaves(tree: object) -> list[float]:
    if isinstance(tree, tuple):
        return [*_leaves(tree[3]), *_leaves(tree[4])]
    assert isinstance(tree, float)
    return [tree]
