"""Connecting a vault to an account, looking how it stands, and leaving it, on the account that is not there."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any, TypeVar

import pytest

from notebrain.app.account import texts
from notebrain.app.account.account import Account
from notebrain.app.account.connect import ConnectPreview, Step
from notebrain.app.account.connection import Connection, connection_in, database_name
from notebrain.app.account.disconnect import FilesOnlyThere, RemovedKind, only_there
from notebrain.app.account.status import Connected
from notebrain.app.core.findings import Finding, Severity
from notebrain.app.services import Services, open_services
from notebrain.app.settings.table import ACCOUNT_CONNECTION
from notebrain.cloud.account import Permission
from notebrain.cloud.rate_limit import RateLimiter
from notebrain.cloud.workers_ai import SMALL, index_name
from notebrain.credentials.keyring import KeyringStore
from notebrain.credentials.stores import Place
from notebrain.domain.errors import (
    CloudAuth,
    CloudConfig,
    CloudMissing,
    CloudOffline,
    CloudQuota,
    CloudTransient,
    LockedKeyStore,
    UserError,
)
from notebrain.domain.notes.attachments import Sha
from notebrain.domain.notes.draft import Draft
from notebrain.domain.sync.remote import Item, Kind, Name, Point
from notebrain.storage.files.attachments import Fault
from tests.fakes.cloudflare import Permission as Granted, Standin, faults
from tests.fakes.cloudflare.asking import Asking
from tests.fakes.cloudflare.sql_text import Statement
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.passing_time import PassingTime
from tests.fakes.passwords import Locked, Missing, Passwords

T = TypeVar("T")
INDEX = index_name(SMALL.space)


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    services = open_services(tmp_path / "vault", embedder=FakeEmbedder())
    yield services
    services.close()


@pytest.fixture
def passwords() -> Passwords:
    return Passwords()


@pytest.fixture
def vault(services: Services, account: Standin, passwords: Passwords) -> "Vault":
    return Vault(services, account, passwords)


class Vault:
    """One vault beside an account, driven as the window drives it."""

    def __init__(self, services: Services, standin: Standin, passwords: Passwords) -> None:
        self.services = services
        self.standin = standin
        self.told: list[Step] = []
        self.has_files = True
        self.environ = {"NOTEBRAIN_CLOUDFLARE_API": standin.base_url}
        self.account = self.restarted(passwords)

    def restarted(self, passwords: Passwords) -> Account:
        """Return the account as a new start of the program has it."""
        self.account = Account(
            self.services.settings,
            self.services.clock,
            environ=self.environ,
            system=lambda entry: KeyringStore(entry, passwords),
            pace=lambda: RateLimiter(passing=PassingTime()),
            has_files=lambda: self.has_files,
            only_there=lambda there: only_there(self.services.store, there),
        )
        return self.account

    def do(self, work: Callable[[Account], Coroutine[Any, Any, T]]) -> T:
        async def run() -> T:
            try:
                return await work(self.account)
            finally:
                await self.account.close()

        return asyncio.run(run())

    def preview(self, token: str = "", account_id: str = "", **more: Any) -> ConnectPreview:
        return self.do(
            lambda account: account.preview(
                token or self.standin.token,
                account_id or self.standin.account,
                on_step=self.told.append,
                **more,
            )
        )

    def connect(self, **more: Any) -> Connected:
        prospect = self.preview(**more)
        return self.do(lambda account: account.connect(prospect, on_step=self.told.append))


def test_looking_makes_nothing_and_says_what_would_be_made(vault: Vault) -> None:
    prospect = vault.preview()

    assert (prospect.database, prospect.held) == ("notebrain", None)
    assert (prospect.index, prospect.index_there) == (INDEX, False)
    assert vault.standin.d1.names() == vault.standin.vectorize.names() == []
    assert vault.account.connection is None
    assert vault.told == [Step.TOKEN, Step.PERMISSIONS, Step.CONTENTS]


def test_connecting_makes_the_database_and_the_index_and_stores_the_token(
    vault: Vault, passwords: Passwords, tmp_path: Path
) -> None:
    connected = vault.connect()

    assert connected.place is Place.SYSTEM
    assert connected.warning is None
    assert vault.standin.d1.names() == ["notebrain"]
    assert vault.standin.vectorize.names() == [INDEX]
    assert vault.account.connection == connected.connection
    assert vault.standin.token in "".join(passwords.kept.values())
    token = vault.standin.token.encode()
    assert not [p for p in tmp_path.rglob("*") if p.is_file() and token in p.read_bytes()]


def test_spaces_and_marks_around_what_was_pasted_do_no_harm(vault: Vault) -> None:
    standin = vault.standin
    token, account_id = f"\ufeff {standin.token}\n", f"\u200b{standin.account.upper()} \t"

    connected = vault.connect(token=token, account_id=account_id)

    assert connected.connection.account_id == standin.account


def test_connecting_again_uses_what_is_there(vault: Vault) -> None:
    first = vault.connect()

    again = vault.connect()

    assert again.connection.database_id == first.connection.database_id
    assert again.connection.vault_id == first.connection.vault_id
    assert vault.standin.d1.names() == ["notebrain"]


def test_a_second_computer_is_told_how_many_notes_will_come(vault: Vault) -> None:
    vault.connect()
    vault.do(lambda account: push(account, "a", "b"))

    prospect = vault.preview()

    assert prospect.held is not None
    assert prospect.held.notes == 2


async def push(account: Account, *names: str) -> None:
    remote = await account.remote()
    assert remote is not None
    await remote.vault.push(
        [
            Item(Name(Kind.NOTE, name), rev=f"rev-{name}", base=None, device="d", content="{}")
            for name in names
        ]
    )


@pytest.mark.parametrize("operation", ["d1.create", "vectorize.create"])
def test_what_was_made_while_its_answer_was_lost_is_found(vault: Vault, operation: str) -> None:
    prospect = vault.preview()
    vault.standin.faults.add(faults.response_lost(), on=operation)

    vault.do(lambda account: account.connect(prospect))

    assert vault.standin.d1.names() == ["notebrain"]
    assert vault.standin.vectorize.names() == [INDEX]
    assert vault.account.connection is not None


def test_a_database_of_somebody_else_is_refused_and_left_alone(vault: Vault) -> None:
    database = vault.standin.d1.create("notebrain")
    database.run([Statement("create table photos(id)")])

    with pytest.raises(CloudConfig, match="notebrain"):
        vault.preview()
    assert vault.preview(database="notebrain-mine").database == "notebrain-mine"


def test_an_index_of_other_dimensions_is_refused_and_left_alone(vault: Vault) -> None:
    vault.standin.vectorize.create(INDEX, 768)

    with pytest.raises(CloudConfig, match=INDEX):
        vault.preview()
    assert vault.standin.vectorize.names() == [INDEX]


@pytest.mark.parametrize(
    ("lacking", "named"),
    [
        (Granted.AI_READ, "Workers AI: Read"),
        (Granted.AI_EDIT, "Workers AI: Edit"),
        (Granted.D1_EDIT, "D1: Edit"),
        (Granted.VECTORIZE_EDIT, "Vectorize: Edit"),
    ],
)
def test_a_missing_permission_is_named_and_nothing_is_made(
    vault: Vault, lacking: Granted, named: str
) -> None:
    token = vault.standin.tokens.issue(without=[lacking]).value

    prospect = vault.preview(token=token)

    assert prospect.missing
    with pytest.raises(CloudAuth, match=named):
        vault.do(lambda account: account.connect(prospect))
    assert vault.standin.d1.names() == []


def test_a_token_that_opens_nothing_is_told(vault: Vault) -> None:
    with pytest.raises(CloudAuth, match="token"):
        vault.preview(token="not-a-known-token")
    with pytest.raises(CloudAuth, match="expired"):
        vault.preview(token=vault.standin.tokens.issue(status="expired").value)
    with pytest.raises(CloudConfig, match="account ID"):
        vault.preview(account_id="my account")
    with pytest.raises(CloudAuth, match="account ID belongs to another account"):
        vault.preview(account_id="0" * 32)


def test_the_page_of_a_hotel_is_no_answer(vault: Vault) -> None:
    vault.standin.faults.add(faults.captive_portal(), times=None)

    with pytest.raises(CloudTransient, match="sign in"):
        vault.preview()


def test_a_full_account_is_told_and_leaves_the_vault_unconnected(vault: Vault) -> None:
    vault.standin.d1.max_databases = 0

    with pytest.raises(CloudConfig, match="no room"):
        vault.connect()
    assert vault.account.connection is None


def test_an_account_with_too_many_indexes_is_told(vault: Vault) -> None:
    vault.standin.vectorize.max_indexes = 0

    with pytest.raises(CloudConfig, match="no room"):
        vault.connect()


def test_a_used_up_day_does_not_stand_in_the_way(vault: Vault) -> None:
    vault.standin.faults.add(faults.neurons_used_up(), on="ai.run", times=None)

    prospect = vault.preview()

    ((permission, error),) = prospect.checked.doubts
    assert permission is Permission.AI_RUN
    assert isinstance(error, CloudQuota)
    assert vault.do(lambda account: account.connect(prospect)).connection.database == "notebrain"


@pytest.mark.parametrize("place", [Locked, Missing])
def test_without_a_place_for_passwords_the_token_is_known_for_this_run_only(
    vault: Vault, place: type[Passwords]
) -> None:
    vault.restarted(place())

    connected = vault.connect()

    assert connected.place is Place.RUN
    assert connected.warning is not None
    assert "only until you close NoteBrain" in connected.warning
    assert vault.do(lambda account: account.remote()) is not None
    vault.restarted(place())
    with pytest.raises((LockedKeyStore, UserError)):
        vault.do(lambda account: account.remote())


def test_the_environment_may_hold_the_token_instead(vault: Vault) -> None:
    vault.environ["NOTEBRAIN_CF_TOKEN"] = vault.standin.token
    vault.restarted(Missing())

    connected = vault.connect()

    assert connected.place is Place.ENVIRONMENT
    vault.restarted(Missing())
    assert vault.do(lambda account: account.remote()) is not None


def test_a_token_of_another_account_in_the_environment_is_told(vault: Vault) -> None:
    vault.connect()
    vault.environ |= {"NOTEBRAIN_CF_TOKEN": vault.standin.token, "NOTEBRAIN_CF_ACCOUNT": "0" * 32}

    with pytest.raises(CloudConfig, match="another"):
        vault.do(lambda account: account.remote())


def test_an_unconnected_vault_has_no_remote_and_asks_for_no_password(vault: Vault) -> None:
    vault.restarted(Locked())

    assert vault.do(lambda account: account.remote()) is None
    assert vault.do(lambda account: account.status()).connection is None


def test_the_remote_is_made_once_and_anew_after_the_vault_left(vault: Vault) -> None:
    async def twice(account: Account) -> bool:
        return await account.remote() is await account.remote()

    vault.connect()

    assert vault.do(twice)
    vault.do(lambda account: account.disconnect())
    assert vault.do(lambda account: account.remote()) is None


def test_the_status_tells_what_the_account_holds(vault: Vault) -> None:
    vault.connect(token=vault.standin.tokens.issue(expires_on="2027-01-31T00:00:00Z").value)
    vault.do(lambda account: push(account, "a"))

    status = vault.do(lambda account: account.status())

    assert (status.problem, status.place) == (None, Place.SYSTEM)
    assert (status.notes, status.vectors, status.index) == (1, 0, INDEX)
    assert status.expires_on == "2027-01-31T00:00:00Z"


def test_an_account_is_known_by_its_name_where_the_token_may_see_it(vault: Vault) -> None:
    narrow = vault.standin.tokens.issue(without=[Granted.ACCOUNT_READ]).value
    assert vault.connect(token=narrow).connection.account_name == ""

    vault.connect()

    connection = vault.account.connection
    assert connection is not None
    assert connection.account_name == "Somebody's Account"


def test_a_vault_that_was_connected_before_names_were_kept_tells_the_name_when_asked(
    vault: Vault,
) -> None:
    connection = replace(vault.connect().connection, account_name="")
    vault.services.settings.put(ACCOUNT_CONNECTION, connection.to_text()).result()

    status = vault.do(lambda account: account.status())

    assert status.connection is not None
    assert status.connection.account_name == "Somebody's Account"
    assert "Connected to “Somebody's Account”." in texts.status_lines(status)


def test_the_status_tells_that_the_database_is_gone_and_connecting_again_makes_it(
    vault: Vault, passwords: Passwords
) -> None:
    first = vault.connect().connection
    delete_database(vault.standin, first)

    status = vault.do(lambda account: account.status())
    again = vault.connect().connection

    assert isinstance(status.problem, CloudMissing)
    assert len(passwords.kept) == 1
    assert again.database_id != first.database_id
    assert vault.do(lambda account: account.status()).problem is None


def delete_database(standin: Standin, connection: Connection) -> None:
    """Remove it as somebody does on Cloudflare's own page."""
    with Asking(standin, standin.token) as asking:
        asking.delete(f"d1/database/{connection.database_id}")


