"""The official client drives the stand-in: shapes that it reads are the shapes of the service.

`cloudflare` takes 105 MB and so is in no lock; these tests run where somebody has installed it.
"""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.fakes.cloudflare import Standin, faults

cloudflare: Any = pytest.importorskip(
    "cloudflare", reason="the official client is not installed (pip install cloudflare)"
)

pytestmark = pytest.mark.filterwarnings("ignore:Passing raw bytes:DeprecationWarning")

SMALL = "@cf/baai/bge-small-en-v1.5"
VECTORS = [{"id": "a", "values": [1, 0, 0], "namespace": "work"}, {"id": "b", "values": [0, 1, 0]}]
# left to itself it says application/json, which the service refuses
NDJSON = {"Content-Type": "application/x-ndjson"}


@pytest.fixture
def sdk(account: Standin) -> Iterator[Any]:
    with cloudflare.Cloudflare(
        api_token=account.token, base_url=account.base_url, max_retries=1
    ) as client:
        yield client


def test_tokens_and_accounts_are_read(sdk: Any, account: Standin) -> None:
    assert sdk.user.tokens.verify().status == "active"
    assert [one.id for one in sdk.accounts.list()] == [account.account]


def test_account_tokens_are_read(account: Standin) -> None:
    token = account.tokens.issue(of_account=True).value

    with cloudflare.Cloudflare(api_token=token, base_url=account.base_url) as client:
        assert client.accounts.tokens.verify(account_id=account.account).status == "active"
        with pytest.raises(cloudflare.AuthenticationError):
            client.user.tokens.verify()


def test_a_database_is_made_filled_and_read(sdk: Any, account: Standin) -> None:
    at = {"account_id": account.account}
    made = sdk.d1.database.create(name="notes", **at)
    sdk.d1.database.query(made.uuid, sql="create table note(id text, size integer)", **at)
    rows = json.dumps([{"id": "a", "size": 1}, {"id": "b", "size": None}])
    insert = "insert into note select value->>'$.id', value->>'$.size' from json_each(?1)"

    (wrote,) = sdk.d1.database.raw(made.uuid, sql=insert, params=[rows], **at)
    batch = [{"sql": "select * from note"}, {"sql": "select 1 as one"}]
    raw = list(sdk.d1.database.raw(made.uuid, batch=batch, **at))
    (objects,) = sdk.d1.database.query(made.uuid, sql="select * from note", **at)

    assert (wrote.meta.changes, wrote.meta.served_by_region) == (2, "WEUR")
    assert [one.results.rows for one in raw] == [[["a", 1], ["b", None]], [[1]]]
    assert objects.results == [{"id": "a", "size": 1}, {"id": "b", "size": None}]
    assert sdk.d1.database.get(made.uuid, **at).num_tables == 1
    assert [one.name for one in sdk.d1.database.list(**at)] == ["notes"]
    sdk.d1.database.delete(made.uuid, **at)
    assert account.d1.names() == []


def test_a_database_that_is_gone_is_a_typed_not_found(sdk: Any, account: Standin) -> None:
    at = {"account_id": account.account}
    made = sdk.d1.database.create(name="notes", **at)

    assert sdk.d1.database.delete(made.uuid, **at) is None

    acts = (
        lambda: sdk.d1.database.get(made.uuid, **at),
        lambda: sdk.d1.database.delete(made.uuid, **at),
        lambda: sdk.d1.database.query(made.uuid, sql="select 1", **at),
    )
    for act in acts:
        with pytest.raises(cloudflare.NotFoundError) as failed:
            act()
        assert [(one.code, failed.value.status_code) for one in failed.value.errors] == [
            (7404, 404)
        ]


def test_the_models_are_listed_page_by_page_and_described(sdk: Any, account: Standin) -> None:
    at = {"account_id": account.account}

    every = [one["name"] for one in sdk.ai.models.list(**at)]
    paged = [one["name"] for one in sdk.ai.models.list(per_page=4, **at)]
    embedding = list(sdk.ai.models.list(task="Text Embeddings", search="bge-small", **at))
    schema = sdk.ai.models.schema.get(model=SMALL, **at)

    assert SMALL in every
    assert len(every) == len(set(every)) > 4
    assert paged == every
    assert [one["name"] for one in embedding] == [SMALL]
    assert (schema.input.type, schema.output.type) == ("object", "object")
    with pytest.raises(cloudflare.NotFoundError):
        sdk.ai.models.schema.get(model="@cf/nobody/nothing", **at)


