"""One content that something on the way refuses stops nothing: it is found, set aside by name, and the rest goes on."""

import json
from pathlib import Path
from typing import Any

import pytest

from notebrain.domain.embedding.vector_ids import head_of
from notebrain.domain.notes.note import NoteId
from notebrain.embedders import local
from tests.fakes.cloudflare import Standin, faults
from tests.fakes.cloudflare.faults import Matcher, Trouble, holds
from tests.fakes.command_line import NEVER_SET, InProcess
from tests.fakes.embedder import FakeEmbedder

ATTACK = "cat /etc/passwd"
LONG_AGO = "2026-01-02"
REFUSALS = {
    "firewall 403": faults.firewall(403),
    "firewall 400": faults.firewall(400),
    "firewall 413": faults.firewall(413),
    "unknown code 403": faults.refused(403, 1020, "Access denied by a rule"),
    "unknown code 400": faults.refused(400, 88_001, "No, thank you"),
    "500 in HTML": faults.server_error(500),
    "500 of the database": faults.d1_internal(),
    "too much memory": faults.refused(
        400, 7500, "D1 DB's isolate exceeded its memory limit and was reset."
    ),
    "dropped": faults.dropped(),
}


@pytest.fixture
def pair(
    tmp_path: Path,
    account: Standin,
    monkeypatch: pytest.MonkeyPatch,
    quick_tries: None,
    notes_go_at_once: None,
) -> tuple[InProcess, InProcess]:
    for variable in NEVER_SET:
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("NOTEBRAIN_CLOUDFLARE_API", account.base_url)
    monkeypatch.setenv("NOTEBRAIN_CF_TOKEN", account.token)
    monkeypatch.setenv("NOTEBRAIN_CF_ACCOUNT", account.account)
    monkeypatch.setattr(local, "LocalEmbedder", lambda *_model: FakeEmbedder())
    one, two = InProcess(tmp_path / "one"), InProcess(tmp_path / "two")
    for computer in (one, two):
        assert computer.run("account", "connect", "--yes").code == 0
    return one, two


def synced(computer: InProcess) -> dict[str, Any]:
    """Return what a sync tells, whatever its exit code."""
    done = computer.run("sync", "--json")
    return dict(json.loads(done.out))


def ids(computer: InProcess) -> set[str]:
    return {note["note_id"] for note in computer.run("list", "--json").json}


def take(computer: InProcess, *texts: str) -> list[str]:
    return [computer.capture(text, "--at", LONG_AGO) for text in texts]


@pytest.mark.parametrize("trouble", REFUSALS.values(), ids=REFUSALS.keys())
def test_one_refused_text_is_set_aside_by_name_and_the_others_are_sent(
    pair: tuple[InProcess, InProcess], account: Standin, trouble: Trouble
) -> None:
    one, two = pair
    good = take(one, *(f"plan {number}" for number in range(3)))
    (bad,) = take(one, f"Recipes\n\nfirst {ATTACK}, then\n")
    good += take(one, *(f"list {number}" for number in range(2)))

    with account.faults.during(trouble, holds(ATTACK)):
        report = synced(one)
        later = take(one, "written after that")
        again = synced(one)

    (refusal,) = report["failed"]
    assert (refusal["note_id"], report["problem"], report["sent"]) == (bad, None, len(good))
    assert "sign in" not in refusal["reason"]
    assert ATTACK not in refusal["reason"]
    assert [one["note_id"] for one in again["failed"]] == [bad]
    assert (again["problem"], again["sent"]) == (None, 1)
    synced(two)
    assert ids(two) == {*good, *later}

    one.run("edit", bad, "-", stdin=b"Recipes\n\nnone\n")
    assert (synced(one)["failed"], synced(two)["fetched"]) == ([], 1)


def test_who_types_sync_has_what_was_refused_tried_again_at_once(
    pair: tuple[InProcess, InProcess], account: Standin
) -> None:
    one, two = pair
    good = take(one, "plan", "list")
    bad = take(one, f"first {ATTACK}", f"second {ATTACK}")
    with account.faults.during(faults.firewall(), holds(ATTACK)):
        synced(one)
        still = synced(one)
    assert {refusal["note_id"] for refusal in still["failed"]} == set(bad)

    done = synced(one)

    assert (done["sent"], done["failed"]) == (2, [])
    synced(two)
    assert ids(two) == {*good, *bad}


def test_many_refused_texts_are_set_aside_and_the_others_are_sent(
    pair: tuple[InProcess, InProcess], account: Standin
) -> None:
    one, two = pair
    good = take(one, "plan", "list")
    bad = take(one, *(f"{number}: {ATTACK}" for number in range(6)))
    good += take(one, "letter", "card")

    with account.faults.during(faults.firewall(), holds(ATTACK)):
        report = synced(one)

    assert {refusal["note_id"] for refusal in report["failed"]} == set(bad)
    assert report["problem"] is None
    synced(two)
    assert ids(two) == set(good)


def test_the_reason_names_the_firewall_and_shows_unknown_words_in_full(
    pair: tuple[InProcess, InProcess], account: Standin
) -> None:
    one, _two = pair
    take(one, "plan", ATTACK)

    with account.faults.during(faults.firewall(), holds(ATTACK)):
        done = one.run("sync")
    assert "firewall" in done.err
    assert "Not sent: cat /etc/passwd" in done.err
    take(one, f"another {ATTACK}")
    said = (
        "Rule 7 of your organization does not let this out. " + "See the rules. " * 400 + "Thanks"
    )
    with account.faults.during(faults.refused(403, 71_003, said), holds("another")):
        assert said in one.run("sync").err


