"""Cards on the command line: what comes up after indexing, how it is answered and taken back."""

from typing import Any

import pytest

from notebrain.app.model import local_model
from notebrain.app.services import open_services
from notebrain.app.settings.review import REVIEW_PER_DAY
from tests.fakes.command_line import InProcess
from tests.fakes.embedder import FakeEmbedder

RENT, RAISED = "The rent of the flat is 900 euros", "The rent of the flat is 1150 euros"


@pytest.fixture(autouse=True)
def embedder(monkeypatch: pytest.MonkeyPatch) -> FakeEmbedder:
    fake = FakeEmbedder()
    monkeypatch.setattr(local_model, "local_embedder", lambda *_model, **_how: fake)
    return fake


@pytest.fixture
def card(notebrain: InProcess) -> Any:
    """The one card about two notes of other days."""
    notebrain.run("capture", "--at", "2026-03-03T09:00:00+00:00", RENT)
    notebrain.run("capture", "--at", "2026-11-19T14:00:00+00:00", RAISED)
    notebrain.run("index")
    (card,) = notebrain.run("review", "list", "--json").json
    return card


def test_a_card_names_both_notes_and_what_it_rests_on(card: Any) -> None:
    assert card["kind"] == "contradiction"
    assert (card["older"]["body"], card["newer"]["body"]) == (RENT, RAISED)
    assert (card["proposed"], card["state"]) == ("outdated", "open")
    for one in card["evidence"]:
        start, end = one["span"]
        assert card[one["side"]]["body"][start:end] == one["text"]


@pytest.mark.slow
def test_an_answer_settles_the_card_and_undo_brings_everything_back(
    notebrain: InProcess, card: Any
) -> None:
    before = notebrain.run("list", "--json").json

    answered = notebrain.run("review", "resolve", card["card_id"][:8], "replace", "--json").json

    assert (answered["state"], answered["answer"]) == ("answered", "replace")
    (left,) = notebrain.run("list", "--json").json
    assert notebrain.run("show", left["note_id"], "--body").text.strip() == RAISED
    assert notebrain.run("review", "list", "--json").json == []
    assert [
        one["card_id"] for one in notebrain.run("review", "list", "--answered", "--json").json
    ] == [card["card_id"]]

    undone = notebrain.run("review", "undo", card["card_id"], "--json").json

    assert undone["state"] == "open"
    assert [{**one, "state": ""} for one in notebrain.run("list", "--json").json] == [
        {**one, "state": ""} for one in before
    ]


def test_a_merge_takes_the_given_text(notebrain: InProcess, card: Any) -> None:
    notebrain.run("review", "resolve", card["card_id"], "merge", "--text", "Rent: 1150, was 900")

    (left,) = notebrain.run("list", "--json").json
    assert left["title"] == "Rent: 1150, was 900"


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("resolve", "{card}", "burn"), 2, "keep_both"),
        (("resolve", "{card}"), 2, "ANSWER"),
        (("resolve", "{card}", "keep_one"), 1, "cannot be answered"),
        (("undo", "{card}"), 1, "no answer to take back"),
        (("show", "ffff"), 1, "no card"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(
    notebrain: InProcess, card: Any, words: tuple[str, ...], code: int, said: str
) -> None:
    done = notebrain.run("review", *(word.format(card=card["card_id"]) for word in words))

    assert done.code == code
    assert said in done.line


def test_a_person_reads_both_texts_and_the_answers(notebrain: InProcess, card: Any) -> None:
    shown = notebrain.run("review", "show", card["card_id"]).text

    assert RENT in shown
    assert RAISED in shown
    assert "Suggested: outdated" in shown


def test_a_captured_note_tells_what_it_contradicts(notebrain: InProcess) -> None:
    older = notebrain.run("capture", "--at", "2026-03-03T09:00:00+00:00", RENT).text.strip()
    notebrain.run("index")

    told = notebrain.run("capture", "--json", "--wait-check", "60", RAISED).json

    assert list(told) == ["note_id", "checked", "near"]
    (near,) = told["near"]
    assert told["checked"]
    assert (near["kind"], near["note_id"], near["title"]) == ("contradiction", older, RENT)
    assert 0 < near["score"] <= 1
    (card,) = notebrain.run("review", "list", "--json").json
    assert near["card_id"] == card["card_id"]


def test_what_a_captured_note_contradicts_is_told_beside_its_id(notebrain: InProcess) -> None:
    notebrain.run("capture", "--at", "2026-03-03T09:00:00+00:00", RENT)

    done = notebrain.run("capture", "--wait-check", "60", RAISED)

    assert len(done.text.split()) == 1
    assert done.err.startswith("contradiction  ")
    assert RENT in done.err


def test_a_note_that_could_not_be_compared_in_time_says_so(notebrain: InProcess) -> None:
    done = notebrain.run("capture", "--json", "--wait-check", "1e-9", RENT)

    assert done.json["checked"] is False
    assert done.json["near"] == []


@pytest.mark.parametrize("given", ["0", "-1", "soon", "nan"])
def test_a_wait_is_a_number_of_seconds(notebrain: InProcess, given: str) -> None:
    done = notebrain.run("capture", f"--wait-check={given}", RENT)

    assert done.code == 2
    assert "seconds above 0" in done.err


def test_what_comes_up_on_the_following_days_is_listed_when_asked_for(
    notebrain: InProcess, card: Any
) -> None:
    services = open_services(notebrain.vault)
    services.settings.put(REVIEW_PER_DAY, 1).result()
    services.close()
    notebrain.run("capture", "--at", "2026-03-03T09:00:00+00:00", "The boiler holds 2 bar")
    notebrain.run("capture", "--at", "2026-11-19T14:00:00+00:00", "The boiler holds 3 bar")
    notebrain.run("index")

    assert len(notebrain.run("review", "list", "--json").json) == 1
    assert len(notebrain.run("review", "list", "--all", "--json").json) == 2


def test_an_empty_list_says_how_many_notes_are_compared(notebrain: InProcess) -> None:
    notebrain.run("capture", RENT)
    assert "0 of 1 note compared" in notebrain.run("review", "list").err

    notebrain.run("index")

    assert "No cards." in notebrain.run("review", "list").err
