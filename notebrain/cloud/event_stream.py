"""Answers that arrive in pieces: server-sent events, split anywhere, become JSON objects and errors."""

from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from typing import Final

from notebrain.cloud import wire

MEDIA_TYPE: Final = "text/event-stream"
_DONE: Final = "[DONE]"
"""The data of the last event."""
LARGEST: Final = 4 * 1024 * 1024
"""In bytes; an answer has at most a few thousand tokens, each in an event of a few hundred bytes."""
LONGEST_EVENT: Final = 64 * 1024

Events = AsyncGenerator[wire.JsonObject]


class EventReader:
    """Splits bytes into the data of events; comments and fields other than `data` are dropped.

    Lines may end with a line feed, a carriage return, or both.
    """

    def __init__(self) -> None:
        self._line = bytearray()
        self._data: list[bytes] = []
        self._size = 0

    def feed(self, piece: bytes) -> list[str]:
        """Return the data of the events that this piece completes.

        Raises:
            ValueError: A line or an event has no end.
        """
        self._line += piece
        events: list[str] = []
        if b"\n" in piece or b"\r" in piece:
            events = [data for line in self._lines() if (data := self._read(line)) is not None]
        if len(self._line) > LONGEST_EVENT:
            raise ValueError("a line without end")
        return events

    def end(self) -> list[str]:
        """Return the data of an event whose last line end is missing."""
        line, self._line = bytes(self._line.rstrip(b"\r")), bytearray()
        last = (self._read(line), self._read(b""))
        return [data for data in last if data is not None]

    def _lines(self) -> Iterator[bytes]:
        # a carriage return at the very end may be half of a line end
        held = self._line.endswith(b"\r")
        text = bytes(self._line[:-1] if held else self._line)
        *lines, rest = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        self._line = bytearray(rest + b"\r" * held)
        yield from lines

    def _read(self, line: bytes) -> str | None:
        """Take one line; return the data of the event that it ends, or None."""
        if not line:
            data, self._data, self._size = self._data, [], 0
            return b"\n".join(data).decode("utf-8", "replace") if data else None
        name, _colon, value = line.partition(b":")
        if name == b"data":
            value = value.removeprefix(b" ")
            self._size += len(value)
            if self._size > LONGEST_EVENT:
                raise ValueError("an event without end")
            self._data.append(value)
        return None


async def events_in(pieces: AsyncIterator[bytes]) -> Events:
    """Yield the events of an answer until the one that ends it; what is not a JSON object is dropped.

    Raises:
        ValueError: The answer has no end, or breaks off before it.
    """
    reader, size = EventReader(), 0
    async for piece in pieces:
        size += len(piece)
        if size > LARGEST:
            raise ValueError("an answer without end")
        for data in reader.feed(piece):
            if data.strip() == _DONE:
                return
            event = wire.obj(wire.json_in(data.encode()))
            if event:
                yield event
    if not any(data.strip() == _DONE for data in reader.end()):
        raise ValueError("the end of the answer is missing")


def failure_in(event: wire.JsonObject) -> wire.Envelope | None:
    """Return the error that an event reports in the middle of an answer, or None if it reports none.

    Seen are the envelope of a refusal, a list of errors alone, and a single error as an object or a text.
    """
    errors = event.get("errors")
    single = event.get("error")
    if not errors and not single and event.get("success") is not False:
        return None
    if isinstance(single, str):
        single = {"message": single}
    listed = wire.items(errors) or ([single] if wire.obj(single) else [])
    return wire.envelope({"success": False, "errors": listed})
