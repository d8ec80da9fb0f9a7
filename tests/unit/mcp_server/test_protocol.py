"""The tables of the protocol, and what is a message."""

import json
from typing import Any

import pytest

from notebrain.mcp_server import protocol
from notebrain.mcp_server.protocol import (
    CAPABILITIES_KEY,
    HANDSHAKE_METHODS,
    HANDSHAKE_VERSIONS,
    STATELESS_METHODS,
    VERSION_KEY,
    Message,
    RpcError,
    decoded,
    encoded,
    id_of,
    message_of,
    negotiated,
)


def code_of(given: object) -> int:
    with pytest.raises(RpcError) as refused:
        message_of(given)
    return refused.value.code


@pytest.mark.parametrize(
    "line",
    [
        *(b'{"jsonrpc":', b"{}{}", b"\xff\xfe", b"\x00", b"nonsense", b'{"a":NaN}', b"1 2"),
        *(b"[" * 100_000, b'{"a":' + b"9" * 5_000 + b"}", b'{"a":"\n"}'),
    ],
)
def test_a_line_that_is_no_json_is_a_parse_error(line: bytes) -> None:
    with pytest.raises(RpcError) as refused:
        decoded(line)

    assert refused.value.code == protocol.PARSE_ERROR


@pytest.mark.parametrize("line", [b"7", b'"text"', b"null", b"true"])
def test_a_line_that_is_no_object_is_no_request(line: bytes) -> None:
    with pytest.raises(RpcError) as refused:
        decoded(line)

    assert refused.value.code == protocol.INVALID_REQUEST


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"jsonrpc": "1.0", "method": "ping", "id": 1},
        {"jsonrpc": "2.0", "method": 7, "id": 1},
        {"jsonrpc": "2.0", "method": "ping", "id": None},
        {"jsonrpc": "2.0", "method": "ping", "id": True},
        {"jsonrpc": "2.0", "method": "ping", "id": 1.5},
        {"jsonrpc": "2.0", "method": "ping", "id": {}},
        [],
        "ping",
    ],
)
def test_what_is_no_request_is_refused(given: object) -> None:
    assert code_of(given) == protocol.INVALID_REQUEST


def test_params_are_an_object() -> None:
    given = {"jsonrpc": "2.0", "method": "ping", "id": 1, "params": [1]}

    assert code_of(given) == protocol.INVALID_PARAMS
    assert id_of(given) == 1


@pytest.mark.parametrize("given", [{"id": 1, "result": {}}, {"id": 9, "error": {"code": 1}}])
def test_an_answer_to_nothing_is_ignored(given: dict[str, Any]) -> None:
    assert message_of({"jsonrpc": "2.0", **given}) is None


def test_a_handshake_goes_on_in_the_asked_version_or_our_newest() -> None:
    assert [negotiated(version) for version in HANDSHAKE_VERSIONS] == list(HANDSHAKE_VERSIONS)
    for unknown in ("2030-01-01", "2026-07-28", "", None, 7):
        assert negotiated(unknown) == "2025-11-25"


def test_each_generation_has_its_own_first_request() -> None:
    assert {"initialize", "ping"} <= HANDSHAKE_METHODS - STATELESS_METHODS
    assert {"server/discover", "subscriptions/listen"} == STATELESS_METHODS - HANDSHAKE_METHODS
    assert not Message("tools/list", {}).is_stateless
    assert Message("server/discover", {}).is_stateless
    assert Message("tools/list", {"_meta": {VERSION_KEY: "x"}}).is_stateless


@pytest.mark.parametrize(
    ("meta", "code"),
    [
        ({}, protocol.INVALID_PARAMS),
        ({VERSION_KEY: "2026-07-28"}, protocol.INVALID_PARAMS),
        ({VERSION_KEY: 7, CAPABILITIES_KEY: {}}, protocol.INVALID_PARAMS),
        ({VERSION_KEY: "2031-01-01", CAPABILITIES_KEY: {}}, protocol.UNSUPPORTED_VERSION),
        ({VERSION_KEY: "2025-11-25", CAPABILITIES_KEY: {}}, protocol.UNSUPPORTED_VERSION),
    ],
)
def test_a_stateless_request_names_a_version_that_is_spoken(meta: Any, code: int) -> None:
    with pytest.raises(RpcError) as refused:
        Message("server/discover", {"_meta": meta}).check_envelope()

    assert refused.value.code == code
    if code == protocol.UNSUPPORTED_VERSION:
        assert refused.value.data == {
            "supported": ["2026-07-28"],
            "requested": meta[VERSION_KEY],
        }


def test_no_text_can_end_a_line_or_break_its_encoding() -> None:
    odd = "\n\r\u2028\ud800\U0001f41d"

    line = encoded({"a": odd})

    assert line.count(b"\n") == 1
    assert line.isascii()
    assert json.loads(line) == {"a": odd}
