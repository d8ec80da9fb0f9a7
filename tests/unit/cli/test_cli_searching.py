import json
import re
from pathlib import Path

import pytest

from tests.fakes.command_line import InProcess

ANSWER = ["query", "indexed", "degraded", "abstained", "hidden_by_decay"]
ANSWER += ["dates", "hits", "nearest", "conversations"]
HIT = ["note_id", "title", "source", "score", "snippet", "span", "updated_at", "file", "why"]
WHY = {"keyword", "meaning", "match", "age", "importance"}


@pytest.fixture
def keys(notebrain: InProcess) -> InProcess:
    notebrain.capture("The spare key is with Ana\n\nbehind the blue door", "--tag", "home")
    notebrain.capture("Buy milk", "--workspace", "Work")
    return notebrain


def test_an_answer_has_exactly_the_fields_others_rely_on(keys: InProcess) -> None:
    answer = keys.run("search", "--mode", "keyword", "--json", "spare", "key").json

    assert list(answer) == ANSWER
    assert answer["query"] == "spare key"
    assert answer["indexed"] == {"done": 0, "total": 2}
    assert (answer["abstained"], answer["hidden_by_decay"]) == (False, 0)
    assert answer["dates"] is None
    (hit,) = answer["hits"]
    assert list(hit) == HIT
    assert set(hit["why"]) >= WHY
    assert hit["source"] == "cli"
    assert isinstance(hit["score"], float)


def test_a_time_in_the_query_is_told_with_its_words(keys: InProcess) -> None:
    now = ("--mode", "keyword", "--json", "--now", "2026-11-20T12:00:00Z")

    told = keys.run("search", *now, "spare key in March 2025").json["dates"]
    literal = keys.run("search", *now, "--no-dates", "spare key in March 2025").json["dates"]

    assert list(told) == ["from", "to", "text"]
    assert told["text"] == "in March 2025"
    assert told["from"].startswith("2025-03-01T00:00:00")
    assert told["to"].startswith("2025-04-01T00:00:00")
    assert literal is None


def test_a_time_in_the_query_is_told_beside_the_hits(keys: InProcess) -> None:
    shown = keys.run("search", "--mode", "keyword", "--explain", "spare key in March 2025")

    assert "“in March 2025”: notes from 2025-03-01 to 2025-03-31 come first." in shown.err
    assert "(not the time named)" in shown.text


def test_a_span_counts_code_points_of_the_body(keys: InProcess) -> None:
    keys.capture("🧠🧠🧠 " + "filler words here. " * 200 + "\n\nThe zebra ran.")

    (hit,) = keys.run("search", "zebra", "--mode", "keyword", "--json").json["hits"]

    start, end = hit["span"]
    body = keys.run("show", hit["note_id"], "--json").json["body"]
    assert "zebra" in body[start:end]


@pytest.mark.slow
def test_options_may_follow_or_precede_the_query(keys: InProcess) -> None:
    for words in (["spare", "--json"], ["--mode", "keyword", "--json", "spare"]):
        assert len(keys.run("search", *words).json["hits"]) == 1


def test_a_search_can_be_narrowed(keys: InProcess) -> None:
    query = ["search", "milk key", "--mode", "keyword", "--json"]

    assert len(keys.run(*query).json["hits"]) == 2
    assert len(keys.run(*query, "--limit", "1").json["hits"]) == 1
    assert len(keys.run(*query, "--workspace", "Work").json["hits"]) == 1


