"""What a link may do when it is opened."""

import pytest

from notebrain.domain.notes.addresses import Opening, opening_of


@pytest.mark.parametrize(
    ("target", "opening"),
    [
        ("https://example.org", Opening.AT_ONCE),
        ("HTTP://example.org", Opening.AT_ONCE),
        ("mailto:a@example.org", Opening.AT_ONCE),
        ("file:///etc/passwd", Opening.ASK),
        ("tel:5550", Opening.ASK),
        ("steam://run/1", Opening.ASK),
        ("javascript:alert(1)", Opening.NEVER),
        (" JavaScript:x", Opening.NEVER),
        ("data:text/html,x", Opening.NEVER),
        ("Gas: supplier", Opening.NOTE),
        ("mailto: a letter", Opening.NOTE),
        ("Gas", Opening.NOTE),
        ("C:x", Opening.NOTE),
        ("#Heading", Opening.NOTE),
        ("", Opening.NOTE),
    ],
)
def test_only_what_is_known_to_be_harmless_opens_at_once(target, opening) -> None:
    assert opening_of(target) is opening
