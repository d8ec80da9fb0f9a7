"""Server-sent events become JSON objects, however their bytes are split and whatever is between them."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from notebrain.cloud.event_stream import LARGEST, LONGEST_EVENT, EventReader, events_in, failure_in

TEXT = ["Der Kessel ", "wird am 3. März ", "gewartet 🔧", "שלום", "\u2028", " [1]"]
STREAM = b"".join(
    b"data: %b\n\n" % json.dumps({"response": one}, ensure_ascii=False).encode() for one in TEXT
)
DONE = b"data: [DONE]\n\n"


def read(pieces: Iterable[bytes]) -> list[str]:
    async def arriving() -> AsyncIterator[bytes]:
        for piece in pieces:
            yield piece

    async def act() -> list[str]:
        return [str(event.get("response")) async for event in events_in(arriving())]

    return asyncio.run(act())


@given(st.lists(st.integers(0, len(STREAM)), max_size=30), st.sampled_from([b"\n", b"\r\n", b"\r"]))
def test_events_are_the_same_wherever_they_are_split(places: list[int], end: bytes) -> None:
    body = (STREAM + DONE).replace(b"\n", end)
    ends = [0, *sorted(places), len(body)]

    assert read(body[a:b] for a, b in pairwise(ends)) == TEXT


def test_byte_by_byte_is_fine_too() -> None:
    assert read(bytes([one]) for one in STREAM + DONE) == TEXT


def test_comments_names_and_blank_lines_are_nothing() -> None:
    noise = b": alive\n\n\n\nevent: x\nid: 3\nretry: 10\n\ndata\n\n"

    assert read([noise, STREAM, noise, DONE]) == TEXT


def test_the_data_of_one_event_may_have_several_lines() -> None:
    assert read([b'data: {"response":\ndata:"a"}\n\n', DONE]) == ["a"]


def test_what_is_no_json_object_is_dropped() -> None:
    junk = b'data: hello\n\ndata: 7\n\ndata: ["a"]\n\ndata: {"response": \n\ndata: \xff\xfe\n\n'

    assert read([junk, STREAM, DONE]) == TEXT


def test_nothing_after_the_end_counts() -> None:
    assert read([STREAM, DONE, b'data: {"response":"more"}\n\n']) == TEXT


@pytest.mark.parametrize("end", [b"data: [DONE]", b"data:[DONE]\n", b"data: [DONE]\r"])
def test_the_last_line_end_may_be_missing(end: bytes) -> None:
    assert read([STREAM, end]) == TEXT


@pytest.mark.parametrize("body", [b"", STREAM, STREAM[:-9], b"<html>hello</html>", b"data: [DO"])
def test_an_answer_without_its_end_is_not_whole(body: bytes) -> None:
    with pytest.raises(ValueError, match="end of the answer is missing"):
        read([body])


def test_a_line_without_end_is_given_up() -> None:
    with pytest.raises(ValueError, match="a line without end"):
        read(b"x" * 1000 for _ in range(LONGEST_EVENT))


def test_an_event_without_end_is_given_up() -> None:
    with pytest.raises(ValueError, match="an event without end"):
        read(b"data: " + b"x" * 100 + b"\n" for _ in range(LONGEST_EVENT))


def test_a_stream_without_end_is_given_up() -> None:
    def endless() -> Iterable[bytes]:
        while True:
            yield b": nothing\n" * 1000

    with pytest.raises(ValueError, match="an answer without end"):
        read(endless())
    assert LARGEST < 10_000_000


@given(st.lists(st.binary(max_size=60), max_size=20))
def test_whatever_arrives_is_text_or_refused(pieces: list[bytes]) -> None:
    reader = EventReader()

    found = [data for piece in pieces for data in reader.feed(piece)] + reader.end()

    assert all(isinstance(data, str) for data in found)


@pytest.mark.parametrize(
    ("event", "errors"),
    [
        ({"response": "a"}, None),
        ({"response": "a", "errors": [], "success": True}, None),
        ({"error": None, "response": "a"}, None),
        ({"success": False, "errors": [{"code": 3040, "message": "full"}]}, ((3040, "full"),)),
        ({"errors": [{"code": 4006, "message": "neurons"}]}, ((4006, "neurons"),)),
        ({"error": {"code": 3036, "message": "neurons"}}, ((3036, "neurons"),)),
        ({"error": "overloaded"}, ((None, "overloaded"),)),
        ({"success": False}, ()),
        ({"error": 7}, ()),
    ],
)
def test_errors_inside_an_answer_are_seen(event: dict[str, object], errors: object) -> None:
    failure = failure_in(event)

    assert (None if failure is None else failure.errors) == errors