def test_leaving_forgets_the_token_and_leaves_the_copy(vault: Vault, passwords: Passwords) -> None:
    vault.connect()

    receipt = vault.do(lambda account: account.disconnect())

    assert [one.kind for one in receipt.removed] == [RemovedKind.TOKEN]
    assert (receipt.purged, receipt.left, passwords.kept) == (False, (), {})
    assert vault.account.connection is None
    assert vault.standin.d1.names() == ["notebrain"]


def test_leaving_works_without_a_network(vault: Vault) -> None:
    vault.connect()
    vault.standin.faults.add(faults.dropped(), times=None)

    vault.do(lambda account: account.disconnect())

    assert vault.account.connection is None


def test_a_token_in_the_environment_is_left_to_the_user(vault: Vault) -> None:
    vault.environ["NOTEBRAIN_CF_TOKEN"] = vault.standin.token
    vault.restarted(Missing())
    vault.connect()

    receipt = vault.do(lambda account: account.disconnect())

    assert "NOTEBRAIN_CF_TOKEN" in receipt.left[0]
    assert vault.account.connection is None


def test_purging_removes_the_copy_and_says_how_much_it_was(vault: Vault) -> None:
    vault.connect()
    vault.do(lambda account: push(account, "a", "b"))

    receipt = vault.do(lambda account: account.disconnect(purge=True))

    assert [(one.kind, one.count) for one in receipt.removed] == [
        (RemovedKind.INDEX, 0),
        (RemovedKind.DATABASE, 2),
        (RemovedKind.TOKEN, 0),
    ]
    assert vault.standin.d1.names() == vault.standin.vectorize.names() == []


