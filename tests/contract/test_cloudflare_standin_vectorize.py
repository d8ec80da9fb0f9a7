"""The stand-in's Vectorize: exact neighbours, writes that are seen later, the service's refusals."""

import json
from typing import Any

import pytest

from tests.fakes.cloudflare import Standin
from tests.fakes.cloudflare.asking import Asking, Told

ALL = "vectorize/v2/indexes"
ONE = f"{ALL}/notes"


@pytest.fixture(autouse=True)
def index(account: Standin) -> None:
    account.vectorize.create("notes", 3)


def vector(name: str, *values: float, **more: Any) -> dict[str, Any]:
    return {"id": name, "values": list(values or (1, 0, 0)), **more}


def query(ask: Asking, *values: float, **more: Any) -> Told:
    return ask.post(f"{ONE}/query", {"vector": list(values or (1, 0, 0)), **more})


def ids(told: Told) -> list[str]:
    return [match["id"] for match in told.result["matches"]]


def test_indexes_are_made_listed_described_and_deleted(ask: Asking) -> None:
    body = {"name": "more", "config": {"preset": "@cf/baai/bge-small-en-v1.5"}}

    made = ask.post(ALL, body).result

    assert made["config"] == {"dimensions": 384, "metric": "cosine"}
    assert [one["name"] for one in ask.get(ALL).result] == ["notes", "more"]
    assert ask.get(f"{ALL}/more").result == made
    assert ask.delete(f"{ALL}/more").refusal == (200, 0)
    assert ask.get(f"{ALL}/more").refusal == (410, 3005)
    assert ask.post(ALL, body).refusal == (200, 0)


@pytest.mark.parametrize(
    ("name", "config", "refusal"),
    [
        ("notes", {"dimensions": 3, "metric": "cosine"}, (409, 3002)),
        ("Notes", {"dimensions": 3, "metric": "cosine"}, (400, 3001)),
        ("n" * 65, {"dimensions": 3, "metric": "cosine"}, (400, 3001)),
        ("large", {"dimensions": 1537, "metric": "cosine"}, (400, 3003)),
        ("none", {"dimensions": 0, "metric": "cosine"}, (400, 3003)),
        ("other", {"dimensions": 3, "metric": "manhattan"}, (400, 3003)),
        ("preset", {"preset": "@cf/baai/bge-m3"}, (400, 3003)),
        ("nothing", None, (400, 3003)),
    ],
)
def test_indexes_that_cannot_be_made_are_refused(
    ask: Asking, name: str, config: object, refusal: tuple[int, int]
) -> None:
    assert ask.post(ALL, {"name": name, "config": config}).refusal == refusal


def test_an_index_that_never_was_is_not_found(ask: Asking) -> None:
    told = ask.get(f"{ALL}/never/info")

    assert (*told.refusal, told.message) == (
        404,
        3000,
        'vectorize.index.not_found - Index name "never"',
    )


def test_the_first_version_of_the_service_is_refused(ask: Asking) -> None:
    told = ask.get("vectorize/indexes/notes")

    assert (*told.refusal, told.message) == (400, 1010, "vectorize.incorrect_api_version")


def test_a_write_is_seen_after_a_read_that_missed_it(ask: Asking) -> None:
    before = ask.get(f"{ONE}/info").result
    mutation = ask.lines(f"{ONE}/upsert", [vector("a")]).result["mutationId"]

    first, second = (ask.get(f"{ONE}/info").result for _ in range(2))

    assert before["processedUpToMutation"] is None
    assert (first["vectorCount"], first["processedUpToMutation"]) == (0, None)
    assert (second["vectorCount"], second["processedUpToMutation"]) == (1, mutation)


def test_a_write_can_wait_for_the_accounts_clock(account: Standin, ask: Asking) -> None:
    account.clock.stand_still()
    account.vectorize.visibility.reads, account.vectorize.visibility.seconds = 0, 5
    ask.lines(f"{ONE}/upsert", [vector("a")])

    account.clock.forward(seconds=4.9)
    early = ids(query(ask))
    account.clock.forward(seconds=0.1)

    assert early == []
    assert ids(query(ask)) == ["a"]


