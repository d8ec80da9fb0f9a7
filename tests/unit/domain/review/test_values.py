"""Only what is surely a value, a name or a denial gets a box."""

import pytest

from notebrain.domain.review.values import values_lacking


@pytest.mark.parametrize(
    ("text", "boxed"),
    [
        ("1. Mix the flour\n2) Bake it for 40 minutes\n- 3. cool", ["40 minutes"]),
        ("Open the oven. Serve warm", []),
        ("Flour, Salt, Yeast", []),
        ("## Baking The Bread\nUse **Bold Words**", []),
        ("when the Crust is brown", []),
        ("First do this, then that a second time", []),
        ("Bring two eggs on Monday in May", ["two", "Monday", "May"]),
        (
            "Ask our Jonas, not with Marta’s brother, it isn't him",
            ["Jonas", "not", "Marta’s", "isn't"],
        ),
        (
            "See https://a.example/dal or ~/notes/dal, v2.1",
            ["https://a.example/dal", "~/notes/dal", "v2.1"],
        ),
        ("Der Ofen und die Butter mit dem Mehl", []),
        ("Termin mit Frau Weber am Dienstag, nicht vorher", ["Weber", "Dienstag", "nicht"]),
    ],
)
def test_values_names_and_denials_are_found_and_nothing_else(text: str, boxed: list[str]) -> None:
    found = values_lacking(text, "")

    assert [text[start:end] for start, end in found] == boxed


def test_what_the_other_text_has_gets_no_box() -> None:
    assert values_lacking("Rent is 900 euros", "900 euros it is") == []
