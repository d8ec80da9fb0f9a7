"""Many notes on their way to the account, through throttling, lost answers and kills: each arrives once."""

import contextlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

from notebrain.app.core.clock import SystemClock
from notebrain.domain.notes.draft import Draft, new_note
from notebrain.domain.notes.note import NoteId
from notebrain.storage.embedding import queue
from notebrain.storage.notes import imports
from notebrain.storage.store import Store
from tests.fakes.cloudflare import Standin, faults, start_cloudflare
from tests.fakes.cloudflare.sql_text import Statement
from tests.fakes.forked_program import ForkedProgram

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is a signal of POSIX"),
]
_AT_ONCE = 100
_WORDS = 200


def fill(folder: Path, count: int) -> dict[str, str]:
    """Write notes into a vault, and return what they say."""
    clock = SystemClock()
    store = Store.open(folder, clock=clock)
    now = clock.now()
    texts = {
        f"01980000-{number:06d}": f"note {number}\n\n{'lime ' * _WORDS}" for number in range(count)
    }
    made = [
        imports.prepare(new_note(Draft(text), NoteId(note_id), now=now))
        for note_id, text in texts.items()
    ]
    for start in range(0, count, _AT_ONCE):
        some = made[start : start + _AT_ONCE]
        store.write(
            lambda db, some=some: imports.add_all(db, some, lane=queue.Lane.BACKFILL, now=now)  # type: ignore[misc]
        ).result()
    store.close()
    return texts


def texts_in(account: Standin) -> dict[str, str]:
    (rows,) = account.d1.database("notebrain").run(
        [Statement("select id, content from item where kind = 'note'")]
    )
    return {row[0]: json.loads(str(row[1]))["body"] for row in rows.rows}


def through_a_storm(tmp_path: Path, count: int, kills: int) -> None:
    with start_cloudflare(rate_limit=None) as account:
        environ = {
            "NOTEBRAIN_CLOUDFLARE_API": account.base_url,
            "NOTEBRAIN_CF_TOKEN": account.token,
            "NOTEBRAIN_CF_ACCOUNT": account.account,
        }
        one, two = (ForkedProgram(tmp_path / name, environ) for name in ("one", "two"))
        texts = fill(one.vault, count)
        for program in (one, two):
            assert program.run("account", "connect", "--yes").code == 0
        account.faults.add(faults.throttled(0.05), on="d1.*", times=None, chance=0.4)
        account.faults.add(faults.response_lost(), on="d1.raw", times=None, chance=0.15)
        for _kill in range(kills):
            seen = len(account.requests.of("d1.raw"))
            process = one.start("sync")
            while process.poll() is None and len(account.requests.of("d1.raw")) < seen + 6:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(0.01)
            process.kill()
            process.wait()
        account.faults.clear()

        assert one.run("sync").code == 0
        assert two.run("sync").code == 0

        assert texts_in(account) == texts
        listed = json.loads(two.run("list", "--json").text)
        assert sorted(note["note_id"] for note in listed) == sorted(texts)
        assert json.loads(one.run("sync", "--json").text)["waiting"] == 0
        verified = json.loads(two.run("verify", "--json").text)
        assert (verified["notes"], verified["differences"]) == (count, [])


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_four_hundred_notes_arrive_once_each_through_throttling_and_kills(tmp_path: Path) -> None:
    through_a_storm(tmp_path, 400, kills=2)


@pytest.mark.long
@pytest.mark.timeout(900)
def test_eight_thousand_notes_arrive_once_each_through_throttling_and_kills(
    tmp_path: Path,
) -> None:
    """Long: twenty times as many batches, so that kills and faults meet every kind of request in every place."""
    through_a_storm(tmp_path, 8_000, kills=3)