PICTURE = Sha(sha256(b"picture").hexdigest())


async def send_file(account: Account) -> None:
    remote = await account.remote()
    assert remote is not None
    assert remote.files is not None
    await remote.files.send(PICTURE, BytesIO(b"picture"))


def test_purging_removes_the_files_with_their_bucket_and_no_other_one(vault: Vault) -> None:
    vault.connect()
    vault.do(send_file)
    (bucket,) = vault.standin.r2.buckets
    with Asking(vault.standin, vault.standin.token) as ask:
        ask.post("r2/buckets", {"name": "holiday"})

    receipt = vault.do(lambda account: account.disconnect(purge=True))

    assert (RemovedKind.BUCKET, bucket, 1) in [
        (one.kind, one.name, one.count) for one in receipt.removed
    ]
    assert f"the R2 bucket {bucket} with 1 file, 7 B." in "\n".join(texts.receipt(receipt))
    assert vault.standin.r2.buckets == ["holiday"]


def note_with_file(vault: Vault) -> None:
    """Save a note that shows a file which was never on this computer."""
    link = f"![Roof](attachment:{PICTURE}/roof.png)"
    vault.services.notes.capture(Draft(link)).result(10)


def test_a_purge_removes_nothing_if_a_file_is_only_in_the_account(vault: Vault) -> None:
    vault.connect()
    vault.do(send_file)
    note_with_file(vault)

    with pytest.raises(
        FilesOnlyThere, match=r"1 file in these notes \(7 B\) is only in your"
    ) as error:
        vault.do(lambda account: account.disconnect(purge=True))

    assert error.value.sizes == {PICTURE: 7}
    assert vault.account.connection is not None
    assert vault.standin.d1.names() == ["notebrain"]
    assert vault.standin.vectorize.names() == [INDEX]
    (bucket,) = vault.standin.r2.buckets
    assert len(vault.standin.r2.objects(bucket)) == 2


