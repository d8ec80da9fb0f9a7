"""Whether the right notes come first, measured on labelled sets that do not ship with the product.

The sets lie in `../shared/data` beside the checkout or in `NOTEBRAIN_TEST_DATA`; without them these tests are skipped.
The questions about versions run in every gate, LoCoMo with `dev.py long`. The other sets are measured through the
command line (see the benchmarks).
"""

import json
import math
import os
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from notebrain.app.model.local_model import bundled_models
from notebrain.domain.search.types import ProfileName, SearchRequest
from notebrain.search.service import RecallService
from tests.unit.search.conftest import Vault

if TYPE_CHECKING:
    from collections.abc import Mapping


_BESIDE = Path(__file__).parents[4] / "shared" / "data"
DATA = Path(os.environ.get("NOTEBRAIN_TEST_DATA", _BESIDE)) / "retrieval"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(600),
    pytest.mark.skipif(not DATA.is_dir(), reason=f"the labelled sets are not at {DATA}"),
]
NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


def ndcg(ranked: list[str], relevant: set[str]) -> float:
    gain = sum(
        1 / math.log2(place + 2) for place, name in enumerate(ranked[:10]) if name in relevant
    )
    return gain / sum(1 / math.log2(place + 2) for place in range(min(10, len(relevant))))


def searched(vault: Vault, now: datetime, notes: "Mapping[str, tuple[str, datetime]]") -> Vault:
    """Take the notes into the vault, indexed by the shipped model."""
    embedder = bundled_models()
    vault.embedder = embedder  # type: ignore[assignment]  # the real one in place of the fake
    vault.recall = RecallService(vault.store, embedder, vault.clock)
    vault.clock.moment = now
    for name, (text, at) in notes.items():
        vault.take(text, title=name, days_ago=(now - at) / timedelta(days=1), title_is_set=True)
    return vault


def found(vault: Vault, query: str, profile: ProfileName | None = None) -> list[str]:
    result = vault.recall.search(SearchRequest(query, limit=10, profile=profile))
    return [hit.title for hit in result.hits]


def one_dialogue() -> tuple[dict[str, tuple[str, datetime]], list[tuple[str, set[str]]], datetime]:
    talk = json.loads((DATA / "locomo_dev.json").read_text())[0]
    notes: dict[str, tuple[str, datetime]] = {}
    for key, turns in talk["conversation"].items():
        if re.fullmatch(r"session_\d+", key):
            stamp = talk["conversation"][key + "_date_time"]
            at = datetime.strptime(stamp, "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
            notes |= {turn["dia_id"]: (f"{turn['speaker']}: {turn['text']}", at) for turn in turns}
    questions = [
        (one["question"], evidence)
        for one in talk["qa"]
        if one.get("category") != 5 and (evidence := set(one.get("evidence", [])) & set(notes))
    ]
    return notes, questions, max(at for _, at in notes.values())


@pytest.mark.long
def test_a_dialogue_is_recalled_and_age_costs_next_to_nothing(vault: Vault) -> None:
    notes, questions, now = one_dialogue()
    searched(vault, now, notes)

    timeless = [
        ndcg(found(vault, text, ProfileName.TIMELESS), wanted) for text, wanted in questions
    ]
    default = [ndcg(found(vault, text), wanted) for text, wanted in questions]

    # this dialogue alone; all five of the set reach 0.535
    assert sum(timeless) / len(timeless) > 0.49
    assert sum(default) / len(default) > sum(timeless) / len(timeless) - 0.015


def test_versions_needles_and_series_are_all_found(vault: Vault) -> None:
    data = json.loads((DATA / "decay_dev.json").read_text())
    notes = {
        one["id"]: (one["text"], NOW - timedelta(days=one["days_ago"])) for one in data["notes"]
    }
    searched(vault, NOW, notes)

    missed = [
        one["query"]
        for one in data["queries"]
        if one["want"] not in found(vault, one["query"])[: 1 if one["kind"] == "version" else 3]
    ]

    assert not missed
