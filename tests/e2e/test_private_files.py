"""Nobody but the user reads what the program writes: every file of a day's use, whatever the umask says."""

import shutil
import signal
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.cloudflare import Standin, start_cloudflare
from tests.fakes.command_line import Done, Program
from tests.fakes.display import wait_until

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.slow,
    pytest.mark.timeout(600),
    pytest.mark.skipif(sys.platform == "win32", reason="there the user's profile is private"),
]

ANYBODY = 0o000
"""A umask that takes nothing away."""


@pytest.fixture(scope="module")
def account() -> Iterator[Standin]:
    with start_cloudflare() as standin:
        yield standin


class Careless(Program):
    """The program of a user who has never heard of a umask."""

    umask = ANYBODY

    def start(self, *arguments: str | bytes, **streams: object) -> subprocess.Popen[bytes]:
        return super().start(*arguments, umask=self.umask, **streams)

    def did(self, *arguments: str, stdin: bytes = b"") -> Done:
        done = self.run(*arguments, stdin=stdin)
        assert done.code == 0, done.err
        return done


def new_home(folder: Path) -> Path:
    for name in ("home", "tmp"):
        (folder / name).mkdir(mode=0o700)
    return folder / "home"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return new_home(tmp_path)


@pytest.fixture(scope="module")
def run() -> Iterator[Path]:
    """Where sockets are: they need a short path."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


@pytest.fixture
def program(home: Path, run: Path, account: Standin) -> Careless:
    return careless(home, run, account)


def careless(home: Path, run: Path, account: Standin) -> Careless:
    program = Careless(
        home / ".local/share/notebrain",
        {
            "HOME": str(home),
            "TMPDIR": str(home.parent / "tmp"),
            "QT_QPA_PLATFORM": "offscreen",
            "XDG_RUNTIME_DIR": str(run),
            "NOTEBRAIN_CLOUDFLARE_API": account.base_url,
            "NOTEBRAIN_CF_TOKEN": account.token,
            "NOTEBRAIN_CF_ACCOUNT": account.account,
        },
    )
    for name in ("NOTEBRAIN_DATA_DIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        program.environ.pop(name, None)
    return program


def open_to_others(*places: Path) -> list[str]:
    """Return what others may look into, of all that is below."""
    wide: list[str] = []
    for place in places:
        for path in place.rglob("*"):
            mode = stat.S_IMODE(path.lstat().st_mode)
            if mode & 0o077 and not path.is_symlink():
                wide.append(f"{path.relative_to(place)} {mode:o}")
    return sorted(wide)


def use_the_window(program: Careless, *arguments: str) -> None:
    """Open the window, look at what it makes while it is open, and close it."""
    window = program.start(*arguments, stderr=subprocess.DEVNULL)
    run = Path(program.environ["XDG_RUNTIME_DIR"])
    try:
        wait_until(lambda: any(run.iterdir()), what="the window", patience_s=200)
        assert open_to_others(program.vault, run) == []
    finally:
        window.send_signal(signal.SIGTERM)
        window.wait(60)


def a_day(program: Careless, home: Path) -> None:
    notes = home / "to import"
    notes.mkdir(mode=0o700)
    (notes / "bread.md").write_text("bread")
    (notes / "bread.md").chmod(0o600)
    note = program.did("capture", "milk and honey").text.strip()
    program.did("capture", "-", stdin=b"my secret\n")
    program.did("append", note, "and bread")
    program.did("import", str(notes))
    program.did("index")
    program.did("search", "honey")
    program.did("account", "connect", "--yes")
    program.did("sync")
    program.did("doctor", "--backup")
    program.run("doctor")
    program.run("verify")
    use_the_window(program)
    use_the_window(program, "capture", "--window", "a thought")
    program.did("export", str(home / "deep" / "exported"))
    program.did("doctor", "--rebuild-words")
    program.did("review", "list")


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory, run: Path, account: Standin) -> Path:
    """The user's folder after a day; for looking only."""
    home = new_home(tmp_path_factory.mktemp("used"))
    a_day(careless(home, run, account), home)
    return home


def test_every_file_of_a_day_is_the_users_alone(used: Path, run: Path) -> None:
    home = used

    made = {path.name for path in home.rglob("*")}
    assert {"notebrain.db", "backups", "window.lock", "indexer.lock", "bread.md"} <= made
    assert open_to_others(home, home.parent / "tmp", run) == []


def test_what_an_earlier_version_left_open_is_mended_at_the_next_start(
    program: Careless, home: Path, used: Path
) -> None:
    shutil.copytree(used, home, symlinks=True, dirs_exist_ok=True)
    vault = program.vault
    for path in (vault, *vault.rglob("*")):
        path.chmod(0o777 if path.is_dir() else 0o666)

    program.did("list")

    assert open_to_others(vault.parent) == []


def test_a_folder_that_holds_other_files_keeps_its_mode_and_theirs(
    program: Careless, home: Path
) -> None:
    program.did("capture", "milk", "--data-dir", str(home))
    (home / "notebrain.db").chmod(0o644)
    (home / "notes.txt").write_text("mine")
    for path in (home, home / "notes.txt"):
        path.chmod(0o755)

    program.did("list", "--data-dir", str(home))

    assert stat.S_IMODE(home.stat().st_mode) == 0o755
    assert open_to_others(home) == ["notes.txt 755"]
