"""The word index stays right however often texts change and its parts are merged, with every SQLite from 3.40 on.

Until 3.44 FTS5 brought words back that a note had lost: see `m012_fresh_numbers`.
"""

import random
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from notebrain.storage.connection import Connection, connect
from notebrain.storage.search import fts, text_index
from notebrain.storage.store import Store
from notebrain.storage.writer import outcome
from tests.fakes.clock import FakeClock
from tests.fakes.soundness import faults_in, faults_of
from tests.fakes.vaulting import add, found

_LETTERS = "bcdfgkmnptvxz"  # no vowels and no s: these words are their own stems


@pytest.fixture
def db(store: Store) -> Iterator[Connection]:
    with closing(connect(store.path)) as db:
        db.execute("pragma synchronous = off")
        yield db


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 2, 3])
def test_a_word_that_left_a_note_never_comes_back(
    db: Connection, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(text_index, "_MERGED_PAGES", 4)  # the smaller, the sooner it went wrong
    dice = random.Random(seed)
    vocabulary = ["".join(dice.choices(_LETTERS, k=dice.randint(2, 7))) for _word in range(3000)]
    keys = [add(db, text(dice, vocabulary))[0] for _note in range(20)]

    for _turn in range(600):
        db.execute("begin")
        db.execute(
            "update note set body = ? where rowid = ?", (text(dice, vocabulary), dice.choice(keys))
        )
        text_index.catch_up_words(db)
        db.execute("commit")
        text_index.merge_some_words(db)

    assert faults_of(db) == []
    assert [word for word in vocabulary if fts.keys(db, fts.begins(word)) != having(db, word)] == []


def text(dice: random.Random, vocabulary: Sequence[str]) -> str:
    return " ".join(dice.choices(vocabulary, k=dice.randint(5, 600)))


def having(db: Connection, word: str) -> set[int]:
    rows = db.execute(
        "select rowid from note where instr(' ' || title || ' ' || body, ' ' || ?)", (word,)
    )
    return {row[0] for row in rows}


def test_an_index_that_is_made_anew_takes_a_few_notes_at_a_time_newest_first(
    db: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text_index, "MOST_CHARACTERS", 25)
    keys = [add(db, "alpha beta")[0] for _note in range(5)]
    text_index.catch_up_words(db)
    text_index.begin_words_anew(db)

    steps = [found(db, "alpha")]
    while text_index.renew_some_words(db):
        steps.append(found(db, "alpha"))
    steps.append(found(db, "alpha"))

    assert steps == [[], keys[3:], keys[1:], keys]
    assert fts.newest(db, "alpha", limit=2) == [keys[4], keys[3]]
    assert faults_of(db) == []


def test_a_note_edited_while_the_index_is_made_anew_is_found_at_once(db: Connection) -> None:
    key, _ = add(db, "alpha")
    text_index.catch_up_words(db)
    text_index.begin_words_anew(db)

    db.execute("update note set body = 'beta' where rowid = ?", (key,))

    assert (found(db, "beta"), text_index.missing_words(db)) == ([key], 0)
    assert faults_of(db) == []


@pytest.mark.slow
def test_short_commands_keep_the_parts_few(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: FakeClock
) -> None:
    monkeypatch.setattr(text_index, "MOST_PARTS", 20)
    most = 0

    for number in range(60):
        store = Store.open(tmp_path, clock=clock)
        outcome(store.write(partial(add, body=f"lime {number}")))
        store.close()
        with closing(connect(store.path)) as db:
            (parts,) = db.execute("select count(distinct segid) from note_fts_idx").fetchone()
        most = max(most, parts)

    assert most <= 21
    assert faults_in(tmp_path) == []