def test_a_purge_may_lose_files_if_the_user_says_so(vault: Vault) -> None:
    vault.connect()
    vault.do(send_file)
    note_with_file(vault)

    vault.do(lambda account: account.disconnect(purge=True, loses_files=True))

    assert vault.standin.r2.buckets == vault.standin.d1.names() == []


def test_a_purge_sees_that_a_file_has_gone_from_the_disk(vault: Vault) -> None:
    vault.connect()
    vault.do(send_file)
    note_with_file(vault)
    vault.services.file_acts.add_bytes(b"picture", "roof.png")
    path = vault.services.files.path(PICTURE)
    assert path is not None
    path.unlink()

    with pytest.raises(FilesOnlyThere):
        vault.do(lambda account: account.disconnect(purge=True))

    row = vault.services.files.row(PICTURE)
    assert row is not None
    assert row.fault is Fault.MISSING  # so it can be fetched


def test_a_file_that_is_here_as_well_hinders_no_purge(vault: Vault) -> None:
    vault.connect()
    vault.do(send_file)
    note_with_file(vault)
    vault.services.file_acts.add_bytes(b"picture", "roof.png")

    vault.do(lambda account: account.disconnect(purge=True))

    assert vault.standin.r2.buckets == []


def limit_token(vault: Vault, *without: Granted) -> None:
    """Take permissions from the vault's token."""
    token = vault.standin.tokens.bearer({"authorization": f"Bearer {vault.standin.token}"})
    assert token is not None
    token.permissions -= frozenset(without)


