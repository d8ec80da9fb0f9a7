"""A proposed merge leaves nothing out unasked, and says what would be lost."""

import pytest

from notebrain.domain.review.merge import loses, propose, propose_conflict, vanishing


@pytest.mark.parametrize(
    ("older", "newer", "merged"),
    [
        ("Rice, lentils.", "Rice, lentils. Add cumin.", "Rice, lentils. Add cumin."),
        ("# Dal\n\n- rice\n", "- salt\n- rice", "# Dal\n\n- rice\n\n- salt"),
        ("All of it is here.", "It is here", "All of it is here."),
        (
            "See Dr. Maurer on 14 March. Bring the card.",
            "See Dr. Maurer on 21 March. Bring the card.",
            "See Dr. Maurer on 14 March. Bring the card. See Dr. Maurer on 21 March.",
        ),
        (
            "Abflug am 3. März um 6:40. Hotel gebucht.",
            "Abflug am 5. März um 6:40. Hotel gebucht.",
            "Abflug am 3. März um 6:40. Hotel gebucht. Abflug am 5. März um 6:40.",
        ),
    ],
)
def test_a_proposal_is_the_older_text_and_what_only_the_newer_says(
    older: str, newer: str, merged: str
) -> None:
    assert propose(older, newer) == merged


def test_two_edits_of_one_line_are_both_in_the_proposal() -> None:
    assert propose_conflict("Meet at 9.", "Meet at 10.", "Meet.") == "Meet at 9. Meet at 10."


@pytest.mark.parametrize(
    ("merged", "gone"),
    [
        ("Rent is 1150", ["900", "3 March"]),
        ("Rent was 900 till 3 March, now 1150", []),
    ],
)
def test_what_would_vanish_is_named(merged: str, gone: list[str]) -> None:
    assert vanishing(merged, "Rent is 900 from 3 March", "Rent is 1150") == gone


def test_a_name_that_would_vanish_is_named() -> None:
    assert vanishing("The key is with the neighbour", "The key is with Anna") == ["Anna"]


DAL = "Dal for 4: 500 g lentils.\nAnn's recipe, https://a.example/dal.\nDo not salt it, don’t stir."
SERVED = "Dal: lentils, 20 minutes, costs €12."


@pytest.mark.parametrize(
    ("merged", "lost"),
    [
        (f"{DAL}\n{SERVED}", False),
        (SERVED, True),
        (DAL, True),
        (f"{DAL}\n{SERVED}".replace("Do not salt", "Do salt"), True),
        (f"{DAL}\n{SERVED}".replace("500 g ", ""), True),
        (f"{DAL}\n{SERVED}".replace("https://a.example/dal", ""), True),
    ],
)
def test_what_a_merge_loses_is_known(merged: str, lost: bool) -> None:
    assert loses(merged, DAL, SERVED) is lost
