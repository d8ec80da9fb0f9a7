"""The stand-in as a whole: one account, all services, over a real connection."""

import json

from tests.fakes.cloudflare import Standin
from tests.fakes.cloudflare.asking import Asking

MODEL = "@cf/baai/bge-small-en-v1.5"


def test_notes_go_in_and_are_found_by_their_meaning(account: Standin, ask: Asking) -> None:
    assert ask.get("/user/tokens/verify").result["status"] == "active"

    at = f"d1/database/{ask.post('d1/database', {'name': 'notebrain'}).result['uuid']}"
    texts = ["bread needs flour and water", "git rebase keeps history straight"]
    embedded = ask.post(f"ai/run/{MODEL}", {"text": texts, "pooling": "cls"}).result["data"]
    ask.post(f"{at}/query", {"sql": "create table note(id integer primary key, body text)"})
    rows = json.dumps([{"id": n, "body": text} for n, text in enumerate(texts)])
    insert = "insert into note select value->>'$.id', value->>'$.body' from json_each(?1)"
    ask.post(f"{at}/raw", {"sql": insert, "params": [rows]})
    config = {"dimensions": 384, "metric": "cosine"}
    ask.post("vectorize/v2/indexes", {"name": "notes", "config": config})
    vectors = [{"id": str(n), "values": one} for n, one in enumerate(embedded)]
    ask.lines("vectorize/v2/indexes/notes/upsert", vectors)
    account.vectorize.settle()

    asked = ask.post(f"ai/run/{MODEL}", {"text": "flour for bread", "pooling": "cls"})
    query = {"vector": asked.result["data"][0], "topK": 2}
    found = ask.post("vectorize/v2/indexes/notes/query", query).result

    assert found["count"] == 2
    assert found["matches"][0]["id"] == "0"
    assert found["matches"][0]["score"] > 0.5 > found["matches"][1]["score"]
    assert [one.operation for one in account.requests.of("vectorize.*")] == [
        "vectorize.create",
        "vectorize.upsert",
        "vectorize.query",
    ]
    note = ask.post(f"{at}/raw", {"sql": "select body from note where id = 0"})
    assert note.result[0]["results"]["rows"] == [[texts[0]]]