def test_a_later_write_hides_the_number_of_an_earlier_one(ask: Asking) -> None:
    ask.lines(f"{ONE}/upsert", [vector("a")])
    last = ask.lines(f"{ONE}/upsert", [vector("b")]).result["mutationId"]

    ask.get(f"{ONE}/info")

    assert ask.get(f"{ONE}/info").result["processedUpToMutation"] == last


def test_insert_keeps_the_first_and_upsert_takes_the_last(account: Standin, ask: Asking) -> None:
    ask.lines(f"{ONE}/insert", [vector("a", 1, 0, 0, metadata={"n": 1})])
    ask.lines(f"{ONE}/insert", [vector("a", 0, 1, 0, metadata={"n": 2})])
    account.vectorize.settle()
    kept = ask.post(f"{ONE}/get_by_ids", {"ids": ["a", "b"]}).result
    ask.lines(f"{ONE}/upsert", [vector("a", 0, 0, 1)])
    account.vectorize.settle()

    assert kept == [{"id": "a", "values": [1, 0, 0], "metadata": {"n": 1}}]
    assert ask.post(f"{ONE}/get_by_ids", {"ids": ["a"]}).result == [vector("a", 0, 0, 1)]


def test_neighbors_come_by_their_exact_cosine(account: Standin, ask: Asking) -> None:
    ask.lines(f"{ONE}/upsert", [vector("a", 3, 4, 0), vector("b", 0, 2, 0), vector("z", 0, 0, 0)])
    account.vectorize.settle()

    found = query(ask, 0, 1, 0).result

    assert [(one["id"], one["score"]) for one in found["matches"]] == [
        ("b", 1.0),
        ("a", pytest.approx(0.8)),
        ("z", 0.0),
    ]
    assert found["count"] == 3


def test_a_vector_of_the_index_can_be_asked_for(account: Standin, ask: Asking) -> None:
    ask.lines(f"{ONE}/upsert", [vector("a", 3, 4, 0), vector("b", 0, 2, 0)])
    account.vectorize.settle()

    told = ask.post(f"{ONE}/query", {"vectorId": "b", "topK": 1, "returnValues": True})

    assert told.result["matches"] == [{"id": "b", "score": 1.0, "values": [0, 2, 0]}]


def test_namespaces_are_apart(account: Standin, ask: Asking) -> None:
    ask.lines(f"{ONE}/upsert", [vector("a", namespace="work"), vector("b")])
    account.vectorize.settle()

    assert ids(query(ask, namespace="work")) == ["a"]
    assert ids(query(ask)) == ["a", "b"]


def test_a_metadata_index_sees_later_writes_only(account: Standin, ask: Asking) -> None:
    ask.lines(f"{ONE}/upsert", [vector("early", metadata={"day": 5})])
    ask.post(f"{ONE}/metadata_index/create", {"propertyName": "day", "indexType": "number"})
    ask.lines(f"{ONE}/upsert", [vector("late", metadata={"day": 5, "x": "y"})])
    account.vectorize.settle()

    before = query(ask, filter={"day": {"$gte": 5, "$lt": 6}}, returnMetadata="indexed").result
    ask.lines(f"{ONE}/upsert", [vector("early", metadata={"day": 5})])
    account.vectorize.settle()

    assert before["matches"] == [{"id": "late", "score": 1.0, "metadata": {"day": 5}}]
    assert ids(query(ask, filter={"day": 5})) == ["early", "late"]
    assert ids(query(ask, filter={"x": "y"})) == []


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ({"n": 2}, ["b"]),
        ({"n": {"$ne": 2}}, ["a", "c"]),
        ({"n": {"$in": [1, 3]}}, ["a", "c"]),
        ({"n": {"$nin": [1, 3]}}, ["b"]),
        ({"n": {"$gt": 1, "$lte": 3}}, ["b", "c"]),
        ({"n": {"$lt": 2}, "s": "x"}, ["a"]),
        ({"n": {"$gt": 1.5}}, ["b", "c"]),
        ({"n": {"$gt": "1"}}, []),
        ({"s": {"$gte": "x"}}, ["a", "c"]),
        ({"s": {"$eq": "y" * 80}}, ["c"]),
        ({"deep.flag": True}, ["b"]),
        ({"deep.flag": 1}, []),
    ],
)
def test_filters_choose(
    account: Standin, ask: Asking, condition: object, expected: list[str]
) -> None:
    for name, kind in {"n": "number", "s": "string", "deep.flag": "boolean"}.items():
        body = {"propertyName": name, "indexType": kind}
        assert ask.post(f"{ONE}/metadata_index/create", body).status == 200
    ask.lines(
        f"{ONE}/upsert",
        [
            vector("a", metadata={"n": 1, "s": "x"}),
            vector("b", metadata={"n": 2, "deep": {"flag": True}}),
            # only the first 64 bytes of a text are indexed
            vector("c", metadata={"n": 3, "s": "y" * 64 + "z"}),
        ],
    )
    account.vectorize.settle()

    assert ids(query(ask, filter=condition)) == expected


