"""What the rows of a history say: what made each state, and how much it changed."""

from datetime import UTC, datetime

import pytest

from notebrain.domain.notes.history import State
from notebrain.domain.text.diff import Amount
from notebrain.gui.history.model import Row
from notebrain.gui.history.texts import amount_text

AT = datetime(2026, 11, 19, 9, 0, tzinfo=UTC)
SOME = Amount(214, 9, 3, is_change=True)


def row(how: str, *, amount: Amount | None = SOME, **state: object) -> Row:
    facts = {"revision": 3, "before": 2, "title": "Soil", "size": 40, **state}
    made = State(at=AT, begun_at=AT, how=how, begins_session=True, **facts)  # type: ignore[arg-type]  # a test's short cut
    return Row(state=made, prior_title="Soil", amount=amount)


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        (Amount(), "Nothing changed"),
        (Amount(is_change=True), "Only spaces or punctuation changed"),
        (Amount(1, is_change=True), "+1 word"),
        (Amount(0, 2, is_change=True), "\u22122 words"),
        (Amount(0, 9, 1, is_change=True), "1 line removed"),
        (SOME, "+214 words, 3 lines removed"),
    ],
)
def test_an_amount_is_told_in_words_and_lines(amount: Amount, text: str) -> None:
    assert amount_text(amount) == text


@pytest.mark.parametrize(
    ("shown", "name", "detail"),
    [
        (row("edit"), "Edited here", "+214 words, 3 lines removed"),
        (row("edit", revision=None), "Now · Edited here", "+214 words, 3 lines removed"),
        (row("sync", computer="Desk"), "Synced from Desk", "+214 words, 3 lines removed"),
        (row("sync"), "Synced from another computer", "+214 words, 3 lines removed"),
        (row("answer"), "Card answered", "+214 words, 3 lines removed"),
        (row("restore"), "Earlier version restored", "+214 words, 3 lines removed"),
        (row("created", before=None), "Created", "+214 words, 3 lines removed"),
        (row("created", before=None, title="", size=0), "Empty note", "Created"),
        (row("rename", title="Lime", amount=Amount()), "Renamed", "“Lime”"),
        (row("edit", title="Lime"), "Edited here", "+214 words, 3 lines removed"),
        (row("edit", amount=None), "Edited here", "40 characters"),
        (row("edit", amount=None, revision=None, size=None), "Now · Edited here", ""),
        (
            row("created", before=None, revision=None, size=None, title="", amount=Amount()),
            "Now · Empty note",
            "Created",
        ),
    ],
)
def test_a_row_says_what_made_a_state_and_how_much_it_changed(
    shown: Row, name: str, detail: str
) -> None:
    assert (shown.name, shown.detail) == (name, detail)
