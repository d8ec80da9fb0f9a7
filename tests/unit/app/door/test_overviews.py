"""What other programs are told beside single notes: never a name or a sentence of a note that stays here."""

from datetime import UTC, datetime
from typing import Any

import pytest

from notebrain.app.door.door import Door
from notebrain.app.door.tools import TOOLS
from notebrain.app.services import Services
from notebrain.app.settings.programs import PROGRAMS_MAY, PROGRAMS_MCP, PROGRAMS_MODEL
from notebrain.domain.conversations.conversation import ConversationId, Episode
from notebrain.domain.grounding.answers import Answer
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import NoteId
from notebrain.domain.programs.program import Scope
from notebrain.domain.review.cards import CardKind
from notebrain.mcp_server.features import Features
from notebrain.mcp_server.protocol import RpcError
from notebrain.storage.conversations import conversations, episodes
from tests.fakes.clock import FakeClock
from tests.fakes.reviewing import Desk

US = "mcp:us"
SECRET = "zyxwv"
AT = datetime(2026, 11, 1, tzinfo=UTC)


@pytest.fixture
def door(services: Services) -> Door:
    for switch in (PROGRAMS_MCP, *PROGRAMS_MAY.values()):
        services.settings.put(switch, True).result()
    return Door(services, PROGRAMS_MCP)


def add(services: Services, body: str, **draft: Any) -> NoteId:
    return services.notes.capture(Draft(body, **draft)).result().note


def ask(door: Door, tool: str, **arguments: Any) -> dict[str, Any]:
    return door.call(US, tool, arguments).document


def test_an_answer_is_sentences_of_notes_with_their_places(door: Door, services: Services) -> None:
    body = "# Key\n\nThe spare key is with Ana."
    note = add(services, body)

    answer = ask(door, "ask", question="Who has the spare key?")

    assert answer["sure"]
    (sentence,) = answer["answer"]
    (quote,) = sentence["quotes"]
    assert sentence["text"] == quote["quote"] == "The spare key is with Ana."
    assert quote["note_id"] == note
    start, end = quote["span"]
    assert body[start:end] == quote["quote"]


def test_an_answer_never_rests_on_a_note_that_stays_here(door: Door, services: Services) -> None:
    for number in range(12):
        add(services, f"The spare key is with {SECRET} {number}.", local_only=True)
    beside = add(services, "The spare key is with Ana.")
    add(services, f"Right after it, {SECRET} was here.", local_only=True)

    answer = door.call(US, "ask", {"question": "Who has the spare key?"})

    assert SECRET not in answer.text
    assert [quote["note_id"] for one in answer.document["answer"] for quote in one["quotes"]] == [
        beside
    ]


@pytest.mark.parametrize("question", ["Who has the spare key?", f"What did {SECRET} say?"])
def test_where_only_hidden_notes_answer_nothing_is_told(
    door: Door, services: Services, question: str
) -> None:
    add(services, f"{SECRET}: the spare key is with Ben.", local_only=True)

    answer = door.call(US, "ask", {"question": question}).document

    assert not answer["sure"]
    assert answer["nearest"] == []


def test_a_model_answers_only_if_the_user_allowed_it(door: Door, services: Services) -> None:
    add(services, "The spare key is with Ana.")
    given = {"question": "Who has the spare key?", "model": True}

    refused = door.call(US, "ask", given).document
    services.settings.put(PROGRAMS_MODEL, True).result()
    answered = door.call(US, "ask", given).document

    assert refused["error"] == "not_allowed"
    # there is no account: the notes answer, and why is told
    assert answered["answer"][0]["quotes"]
    assert "written_by" not in answered


def test_tags_and_workspaces_are_those_of_notes_that_may_go_out(
    door: Door, services: Services
) -> None:
    add(services, "a", tags=("home/garden",), workspace="House")
    add(services, "b", tags=("work",))
    add(services, "c", tags=(SECRET,), workspace=SECRET, local_only=True)

    assert ask(door, "tags")["tags"] == [{"name": "home/garden"}, {"name": "work"}]
    assert ask(door, "tags", workspace="House")["tags"] == [{"name": "home/garden"}]
    assert {one["name"] for one in ask(door, "workspaces")["workspaces"]} == {"House", "Personal"}
    services.memory.programs.set_scope(US, Scope(tags=("home",))).result()
    assert ask(door, "workspaces")["workspaces"] == [{"name": "House"}]


