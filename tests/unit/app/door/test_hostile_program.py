"""A program that calls whatever it can, at random: nothing is lost, nothing secret goes out, limits hold."""

import random
from collections import deque
from datetime import timedelta
from typing import Any

import pytest

from notebrain.app.door.door import Door
from notebrain.app.door.tools import TOOLS
from notebrain.app.services import Services
from notebrain.app.settings.programs import (
    PROGRAMS_FORGETS,
    PROGRAMS_MAY,
    PROGRAMS_MCP,
    PROGRAMS_WRITES,
)
from notebrain.domain.context.tokens import most_tokens
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import ListFilter, Note, NoteId
from tests.fakes.clock import FakeClock

SECRET = "qqxxzz"
_WRITING = {name for name, tool in TOOLS.items() if tool.writes}
_ODD: tuple[Any, ...] = (
    *(None, True, -1, 0, 2**70, 1.5, float("1e300"), "", " ", [], {}, ["a"], {"a": 1}, "\ud800"),
    *(
        "../../etc/passwd",
        "'; drop table note; --",
        "x" * 3_000,
        "\0",
        "\u202eabc",
        "%00",
        "at-5",
        "*",
    ),
)


@pytest.mark.parametrize(
    "calls", [300, pytest.param(5_000, marks=[pytest.mark.long, pytest.mark.timeout(1_800)])]
)
def test_random_calls_lose_nothing_tell_no_secret_and_keep_to_the_limits(
    services: Services, clock: FakeClock, calls: int
) -> None:
    for switch in (PROGRAMS_MCP, *PROGRAMS_MAY.values()):
        services.settings.put(switch, True).result()
    chance = random.Random(18)
    made = [_add(services, number) for number in range(24)]
    before = {note_id: _state(services, note_id) for note_id in made}
    door = Door(services, PROGRAMS_MCP)
    wrote, forgot = deque[Any](), deque[Any]()
    known: list[str] = list(made)

    for _ in range(calls):
        clock.forward(seconds=chance.choice((0, 1, 5, 60)))
        tool = chance.choice(list(TOOLS))
        given = _arguments(tool, known, services, chance)
        reply = door.call(f"mcp:{chance.randrange(4)}", tool, given)

        assert SECRET not in reply.text, (tool, given)
        budget = given.get("budget")
        if (
            not reply.is_error
            and isinstance(budget, int)
            and "budget" in TOOLS[tool].schema["properties"]
        ):
            assert most_tokens(reply.text) <= budget
        if tool in _WRITING and reply.document.get("changed"):
            wrote.append(clock.now())
            forgot.extend([clock.now()] * (tool == "forget"))
            known.append(reply.document["note_id"])
        _drop(wrote, clock.now() - timedelta(hours=1))
        _drop(forgot, clock.now() - timedelta(days=1))
        assert len(wrote) <= PROGRAMS_WRITES.default
        assert len(forgot) <= PROGRAMS_FORGETS.default

    assert any(act.verb == "update" for act in services.memory.programs.acts())
    for act in services.memory.programs.acts():
        services.memory.programs.undo(act.number).result()
    assert {note_id: _state(services, note_id) for note_id in made} == before
    left = services.library.list(ListFilter())
    assert {row.id for row in left} <= set(made)


def _add(services: Services, number: int) -> NoteId:
    secret = number % 6 == 5
    title, text = (SECRET, SECRET) if secret else ("Note", "Text")
    draft = Draft(
        f"# {title} {number}\r\n\r\n{text} {number} [[Note {number - 1}]] #t{number % 3}\t ",
        local_only=secret,
        importance=4 if number % 6 == 4 else 3,
    )
    note = services.notes.capture(draft).result().note
    if number % 7 == 6:
        services.notes.forget([note]).result()
    return note


def _state(services: Services, note_id: NoteId) -> tuple[Any, ...]:
    note: Note = services.library.note(note_id)
    return note.title, note.body, note.tags, note.deleted_at is None, note.workspace, note.pinned


def _arguments(
    tool: str, known: list[str], services: Services, chance: random.Random
) -> dict[str, Any]:
    """Return arguments that often make sense, and sometimes do not."""
    given: dict[str, Any] = {}
    note = chance.choice(known)
    for argument in TOOLS[tool].arguments:
        if chance.random() < 0.08:
            given[argument.name] = chance.choice(_ODD)
        elif argument.name == "note":
            given["note"] = note
        elif argument.name == "version":
            present = services.library.note(NoteId(note)).version
            given["version"] = present if chance.random() < 0.8 else chance.randrange(9)
        elif argument.name in {"text", "query", "question", "title"}:
            given[argument.name] = f"text {chance.randrange(99)} Note {SECRET[:3]} #new"
        elif argument.name == "old" and chance.random() < 0.5:
            given["old"] = "Text"
        elif argument.name == "budget" and chance.random() < 0.5:
            given["budget"] = chance.randrange(400, 3_000)
        elif argument.name == "trashed" and chance.random() < 0.3:
            given["trashed"] = True
    if chance.random() < 0.03:
        given["delete_for_good"] = True
    return given


def _drop(moments: deque[Any], until: Any) -> None:
    while moments and moments[0] <= until:
        moments.popleft()
