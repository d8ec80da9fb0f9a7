"""Conversations on the command line."""

from datetime import UTC, datetime

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
