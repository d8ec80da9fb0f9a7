"""index asks the model in the account about the cards that the computer is unsure of."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from notebrain.app.api import Brain
from notebrain.app.settings.review import REVIEW_ASKS
from notebrain.domain.review.cards import CardKind
from notebrain.embedders import local
from notebrain.storage.review import cards
from tests.fakes.cloudflare import Standin, start_cloudflare
from tests.fakes.command_line import InProcess
from tests.fakes.embedder import FakeEmbedder

OLDER, NEWER = "The rent of the flat is 900 euros", "The rent of the flat is 1150 euros"
SAID = {
    "relation": "replaced",
    "confidence": 0.8,
    "quotes": [{"note": 1, "text": "900 euros"}, {"note": 2, "text": "1150 euros"}],
}


@pytest.fixture
def account(notebrain: InProcess, monkeypatch: pytest.MonkeyPatch) -> Iterator[Standin]:
    monkeypatch.setattr(local, "LocalEmbedder", lambda *_model: FakeEmbedder())
    with start_cloudflare() as standin:
        monkeypatch.setenv("NOTEBRAIN_CLOUDFLARE_API", standin.base_url)
        monkeypatch.setenv("NOTEBRAIN_CF_TOKEN", standin.token)
        monkeypatch.setenv("NOTEBRAIN_CF_ACCOUNT", standin.account)
        assert notebrain.run("account", "connect", "--yes").code == 0
        yield standin


def unsure(notebrain: InProcess) -> None:
    """Leave a card of which this computer is unsure."""
    notebrain.capture(OLDER, "--at", "2026-01-02")
    notebrain.capture(NEWER, "--at", "2026-01-03")
    doubt(notebrain)


def doubt(notebrain: InProcess) -> None:
    """Let this computer be unsure of its card."""
    with Brain.open(notebrain.vault) as brain:
        brain.services.settings.put(REVIEW_ASKS, "never").result()
        brain.index()
        (asked,) = brain.services.review.inbox().asked
        flagged = replace(asked.card, kind=CardKind.FLAGGED, confidence=0.5)
        brain.services.store.write(lambda db: cards.put(db, flagged)).result()
        brain.services.settings.put(REVIEW_ASKS, "unsure").result()


def only_card(notebrain: InProcess) -> dict[str, object]:
    (found,) = notebrain.run("review", "list", "--json").json
    return dict(found)


def test_index_leaves_cards_with_what_the_model_said(
    notebrain: InProcess, account: Standin
) -> None:
    unsure(notebrain)
    assert only_card(notebrain)["judged_by"] is None
    account.ai.script(json.dumps(SAID))

    assert notebrain.run("index").code == 0

    card = only_card(notebrain)
    assert card["kind"] == "replaced"
    assert str(card["judged_by"]).startswith("llama")


def test_where_it_is_not_wanted_index_asks_nothing(notebrain: InProcess, account: Standin) -> None:
    unsure(notebrain)
    with Brain.open(notebrain.vault) as brain:
        brain.services.settings.put(REVIEW_ASKS, "never").result()
    account.ai.script(json.dumps(SAID))

    assert notebrain.run("index").code == 0

    assert only_card(notebrain)["kind"] == "flagged"


def test_an_account_that_refuses_is_told_and_the_index_is_done(
    notebrain: InProcess, account: Standin, monkeypatch: pytest.MonkeyPatch
) -> None:
    unsure(notebrain)
    monkeypatch.delenv("NOTEBRAIN_CF_TOKEN")

    told = notebrain.run("index")

    assert told.code == 0
    assert "could not be asked about cards" in told.err
    assert only_card(notebrain)["kind"] == "flagged"


def test_a_merge_that_the_model_wrote_says_so_and_is_what_merging_gives(
    notebrain: InProcess, account: Standin
) -> None:
    unsure(notebrain)
    (card,) = notebrain.run("review", "list", "--json").json
    (own,) = card["merges"]
    assert own["by"] is None
    merge = "The rent of the flat is 900 euros and 1150 euros"
    account.ai.script({"relation": "overlap", "confidence": 0.8, "quotes": [], "merge": merge})
    assert notebrain.run("index").code == 0

    card = notebrain.run("review", "show", str(only_card(notebrain)["card_id"]), "--json").json

    assert card["merge"] == merge
    assert [(one["text"], one["by"], one["vanishing"]) for one in card["merges"]] == [
        (merge, card["judged_by"], []),
        (own["text"], None, []),
    ]
    shown = notebrain.run("review", "show", card["card_id"]).text
    assert f"Merge, written by {card['judged_by']} in your account:\n{merge}" in shown
    assert notebrain.run("review", "resolve", card["card_id"], "merge").code == 0
    (left,) = notebrain.run("list", "--json").json
    assert notebrain.run("show", left["note_id"], "--body").text.strip() == merge


def test_a_merge_that_loses_something_is_not_what_merging_gives(
    notebrain: InProcess, account: Standin
) -> None:
    unsure(notebrain)
    merge = "The rent of the flat is 1150 euros"
    account.ai.script({"relation": "overlap", "confidence": 0.8, "quotes": [], "merge": merge})
    assert notebrain.run("index").code == 0

    card = notebrain.run("review", "show", str(only_card(notebrain)["card_id"]), "--json").json

    assert "900" in card["merge"]
    assert [(one["by"] is None, one["vanishing"]) for one in card["merges"]] == [
        (True, []),
        (False, ["900 euros"]),
    ]


@pytest.mark.slow
def test_no_card_is_asked_about_more_than_twice_by_all_computers_together(
    notebrain: InProcess, account: Standin, tmp_path: Path
) -> None:
    unsure(notebrain)
    notebrain.run("sync")
    computers = [notebrain, InProcess(tmp_path / "two"), InProcess(tmp_path / "three")]
    for other in computers[1:]:
        assert other.run("account", "connect", "--yes").code == 0
        assert other.run("sync").code == 0
        doubt(other)
    account.ai.script("I would rather not say")
    account.requests.clear()

    for one in computers:
        assert one.run("index").code == 0

    asked = [one for one in account.requests if "llama" in one.request.path]
    assert len(asked) == 2
    assert {str(only_card(one)["kind"]) for one in computers} == {"flagged"}
