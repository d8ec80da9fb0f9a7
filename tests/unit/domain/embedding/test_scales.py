"""What the cosines of each model mean."""

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.embedding.scales import COMMON, scale_of
from notebrain.embedders.bundled import ENGLISH, MULTILINGUAL

MODELS = [ENGLISH.space.model, MULTILINGUAL.space.model, "@cf/baai/bge-m3", "unknown"]
cosines = st.floats(-1.0, 1.0)


def test_limits_are_set_on_the_scale_of_the_english_model() -> None:
    assert scale_of(ENGLISH.space.model) is COMMON
    assert COMMON.of_notes(0.123456789) == 0.123456789


@pytest.mark.parametrize(
    ("model", "own", "common"),
    [
        (MULTILINGUAL.space.model, 0.61, 0.40),
        (MULTILINGUAL.space.model, 0.78, 0.70),
        (MULTILINGUAL.space.model, 0.69, 0.56),
        ("@cf/baai/bge-small-en-v1.5", 0.4, 0.0),
        ("@cf/baai/bge-small-en-v1.5", 0.7, 0.5),
    ],
)
def test_the_same_share_of_pairs_lies_above(model: str, own: float, common: float) -> None:
    assert scale_of(model).of_notes(own) == pytest.approx(common)


@pytest.mark.parametrize("model", MODELS)
@given(one=cosines, other=cosines)
def test_a_higher_cosine_never_means_less(model: str, one: float, other: float) -> None:
    low, high = sorted((one, other))

    assert -1.0 <= scale_of(model).of_notes(low) <= scale_of(model).of_notes(high) <= 1.0


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("end", [-1.0, 1.0])
def test_both_ends_stay(model: str, end: float) -> None:
    assert scale_of(model).of_notes(end) == end


@pytest.mark.parametrize("beyond", [-1.0000001, 1.0000001])
def test_rounding_beyond_the_ends_does_no_harm(beyond: float) -> None:
    for model in MODELS:
        assert scale_of(model).of_notes(beyond) == pytest.approx(beyond, abs=1e-5)
