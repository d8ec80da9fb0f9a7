"""What cosines mean is read off pairs that have nothing to do with each other."""

from dataclasses import astuple

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.judge.calibration import LEAST_PAIRS, calibrated
from notebrain.domain.judge.verdict import Bands

USUAL = Bands()


def around(middle: float, spread: float = 0.15) -> list[float]:
    """Return cosines spread evenly around one."""
    return [middle - spread + 2 * spread * place / 399 for place in range(400)]


def test_a_vault_about_many_things_keeps_the_usual_bands() -> None:
    assert calibrated(around(0.1)) == USUAL


def test_a_model_that_finds_everything_alike_gets_higher_bands() -> None:
    bands = calibrated(around(0.6))
    assert bands is not None
    assert bands.related > 0.7 > USUAL.related
    assert bands.near > USUAL.near
    assert bands.flagged > USUAL.flagged


def test_a_few_duplicates_among_the_pairs_change_nothing() -> None:
    assert calibrated([*around(0.1), *[0.98] * 15]) == USUAL


def test_a_vault_full_of_one_thing_leaves_true_duplicates_within_reach() -> None:
    bands = calibrated([0.97] * 400)
    assert bands is not None
    assert bands.flagged < 0.96
    assert bands.close < 0.95


def test_too_few_pairs_say_nothing() -> None:
    assert calibrated(around(0.6)[: LEAST_PAIRS - 1]) is None
    assert calibrated([float("nan")] * 400) is None


@pytest.mark.parametrize(
    ("cosines", "related", "flagged"),
    [
        # what chance makes of two notes is the cosine that a twentieth of the pairs exceed
        ([0.1] * 189 + [0.52] * 11, 0.55, 0.8875),
        ([0.1] * 190 + [0.52] * 10, 0.4, 0.85),
        ([0.68] * 150, 0.7, 0.925),
        ([0.36] * 150, 0.4, 0.85),
        ([0.8] * 150, 0.8125, 0.9531),
        ([0.97] * 150, 0.8125, 0.9531),
        ([float("nan")] * 90 + [0.68] * 150 + [float("inf")] * 90, 0.7, 0.925),
    ],
)
def test_the_range_that_chance_leaves_is_scaled(
    cosines: list[float], related: float, flagged: float
) -> None:
    bands = calibrated(cosines)

    assert bands is not None
    assert (bands.related, bands.flagged) == (related, flagged)


def test_the_bands_of_another_model_are_scaled_alike() -> None:
    usual = Bands(related=0.5, flagged=0.9)

    assert calibrated([0.1] * 150, usual) is usual
    bands = calibrated([0.68] * 150, usual)
    assert bands is not None
    assert (bands.related, bands.flagged) == (0.75, 0.95)


@pytest.mark.slow
@given(st.lists(st.floats(-1, 1), min_size=LEAST_PAIRS, max_size=400))
def test_bands_keep_their_order_between_the_usual_ones_and_identity(cosines: list[float]) -> None:
    bands = calibrated(cosines)
    assert bands is not None
    values, usual = astuple(bands), astuple(USUAL)
    assert all(least <= value < 1 for least, value in zip(usual, values, strict=True))
    assert list(values) == sorted(values)
    assert len(set(values)) == len(values)
