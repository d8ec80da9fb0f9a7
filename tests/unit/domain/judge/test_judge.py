"""How the judge weighs what it knows about a pair, with weights that are easy to follow."""

import json
from datetime import UTC, datetime
from math import exp, isfinite, isnan, log, nan
from pathlib import Path

import pytest

from notebrain.domain.judge.judge import Judge
from notebrain.domain.judge.learned import Weights, parsed
from notebrain.domain.judge.verdict import (
    RELATIONS,
    Bands,
    Cosines,
    Kind,
    Side,
    Statement,
    Verdict,
)
from tests.fakes.likeness import by_pair

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


def leaning(**scores: float) -> Weights:
    """Return weights that give each kind the same score whatever the notes are; those not named get none."""
    kinds = ["distinct", "duplicate", "overlap", "replaced", "contradiction"]
    return parsed(document(trees=[[scores.get(kind, -30.0)] for kind in kinds]))


def logits(**shares: float) -> Weights:
    """Return weights that give each kind that probability."""
    return leaning(**{kind: log(share) for kind, share in shares.items()})


@pytest.mark.parametrize(
    ("shares", "kind", "confidence", "against"),
    [
        ({"duplicate": 0.7, "replaced": 0.2, "contradiction": 0.1}, Kind.DUPLICATE, 0.7, 0.3),
        ({"duplicate": 0.2, "replaced": 0.7, "distinct": 0.1}, Kind.REPLACED, 0.7, 0.7),
        ({"contradiction": 0.55, "overlap": 0.45}, Kind.CONTRADICTION, 0.55, 0.55),
    ],
)
def test_the_likeliest_kind_counts(
    shares: dict[str, float], kind: Kind, confidence: float, against: float
) -> None:
    verdict = said_of(logits(**shares), "oak elm", "oak mug pan", 0.6)

    assert verdict.kind is kind
    assert verdict.confidence == pytest.approx(confidence)
    assert verdict.contradiction_score == pytest.approx(against)
    # (1/3 + 5/12) / 2 of the words, and .6 of the meaning
    assert verdict.duplicate_score == pytest.approx((0.375 + 0.6) / 2 * (1 - against))


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        # less than half of the words, or a rule that points at something
        ("oak elm ash", "oak mug pan"),
        ("Rent is 900", "Rent is 950"),
    ],
)
def test_a_contradiction_needs_no_certainty_elsewhere(older: str, newer: str) -> None:
    likely = logits(contradiction=0.6, overlap=0.4)

    assert said_of(likely, older, newer).kind is Kind.CONTRADICTION


@pytest.mark.parametrize(
    ("distinct", "cosine", "kind", "confidence", "card"),
    [
        (0.74, 0.9, Kind.FLAGGED, 0.26, True),
        (0.76, 0.9, Kind.DISTINCT, 0.76, False),
        (0.74, 0.8, Kind.DISTINCT, 0.74, False),
        (0.74, None, Kind.DISTINCT, 0.74, False),
    ],
)
def test_very_near_notes_are_flagged_unless_they_are_surely_distinct(
    distinct: float, cosine: float | None, kind: Kind, confidence: float, card: bool
) -> None:
    weights = logits(distinct=distinct, overlap=1 - distinct)

    verdict = said_of(weights, "Paint the shed", "Cosy evenings with tea", cosine)

    assert verdict.kind is kind
    assert verdict.confidence == pytest.approx(confidence)
    assert verdict.is_card is card


@pytest.mark.parametrize(
    ("shares", "card"),
    [
        ({"duplicate": 0.76, "overlap": 0.24}, True),
        ({"duplicate": 0.74, "overlap": 0.26}, False),
        ({"overlap": 0.74, "duplicate": 0.26}, False),
        ({"replaced": 0.61, "duplicate": 0.39}, True),
        ({"contradiction": 0.59, "replaced": 0.41}, False),
        ({"duplicate": 0.93, "distinct": 0.07}, True),
        ({"duplicate": 0.91, "distinct": 0.09}, False),
        ({"overlap": 0.93, "distinct": 0.07}, True),
        ({"overlap": 0.91, "distinct": 0.09}, False),
        ({"replaced": 0.96, "distinct": 0.04}, True),
        ({"replaced": 0.94, "distinct": 0.06}, False),
        ({"contradiction": 0.76, "distinct": 0.24}, True),
        ({"contradiction": 0.74, "distinct": 0.26}, False),
    ],
)
def test_a_card_is_sure_of_its_kind_and_that_there_is_something_to_say(
    shares: dict[str, float], card: bool
) -> None:
    verdict = said_of(logits(**shares), "oak elm", "oak mug", 0.7)

    assert verdict.kind.value == max(shares, key=shares.__getitem__)
    assert verdict.is_card is card


