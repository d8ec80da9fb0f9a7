"""Recency, fusion, factors and the parts of a score."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from math import exp, log

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.search.ranking.order import frequency, importance_factor, score_of
from notebrain.domain.search.ranking.scores import (
    PROFILES,
    age_days,
    age_factor,
    blend,
    normalized,
    nothing_good_enough,
    profile,
    recency,
    reciprocal_ranks,
    shown,
    smoothed,
    trust,
    weight_of,
)
from notebrain.domain.search.types import ProfileName, Why

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
half_lives = st.floats(0.1, 36_500)
shares = st.floats(0, 1)


@given(half_lives)
def test_after_one_half_life_recency_is_exactly_one_half(half_life: float) -> None:
    assert recency(half_life, half_life_days=half_life) == 0.5


@given(st.floats(-1e6, 0), half_lives)
def test_the_future_counts_as_now(days: float, half_life: float) -> None:
    assert recency(days, half_life_days=half_life) == 1.0


@given(st.floats(0, 1e5), st.floats(0, 1e5), half_lives)
def test_older_is_never_more_recent(one: float, other: float, half_life: float) -> None:
    younger, older = sorted((one, other))

    assert recency(younger, half_life_days=half_life) >= recency(older, half_life_days=half_life)


@given(shares, shares)
def test_age_never_takes_more_than_the_floor_leaves(fresh: float, floor: float) -> None:
    assert floor - 1e-9 <= age_factor(fresh, floor=floor) <= 1.0 + 1e-9


@pytest.mark.parametrize(
    ("days", "half_life", "expected"),
    [(0, 0, 1), (-1, 0, 1), (0.5, 0, 0), (1, 0, 0), (1, -5, 0), (0, 7, 1), (14, 7, 0.25), (-7, 7, 1), (1, 0.5, 0.25)],
)  # fmt: skip
def test_recency_is_halved_by_each_half_life_and_at_once_without_one(
    days: float, half_life: float, expected: float
) -> None:
    assert recency(days, half_life_days=half_life) == expected


@pytest.mark.parametrize(
    ("fresh", "floor", "expected"), [(1, 0.9, 1), (0, 0.9, 0.9), (0.5, 0.9, 0.95), (0.5, 0, 0.5), (0.25, 1, 1)]
)  # fmt: skip
def test_age_lowers_a_match_down_to_the_floor(fresh: float, floor: float, expected: float) -> None:
    assert age_factor(fresh, floor=floor) == pytest.approx(expected)


def test_ages_are_whole_and_part_days_and_never_negative() -> None:
    assert age_days(NOW - timedelta(hours=36), now=NOW) == 1.5
    assert age_days(NOW + timedelta(days=3), now=NOW) == 0.0


@given(st.lists(st.floats(-10, 10), max_size=30))
def test_normalized_scores_run_from_the_natural_zero_to_the_best(scores: list[float]) -> None:
    found = normalized(scores)

    assert all(0.0 <= one <= 1.0 for one in found)
    assert not scores or max(scores) <= 0 or max(found) == 1.0


@given(shares, shares, shares)
def test_a_blend_lies_between_its_parts(keyword: float, meaning: float, alpha: float) -> None:
    assert (
        min(keyword, meaning) - 1e-9
        <= blend(keyword, meaning, alpha=alpha)
        <= max(keyword, meaning) + 1e-9
    )


@pytest.mark.parametrize(
    ("scores", "scaled", "ranks"),
    [
        ([], [], []),
        ([0.0, -1.0], [0, 0], [0, 0]),
        ([2.0, -1.0, 1.0, 0.0], [1, 0, 0.5, 0], [1, 0, 61 / 62, 0]),
        ([0.5, 0.5, 0.25], [1, 1, 0.5], [1, 61 / 62, 61 / 63]),
        ([0.2, 0.0, 0.9], [2 / 9, 0, 1], [61 / 62, 0, 1]),
    ],
)
def test_scores_are_scaled_by_the_best_one_or_fall_by_place(
    scores: list[float], scaled: list[float], ranks: list[float]
) -> None:
    assert normalized(scores) == pytest.approx(scaled)
    assert reciprocal_ranks(scores) == pytest.approx(ranks)


@pytest.mark.parametrize(
    ("values", "weights", "expected"),
    [
        ([1.0, 0.0], [[], [1.0, 0.0]], [1.0, 0.2]),
        ([1.0, 0.5, 0.0], [[0, 0.5, 0.5], [], [0.9, 0.1, 0]], [0.85, 0.5, 0.19]),
        ([], [], []),
    ],
)
def test_a_smoothed_match_takes_its_share_from_its_neighbors(
    values: list[float], weights: list[list[float]], expected: list[float]
) -> None:
    assert smoothed(values, weights, share=0.2) == pytest.approx(expected)


def test_importance_moves_a_score_by_a_twentieth_a_step() -> None:
    assert [importance_factor(one) for one in (1, 3, 5)] == pytest.approx([0.9, 1.0, 1.1])


def test_frequency_grows_ever_slower_and_ends_at_one() -> None:
    assert frequency(0, 0) == 0.0
    assert frequency(1, 0) > frequency(2, 0) - frequency(1, 0)
    assert frequency(19, 1) == pytest.approx(1.0)
    assert frequency(10_000, 0) == 1.0


@pytest.mark.parametrize(
    ("accesses", "reinforcements", "expected"),
    [(1, 0, 0.2277), (0, 1, 0.2277), (3, 1, 0.5286), (4, 0, 0.5286), (-3, 0, 0), (-3, 4, 0.2277), (9, 20, 1)],
)  # fmt: skip
def test_opens_and_confirmations_count_the_same(
    accesses: int, reinforcements: int, expected: float
) -> None:
    assert frequency(accesses, reinforcements) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize(
    ("half_life", "floor", "expected"),
    [(None, None, (30, 0.9)), (3.0, None, (3, 0.9)), (None, 0.5, (30, 0.5)), (0.0, -1.0, (0, 0)), (1.0, 2.0, (1, 1))],
)  # fmt: skip
def test_a_profile_takes_the_half_life_and_the_floor_that_were_set(
    half_life: float | None, floor: float | None, expected: tuple[float, float]
) -> None:
    chosen = profile(ProfileName.BALANCED, half_life_days=half_life, floor=floor)

    assert (chosen.half_life_days, chosen.floor) == expected
    assert chosen.settles_versions
    assert not chosen.weighted_sum


def test_profiles_are_the_four_of_the_design() -> None:
    assert set(PROFILES) == set(ProfileName)
    assert profile(ProfileName.STRICT).half_life_days == 7.0
    assert profile(ProfileName.STRICT).floor == 0.0
    assert profile(ProfileName.TIMELESS, floor=0.1).floor == 1.0
    assert profile(ProfileName.BALANCED, half_life_days=3, floor=0.5).half_life_days == 3
    assert profile(ProfileName.BALANCED, floor=7).floor == 1.0


def why(**parts: float) -> Why:
    alpha, keyword, meaning = parts["alpha"], parts["keyword"], parts["meaning"]
    return Why(
        keyword=keyword,
        meaning=meaning,
        match=blend(keyword, meaning, alpha=alpha),
        age=parts["age"],
        importance=parts["importance"],
        alpha=alpha,
        age_days=10,
        recency=parts["recency"],
        frequency=parts["frequency"],
        weighted_sum=parts["summed"] > 0,
    )


parts = st.fixed_dictionaries(
    {
        "keyword": shares,
        "meaning": shares,
        "alpha": shares,
        "age": shares,
        "importance": st.sampled_from([0.9, 0.95, 1.0, 1.05, 1.1]),
        "recency": shares,
        "frequency": shares,
        "summed": st.integers(0, 1),
    }
)


@pytest.mark.slow
@given(parts)
def test_the_parts_shown_work_out_to_the_score_shown(numbers: dict[str, float]) -> None:
    seen = shown(why(**numbers))

    assert seen.match == round(seen.alpha * seen.keyword + (1 - seen.alpha) * seen.meaning, 2)
    if seen.weighted_sum:
        worked_out = (
            0.4 * seen.match + 0.3 * seen.importance + 0.2 * seen.recency + 0.1 * seen.frequency
        )
    else:
        worked_out = seen.match * seen.age * seen.importance
    assert seen.score == pytest.approx(worked_out, abs=0.0051)
    assert seen.score == pytest.approx(score_of(why(**numbers)), abs=0.03)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, {"match": 0.57, "score": 0.51}),
        ({"dates": 0.3}, {"score": 0.15}),
        ({"repeats": 0.57}, {"score": 0.29}),
        ({"listed": True, "keyword": 0.0}, {"match": 1.0, "keyword": 0.0, "score": 0.9}),
        ({"weighted_sum": True}, {"score": round(0.4 * 0.57 + 0.3 * 1.1 + 0.2 * 0.35 + 0.1 * 0.66, 2)}),
        ({"weighted_sum": True, "dates": 0.3}, {"score": 0.21}),
    ],
)  # fmt: skip
def test_all_parts_are_shown_with_two_places(
    changes: dict[str, float], expected: dict[str, float]
) -> None:
    exact = Why(
        keyword=0.8149,
        meaning=0.4151,
        match=0.9,
        age=0.8199,
        importance=1.1,
        alpha=0.3751,
        age_days=10,
        recency=0.3451,
        frequency=0.6649,
    )
    always = {
        "keyword": 0.81,
        "meaning": 0.42,
        "alpha": 0.38,
        "age": 0.82,
        "importance": 1.1,
        "recency": 0.35,
        "frequency": 0.66,
        "dates": 1.0,
        "repeats": 1.0,
        "weighted_sum": False,
    }

    seen = shown(replace(exact, **changes))  # type: ignore[arg-type]  # by name

    assert {name: getattr(seen, name) for name in always | expected} == {
        **always,
        **{name: part for name, part in changes.items() if name in always},
        **expected,
    }


def test_the_memory_score_is_a_weighted_sum() -> None:
    summed = why(
        keyword=1, meaning=1, alpha=0.5, age=1, importance=0.6, recency=0.5, frequency=0.0, summed=1
    )

    assert score_of(summed) == pytest.approx(0.4 + 0.18 + 0.1)


@pytest.mark.parametrize(
    ("count", "expected"), [(0, log(202)), (9, log(101 / 9.5)), (100, log(101 / 100.5)), (500, log(101 / 100.5))]
)  # fmt: skip
def test_a_word_weighs_by_its_rarity(count: int, expected: float) -> None:
    assert weight_of(count, notes=100) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("covers", "weight", "expected"),
    [
        ([1.0, 0.25], 20.0, [1.0, 0.5]),
        ([0.5, 0.125, 0.0], 20.0, [0.5 + 0.5 * (1 - exp(-0.5)), (0.5 + 0.5 * (1 - exp(-0.5))) / 2, 0]),
        ([0.5], 0.0, [0.5]),
        ([0.1], 200.0, [0.1 + 0.9 * (1 - exp(-1))]),
        ([-0.5], 5.0, [0]),
    ],
)  # fmt: skip
def test_trust_is_the_cover_of_the_best_note_and_the_rarity_it_found(
    covers: list[float], weight: float, expected: list[float]
) -> None:
    assert trust(covers, weight) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("cosine", "cover", "nothing"),
    [(0.21, 0.29, True), (0.22, 0.29, False), (0.21, 0.30, False), (None, 0.0, False), (-1.0, 0.0, True)],
)  # fmt: skip
def test_below_two_limits_nothing_is_good_enough(
    cosine: float | None, cover: float, nothing: bool
) -> None:
    assert nothing_good_enough(cosine, cover) is nothing


def test_a_word_that_no_note_has_weighs_most_in_the_cover() -> None:
    common, rare, absent = (weight_of(count, notes=100) for count in (40, 2, 0))

    assert 0 < common < rare < absent
    assert weight_of(500, notes=100) == pytest.approx(weight_of(100, notes=100))


def test_words_are_trusted_by_the_share_of_the_question_that_they_are() -> None:
    assert trust([1.0, 0.25, 0.0], 5.0) == pytest.approx([1.0, 0.5, 0.0])
    assert trust([0.0, 0.0], 5.0) == [0.0, 0.0]
    assert trust([], 0.0) == []


def test_an_accidental_word_of_a_short_question_counts_little() -> None:
    (accident,) = trust([0.2], 10.0)
    (much_of_a_long_question,) = trust([0.5], 60.0)

    assert accident < 0.3
    assert much_of_a_long_question > 0.85


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20), st.floats(0.1, 200))
def test_who_covers_more_is_trusted_more(covers: list[float], weight: float) -> None:
    trusted = trust(covers, weight)

    assert all(0.0 <= one <= 1.0 + 1e-9 for one in trusted)
    assert [trusted[n] for n in sorted(range(len(covers)), key=covers.__getitem__)] == sorted(
        trusted
    )
