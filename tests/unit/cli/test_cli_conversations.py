"""Conversations on the command line."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from notebrain.app.services import open_services
from notebrain.ask.service import AskRequest
from tests.fakes.command_line import InProcess

AT = datetime(2026, 3, 1, 12, tzinfo=UTC)
LISTED = ["conversation_id", "title", "questions", "created_at", "updated_at", "outcome"]


@pytest.fixture
def kept(notebrain: InProcess) -> str:
    """A conversation of one question that has ended; its id."""
    notebrain.capture("Keys\n\nThe spare key is with Ana.")
    services = open_services(notebrain.vault)
    try:
        conversations = services.memory.conversations
        one = conversations.begin()
        answer = services.asking.ask(AskRequest("Who has the spare key?"))
        conversations.keep(one, 0, answer, at=AT).result()
        conversations.sum_up(one)
    finally:
        services.close()
    return one


def test_a_list_has_exactly_the_fields_others_rely_on(notebrain: InProcess, kept: str) -> None:
    (one,) = notebrain.run("conversations", "list", "--json").json

    assert list(one) == LISTED
    assert one["conversation_id"] == kept
    assert one["title"] == "Who has the spare key?"
    assert one["questions"] == 1
    assert one["outcome"] == "The spare key is with Ana."


def test_conversations_are_found_by_words(notebrain: InProcess, kept: str) -> None:
    assert len(notebrain.run("conversations", "list", "keys", "ana", "--json").json) == 1
    assert notebrain.run("conversations", "list", "zeppelin", "--json").json == []
    assert kept in notebrain.run("conversations", "list", "spar").text


def test_a_conversation_is_shown_with_its_answers(notebrain: InProcess, kept: str) -> None:
    whole = notebrain.run("conversations", "show", kept[-8:], "--json").json

    assert list(whole) == [*LISTED, "episode", "turns"]
    (turn,) = whole["turns"]
    assert turn["answer"]["answer"][0]["text"] == "The spare key is with Ana."
    assert turn["local_only"] is False
    assert whole["episode"]["made_by"] is None
    assert whole["episode"]["messages"] == 2
    assert "Who has the spare key?" in notebrain.run("conversations", "show", kept).text


def test_a_conversation_gets_a_title_and_its_first_one_back(
    notebrain: InProcess, kept: str
) -> None:
    assert notebrain.run("conversations", "rename", kept, "Spare", "key").text == "Spare key\n"
    assert notebrain.run("conversations", "rename", kept).text == "Who has the spare key?\n"


def test_a_deleted_conversation_comes_back(notebrain: InProcess, kept: str) -> None:
    done = notebrain.run("conversations", "delete", kept)

    assert f"conversations restore {kept}" in done.err
    assert notebrain.run("conversations", "list", "--json").json == []
    assert notebrain.run("conversations", "show", kept).code == 1
    assert notebrain.run("conversations", "restore", kept).code == 0
    assert len(notebrain.run("conversations", "list", "--json").json) == 1


def test_an_unknown_conversation_is_named(notebrain: InProcess, kept: str) -> None:
    done = notebrain.run("conversations", "show", "zzz")

    assert (done.code, done.text) == (1, "")
    assert "zzz" in done.err


def test_a_search_finds_them_with_is_conversation(notebrain: InProcess, kept: str) -> None:
    found = notebrain.run("search", "spare", "is:conversation")
    (one,) = notebrain.run("search", "spare", "is:conversation", "--json").json["conversations"]

    assert kept in found.text
    assert "The spare key is with Ana." in found.text
    assert one["conversation_id"] == kept
    assert one["outcome"] == "The spare key is with Ana."
    assert notebrain.run("search", "spare", "--json").json["conversations"] is None


def test_a_question_is_kept_only_on_request(notebrain: InProcess, kept: str) -> None:
    notebrain.run("ask", "Where is the spare key?")
    assert len(notebrain.run("conversations", "list", "--json").json) == 1

    done = notebrain.run("ask", "--keep", "Where is the spare key?", "--json")

    assert done.json["answer"]
    (new, _old) = notebrain.run("conversations", "list", "--json").json
    assert new["title"] == "Where is the spare key?"
    assert new["conversation_id"] in done.err


def test_a_question_goes_on_with_the_last_conversation_or_a_named_one(
    notebrain: InProcess, kept: str
) -> None:
    notebrain.run("ask", "--keep", "Where is the spare key?")

    notebrain.run("ask", "Who has it?", "--continue")
    notebrain.run("ask", "Where is the key now?", "--continue", kept)

    (named, last) = notebrain.run("conversations", "list", "--json").json
    assert (named["conversation_id"], named["questions"]) == (kept, 2)
    assert (last["title"], last["questions"]) == ("Where is the spare key?", 2)
    assert notebrain.run("ask", "key?", "--continue", "zzz").code == 1
    assert notebrain.run("ask", "--keep", "--batch", "-").code == 2


def test_without_a_conversation_to_go_on_with_one_begins(notebrain: InProcess) -> None:
    notebrain.capture("The spare key is with Ana.")

    notebrain.run("ask", "Who has the spare key?", "--continue")

    assert len(notebrain.run("conversations", "list", "--json").json) == 1


def test_conversations_lie_beside_exported_notes_and_do_not_become_notes(
    notebrain: InProcess, kept: str, tmp_path: Path
) -> None:
    report = notebrain.run("export", str(tmp_path / "out"), "--json").json
    text = (tmp_path / "out" / "Conversations.md").read_text("utf-8")

    assert report["conversations"] == 1
    assert "\n## Who has the spare key?\n\n2026-03-01\n\nThe spare key is with Ana.\n" in text
    assert "The spare key is with Ana. [1]\n\n> – [1] [[Keys]]" in text
    before = len(notebrain.run("list", "--json").json)
    again = notebrain.run("import", str(tmp_path / "out"), "--json").json
    assert (again["found"], again["imported"]) == (1, 0)
    assert len(notebrain.run("list", "--json").json) == before