def test_ages_count_from_the_moment_asked_for(
    keys: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys.capture("zebra", "--at", "2026-01-01T00:00Z")
    query = ["search", "zebra", "--mode", "keyword", "--profile", "strict", "--half-life", "10"]

    (asked,) = keys.run(*query, "--now", "2026-01-11T00:00Z", "--json").json["hits"]
    monkeypatch.setenv("NOTEBRAIN_NOW", "2026-01-21T00:00Z")
    (told,) = keys.run(*query, "--json").json["hits"]

    assert asked["why"]["age"] == pytest.approx(0.5)
    assert told["why"]["age"] == pytest.approx(0.25)


def test_the_parts_of_a_score_work_out_to_it(keys: InProcess) -> None:
    for profile in ("balanced", "strict", "timeless"):
        answer = keys.run("search", "key", "--mode", "keyword", "--profile", profile, "--json")
        (hit,) = answer.json["hits"]
        why = hit["why"]
        product = why["match"] * why["age"] * why["importance"]
        assert hit["score"] == pytest.approx(product)


def test_a_batch_answers_each_line_with_a_line(keys: InProcess, tmp_path: Path) -> None:
    file = tmp_path / "queries.txt"
    file.write_bytes("spare key\r\n\nmilk\u2028bread".encode())

    done = keys.run("search", "--batch", str(file), "--mode", "keyword")

    answers = [json.loads(line) for line in done.text.splitlines()]
    assert [answer["query"] for answer in answers] == ["spare key", "", "milk\u2028bread"]
    assert [len(answer["hits"]) for answer in answers] == [1, 0, 1]
    assert all(list(answer) == ANSWER for answer in answers)


def test_a_batch_can_come_through_a_pipe(keys: InProcess) -> None:
    done = keys.run("search", "--batch", "-", "--mode", "keyword", stdin=b"milk\n")

    assert len(done.text.splitlines()) == 1


def test_a_batch_that_is_not_there_is_told(keys: InProcess, tmp_path: Path) -> None:
    done = keys.run("search", "--batch", str(tmp_path / "none.txt"))

    assert done.code == 1
    assert "none.txt cannot be read: No such file" in done.line


def test_a_search_wants_a_query_or_a_batch(keys: InProcess) -> None:
    for words in ([], [" "], ["x", "--batch", "y"]):
        done = keys.run("search", *words)
        assert (done.code, done.line) == (2, "notebrain: Give either a query or --batch FILE.")


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--alpha", "2"),
        ("--floor", "-1"),
        ("--half-life", "0"),
        ("--limit", "0"),
        ("--now", "soon"),
        ("--mode", "guess"),
        ("--profile", "wild"),
        ("--fusion", "cold"),
    ],
)
def test_a_bad_value_is_named(keys: InProcess, option: str, value: str) -> None:
    done = keys.run("search", "x", option, value)

    assert done.code == 2
    assert option in done.line


def test_a_bad_moment_in_the_environment_is_named(
    keys: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOTEBRAIN_NOW", "soon")

    done = keys.run("search", "x")

    assert done.code == 2
    assert "NOTEBRAIN_NOW: 'soon' is not an ISO 8601 date" in done.line


def test_hits_for_people_name_note_and_passage(keys: InProcess) -> None:
    done = keys.run("search", "spare", "--mode", "keyword")

    head, snippet = done.text.splitlines()
    assert head.startswith("  1  The spare key is with Ana")
    assert "#home" in head
    assert re.fullmatch(r" {5}\S.*", snippet)


def test_an_explained_hit_shows_its_parts(keys: InProcess) -> None:
    done = keys.run("search", "spare", "--mode", "keyword", "--explain")

    assert "match 1.00 = 1.00 x words 1.00 + 0.00 x meaning 0.00" in done.text
    assert "score 1.00 = match 1.00 x age 1.00 x importance 1.00" in done.text


def test_nothing_found_is_said_apart_from_the_answer(keys: InProcess) -> None:
    done = keys.run("search", "xylophone", "--mode", "keyword")

    assert (done.code, done.out, done.line) == (0, b"", "Nothing found.")


@pytest.mark.slow
def test_notes_that_meaning_cannot_find_yet_are_counted(keys: InProcess) -> None:
    done = keys.run("search", "spare key")

    assert "The spare key is with Ana" in done.text
    assert "0 of 2 notes searchable by meaning" in done.err


def test_filters_that_hide_every_hit_are_named(keys: InProcess) -> None:
    done = keys.run("search", "spare is:pinned", "--mode", "keyword")

    assert (done.code, done.out) == (0, b"")
    assert "is:pinned" in done.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("list", "--workspace", "Nowhere"), "There is no workspace Nowhere here."),
        (("list", "--tag", "nothing"), "No note has the tag nothing."),
        (("search", "spare", "--workspace", "Nowhere"), "There is no workspace Nowhere here."),
        (("search", "spare tag:nothing"), "No note has the tag nothing."),
        (("export", "out", "--workspace", "Nowhere"), "There is no workspace Nowhere here."),
    ],
)
def test_a_workspace_or_tag_that_is_not_there_is_named(
    keys: InProcess, words: tuple[str, ...], told: str
) -> None:
    done = keys.run(*words)

    assert (done.code, done.out, done.line) == (1, b"", f"notebrain: {told}")
