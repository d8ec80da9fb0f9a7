"""The stand-in holds itself and those who ask it to the contract of the service."""

from typing import Any

import pytest

from tests.fakes.cloudflare import Standin, faults, start_cloudflare
from tests.fakes.cloudflare.asking import Asking
from tests.fakes.cloudflare.contract import PLACE, contract
from tests.fakes.cloudflare.schema import Schemas
from tests.fakes.cloudflare.wire import Reply, Request, success

pytestmark = pytest.mark.skipif(
    contract() is None, reason=f"the contract of the service is not at {PLACE}"
)

AT = "/accounts/0123456789abcdef0123456789abcdef"


def problems(method: str, path: str, body: bytes, reply: Reply, **headers: str) -> list[str]:
    known = contract()
    assert known is not None
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return known.problems(AT + path, Request(method, AT + path, {}, named, body), reply)


def test_a_good_request_with_its_answer_is_within_the_contract() -> None:
    made = success({"uuid": "u", "name": "notes", "version": "production"})

    found = problems(
        "POST", "/d1/database", b'{"name": "notes"}', made, content_type="application/json"
    )

    assert found == []


@pytest.mark.parametrize(
    ("path", "body", "kind"),
    [
        ("/d1/database", b'{"name": "no spaces"}', "application/json"),
        ("/d1/database", b"{}", "application/json"),
        ("/d1/database/u/raw", b'{"params": []}', "application/json"),
        ("/d1/database/u/raw", b'{"sql": "x", "params": [[]]}', "application/json"),
        ("/vectorize/v2/indexes/notes/query", b'{"returnMetadata": true}', "application/json"),
        ("/vectorize/v2/indexes/notes/query", b'{"vector": [1], "topK": 101}', "application/json"),
        ("/vectorize/v2/indexes/notes/upsert", b"{}", "application/json"),
        ("/vectorize/v2/indexes/notes/get_by_ids", b'{"ids": []}', "application/json"),
        ("/ai/run/@cf/baai/bge-small-en-v1.5", b'{"text": ""}', "application/json"),
        ("/ai/run/@cf%2Fbaai%2Fbge-small-en-v1.5", b'{"text": "", "x": 1}', "application/json"),
    ],
)
def test_a_taken_request_outside_the_contract_is_found(path: str, body: bytes, kind: str) -> None:
    refused = Reply(
        400,
        b'{"success": false, "errors": [{"code": 7400, "message": "no"}],'
        b' "messages": [], "result": null}',
    )

    taken = problems("POST", path, body, _taken(path), content_type=kind)

    assert taken
    assert problems("POST", path, body, refused, content_type=kind) == []


def _taken(path: str) -> Reply:
    if "/ai/" in path:
        return success({"shape": [0, 384], "data": []})
    if path.endswith(("/raw", "get_by_ids")):
        return success([])
    return success({})


@pytest.mark.parametrize(
    ("method", "path", "reply"),
    [
        ("GET", "/vectorize/v2/indexes", success([{"name": "Notes"}])),
        ("GET", "/vectorize/v2/indexes/notes/info", success({"vectorCount": "5"})),
        ("GET", "/d1/database/u", success(None)),
        ("GET", "/d1/database/u", Reply(400, b'{"success": true, "result": {}}')),
        ("GET", "/d1/database/u", Reply(200, b"<html>")),
        ("GET", "/d1/database/u", Reply(302, b"")),
    ],
)
def test_an_answer_outside_the_contract_is_found(method: str, path: str, reply: Reply) -> None:
    assert problems(method, path, b"", reply)


def test_an_account_that_broke_the_contract_fails_the_test_that_used_it() -> None:
    account = start_cloudflare()
    with Asking(account, account.token) as ask:
        told = ask.get("d1/database", per_page=5)

    assert told.status == 200
    with pytest.raises(AssertionError, match="per_page"):
        account.close()


def test_faults_are_not_held_to_the_contract(account: Standin, ask: Asking) -> None:
    account.faults.add(faults.null_result())
    account.faults.add(faults.captive_portal())

    found = [ask.post("d1/database", {"name": name}).status for name in ("one", "two")]

    assert found == [200, 200]
    assert account.violations == []


@pytest.mark.parametrize(
    ("schema", "good", "bad"),
    [
        ({"type": "integer"}, 1, True),
        ({"type": "number"}, 1.5, "1"),
        ({"type": "string", "nullable": True}, None, 1),
        ({"enum": ["a"]}, "a", "b"),
        ({"type": "string", "format": "date-time"}, "2026-11-21T00:00:00.000000Z", "today"),
        ({"maxLength": 2}, "ab", "abc"),
        ({"minimum": 1, "maximum": 2}, 2, 3),
        ({"type": "array", "maxItems": 1}, [1], [1, 2]),
        ({"type": "array", "items": {"type": "number"}}, [1, 2.5], [1, None]),
        ({"anyOf": [{"type": "string"}, {"type": "object"}]}, {}, []),
        ({"oneOf": [{"type": "number"}, {"type": "integer"}]}, 1.5, 1),
        ({"additionalProperties": False, "properties": {"a": {}}}, {"a": 1}, {"b": 1}),
        ({"allOf": [{"required": ["a"]}, {"required": ["b"]}]}, {"a": 1, "b": 2}, {"a": 1}),
        ({"$ref": "#/components/schemas/name"}, "a", 1),
    ],
)
def test_every_word_of_the_schemas_is_understood(
    schema: dict[str, Any], good: object, bad: object
) -> None:
    schemas = Schemas({"name": {"type": "string"}})

    assert list(schemas.problems(good, schema)) == []
    assert list(schemas.problems(bad, schema))