def test_a_retired_model_says_so(sdk: Any, account: Standin) -> None:
    messages = [{"role": "user", "content": "Say yes."}]

    with pytest.raises(cloudflare.APIStatusError) as failed:
        sdk.ai.run("@cf/meta/llama-3.1-8b-instruct", account_id=account.account, messages=messages)

    assert [one.code for one in failed.value.errors] == [5028]


def test_vectors_are_written_found_listed_and_deleted(sdk: Any, account: Standin) -> None:
    indexes, at = sdk.vectorize.indexes, {"account_id": account.account}
    config = {"dimensions": 3, "metric": "cosine"}
    assert indexes.create(name="notes", config=config, **at).config.dimensions == 3
    body = "\n".join(map(json.dumps, VECTORS)).encode()

    wrote = indexes.upsert("notes", body=body, extra_headers=NDJSON, **at)
    account.vectorize.settle()
    info = indexes.info("notes", **at)
    more = {"extra_body": {"namespace": "work"}, "return_metadata": "none"}
    found = indexes.query("notes", vector=[1, 0, 0], top_k=5, **more, **at)
    page = indexes.list_vectors("notes", count=1, **at)

    assert (info.vector_count, info.processed_up_to_mutation) == (2, wrote.mutation_id)
    assert [(one.id, one.score) for one in found.matches] == [("a", 1.0)]
    assert (page.count, page.total_count, page.is_truncated) == (1, 2, True)
    assert indexes.get_by_ids("notes", ids=["b"], **at)[0]["values"] == [0, 1, 0]
    assert indexes.delete_by_ids("notes", ids=["a"], **at).mutation_id
    indexes.metadata_index.create("notes", property_name="day", index_type="number", **at)
    account.vectorize.settle()
    (day,) = indexes.metadata_index.list("notes", **at).metadata_indexes
    assert (day.property_name, day.index_type) == ("day", "number")
    assert [one.name for one in indexes.list(**at)] == ["notes"]
    assert indexes.delete("notes", **at) is None


def test_the_upload_of_the_client_as_it_is_goes_wrong_as_in_the_field(
    sdk: Any, account: Standin
) -> None:
    account.vectorize.create("notes", 3)

    with pytest.raises(cloudflare.BadRequestError, match="unknown_content_type"):
        sdk.vectorize.indexes.upsert("notes", body=b"{}", account_id=account.account)


def test_a_model_is_run(sdk: Any, account: Standin) -> None:
    at = {"account_id": account.account, "extra_body": {"pooling": "cls"}}

    found = sdk.ai.run(SMALL, text=["one", "two"], **at)

    assert found["shape"] == [2, 384]
    assert found["pooling"] == "cls"


def test_objects_are_kept(sdk: Any, account: Standin) -> None:
    at = {"account_id": account.account}
    sdk.r2.buckets.create(name="notes", **at)
    objects, inside = sdk.r2.buckets.objects, at | {"bucket_name": "notes"}

    objects.upload("a/b.png", b"\x89PNG", **inside)

    assert [one.name for one in sdk.r2.buckets.list(**at).buckets] == ["notes"]
    assert [one.key for one in objects.list("notes", **at)] == ["a/b.png"]
    assert objects.get("a/b.png", **inside).read() == b"\x89PNG"
    objects.delete("a/b.png", **inside)
    assert account.r2.objects("notes") == {}


def test_the_client_waits_as_long_as_it_is_told(sdk: Any, account: Standin) -> None:
    account.faults.add(faults.throttled(0))

    assert sdk.user.tokens.verify().status == "active"
    assert [one.status for one in account.requests] == [429, 200]


def test_errors_carry_their_codes(sdk: Any, account: Standin) -> None:
    with pytest.raises(cloudflare.NotFoundError) as failed:
        sdk.vectorize.indexes.info("never", account_id=account.account)

    assert [one.code for one in failed.value.errors] == [3000]
