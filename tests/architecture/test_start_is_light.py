"""What a start may load: every heavy package costs the user time he sees."""

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from notebrain.cli.table import COMMANDS
from notebrain.storage.store import FILE_NAME

HEAVY = ("PySide6", "asyncio", "httpx", "keyring", "numpy", "onnxruntime", "qasync", "sqlite3")
ROOT = Path(__file__).resolve().parents[2]


def loaded_by(code: str, tmp_path: Path) -> set[str]:
    """Return the top-level modules a fresh Python has loaded after `code`."""
    return {name.partition(".")[0] for name in modules_after(code, tmp_path)}


def modules_after(code: str, tmp_path: Path) -> set[str]:
    """Return all modules a fresh Python has loaded after `code`, by their whole names."""
    program = f"{code}\nimport sys\nprint(*sys.modules)"
    # measuring coverage loads sqlite3 and more by itself
    environ = {
        name: value
        for name, value in os.environ.items()
        if "COVERAGE" not in name and name != "OPENBLAS_NUM_THREADS"
    }
    environ |= {"QT_QPA_PLATFORM": "offscreen", "NOTEBRAIN_DATA_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=environ,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.split())


def test_the_dispatcher_loads_nothing_before_it_knows_what_is_wanted(tmp_path: Path) -> None:
    loaded = loaded_by("import notebrain.__main__", tmp_path)

    assert not loaded & set(HEAVY)


def test_asking_for_the_version_loads_nothing(tmp_path: Path) -> None:
    loaded = loaded_by("from notebrain.__main__ import main; main(['--version'])", tmp_path)

    assert not loaded & set(HEAVY)


def test_the_python_surface_loads_no_window(tmp_path: Path) -> None:
    loaded = loaded_by("import notebrain", tmp_path)

    assert not loaded & {"PySide6", "qasync", "shiboken6"}


def test_an_open_vault_loads_no_window(tmp_path: Path) -> None:
    code = "import notebrain\nwith notebrain.open() as brain: brain.capture('a note')"

    loaded = loaded_by(code, tmp_path)

    assert not loaded & {"PySide6", "qasync", "shiboken6", "httpx", "keyring"}


ANSWERS_A_CLIENT = """
import io, json, sys
from notebrain.mcp_server import stdio
from notebrain.app.settings.programs import PROGRAMS_MCP
from notebrain.app.door.door import open_door
from notebrain.mcp_server.main import Features, Pipe, Session
lines = [("initialize", {}), ("tools/list", {}), ("tools/call", {"name": "list"})]
source = "".join(
    json.dumps({"jsonrpc": "2.0", "id": at, "method": name, "params": params}) + "\\n"
    for at, (name, params) in enumerate(lines)
)
door = open_door(None, PROGRAMS_MCP)
stdio._LAST_WORK_S = 60  # the source ends at once
sink = io.BytesIO()
Pipe(Session(Features(lambda: door)), io.BytesIO(source.encode()), sink, changed=door.changed, mark_of=str).serve()
assert sink.getvalue().count(b"result") == 3, sink.getvalue()
"""


def test_another_program_is_answered_without_any_heavy_package(tmp_path: Path) -> None:
    loaded = loaded_by(ANSWERS_A_CLIENT, tmp_path)

    heavy = {*HEAVY, "mcp", "pydantic", "ssl"} - {"sqlite3"}
    assert not loaded & heavy


def test_no_other_command_loads_what_serves_other_programs(tmp_path: Path) -> None:
    code = "from notebrain.__main__ import main; main(['capture', 'a']); main(['list'])"

    loaded = modules_after(code, tmp_path)

    assert not [
        name for name in loaded if name.startswith(("notebrain.mcp_server", "notebrain.app.door"))
    ]


COMPARES_WITHOUT_SEARCHING = """
import os, sys

class Watching:
    def find_spec(self, name, path=None, target=None):
        if name == "numpy":
            print("numpy-threads:" + os.environ.get("OPENBLAS_NUM_THREADS", "all"), end=" ")

sys.meta_path.insert(0, Watching())
from notebrain.app.services import open_services
from notebrain.domain.notes.draft import Draft
from tests.fakes.embedder import FakeEmbedder
services = open_services(embedder=FakeEmbedder())
services.notes.capture(Draft("a note")).result()
services.indexer.step()
assert services.check(lambda: True) == 1
services.close()
"""


def test_numpy_has_one_thread_also_where_notes_are_compared_first(
    tmp_path: Path,
) -> None:
    loaded = loaded_by(COMPARES_WITHOUT_SEARCHING, tmp_path)

    assert "numpy-threads:1" in loaded


UNTIL_PAINTED = """
import os, sys
from PySide6.QtCore import QEvent
from PySide6 import QtWidgets

class Watching(QtWidgets.QApplication):
    def notify(self, receiver, event):
        done = super().notify(receiver, event)
        if event.type() == QEvent.Type.Paint:
            print(*{name.partition('.')[0] for name in sys.modules}, flush=True)
            os._exit(0)
        return done

QtWidgets.QApplication = Watching
from notebrain.__main__ import main
main([])
"""


@pytest.mark.gui
def test_the_window_is_painted_before_any_heavy_package_is_loaded(tmp_path: Path) -> None:
    loaded = loaded_by(UNTIL_PAINTED, tmp_path)

    assert "PySide6" in loaded
    assert not loaded & {"asyncio", "httpx", "keyring", "numpy", "onnxruntime", "qasync"}


FAMILIES = {
    handler.run.__module__ for command in COMMANDS.values() for handler in command.family().values()
}
"""The modules of all commands."""

HEAVY_OR_REMOTE = (
    "asyncio",
    "httpx",
    "keyring",
    "numpy",
    "onnxruntime",
    "ssl",
    "notebrain.cloud",
    "notebrain.credentials",
    "notebrain.domain.sync.remote",
    "notebrain.import_export",
    "notebrain.gui",
    "notebrain.indexing",
    "notebrain.sync",
)
NEW_OR_UNSOUND = (
    "notebrain.storage.maintenance.backup",
    "notebrain.storage.maintenance.health",
    "notebrain.storage.schema.migrations",
)
"""What only a vault needs that is new, old or damaged."""
FOR_LONG_WORK = ("signal", "notebrain.storage.file_lock")
"""What only a command needs that can be stopped, or that waits for another process."""

NOT_FOR_A_NOTE = (
    *HEAVY_OR_REMOTE,
    *NEW_OR_UNSOUND,
    *FOR_LONG_WORK,
    "notebrain.app.cloud_services",
    "notebrain.app.events",
    "notebrain.app.settings.table",
    "notebrain.ask",
    "notebrain.domain.grounding",
    "notebrain.domain.review.cards",
    "notebrain.domain.judge",
    "notebrain.domain.notes.excerpt",
    "notebrain.domain.notes.links",
    "notebrain.domain.notes.tag_tree",
    "notebrain.domain.search.types",
    "notebrain.embedders",
    "notebrain.search",
    "notebrain.review",
    "notebrain.storage.notes.revisions",
    "notebrain.storage.notes.tag_swaps",
)
NOT_NEEDED = {
    ("capture", "A plain note"): (
        *NOT_FOR_A_NOTE,
        "json",
        "notebrain.app.notes.library",
        "notebrain.cli.text_editor",
        "notebrain.domain.notes.checkboxes",
        "notebrain.domain.ports",
        "notebrain.storage.notes.lists",
        "notebrain.storage.notes.rewrite",
    ),
    ("list",): (*NOT_FOR_A_NOTE, "notebrain.domain.text.diff"),
    ("search", "--mode", "keyword", "word"): (
        *HEAVY_OR_REMOTE,
        *NEW_OR_UNSOUND,
        *FOR_LONG_WORK,
        "notebrain.app.events",
        "notebrain.app.settings.table",
        "notebrain.ask",
        "notebrain.cli.commands.search_explain",
        "notebrain.domain.review.cards",
        "notebrain.domain.judge",
        "notebrain.domain.sync",
        "notebrain.review",
        "notebrain.storage.vault_time",
    ),
    ("review", "list"): (
        *HEAVY_OR_REMOTE,
        *NEW_OR_UNSOUND,
        "notebrain.app.cloud_services",
        "notebrain.app.events",
        "notebrain.domain.review.answers",
        "notebrain.domain.review.merge",
        "notebrain.domain.search.types",
        "notebrain.embedders",
        "notebrain.search",
        "notebrain.review.answers",
        "notebrain.storage.review.answers",
    ),
    ("help",): (
        *FOR_LONG_WORK,
        "notebrain.app.api",
        "notebrain.app.services",
        "notebrain.storage",
        "sqlite3",
        "threading",
    ),
}


def test_every_module_that_is_not_to_be_loaded_exists() -> None:
    named = {name for names in NOT_NEEDED.values() for name in names} | set(HEAVY)

    assert {name for name in named if find_spec(name) is None} == set()


@pytest.fixture
def vault(tmp_path: Path, empty_vault: Path) -> Path:
    """A folder with a vault that needs no migration, as nearly every start finds it."""
    shutil.copyfile(empty_vault, tmp_path / FILE_NAME)
    return tmp_path


@pytest.mark.parametrize("words", NOT_NEEDED, ids=lambda words: words[0])
def test_a_command_loads_only_what_it_needs(words: tuple[str, ...], vault: Path) -> None:
    code = f"from notebrain.__main__ import main; assert main({list(words)}) == 0"

    loaded = modules_after(code, vault)

    for name in NOT_NEEDED[words]:
        assert not [one for one in loaded if one == name or one.startswith(f"{name}.")]
    family = COMMANDS[words[0]].family() if words[0] in COMMANDS else {}
    own = {handler.run.__module__ for handler in family.values()}
    assert loaded & FAMILIES == own
