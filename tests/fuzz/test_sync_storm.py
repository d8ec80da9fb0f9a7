"""Thousands of notes through a storm of refusals and three kills: each arrives once."""

from datetime import timedelta

import pytest

from notebrain.domain.notes.draft import Draft, new_note
from notebrain.domain.notes.note import NoteId
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import queue
from notebrain.storage.notes import imports
from tests.fakes.cloudflare import faults, start_cloudflare
from tests.fuzz.stack import Computer, Killed, make_vault

KILLS = (3, 9, 14)
MOST_ROUNDS = 200


def fill(computer: Computer, number: int) -> set[str]:
    """Take so many notes at once, as an import does."""
    now = computer.clock.now()
    text = "A line about gardens, bread and git.\n" * 20
    new = [
        imports.prepare(new_note(Draft(f"# {n}\n{text}"), NoteId(f"n{n:06d}"), now=now))
        for n in range(number)
    ]

    def act(db: Connection) -> None:
        imports.add_all(db, new, lane=queue.Lane.BACKFILL, now=now)

    computer.store.write(act).result()
    return {one.note.id for one in new}


def killed_after(crossings: int):
    left = crossings

    def crossing(where: str) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise Killed(where)

    return crossing


@pytest.mark.slow
@pytest.mark.parametrize("number", [1500, pytest.param(8000, marks=pytest.mark.long)])
def test_many_notes_arrive_once_each_through_a_storm_and_three_kills(tmp_path, number) -> None:
    with start_cloudflare(seed=7, rate_limit=None, checked=False) as shared:
        address = make_vault(shared)
        one, two = (Computer(tmp_path / name, name, address, timedelta()) for name in "ab")
        wanted = fill(one, number)
        one.connect()
        two.connect()
        shared.faults.add(faults.throttled(1), on="d1.raw", times=None, chance=0.4)
        shared.faults.add(faults.response_lost(), on="d1.raw", times=None, chance=0.2)
        for crossings in KILLS:
            one.crossing = killed_after(crossings)
            with pytest.raises(Killed):
                one.sync()
            one.crash()
        one.crossing = None
        for computer in (one, two):
            for _round in range(MOST_ROUNDS):
                computer.pass_time(minutes=10)
                if computer.sync().problem is None and not computer.unsettled():
                    break
        rows = shared.d1.database("notebrain").look("select id from item where kind = 'note'")
        notes, theirs = one.records(), two.records()
        one.close()
        two.close()

    assert sorted(row[0] for row in rows) == sorted(wanted)
    assert notes.keys() == theirs.keys() == wanted
    assert [name for name in wanted if not notes[name].says_the_same(theirs[name])] == []