@pytest.mark.parametrize("without", [(Granted.R2_EDIT,), (Granted.R2_EDIT, Granted.R2_READ)])
def test_a_purge_says_which_files_the_token_may_not_remove_and_removes_the_rest(
    vault: Vault, without: tuple[Granted, ...]
) -> None:
    vault.connect()
    vault.do(send_file)
    (bucket,) = vault.standin.r2.buckets
    limit_token(vault, *without)

    receipt = vault.do(lambda account: account.disconnect(purge=True))

    assert vault.standin.d1.names() == []
    assert vault.standin.r2.buckets == [bucket]
    (line,) = receipt.left
    assert line in texts.receipt(receipt)
    assert all(word in line for word in ("not removed", "R2 Storage: Edit", bucket, "delete it"))


def test_a_purge_of_notes_that_never_had_files_says_nothing_of_them(vault: Vault) -> None:
    vault.has_files = False
    vault.connect()
    limit_token(vault, Granted.R2_EDIT, Granted.R2_READ)

    receipt = vault.do(lambda account: account.disconnect(purge=True))

    assert receipt.left == ()


def test_disconnecting_alone_leaves_the_files_where_they_are(vault: Vault) -> None:
    vault.connect()
    vault.do(send_file)

    vault.do(lambda account: account.disconnect())

    (bucket,) = vault.standin.r2.buckets
    assert len(vault.standin.r2.objects(bucket)) == 2


@pytest.mark.parametrize("on", ["r2.list", "r2.delete", "r2.buckets.delete"])
def test_a_purge_that_fails_at_the_files_can_be_repeated(vault: Vault, on: str) -> None:
    vault.connect()
    vault.do(send_file)
    vault.standin.faults.add(faults.dropped(), on=on, times=None)

    with pytest.raises(CloudTransient):
        vault.do(lambda account: account.disconnect(purge=True))
    assert vault.account.connection is not None
    vault.standin.faults.clear()
    vault.do(lambda account: account.disconnect(purge=True))

    assert vault.standin.r2.buckets == []
    assert vault.standin.d1.names() == []


def test_an_account_without_r2_is_purged_as_ever(vault: Vault) -> None:
    vault.connect()
    vault.standin.r2.enabled = False

    vault.do(lambda account: account.disconnect(purge=True))

    assert vault.standin.d1.names() == []


def test_purging_leaves_the_index_to_another_vault_of_the_account(vault: Vault) -> None:
    vault.standin.d1.create("notebrain-garden")
    vault.connect()

    vault.do(lambda account: account.disconnect(purge=True))

    assert vault.standin.d1.names() == ["notebrain-garden"]
    assert vault.standin.vectorize.names() == [INDEX]


def test_a_purge_that_fails_leaves_the_vault_connected_and_can_be_repeated(
    vault: Vault,
) -> None:
    vault.connect()
    vault.standin.faults.add(faults.dropped(), on="d1.delete", times=None)

    with pytest.raises(CloudTransient):
        vault.do(lambda account: account.disconnect(purge=True))
    assert vault.account.connection is not None
    vault.standin.faults.clear()
    vault.do(lambda account: account.disconnect(purge=True))

    assert vault.standin.d1.names() == []


