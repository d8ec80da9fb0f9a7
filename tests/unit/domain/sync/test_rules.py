import pytest

from notebrain.domain.sync.rules import must_ask


@pytest.mark.parametrize(
    ("going", "live", "asks"),
    [
        (0, 0, False),
        (4, 4, False),
        (5, 5, True),
        (5, 50, False),
        (5, 49, True),
        (6, 50, True),
        (20, 1000, False),
        (21, 1000, True),
        (21, 100_000, True),
    ],
)
def test_more_than_twenty_or_a_tenth_of_the_notes_asks_but_never_for_fewer_than_five(
    going, live, asks
) -> None:
    assert must_ask(going, live) is asks
