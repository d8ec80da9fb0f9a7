"""Searches kept in the vault."""

from pathlib import Path

from notebrain.app.notes.saved_searches import Searches
from notebrain.app.services import open_services
from notebrain.app.settings.search import KEEP_RECENT
from tests.fakes.clock import FakeClock
from tests.fakes.embedder import FakeEmbedder


def test_searches_are_there_again_after_a_start_and_recent_ones_can_be_switched_off(
    tmp_path: Path,
) -> None:
    services = open_services(tmp_path / "vault", clock=FakeClock(), embedder=FakeEmbedder())
    services.searches.ask("gas")
    services.searches.save(services.searches.kept.with_saved("tag:garden"))
    services.settings.put(KEEP_RECENT, False).result()

    again = Searches(services.settings)
    again.ask("plum")

    assert again.kept.recent == ("gas",)
    assert again.shown.recent == ()
    assert [one.query for one in again.shown.saved] == ["tag:garden"]
    again.save_shown(again.shown.without_saved("tag:garden"))
    assert again.kept.recent == ("gas",)
    assert again.kept.saved == ()
    services.close()
