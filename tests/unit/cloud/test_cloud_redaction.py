"""What the account said is shown whole, but for what is private and for what could steer a screen."""

import pytest
from hypothesis import given, strategies as st

from notebrain.cloud.redaction import redacted

letters = st.text(st.sampled_from("ab <\n"), max_size=40)


@given(letters, st.lists(letters, max_size=3))
def test_no_run_of_six_characters_of_a_private_text_is_repeated(
    said: str, private: list[str]
) -> None:
    told = redacted(said, secrets=(), private=private)

    lines = [one.replace("\n", " ") for one in private]
    runs = {text[start : start + 6] for text in lines for start in range(len(text) - 5)}
    assert not [run for run in runs if run in told]
    assert told.isprintable()


@given(letters)
def test_what_is_not_private_stays_letter_by_letter(said: str) -> None:
    assert redacted(said, secrets=(), private=("other words",)) == said.replace("\n", " ")


@pytest.mark.slow
def test_an_answer_without_end_is_cut_and_a_long_one_is_not() -> None:
    assert redacted("no " * 20_000, secrets=(), private=("yes",)) == "no " * 20_000
    assert len(redacted("no " * 200_000, secrets=(), private=("yes",))) == 65_536