@pytest.mark.parametrize(
    ("older", "newer", "kind", "later"),
    [
        # dates count before words, words before the order in which the notes are given
        (Statement("oak", at=OLD), Statement("elm", at=NEW), "overlap", Side.NEWER),
        (Statement("oak", at=NEW), Statement("elm", at=OLD), "overlap", Side.OLDER),
        (Statement("oak", at=NEW), Statement("elm", at=NEW), "overlap", Side.NEWER),
        (Statement("oak", at=NEW), Statement("elm"), "overlap", Side.NEWER),
        (Statement("oak"), Statement("elm", at=OLD), "overlap", Side.NEWER),
        (Statement("oak now", at=OLD), Statement("elm", at=NEW), "replaced", Side.NEWER),
        (Statement("oak now"), Statement("elm"), "replaced", Side.OLDER),
        (Statement("oak now"), Statement("elm"), "overlap", Side.NEWER),
        (Statement("oak now", at=OLD), Statement("elm"), "replaced", Side.NEWER),
        (Statement("oak now"), Statement("elm", at=NEW), "replaced", Side.NEWER),
        (Statement("oak"), Statement("elm"), "replaced", Side.NEWER),
        (Statement("oak", at=NEW), Statement("oak\n", at=OLD), "overlap", Side.OLDER),
    ],
)
def test_the_later_state_is_told_by_dates_then_by_words(
    older: Statement, newer: Statement, kind: str, later: Side
) -> None:
    assert Judge(logits(**{kind: 1.0})).judge(older, newer).newer is later


def test_a_repeat_is_certain_whatever_was_learned() -> None:
    verdict = said_of(logits(contradiction=1.0), "oak\nelm", "oak \n\nelm\n")

    assert verdict == Verdict(Kind.REPEAT, 1.0, 1.0, 0.0)
    assert verdict.is_card
    assert said_of(logits(overlap=1.0), "oak\nelm", "oak elm").kind is Kind.OVERLAP


def test_what_is_read_together_outweighs_what_is_read_apart() -> None:
    oak, elm = Statement("oak"), Statement("elm")
    judge = Judge(logits(overlap=0.6, distinct=0.4))

    verdict = judge.judge(oak, elm, relate=lambda _older, _newer: [0, 0, 0, 0, 9])

    assert verdict.kind is Kind.CONTRADICTION
    assert judge.judge(oak, elm).kind is Kind.OVERLAP
    assert judge.judge(oak, elm, relate=lambda _older, _newer: None).kind is Kind.OVERLAP


@pytest.mark.parametrize(("distinct", "read"), [(0.71, []), (0.69, ["oak", "elm"])])
def test_notes_that_clearly_have_nothing_to_do_with_each_other_are_not_read_together(
    distinct: float, read: list[str]
) -> None:
    seen: list[str] = []

    def relate(older: str, newer: str) -> list[float]:
        seen.extend((older, newer))
        return [0.0] * 5

    judge = Judge(logits(distinct=distinct, overlap=1 - distinct))
    judge.judge(Statement("oak"), Statement("elm"), relate=relate)

    assert seen == read


def test_both_opinions_weigh_the_same(weights: Weights) -> None:
    likely = dict(zip(RELATIONS, (0.4, 0.1, 0.1, 0.2, 0.2), strict=True))
    read = [log(share) for share in (0.1, 0.1, 0.2, 0.1, 0.5)]

    joined = weights.joined(likely, read)

    roots = [0.04**0.5, 0.1, 0.02**0.5, 0.02**0.5, 0.1**0.5]
    assert [*joined.values()] == pytest.approx([root / sum(roots) for root in roots])
    assert weights.joined(likely, [0.0, 0.0, 0.0, 0.0, 900.0])[Kind.DISTINCT] < 0.05


@pytest.mark.parametrize(
    ("older", "newer", "likely", "kind"),
    [
        # of what names nothing particular there may be two
        ("A man mends a boat", "A man mends a net", 0.8, Kind.OVERLAP),
        ("A man mends a boat", "A man mends a net", 0.9, Kind.CONTRADICTION),
        ("There is no dog here", "a dog is here", 0.8, Kind.CONTRADICTION),  # a rule points at it
        ("The man sleeps", "Nobody is in the garden", 0.7, Kind.CONTRADICTION),  # little in common
        ("The man sleeps", "Nobody is in the garden", 0.55, Kind.OVERLAP),
        ("Anne mends a boat", "Anne mends a net", 0.55, Kind.CONTRADICTION),
        ("A man mends 2 boats", "A man mends 3 nets", 0.55, Kind.CONTRADICTION),
    ],
)
def test_scenes_contradict_each_other_only_if_that_is_quite_likely(
    older: str, newer: str, likely: float, kind: Kind
) -> None:
    assert said_of(logits(contradiction=likely, overlap=1 - likely), older, newer).kind is kind


