"""A damaged word index, seen by those who only want to write."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import notebrain
from notebrain.storage.store import FILE_NAME


@pytest.mark.parametrize("table", ["note_fts_data", "note_gram_data"])
@pytest.mark.parametrize("damage", ["id = 10", "id > 10", "id > 1"])
def test_a_damaged_word_index_keeps_nobody_from_saving(
    tmp_path: Path, table: str, damage: str
) -> None:
    with notebrain.open(tmp_path) as brain:
        first = brain.capture("Meter readings")
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as db, db:
        db.execute(f"update {table} set block = x'00112233' where {damage}")

    with notebrain.open(tmp_path) as brain:
        second = brain.capture("Heater settings")
        brain.edit(first, "Meter readings of May")
        brain.forget(second)

    with notebrain.open(tmp_path) as brain:
        assert brain.show(first).body == "Meter readings of May"
        assert brain.show(second).deleted_at is not None


def test_all_words_are_found_again_after_the_first_write_to_a_damaged_index(
    tmp_path: Path,
) -> None:
    with notebrain.open(tmp_path) as brain:
        first = brain.capture("Meter readings")
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as db, db:
        db.execute("update note_fts_data set block = x'00112233' where id > 1")

    with notebrain.open(tmp_path) as brain:
        second = brain.capture("Heater settings")
        assert [hit.note_id for hit in brain.search("heater").hits][:1] == [second]
        assert [hit.note_id for hit in brain.search("readings").hits][:1] == [first]
