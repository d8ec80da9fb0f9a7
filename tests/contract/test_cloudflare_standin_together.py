"""The stand-in as a whole: one account, all services, over a real connection."""

import json
from collections.abc import Iterator

import httpx
import pytest

from tests.fakes.cloudflare import Standin, start_cloudflare

MODEL = "@cf/baai/bge-small-en-v1.5"


@pytest.fixture
def account() -> Iterator[Standin]:
    with start_cloudflare() as standin:
        yield standin


@pytest.fixture
def web(account: Standin) -> Iterator[httpx.Client]:
    headers = {"Authorization": f"Bearer {account.token}"}
    with httpx.Client(base_url=account.base_url, headers=headers, timeout=5) as client:
        yield client


def test_notes_go_in_and_are_found_by_their_meaning(account: Standin, web: httpx.Client) -> None:
    at = f"/accounts/{account.account}"
    assert web.get("/user/tokens/verify").json()["result"]["status"] == "active"

    made = web.post(f"{at}/d1/database", json={"name": "notebrain"}).json()["result"]
    texts = ["bread needs flour and water", "git rebase keeps history straight"]
    embedded = web.post(f"{at}/ai/run/{MODEL}", json={"text": texts, "pooling": "cls"}).json()
    vectors = embedded["result"]["data"]
    sql = "create table note(id text primary key, body text); create index by_body on note(body);"
    web.post(f"{at}/d1/database/{made['uuid']}/query", json={"sql": sql}).raise_for_status()
    rows = [{"id": str(n), "body": text} for n, text in enumerate(texts)]
    insert = "insert into note select value->>'$.id', value->>'$.body' from json_each(?1)"
    wrote = web.post(
        f"{at}/d1/database/{made['uuid']}/raw", json={"sql": insert, "params": [json.dumps(rows)]}
    ).json()
    assert wrote["result"][0]["meta"]["changes"] == 2
    assert wrote["result"][0]["meta"]["rows_written"] == 6  # two rows, each in two indexes

    config = {"dimensions": 384, "metric": "cosine"}
    indexes = f"{at}/vectorize/v2/indexes"
    web.post(indexes, json={"name": "notes", "config": config}).raise_for_status()
    lines = [json.dumps({"id": str(n), "values": one}) for n, one in enumerate(vectors)]
    web.post(
        f"{indexes}/notes/upsert",
        content="\n".join(lines).encode(),
        headers={"Content-Type": "application/x-ndjson"},
    ).raise_for_status()
    account.vectorize.settle()
    asked = web.post(f"{at}/ai/run/{MODEL}", json={"text": "flour for bread", "pooling": "cls"})
    query = {"vector": asked.json()["result"]["data"][0], "topK": 2}
    found = web.post(f"{indexes}/notes/query", json=query).json()["result"]

    assert found["count"] == 2
    assert found["matches"][0]["id"] == "0"
    assert found["matches"][0]["score"] > 0.5 > found["matches"][1]["score"]
    assert [one.operation for one in account.requests.of("vectorize.*")] == [
        "vectorize.create",
        "vectorize.upsert",
        "vectorize.query",
    ]