def test_what_machines_wrote_is_not_judged() -> None:
    first, second = "0d9e5b0e-8a3c-4f55-9b7d-0f1f5a2c3d4e", "1a9e5b0e-8a3c-4f55-9b7d-0f1f5a2c3d4f"

    verdict = said_of(logits(contradiction=1.0), f"oak {first} 3", f"oak {second} 4")

    assert [one.text for one in verdict.evidence] == ["3", "4"]
    assert verdict.evidence[0].start == len(f"oak {first} ")
    assert verdict.duplicate_score == pytest.approx(0)
    for texts in (f"oak {first}", "oak"), ("oak", f"oak {first}"):
        assert said_of(logits(overlap=1.0), *texts).evidence == ()


@pytest.mark.parametrize(
    "texts", [("Salz Regal", "Das Salz ist im Schrank"), ("Das Salz ist im Schrank", "Salz Regal")]
)
def test_both_notes_are_read_in_one_language(texts: tuple[str, str]) -> None:
    older, newer = map(Statement, texts)

    verdict = Judge(logits(overlap=1.0)).judge(older, newer, like=by_pair(lambda _one, _other: 0.9))

    # German nouns are no names, so one may stand for another
    assert verdict.evidence == ()


def test_likeness_and_bands_reach_the_rules() -> None:
    trusting = parsed(document())
    older, newer = Statement("No dog barks"), Statement("A puppy barks")

    assert Judge(trusting).judge(older, newer).kind is not Kind.CONTRADICTION
    like = Judge(trusting).judge(older, newer, like=by_pair(lambda _one, _other: 0.95))
    assert like.kind is Kind.CONTRADICTION
    rent = Statement("Rent is 900 a month"), Statement("Rent is 950 a month")
    assert Judge(trusting).judge(*rent, Cosines(0.6)).kind is Kind.CONTRADICTION
    strict = Judge(trusting).judge(*rent, Cosines(0.6), Bands(unlike=0.7))
    assert strict.contradiction_score < 0.5


@pytest.mark.parametrize(
    "broken", ["", "[]", "{}", document(kinds=["nonsense"]), document(trees=[["x"]])]
)
def test_broken_weights_are_refused(broken: str) -> None:
    with pytest.raises((ValueError, KeyError, TypeError)):
        parsed(broken)


def test_weights_are_read_from_their_document() -> None:
    rows = ["AP8=", "AQI="]
    relation = {"rows": rows, "scales": [0.5, 0.25], "biases": [1.0, -1.0]}

    weights = parsed(document(relations={"small": relation}))

    assert weights.kinds[0] is Kind.DISTINCT
    assert weights.features == ("rules: contradiction", "rules: replaced", "cosine")
    assert weights.trees[4] == ((0, 0.5, True, 0.0, 4.0), 0.5)
    small = weights.relations["small"]
    assert small.rows == (b"\x00\xff", b"\x01\x02")
    assert (small.scales, small.biases) == ((0.5, 0.25), (1.0, -1.0))


@pytest.mark.parametrize(
    ("value", "unknown_left", "leaf"),
    [(0.4, True, 1), (0.5, True, 1), (0.6, True, 2), (nan, True, 1), (nan, False, 2), (0.5, False, 1)],
)  # fmt: skip
def test_a_figure_up_to_the_limit_goes_left(value: float, unknown_left: bool, leaf: int) -> None:
    nested = [1, 0.5, unknown_left, [1, -9, True, 7, 1], [1, 9, True, 2, 7]]
    if isnan(value):
        nested[3:] = [1, 2]
    weights = parsed(document(trees=[[nested], [0], [0], [0], [0]], features=["other", "asked"]))

    likely = weights.probabilities({"asked": value, "other": 100})

    assert likely[Kind.DISTINCT] == pytest.approx(exp(leaf) / (exp(leaf) + 4))


def test_great_scores_are_probabilities_too() -> None:
    weights = parsed(document(trees=[[800], [799], [-900], [0], [0]]))

    likely = weights.probabilities({})

    assert likely[Kind.DISTINCT] == pytest.approx(exp(1) / (exp(1) + 1))
    assert sum(likely.values()) == pytest.approx(1)


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
