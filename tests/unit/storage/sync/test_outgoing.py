"""How much goes into one request."""

import pytest

from notebrain.domain.sync.remote import Kind, Name
from notebrain.storage.sync.outgoing import Outgoing, fill


@pytest.mark.parametrize(
    ("size", "number"),
    [(0, 1), (299, 1), (599, 1), (600, 2), (899, 2), (900, 3), (9_000, 4)],
)
def test_a_request_takes_what_fits_and_one_at_least(size: int, number: int) -> None:
    content = "x" * 100  # with what goes beside it, 300 bytes
    found = [Outgoing(Name(Kind.NOTE, str(one)), one, "rev", None, content) for one in range(4)]

    assert fill(found, size=size) == found[:number]
