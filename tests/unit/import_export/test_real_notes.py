"""A folder of 1,873 real notes, in and out again."""

import gzip
import json
import os
from pathlib import Path

import pytest

from tests.unit.import_export.conftest import Vault

_PROJECT = Path(__file__).resolve().parents[3]
_DATA = Path(os.environ.get("NOTEBRAIN_TEST_DATA", _PROJECT.parent / "shared" / "data"))
_NOTES = _DATA / "notes" / "til_jbranchaud.jsonl.gz"


@pytest.mark.slow
@pytest.mark.timeout(120)
@pytest.mark.skipif(not _NOTES.is_file(), reason=f"the notes to measure with are not at {_DATA}")
def test_real_notes_are_imported_once_and_come_back_byte_for_byte(
    vault: Vault, folder: Path, tmp_path: Path
) -> None:
    texts: dict[str, str] = {}
    with gzip.open(_NOTES, "rt", encoding="utf-8") as lines:
        for line in lines:
            one = json.loads(line)
            texts[one["path"]] = one["text"]
            place = folder / one["path"]
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(one["text"].encode())
            os.utime(place, (one["modified"], one["modified"]))

    first = vault.importer.run(folder)
    second = vault.importer.run(folder)
    exported = vault.exporter.run(tmp_path / "out")

    assert (first.found, first.imported, first.problems) == (1873, 1873, [])
    assert (second.imported, second.unchanged) == (0, 1873)
    assert exported.written == 1873
    assert {path: (tmp_path / "out" / path).read_bytes().decode() for path in texts} == texts
