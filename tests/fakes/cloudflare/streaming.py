"""Answers of writing models that are sent while they are made, and what goes wrong with them."""

import gzip
import json
import re
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from tests.fakes.cloudflare.ai_models import Model
from tests.fakes.cloudflare.faults import Trouble
from tests.fakes.cloudflare.wire import Delivery, Flow, Reply

EVENTS: Final = "text/event-stream"
_DONE: Final = b"data: [DONE]\n\n"
# about what a token is: a word or a sign with the blank before it, long words in parts
_TOKENS: Final = re.compile(r"\s?(?:\w{1,8}|[^\w\s])|\s")


def streamed(model: Model, answer: str | dict[str, Any], usage: Mapping[str, Any]) -> Reply:
    """Return an answer that arrives event by event; the price is not known when the head is sent."""
    text = answer if isinstance(answer, str) else json.dumps(answer)
    tokens = _TOKENS.findall(text)
    made = _chunks(model, tokens, usage) if model.answers_with_choices else _plain(tokens, usage)
    body = b"".join(
        b"data: %b\n\n" % json.dumps(one, ensure_ascii=False).encode("utf-8", "replace")
        for one in made
    )
    return Reply(200, body + _DONE, EVENTS, {"Cache-Control": "no-cache"}, flow=Flow())


def _plain(tokens: list[str], usage: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for token in tokens:
        # a token of digits alone comes as a number; `p` hides the length of the token
        is_number = token.isascii() and token.isdecimal() and str(int(token)) == token
        yield {"response": int(token) if is_number else token, "p": secrets.token_hex(4)}
    yield {"response": "", "usage": dict(usage)}


def _chunks(model: Model, tokens: list[str], usage: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    frame = {
        "id": f"chatcmpl-{secrets.token_hex(12)}",
        "object": "chat.completion.chunk",
        "created": 1_763_600_000,
        "model": model.name,
    }
    for number, token in enumerate(("", *tokens)):
        delta = {"content": token} if number else {"role": "assistant", "content": ""}
        yield frame | {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
    yield frame | {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}
    yield frame | {"choices": [], "usage": dict(usage)}


def stalls(events: int = 2) -> Trouble:
    """It is being done; after some events nothing comes any more."""
    return _broken("stalls", events, Delivery.HANGING)


def breaks_off(events: int = 2, more: int = 0) -> Trouble:
    """It is being done; the connection ends after some events and `more` bytes of the next one."""
    return _broken("breaks off", events, Delivery.CUT, more)


def slow_tokens(seconds: float) -> Trouble:
    """It was done; real `seconds` pass before each event."""
    return _flowing("slow tokens", lambda reply: replace(reply, flow=Flow(after_s=seconds)))


def split_every(size: int) -> Trouble:
    """It was done; the events arrive in pieces of so many bytes."""
    return _flowing("split", lambda reply: replace(reply, flow=Flow(size=size)))


def other_line_ends(end: bytes = b"\r\n") -> Trouble:
    """It was done; lines end otherwise."""
    return _flowing("line ends", lambda reply: replace(reply, body=reply.body.replace(b"\n", end)))


def with_comments() -> Trouble:
    """It was done; between the events are comments and fields that nobody needs."""
    noise = b": keep-alive\n\nevent: message\nid: 7\nretry: 100\n\n"

    def spoil(reply: Reply) -> Reply:
        return replace(reply, body=noise + reply.body.replace(b"\n\n", b"\n\n" + noise))

    return _flowing("comments", spoil)


def compressed() -> Trouble:
    """It was done; a proxy on the way compresses what arrives, although nobody asked for it."""

    def spoil(reply: Reply) -> Reply:
        headers = {**reply.headers, "Content-Encoding": "gzip"}
        return replace(reply, body=gzip.compress(reply.body), headers=headers, flow=Flow(size=40))

    return _flowing("compressed", spoil)


def fails_inside(event: object, events: int = 2) -> Trouble:
    """It was being done; after some events one reports an error, and nothing follows."""
    told = b"data: %b\n\n" % json.dumps(event).encode()
    return _flowing(
        "fails inside", lambda reply: replace(reply, body=_first(reply.body, events) + told)
    )


def without_end() -> Trouble:
    """It was done; the last event is missing."""
    return _flowing(
        "without end", lambda reply: replace(reply, body=reply.body.removesuffix(_DONE))
    )


def without_usage() -> Trouble:
    """It was done; nothing is said about its price."""

    def spoil(reply: Reply) -> Reply:
        body = b"".join(one for one in _events(reply.body) if b'"usage"' not in one)
        return replace(reply, body=body)

    return _flowing("without usage", spoil)


def other_stream(body: bytes) -> Trouble:
    """It was done; what arrives as events is `body`."""
    return _flowing("other stream", lambda reply: replace(reply, body=body))


def as_a_whole() -> Trouble:
    """It was done; the model knows no streaming and answers in the envelope."""

    def spoil(reply: Reply) -> Reply:
        events = [json.loads(one[6:]) for one in _events(reply.body) if one != _DONE]
        text = "".join(str(one.get("response", "")) for one in events)
        result = {"response": text, "usage": events[-1]["usage"]}
        envelope = {"result": result, "success": True, "errors": [], "messages": []}
        headers = {"cf-ai-neurons": "1.50"}
        return Reply(200, json.dumps(envelope).encode(), headers=headers)

    return _flowing("as a whole", spoil)


def _flowing(name: str, spoil: Any) -> Trouble:
    return Trouble(name, spoil=lambda reply: spoil(reply) if reply.flow is not None else reply)


def _broken(name: str, events: int, ending: Delivery, more: int = 0) -> Trouble:
    def spoil(reply: Reply) -> Reply:
        until = len(_first(reply.body, events)) + more
        return replace(reply, flow=Flow(until=until, ending=ending))

    return _flowing(name, spoil)


def _events(body: bytes) -> list[bytes]:
    return [event for event in re.split(rb"(?<=\n\n)", body) if event]


def _first(body: bytes, events: int) -> bytes:
    return b"".join(_events(body)[:events])
