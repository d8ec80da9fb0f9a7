"""The tool that counts the files on the way of an act, on a package of five files."""

import importlib
import sqlite3
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue
from types import ModuleType
from typing import Any

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

PACKAGING = Path(__file__).resolve().parents[3] / "packaging"
FILES = {
    "__init__": "",
    "field": "def press(leave):\n    leave()\n",
    "listener": "def hear():\n    pass\n",
    "writer": """
def work(jobs, db):
    text = jobs.get()
    db.execute("begin immediate")
    from tinybox import rows
    rows.insert(db, text)
    db.execute("commit")
""",
    "rows": "def insert(db, text):\n    db.execute('insert into note values (?)', [text])\n",
}


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    folder = tmp_path / "tinybox"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield {name: importlib.import_module(f"tinybox.{name}") for name in FILES if name[0] != "_"}
    for name in [name for name in sys.modules if name.partition(".")[0] == "tinybox"]:
        del sys.modules[name]


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    monkeypatch.syspath_prepend(str(PACKAGING))
    yield importlib.import_module("devtools.call_recorder")
    for name in [name for name in sys.modules if name.partition(".")[0] == "devtools"]:
        del sys.modules[name]


@pytest.fixture
def db(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    db = sqlite3.connect(tmp_path / "notes.db", isolation_level=None, check_same_thread=False)
    db.execute("create table note (text)")
    yield db
    db.close()


def names(files: set[str]) -> set[str]:
    return {Path(file).stem for file in files}


def test_the_way_of_a_key_leads_through_a_queue_and_leaves_out_listeners(
    module: ModuleType, box: dict[str, Any], tmp_path: Path, db: sqlite3.Connection
) -> None:
    recorder = module.Recorder(tmp_path / "tinybox")
    jobs: SimpleQueue[str] = SimpleQueue()

    def act() -> None:
        writer = threading.Thread(target=box["writer"].work, args=[jobs, db])
        writer.start()
        recorder.start()
        box["listener"].hear()
        box["field"].press(lambda: jobs.put("bread"))
        writer.join()

    recorder.record(act)

    assert names(recorder.way) == {"field", "writer", "rows"}
    assert names(recorder.ran) == {"field", "listener", "rows"}  # the writer waited since before
    assert db.execute("select text from note").fetchall() == [("bread",)]


def test_the_way_of_a_key_leads_over_a_timer(
    module: ModuleType,
    box: dict[str, Any],
    tmp_path: Path,
    db: sqlite3.Connection,
    qapp: QApplication,
) -> None:
    recorder = module.Recorder(tmp_path / "tinybox", timer=QTimer)
    timer = QTimer(singleShot=True, interval=60_000)
    jobs: SimpleQueue[str] = SimpleQueue()

    def act() -> None:
        recorder.start()
        box["field"].press(timer.start)
        recorder.lead(None)
        box["listener"].hear()
        recorder.lead(timer)
        jobs.put("milk")
        box["writer"].work(jobs, db)

    recorder.record(act)
    timer.stop()

    assert names(recorder.way) == {"field", "writer", "rows"}
    assert names(recorder.ran) == {"field", "listener", "writer", "rows"}


def test_a_commit_that_no_key_led_to_is_on_no_way_but_is_told(
    module: ModuleType, box: dict[str, Any], tmp_path: Path, db: sqlite3.Connection
) -> None:
    recorder = module.Recorder(tmp_path / "tinybox")
    told: list[str] = []
    recorder.on_commit = lambda: told.append("commit")
    jobs: SimpleQueue[str] = SimpleQueue()

    def act() -> None:
        recorder.start()
        recorder.lead(None)
        jobs.put("salt")
        box["writer"].work(jobs, db)

    recorder.record(act)

    assert (recorder.way, told) == (set(), ["commit"])
    assert names(recorder.ran) == {"writer", "rows"}