@pytest.mark.parametrize(
    "condition",
    [
        {"n": {"$near": 1}},
        {"n": {"$gt": 1, "$gte": 1}},
        {"n": {"$in": 1}},
        {"n": [1]},
        {"$n": 1},
        {"n": "x" * 2048},
    ],
)
def test_filters_that_nobody_understands_are_refused(ask: Asking, condition: object) -> None:
    assert query(ask, filter=condition).refusal == (400, 40026)


def test_metadata_indexes_are_listed_and_deleted(account: Standin, ask: Asking) -> None:
    day = {"propertyName": "day", "indexType": "number"}
    created = ask.post(f"{ONE}/metadata_index/create", day)
    account.vectorize.settle()

    listed = ask.get(f"{ONE}/metadata_index/list").result
    again = ask.post(f"{ONE}/metadata_index/create", day)
    deleted = ask.post(f"{ONE}/metadata_index/delete", {"propertyName": "day"})
    account.vectorize.settle()

    assert "mutationId" in created.result
    assert listed == {"metadataIndexes": [day]}
    assert again.refusal == (400, 40004)
    assert deleted.status == 200
    assert ask.post(f"{ONE}/metadata_index/delete", {"propertyName": "day"}).refusal == (400, 40005)


BAD_LINE = (
    "vectorize.upstream_error - failed to parse upsert vectors request in ndjson format: "
    "line Some(0) was not expected format"
)


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("[1]", 40023, BAD_LINE),
        ("", 40023, BAD_LINE),
        ("{", 40023, BAD_LINE),
        ('{"id": "a", "values": [1, 0, NaN]}', 40023, BAD_LINE),
        ('{"id": "a", "values": [1, 0, null]}', 40023, BAD_LINE),
        ('{"id": 5, "values": [1, 0, 0]}', 40023, BAD_LINE),
        (
            json.dumps(vector("ä" * 37)),
            40008,
            "vectorize.upstream_error - id too long; max is 64 bytes, got 74 bytes",
        ),
        (
            json.dumps(vector("a", namespace="n" * 65)),
            40008,
            "vectorize.upstream_error - namespace too long; max is 64 bytes, got 65 bytes",
        ),
        (
            json.dumps(vector("a", 1, 2)),
            40010,
            "vectorize.upstream_error - invalid vector, expected 3 dimensions, and got 2 dimensions",
        ),
    ],
)
@pytest.mark.parametrize("how", ["insert", "upsert"])
def test_one_bad_line_refuses_the_upload(
    account: Standin, ask: Asking, how: str, line: str, code: int, message: str
) -> None:
    content = f"{line}\n{json.dumps(vector('good'))}".encode()
    headers = {"Content-Type": "application/x-ndjson"}

    told = ask("POST", f"{ONE}/{how}", content=content, headers=headers)

    account.vectorize.settle()
    assert (*told.refusal, told.message) == (400, code, message)
    assert account.vectorize.index("notes").vectors() == {}


def test_bad_lines_can_be_discarded(account: Standin, ask: Asking) -> None:
    ask.lines(f"{ONE}/upsert", [[1], vector("good")], **{"unparsable-behavior": "discard"})

    account.vectorize.settle()
    assert list(account.vectorize.index("notes").vectors()) == ["good"]