@pytest.mark.parametrize("text", ["", "x", "[]", "{}", '{"account_id": 1}', '{"account_id": ""}'])
def test_what_is_no_connection_is_none(text: str) -> None:
    assert connection_in(text) is None


@pytest.mark.parametrize("said", ["Ünsinn", "a/b", "x" * 60, "-", "notebrain2"])
def test_names_no_database_can_have_are_refused(said: str) -> None:
    with pytest.raises(UserError, match="letters"):
        database_name(said)


def examined(vault: Vault) -> dict[str, Finding]:
    async def all_of(account: Account) -> dict[str, Finding]:
        return {finding.name: finding async for finding in account.examine()}

    return vault.do(all_of)


def test_the_live_check_tries_everything_and_leaves_nothing_behind(vault: Vault) -> None:
    vault.connect()

    found = examined(vault)

    assert {one.severity for one in found.values()} == {Severity.GOOD}, found
    assert list(found) == [
        *("token", "account", "model", "embedding", "index", "write", "query"),
        *("files", "cleaning", "cost"),
    ]
    assert vault.standin.vectorize.names() == [INDEX]
    assert vault.standin.r2.buckets == []


@pytest.mark.parametrize("lack", ["r2", "permission"])
def test_the_live_check_takes_an_account_without_room_for_files_as_it_is(
    vault: Vault, lack: str
) -> None:
    vault.connect()
    if lack == "r2":
        vault.standin.r2.enabled = False
    else:
        vault.standin.faults.add(
            faults.refused(401, 10000, "Authentication error"), on="r2.*", times=None
        )

    found = examined(vault)

    assert found["files"].severity is Severity.HINT
    assert {"r2": "10 GB", "permission": "Workers R2 Storage: Edit"}[lack] in found["files"].text
    assert {one.severity for one in found.values()} == {Severity.GOOD, Severity.HINT}


def test_the_live_check_removes_its_bucket_also_when_no_file_gets_through(vault: Vault) -> None:
    vault.connect()
    vault.standin.faults.add(faults.refused(413, 100100, "too large"), on="r2.put", times=None)

    found = examined(vault)

    assert found["cloudflare"].severity is Severity.BAD
    assert vault.standin.r2.buckets == []


def test_the_live_check_cleans_up_after_a_failure(vault: Vault) -> None:
    vault.connect()
    vault.standin.faults.add(faults.refused(400, 40023, "not ndjson"), on="vectorize.upsert")

    found = examined(vault)

    assert found["cloudflare"].severity is Severity.BAD
    assert "40023" in found["cloudflare"].text
    assert found["cleaning"].severity is Severity.GOOD
    assert vault.standin.vectorize.names() == [INDEX]


def test_the_live_check_works_with_a_token_in_the_environment_alone(vault: Vault) -> None:
    with pytest.raises(CloudAuth, match="NOTEBRAIN_CF_TOKEN"):
        examined(vault)
    vault.environ["NOTEBRAIN_CF_TOKEN"] = vault.standin.token
    vault.environ["NOTEBRAIN_CF_ACCOUNT"] = vault.standin.account

    assert examined(vault)["cost"].severity is Severity.GOOD


def test_a_window_that_runs_takes_the_token_another_process_was_given(
    vault: Vault, passwords: Passwords
) -> None:
    vault.connect()
    other = vault.standin.tokens.issue().value
    elsewhere = Vault(vault.services, vault.standin, passwords)

    async def scene(account: Account) -> None:
        first = await account.remote()
        prospect = await elsewhere.account.preview(other, vault.standin.account)
        await elsewhere.account.connect(prospect)
        assert await account.remote() is not first
        vault.standin.tokens.revoke(vault.standin.token)
        remote = await account.remote()
        assert remote is not None
        await remote.vault.heads(Kind.NOTE, "", limit=1)

    vault.do(scene)


def test_work_that_was_under_way_makes_nothing_anew_after_a_purge(vault: Vault) -> None:
    async def scene(account: Account) -> None:
        remote = await account.remote()
        assert remote is not None
        await account.disconnect(purge=True)
        point = Point("a-1", "", bytes(4 * SMALL.dimensions))
        with pytest.raises(CloudOffline):
            await remote.index.upsert([point])

    vault.connect()
    vault.do(scene)

    assert vault.standin.vectorize.names() == []
