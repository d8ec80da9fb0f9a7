"""Where the key to the account is kept, and where never."""

import os
import subprocess
import sys

import pytest
from keyring.errors import KeyringLocked

from notebrain.credentials.environment import EnvironmentStore
from notebrain.credentials.keyring import KeyringStore
from notebrain.credentials.stores import Place, RunStore, Stores
from notebrain.domain.credentials import clean, clean_account_id, clean_token
from notebrain.domain.errors import CloudAuth, CloudConfig, LockedKeyStore, NoKeyStore
from notebrain.domain.ports import TokenStore
from tests.fakes.passwords import Passwords

ACCOUNT = "0123456789abcdef0123456789abcdef"
CREDENTIALS = clean("a-good-token-0123456789", ACCOUNT)


class Forgetful(Passwords):
    def set_password(self, service: str, username: str, password: str) -> None:
        """Take everything, keep nothing."""


class Locked(Passwords):
    def get_password(self, service: str, username: str) -> str | None:
        raise KeyringLocked("locked: a-good-token-0123456789")

    set_password = get_password  # type: ignore[assignment]


class Strange(Passwords):
    def get_password(self, service: str, username: str) -> str | None:
        raise RuntimeError("D-Bus is gone")


class WritesFiles(Passwords):
    __module__ = "keyrings.alt.file"


@pytest.mark.parametrize(
    "store",
    [
        KeyringStore(backend=Passwords()),
        RunStore(),
        Stores(
            environment=EnvironmentStore({}),
            run=RunStore(),
            system=KeyringStore(backend=Passwords()),
        ),
    ],
    ids=lambda store: type(store).__name__,
)
def test_what_is_kept_can_be_read_and_forgotten(store: TokenStore) -> None:
    assert store.read() is None
    store.save(CREDENTIALS)
    assert store.read() == CREDENTIALS

    store.delete()

    assert store.read() is None
    store.delete()


@pytest.mark.parametrize("backend", [Forgetful, Strange, WritesFiles])
def test_a_place_that_does_not_keep_it_safe_is_told_with_a_next_step(backend) -> None:
    store = KeyringStore(backend=backend())

    with pytest.raises(NoKeyStore, match="for this run only"):
        store.save(CREDENTIALS)


def test_a_locked_place_is_told_as_such_without_the_token() -> None:
    store = KeyringStore(backend=Locked())

    with pytest.raises(LockedKeyStore, match="Unlock") as error:
        store.read()

    assert "a-good-token" not in f"{error.value!r} {error.value.__cause__!r}"


@pytest.mark.parametrize(
    "kept", ["", "{", "null", "[]", '{"token": 1, "account": 2}', '{"token": "x"}']
)
def test_what_is_no_token_there_counts_as_nothing(kept) -> None:
    backend = Passwords()
    backend.kept["NoteBrain", "cloudflare"] = kept

    assert KeyringStore(backend=backend).read() is None


def test_the_environment_comes_first_and_the_system_last() -> None:
    system, run = KeyringStore(backend=Passwords()), RunStore()
    environ = {"NOTEBRAIN_CF_TOKEN": "token-of-environment", "NOTEBRAIN_CF_ACCOUNT": ACCOUNT}
    system.save(CREDENTIALS)

    def found(environment: dict[str, str]):
        return Stores(environment=EnvironmentStore(environment), run=run, system=system).found()

    assert found(environ) == (clean("token-of-environment", ACCOUNT), Place.ENVIRONMENT)
    assert found({}) == (CREDENTIALS, Place.SYSTEM)
    run.save(clean("token-of-this-run", ACCOUNT))
    assert found({})[1] is Place.RUN


def test_kept_for_this_run_touches_no_other_place() -> None:
    backend = Passwords()
    stores = Stores(
        environment=EnvironmentStore({}), run=RunStore(), system=KeyringStore(backend=backend)
    )

    stores.retain_for_this_run(CREDENTIALS)

    assert stores.read() == CREDENTIALS
    assert not backend.kept
    stores.delete()
    assert stores.read() is None


def test_the_environment_is_not_changed_from_here() -> None:
    store = EnvironmentStore({"NOTEBRAIN_CF_TOKEN": "token-of-environment"})

    with pytest.raises(NoKeyStore, match="NOTEBRAIN_CF_TOKEN"):
        store.delete()
    with pytest.raises(NoKeyStore, match="NOTEBRAIN_CF_TOKEN"):
        store.save(CREDENTIALS)


@pytest.mark.parametrize(
    "pasted",
    [f" {ACCOUNT}\n", f"\ufeff{ACCOUNT}", f"\u200b{ACCOUNT[:9]} {ACCOUNT[9:]}", ACCOUNT.upper()],
)
def test_what_pasting_leaves_around_an_account_id_is_taken_away(pasted) -> None:
    assert clean_account_id(pasted) == ACCOUNT


@pytest.mark.parametrize(
    "pasted", ["", "me@example.com", ACCOUNT[:-1], ACCOUNT + "0", "g" * 32, "../" * 10]
)
def test_what_is_no_account_id_is_told(pasted) -> None:
    with pytest.raises(CloudConfig, match="32"):
        clean_account_id(pasted)


@pytest.mark.parametrize("pasted", ["\ufeff tok-en_12345 \r\n", "Bearer tok-en_12345"])
def test_what_pasting_leaves_around_a_token_is_taken_away(pasted) -> None:
    assert clean_token(pasted).reveal() == "tok-en_12345"


@pytest.mark.parametrize("pasted", ["", "  ", "tökén-with-letters", "short", "x" * 2000])
def test_what_is_no_token_is_told_without_repeating_it(pasted) -> None:
    with pytest.raises(CloudAuth) as error:
        clean_token(pasted)

    assert not pasted.strip() or pasted not in str(error.value)


def test_a_session_without_any_place_says_so() -> None:
    environ = os.environ | {"PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring"}
    program = """
from notebrain.credentials.keyring import KeyringStore
from notebrain.domain.errors import NoKeyStore
try:
    KeyringStore().read()
except NoKeyStore as error:
    print(error)
"""

    done = subprocess.run(
        [sys.executable, "-c", program], env=environ, capture_output=True, text=True, check=True
    )

    assert "no safe place" in done.stdout
