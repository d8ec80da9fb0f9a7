"""The pipe to one client: lines come in on standard input, answers go out on standard output, nothing else does."""

import logging
import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from queue import SimpleQueue
from time import monotonic
from typing import BinaryIO, Final, cast

from notebrain.domain.errors import NoteBrainError
from notebrain.mcp_server.protocol import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    INVALID_REQUEST,
    SUBSCRIPTION_KEY,
    Json,
    Message,
    RequestId,
    RpcError,
    decoded,
    encoded,
    error_of,
    id_of,
    message_of,
    notification,
    result_of,
)
from notebrain.mcp_server.session import MOST_SUBSCRIBED, Session

log = logging.getLogger("notebrain.mcp")

_LONGEST_LINE: Final = 32_000_000
"""In bytes; a note of 10 million characters fits."""
_WORKERS: Final = 4
_LAST_WORK_S: Final = 0.6
"""How long work under way may take once the client is gone."""
_LOOK_EVERY_S: Final = 1.0
_MOST_WAITING: Final = 1_000

Work = Callable[[], "Json | list[Json] | None"]
"""Returns the answer to send, if there is one."""


class Pipe:
    """Serves one client until its end of the pipe closes.

    Args:
        changed: Returns a number that differs after any change of the vault, on one thread.
        mark_of: Returns for an address what changes whenever that at it does.
        tidy: Gives back what was not used for a while; returns in how many seconds there may be more to give back,
            or None if that takes another request.
    """

    def __init__(
        self,
        session: Session,
        source: BinaryIO,
        sink: BinaryIO,
        *,
        changed: Callable[[], int],
        mark_of: Callable[[str], str],
        tidy: Callable[[], float | None] = lambda: None,
    ) -> None:
        self._session = session
        self._source = source
        self._sink = sink
        self._changed = changed
        self._mark_of = mark_of
        self._tidy = tidy
        self._writing = threading.Lock()
        self._lock = threading.Lock()
        self._queue: SimpleQueue[Work | None] = SimpleQueue()
        self._workers: list[threading.Thread] = []
        self._idle = threading.Semaphore(0)
        self._running: dict[RequestId, bool] = {}
        """The requests that are not answered yet, and whether they were canceled."""
        self._streams: dict[RequestId, frozenset[str]] = {}
        self._marks: dict[str, str] = {}
        self._over = threading.Event()
        self._asked = threading.Event()
        """Set with each request, so that the watch need not look while there is nothing to see."""

    def serve(self) -> bool:
        """Answer until the client is gone; return whether all work it asked for was finished."""
        threading.Thread(target=self._watch, name="notebrain-mcp-watch", daemon=True).start()
        try:
            for line in self._lines():
                self._take(line)
        except (OSError, KeyboardInterrupt):
            log.info("the client is gone")
        for _worker in self._workers:
            self._queue.put(None)
        until = monotonic() + _LAST_WORK_S
        for worker in self._workers:
            worker.join(max(0.0, until - monotonic()))
        self._over.set()
        self._asked.set()
        return not any(worker.is_alive() for worker in self._workers)

    def _lines(self) -> Iterator[bytes]:
        """Yield the lines; of one that is too long, only that it was."""
        while line := self._source.readline(_LONGEST_LINE):
            if line.endswith(b"\n") or len(line) < _LONGEST_LINE:
                if line.strip():
                    yield line
                continue
            while (rest := self._source.readline(_LONGEST_LINE)) and not rest.endswith(b"\n"):
                pass
            too_long = f"Invalid request: a line has at most {_LONGEST_LINE} bytes"
            self._send(error_of(None, RpcError(INVALID_REQUEST, too_long)))

    def _take(self, line: bytes) -> None:
        try:
            found = decoded(line)
        except RpcError as error:
            self._send(error_of(None, error))
            return
        if not isinstance(found, list):
            self._take_one(found)
        elif not found or not self._session.takes_batches:
            no_batch = "Invalid request: no batches in this version"
            self._send(error_of(None, RpcError(INVALID_REQUEST, no_batch)))
        else:
            self._put(lambda: self._answer_batch(found))

    def _take_one(self, found: Json) -> None:
        try:
            message = message_of(found)
        except RpcError as error:
            self._send(error_of(id_of(found), error))
            return
        if message is None:
            return
        if message.id is None:
            self._note(message)
        elif message.method in {"initialize", "ping"}:  # what follows builds on it
            self._send(self._answer(message, message.id))
        elif message.method == "subscriptions/listen":
            self._listen(message, message.id)
        else:
            self._start(message, message.id)

    def _start(self, message: Message, request_id: RequestId) -> None:
        with self._lock:
            taken = request_id in self._running or request_id in self._streams
            full = len(self._running) >= _MOST_WAITING
            if not taken and not full:
                self._running[request_id] = False
        if taken or full:
            why = "its id is in use" if taken else "too many requests wait"
            self._send(error_of(request_id, RpcError(INVALID_REQUEST, f"Invalid request: {why}")))
            return
        self._put(lambda: self._run(message, request_id))

    def _put(self, work: Work) -> None:
        """Have an idle worker do it, or another one: each has a connection with a cache, and a heap of its own."""
        self._queue.put(work)
        if not self._idle.acquire(blocking=False) and len(self._workers) < _WORKERS:
            name = f"notebrain-mcp-{len(self._workers)}"
            self._workers.append(threading.Thread(target=self._work, name=name, daemon=True))
            self._workers[-1].start()

    def _run(self, message: Message, request_id: RequestId) -> Json | None:
        """Return the answer to a request; one that was canceled is not answered, and one not begun is not begun."""
        with self._lock:
            canceled = self._running[request_id]
        if not canceled:
            self._tell_progress(message, 0)
            answer = self._answer(message, request_id)
            if message.method == "resources/subscribe":
                self._remember([message.params.get("uri")])
            self._tell_progress(message, 1)
        else:
            answer = None
        with self._lock:
            canceled = self._running.pop(request_id)
        return None if canceled else answer

    def _answer(self, message: Message, request_id: RequestId) -> Json:
        try:
            return result_of(request_id, self._session.result(message))
        except RpcError as error:
            return error_of(request_id, error)
        except Exception:
            log.exception("a request of another program failed")
            return error_of(request_id, RpcError(INTERNAL_ERROR, "Internal error"))

    def _answer_batch(self, found: list[object]) -> list[Json]:
        answers: list[Json] = []
        for one in found:
            try:
                message = message_of(one)
            except RpcError as error:
                answers.append(error_of(id_of(one), error))
                continue
            if message is not None and message.id is not None:
                answers.append(self._answer(message, message.id))
        return answers

    def _note(self, message: Message) -> None:
        """Hear a notification; all but a cancellation need nothing done."""
        request_id = message.params.get("requestId")
        if message.method != "notifications/cancelled" or not isinstance(request_id, str | int):
            return
        with self._lock:
            if request_id in self._running:
                self._running[request_id] = True
            self._streams.pop(request_id, None)

    def _tell_progress(self, message: Message, done: int) -> None:
        token = message.meta.get("progressToken")
        if isinstance(token, str | int) and not isinstance(token, bool):
            content: Json = {"progressToken": token, "progress": done, "total": 1}
            self._send(notification("notifications/progress", content))

    def _listen(self, message: Message, request_id: RequestId) -> None:
        """Open a stream of the stateless generation, which ends when the client cancels it or leaves."""
        try:
            message.check_envelope()
            named = _addresses_in(message)
            self._open_stream(request_id, named)
        except RpcError as error:
            self._send(error_of(request_id, error))
            return
        self._remember(named)
        self._asked.set()
        honored: Json = {"resourceSubscriptions": named} if named else {}
        content: Json = {"notifications": honored, "_meta": {SUBSCRIPTION_KEY: request_id}}
        self._send(notification("notifications/subscriptions/acknowledged", content))

    def _open_stream(self, request_id: RequestId, named: Iterable[str]) -> None:
        with self._lock:
            if request_id in self._running or request_id in self._streams:
                raise RpcError(INVALID_REQUEST, "Invalid request: its id is in use")
            if len(self._streams) >= MOST_SUBSCRIBED:
                raise RpcError(INVALID_REQUEST, "Too many subscriptions")
            self._streams[request_id] = frozenset(named)

    def _remember(self, uris: Iterable[object]) -> None:
        """Remember what addresses lead to now, so that any change from here on is told."""
        for uri in uris:
            if isinstance(uri, str):
                mark = self._mark_of(uri)
                with self._lock:
                    self._marks.setdefault(uri, mark)

    def _watch(self) -> None:
        """Tell of changes at the addresses that clients asked to hear of, and tidy; without either, only wait."""
        before: int | None = None
        pause_s: float | None = None
        while True:
            self._asked.wait(pause_s)
            self._asked.clear()
            if self._over.is_set():
                return
            pause_s = self._tidy()
            with self._lock:
                wanted = {
                    *self._session.subscribed,
                    *(u for us in self._streams.values() for u in us),
                }
                self._marks = {uri: mark for uri, mark in self._marks.items() if uri in wanted}
            if not wanted:
                before = None
                continue
            pause_s = _LOOK_EVERY_S
            try:
                now = self._changed()
            except NoteBrainError:
                continue
            if now != before:
                before = now
                self._tell_changes(wanted)

    def _tell_changes(self, wanted: set[str]) -> None:
        marks = {uri: self._mark_of(uri) for uri in wanted}
        with self._lock:
            changed = [uri for uri in wanted if self._marks.get(uri, marks[uri]) != marks[uri]]
            self._marks |= marks
            streams = dict(self._streams)
        for uri in changed:
            if uri in self._session.subscribed:
                self._send(notification("notifications/resources/updated", {"uri": uri}))
            for stream, uris in streams.items():
                if uri in uris:
                    content: Json = {"uri": uri, "_meta": {SUBSCRIPTION_KEY: stream}}
                    self._send(notification("notifications/resources/updated", content))

    def _work(self) -> None:
        while (work := self._queue.get()) is not None:
            answer = None if self._over.is_set() else work()
            self._idle.release()  # before the client, who has one question after the other, hears the answer
            if answer:
                self._send(answer)
            self._asked.set()

    def _send(self, message: Json | list[Json]) -> None:
        line = encoded(message)
        with self._writing:
            try:
                self._sink.write(line)
                self._sink.flush()
            except (OSError, ValueError):  # the client is gone, which ends the reading too
                self._over.set()


def _addresses_in(message: Message) -> list[str]:
    """Return the addresses that a client wants to hear of.

    Raises:
        RpcError: They are not given as the protocol has it, or are too many.
    """
    wanted: object = message.params.get("notifications")
    if not isinstance(wanted, dict):
        raise RpcError(INVALID_PARAMS, "“notifications” is no object")
    named: object = cast("Json", wanted).get("resourceSubscriptions") or []
    if not isinstance(named, list) or len(cast("list[object]", named)) > MOST_SUBSCRIBED:
        raise RpcError(INVALID_PARAMS, f"“resourceSubscriptions” is a list of {MOST_SUBSCRIBED}")
    return [uri for uri in cast("list[object]", named) if isinstance(uri, str)]


def own_streams() -> tuple[BinaryIO, BinaryIO]:
    """Return the streams of the pipe, which from now on nothing else in this process can write to or read from."""
    sys.stdout.flush()
    source = os.fdopen(os.dup(0), "rb")
    sink = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)  # what a library prints goes where a client shows or drops it
    return source, sink
