"""What two computers wrote at one place of a note is kept as a card with both texts."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from notebrain.app.conflict_cards import keep_conflict
from notebrain.app.services import open_services
from notebrain.domain.cards import Answer, CardKind
from notebrain.domain.drafts import Draft
from notebrain.storage import notes
from notebrain.storage.syncing import records
from notebrain.sync.taking import Conflict
from tests.fakes.clock import FakeClock
from tests.fakes.embedder import FakeEmbedder


def test_a_conflict_becomes_a_card_that_merges_or_keeps_both(tmp_path: Path) -> None:
    clock = FakeClock()
    services = open_services(tmp_path / "vault", clock=clock, embedder=FakeEmbedder())
    try:
        note_id = services.capture.capture(Draft("Fed at 8")).result().note
        with services.store.read() as db:
            mine = records.of(db, notes.key_of(db, note_id))
        later = int(datetime(2026, 11, 20, tzinfo=UTC).timestamp() * 1000)
        theirs = replace(mine, body="Fed at 9", updated_at=later)
        conflict = Conflict(note_id, mine, theirs, None, "laptop", clock.now())

        services.store.write(lambda db: keep_conflict(db, conflict)).result()

        (asked,) = services.review.inbox().asked
        assert asked.card.kind is CardKind.CONFLICT
        assert (asked.older_body, asked.newer_body) == ("Fed at 8", "Fed at 9")
        assert asked.newer_at == datetime(2026, 11, 20, tzinfo=UTC)
        services.review.answer(asked.card.id, Answer.REPLACE).result()
        with services.store.read() as db:
            assert records.of(db, notes.key_of(db, note_id)).body == "Fed at 9"
    finally:
        services.close()