def test_vectors_may_come_as_a_part_of_a_form(account: Standin, ask: Asking) -> None:
    content = json.dumps(vector("a")).encode()
    files = {"vectors": ("vectors.ndjson", content, "application/x-ndjson")}

    told = ask("POST", f"{ONE}/upsert", files=files)

    account.vectorize.settle()
    assert told.status == 200
    assert list(account.vectorize.index("notes").vectors()) == ["a"]


def test_vectors_as_json_are_of_an_unknown_type(ask: Asking) -> None:
    told = ask.post(f"{ONE}/upsert", vector("a"))

    assert (told.status, told.message) == (400, "vectorize.unknown_content_type")


def test_batches_have_a_size(ask: Asking) -> None:
    names = [f"n{n}" for n in range(5001)]

    assert ask.lines(f"{ONE}/upsert", map(vector, names[:5000])).status == 200
    assert ask.lines(f"{ONE}/upsert", map(vector, names)).refusal == (400, 40007)


@pytest.mark.parametrize(("what", "most"), [("get_by_ids", 20), ("delete_by_ids", 100)])
def test_calls_by_id_take_so_many(ask: Asking, what: str, most: int) -> None:
    names = [f"n{n}" for n in range(most + 1)]

    enough = ask.post(f"{ONE}/{what}", {"ids": names[:most]})
    told = ask.post(f"{ONE}/{what}", {"ids": names})

    assert enough.status == 200
    assert told.refusal == (400, 40007)
    assert told.message.endswith(f"too many ids in payload; max id count is {most}, got {most + 1}")


def test_deleted_vectors_go(account: Standin, ask: Asking) -> None:
    ask.lines(f"{ONE}/upsert", [vector("a"), vector("b")])
    account.vectorize.settle()

    ask.post(f"{ONE}/delete_by_ids", {"ids": ["a", "never"]})
    account.vectorize.settle()

    assert ids(query(ask)) == ["b"]


@pytest.mark.parametrize(
    ("more", "code", "message"),
    [
        (
            {"vector": [1, 2]},
            40006,
            "invalid query vector, expected 3 dimensions, and got 2 dimensions",
        ),
        (
            {"topK": 51, "returnMetadata": "all"},
            40025,
            "with returnValues=true or returnMetadata=all, max top K is 50, but got 51; for a top K "
            "up to 100, retry with returnValues=false and returnMetadata=indexed",
        ),
        ({"topK": 101}, 40025, "max top K is 100, but got 101"),
        (
            {"returnMetadata": True},
            40026,
            "Failed to parse the request body as JSON: returnMetadata: expected value",
        ),
    ],
)
def test_queries_beyond_the_limits_are_refused(
    ask: Asking, more: dict[str, Any], code: int, message: str
) -> None:
    told = ask.post(f"{ONE}/query", {"vector": [1, 0, 0], **more})

    assert told.refusal == (400, code)
    assert told.message == f"vectorize.upstream_error - {message}"


def test_ids_are_listed_in_pages_of_one_moment(account: Standin, ask: Asking) -> None:
    ask.lines(f"{ONE}/upsert", [vector(f"n{n}") for n in range(5)])
    account.vectorize.settle()

    first = ask.get(f"{ONE}/list", count=3).result
    ask.lines(f"{ONE}/upsert", [vector("n4a")])
    account.vectorize.settle()
    second = ask.get(f"{ONE}/list", count=3, cursor=first["nextCursor"]).result

    assert [one["id"] for one in first["vectors"] + second["vectors"]] == [
        f"n{n}" for n in range(5)
    ]
    assert (first["isTruncated"], second["isTruncated"]) == (True, False)
    assert second["totalCount"] == 6


def test_a_cursor_lives_for_a_quarter_of_an_hour(account: Standin, ask: Asking) -> None:
    ask.lines(f"{ONE}/upsert", [vector("a"), vector("b")])
    account.vectorize.settle()
    cursor = ask.get(f"{ONE}/list", count=1).result["nextCursor"]

    account.clock.forward(minutes=16)

    assert ask.get(f"{ONE}/list", cursor=cursor).status == 400
