"""The models that can write: which are offered, in which order, and what they are called."""

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.grounding.writing_models import (
    LARGE,
    SHIPPED,
    SMALL,
    WritingModel,
    as_json,
    chosen,
    from_json,
    offered,
    titles,
)

NAMES = {
    "@cf/meta/llama-3.3-70b-instruct-fp8-fast": "Llama 3.3 70B",
    "@cf/mistralai/mistral-small-3.1-24b-instruct": "Mistral Small 3.1 24B",
    "@cf/google/gemma-3-12b-it": "Gemma 3 12B",
    "@cf/meta/llama-4-scout-17b-16e-instruct": "Llama 4 Scout 17B 16E",
    "@hf/maker/instruct": "instruct",
}


def model(name: str, read: float = 1_000, written: float = 2_000) -> WritingModel:
    return WritingModel(name, 24_000, read, written)


def test_models_have_short_names() -> None:
    assert titles([model(name) for name in NAMES]) == NAMES


def test_two_that_would_be_called_the_same_have_their_whole_names() -> None:
    alike = ["@cf/meta/llama-3.1-8b-instruct-fp8", "@cf/meta/llama-3.1-8b-instruct-fast"]

    assert list(titles([model(name) for name in alike]).values()) == [
        "llama-3.1-8b-instruct-fp8",
        "llama-3.1-8b-instruct-fast",
    ]


def test_the_cheapest_comes_first() -> None:
    assert offered([LARGE, SMALL]) == (SMALL, LARGE)


@pytest.mark.parametrize(
    "unfit",
    [
        model("@cf/a/free", 0, 0),
        model("@cf/a/mistake", 1_000, 1e12),
        model("@cf/a/nothing", float("nan"), 1),
        WritingModel("@cf/a/small", 2_048, 1, 1),
    ],
    ids=lambda one: one.name,
)
def test_a_model_without_a_credible_price_or_room_is_not_offered(unfit: WritingModel) -> None:
    assert offered([unfit, LARGE]) == (LARGE,)
    assert offered([unfit]) == tuple(SHIPPED.values())


@given(
    st.lists(
        st.builds(
            WritingModel,
            st.text(max_size=9),
            st.integers(0, 99_999),
            st.floats(0, 9e6, exclude_min=True),
            st.floats(0, 9e6, exclude_min=True),
        )
    )
)
def test_what_is_kept_comes_back_and_one_is_always_chosen(found: list[WritingModel]) -> None:
    models = offered(found)

    assert from_json(as_json(models)) == models
    assert chosen("", models) in models