def test_pages_of_tags_tell_each_once(door: Door, services: Services) -> None:
    for number in range(11):
        add(services, f"n{number}", tags=(f"t{number:02}",))
        add(services, f"h{number}", tags=(f"t{number:02}x",), local_only=True)
    seen, page = list[str](), ask(door, "tags", limit=4)
    while "next" in page:
        seen += [one["name"] for one in page["tags"]]
        page = ask(door, "tags", limit=4, cursor=page["next"])
    seen += [one["name"] for one in page["tags"]]

    assert seen == [f"t{number:02}" for number in range(11)]


def test_cards_are_shown_and_cannot_be_answered(
    door: Door, services: Services, clock: FakeClock
) -> None:
    notes = Desk(services.store, clock)
    card = notes.pair(CardKind.CONTRADICTION, "The key is with Ana.", "The key is with Bo.")
    hidden = notes.card(
        CardKind.OVERLAP,
        add(services, f"{SECRET} one", local_only=True),
        add(services, f"{SECRET} two"),
    )

    (listed,) = ask(door, "review")["cards"]
    shown = ask(door, "review", card=card.id)

    assert (listed["card"], listed["kind"]) == (card.id, "contradiction")
    assert (shown["state"], shown["newer"]["note_id"]) == ("open", card.newer)
    assert door.read(US, "review://open").document == {"cards": [listed]}
    for named in (hidden.id, "nothing"):
        assert ask(door, "review", card=named)["error"] == "not_found"
    assert ask(door, "review", card=card.id, answer="merge")["error"] == "bad_arguments"


def test_an_episode_is_told_unless_it_stays_here(door: Door, services: Services) -> None:
    secret = add(services, SECRET, local_only=True)

    def store(db: Any) -> None:
        for name, title in (("c1", "Garden"), ("c2", f"{SECRET} [[{secret}]]")):
            conversation = ConversationId(name)
            conversations.put_turn(db, conversation, 0, Answer(title, (), ()), at=AT)
            episodes.put(db, Episode(conversation, title, "Beds", ("beds",), "Dig.", 2, AT))
        db.execute("insert into conversation_note values ('c2', 0, ?, 1)", (secret,))

    services.store.write(store).result()

    told = ask(door, "episodes")["episodes"]

    assert [(one["summary"], one["outcome"]) for one in told] == [("Beds", "Dig.")]
    services.memory.programs.set_scope(US, Scope(("Work",))).result()
    assert ask(door, "episodes")["error"] == "refused"


def test_a_program_reads_only_what_is_synced_if_the_user_says_so(
    door: Door, services: Services
) -> None:
    here = add(services, "plan of here", tags=("here",))
    there = add(services, "plan of there", tags=("there",))
    key = services.library.key_of(there)
    services.store.write(
        lambda db: db.execute("insert into sync_note (note_rowid, rev) values (?, 'r')", (key,))
    ).result()
    services.memory.programs.allow(here, allowed=True).result()
    services.memory.programs.set_scope(US, Scope(only_synced=True)).result()

    assert services.memory.programs.scope_of(US).only_synced
    assert [one["note_id"] for one in ask(door, "list")["notes"]] == [there]
    assert [one["note_id"] for one in ask(door, "recall", query="plan")["hits"]] == [there]
    assert ask(door, "tags")["tags"] == [{"name": "there"}]
    assert ask(door, "context", question="plan")["error"] == "refused"
    assert ask(door, "append", note=here, version=1, text="x")["error"] == "not_found"
    assert ask(door, "append", note=there, version=1, text="x")["changed"]


def test_what_is_not_listed_is_not_offered_and_not_run_by_mcp(door: Door) -> None:
    features = Features(lambda: door)

    offered = {tool["name"] for tool in features.tools(US)["tools"]}

    assert offered == {tool.name for tool in TOOLS.values() if tool.is_listed}
    with pytest.raises(RpcError, match="Unknown tool"):
        features.call(US, "ask", {"question": "x"})