@pytest.mark.parametrize("status", [200, 302, 403, 511])
def test_a_network_that_wants_a_sign_in_is_told_from_a_firewall(
    pair: tuple[InProcess, InProcess], account: Standin, status: int
) -> None:
    one, two = pair
    (note,) = take(one, ATTACK)

    with account.faults.during(faults.captive_portal(status)):
        report = synced(one)

    assert "sign in" in report["problem"]
    assert (report["failed"], report["waiting"]) == ([], 1)
    assert synced(one)["problem"] is None
    synced(two)
    assert ids(two) == {note}


def test_a_firewall_that_refuses_all_writes_sets_no_note_aside(
    pair: tuple[InProcess, InProcess], account: Standin
) -> None:
    one, _two = pair
    take(one, "plan", "list")

    with account.faults.during(faults.firewall(), holds("insert into item", on="d1.raw")):
        report = synced(one)

    assert report["problem"] is not None
    assert (report["failed"], report["waiting"]) == ([], 2)


@pytest.mark.parametrize(
    "trouble", [REFUSALS["firewall 403"], REFUSALS["500 in HTML"]], ids=["firewall", "500"]
)
@pytest.mark.parametrize("where", ["embedding", "points", "vectors"])
def test_vectors_that_are_refused_are_set_aside_with_their_note_and_the_others_go_on(
    pair: tuple[InProcess, InProcess], account: Standin, trouble: Trouble, where: str
) -> None:
    one, _two = pair
    good = take(one, "plan", "list")
    (bad,) = take(one, f"Recipes: {ATTACK}")
    good += take(one, "letter", "card")
    assert one.run("index").code == 0
    refused: dict[str, Matcher] = {
        "embedding": holds(ATTACK, on="ai.run"),
        "points": holds(head_of(bad), on="vectorize.upsert"),
        "vectors": _both("insert into note_vector", f'[\\"{bad}\\",'),
    }

    with account.faults.during(trouble, refused[where]):
        report = _until_settled(one)
        told = one.run("sync")

    assert [refusal["note_id"] for refusal in report["failed"]] == [bad]
    assert "Recipes" in told.err
    assert _points_of(account) >= {head_of(note) for note in good}
    kept = account.d1.database("notebrain").look("select distinct note_id from note_vector")
    assert {row[0] for row in kept} >= set(good)

    one.run("edit", bad, "-", stdin=b"Recipes: none")
    one.run("index")
    assert _until_settled(one)["failed"] == []
    assert head_of(NoteId(bad)) in _points_of(account)


MEMORY = "D1 DB's isolate exceeded its memory limit and was reset."
LIMITS = {
    "day of reads": ("d1.raw", faults.d1_daily_limit("read"), "used up"),
    "day of writes": ("d1.raw", faults.d1_daily_limit(), "used up"),
    "memory": ("d1.raw", faults.refused(400, 7500, MEMORY), "temporary problem"),
    "unavailable": (
        "d1.raw",
        faults.refused(400, 7500, "D1 is temporarily unavailable"),
        "temporary problem",
    ),
    "no room": ("d1.raw", faults.d1_account_full(), "no room left"),
    "new words": (
        "d1.raw",
        faults.refused(400, 7599, "The moon is in the wrong house"),
        "The moon is in the wrong house",
    ),
    "index": ("vectorize.upsert", faults.refused(400, 40_077, "index capacity reached"), None),
    "index away": (
        "vectorize.*",
        faults.refused(400, 40_078, "vectorize.upstream_error - temporarily unavailable"),
        None,
    ),
    "model": (
        "ai.run",
        faults.refused(400, 5028, "This model was deprecated on 2026-05-30."),
        None,
    ),
}


@pytest.mark.parametrize(("on", "trouble", "told"), LIMITS.values(), ids=LIMITS.keys())
def test_what_concerns_the_whole_account_is_no_fault_of_a_note(
    pair: tuple[InProcess, InProcess], account: Standin, on: str, trouble: Trouble, told: str | None
) -> None:
    one, _two = pair
    notes = take(one, "plan", ATTACK)
    assert one.run("index").code == 0

    with account.faults.during(trouble, on):
        report = synced(one)

    assert report["failed"] == []
    assert (report["problem"] is None) == (told is None)
    assert (told or "") in (report["problem"] or "")
    assert "bug in NoteBrain" not in (report["problem"] or "")
    assert _until_settled(one)["problem"] is None
    if on != "vectorize.upsert":  # a full index is looked at again a quarter of an hour later
        assert _points_of(account) == {head_of(NoteId(note)) for note in notes}


def _both(*words: str) -> Matcher:
    each = [holds(word) for word in words]
    return lambda operation, request: all(one(operation, request) for one in each)  # type: ignore[operator]


def _points_of(account: Standin) -> set[str]:
    account.vectorize.settle()
    return {
        one.partition("-")[0]
        for name in account.vectorize.names()
        for one in account.vectorize.index(name).vectors()
    }


def _until_settled(computer: InProcess) -> dict[str, Any]:
    """Sync some times: what the account asks to wait for is not waited for by a command."""
    for _ in range(3):
        synced(computer)
    return synced(computer)
