"""What all tests share."""

import contextlib
import gc
import gettext
import os
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from notebrain.app.core.paths import DATA_VARIABLE
from notebrain.app.services import Services, open_services
from notebrain.cloud import rate_limit
from notebrain.domain import i18n
from notebrain.domain.ports import Clock
from notebrain.storage import store as vault_file
from notebrain.storage.schema.migrations import Migration
from notebrain.storage.store import FILE_NAME, Store
from notebrain.storage.sync import outgoing_notes
from tests.fakes import quick_http
from tests.fakes.clock import FakeClock
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.kept_models import kept_models

LOCALE = Path(__file__).parent.parent / "resources" / "locale"

# A busy machine is no fault of the program: what is asked of examples is what comes out, never how fast.
# Other examples in each run: half as many as usual find as much in two runs.
settings.register_profile(
    "untimed", deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("untimed")

quick_http.prepare()

# A worker is measured; the programs its tests start are not: that doubles the time of each start, and the same lines
# are measured here.
if "PYTEST_XDIST_WORKER" in os.environ:
    os.environ.pop("COVERAGE_PROCESS_CONFIG", None)


def pytest_collection_finish() -> None:
    """Keep the garbage collector off what thousands of collected tests hold: 0.2 s each time it looks at all of it."""
    _freeze()


@pytest.fixture(scope="module", autouse=True)
def what_stays_is_frozen() -> Iterator[None]:
    """Keep it off what earlier files left, too: to release a model looks at everything, a second for each command.

    A window that ends thaws all that was frozen before.
    """
    yield
    _freeze()


def _freeze() -> None:
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def empty_vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with the newest schema and nothing in it."""
    folder = tmp_path_factory.mktemp("empty")
    Store.open(folder, clock=FakeClock()).close()
    return folder / FILE_NAME


@pytest.fixture(autouse=True)
def ready_vaults(empty_vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a vault that is made in this process begin as a copy: the steps of the schema take 40 ms.

    The tests of the schema and of the store, and every program that is started, take the steps themselves.
    """
    take_the_steps = vault_file._bring_up_to_date

    def begin_with_a_copy(
        path: Path, backups: Path, clock: Clock, steps: Sequence[Migration] | None
    ) -> None:
        if steps is None and not path.exists():
            _copy(empty_vault, path)
        take_the_steps(path, backups, clock, steps)

    monkeypatch.setattr(vault_file, "_bring_up_to_date", begin_with_a_copy)


@pytest.fixture(autouse=True)
def models_stay_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a command that is called in this process find the models in memory.

    A test of loading and releasing them has a fixture of this name that does nothing.
    """
    for where, name, reader in kept_models():
        monkeypatch.setattr(where, name, reader)


class _EnglishOfTheCatalogs(gettext.NullTranslations):
    """Speaks English, but only what the catalogues have: another text would stay English in every language."""

    def __init__(self) -> None:
        super().__init__()
        with (LOCALE / "de" / "LC_MESSAGES" / "notebrain.mo").open("rb") as file:
            catalog: dict[str | tuple[str, int], str] = vars(gettext.GNUTranslations(file))[
                "_catalog"
            ]
        self._known = {one if isinstance(one, str) else one[0] for one in catalog}

    def gettext(self, message: str) -> str:
        assert message in self._known, f"not in the catalogues: {message!r}"
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        assert msgid1 in self._known, f"not in the catalogues: {msgid1!r}"
        return super().ngettext(msgid1, msgid2, n)

    def pgettext(self, context: str, message: str) -> str:
        assert f"{context}\x04{message}" in self._known, f"not in the catalogues: {message!r}"
        return message


@pytest.fixture(scope="session")
def english() -> gettext.NullTranslations:
    return _EnglishOfTheCatalogs()


@pytest.fixture
def translatable_texts(english: gettext.NullTranslations) -> Iterator[None]:
    """Let every text that the program says in this test be one that can be translated."""
    i18n.install(english)
    yield
    i18n.install(gettext.NullTranslations())


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def store(tmp_path: Path, clock: FakeClock) -> Iterator[Store]:
    store = Store.open(tmp_path / "vault", clock=clock)
    yield store
    store.close()


@pytest.fixture
def services(
    tmp_path: Path, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Services]:
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path / "vault"))
    services = open_services(tmp_path / "vault", clock=clock, embedder=FakeEmbedder())
    yield services
    services.close()


@pytest.fixture
def quick_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a failed request be tried again as often as ever, but after thousandths of seconds."""
    monkeypatch.setattr(rate_limit, "_SHORTEST_BACKOFF_S", 0.002)


@pytest.fixture
def notes_go_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a note be sent as soon as it is saved: it rests for two seconds, which a command waits for."""
    monkeypatch.setattr(outgoing_notes, "_REST_MS", 0)


def _copy(vault: Path, to: Path) -> None:
    """Put a whole copy there at once, unless somebody was faster; a place not writable is left to the store."""
    part = to.with_name(f"{to.name}.{os.urandom(8).hex()}")
    with contextlib.suppress(OSError):
        shutil.copyfile(vault, part)
        os.link(part, to)
    with contextlib.suppress(OSError):
        part.unlink()
