"""The HTTP side: reads requests, delivers replies, breaks connections when told to."""

import contextlib
import secrets
import socket
import threading
from collections.abc import Callable
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

from tests.fakes.cloudflare.wire import Delivery, Flow, Reply, Request

_HOST: Final = "127.0.0.1"
_ANSWER_WITHIN_S: Final = 300.0

Answer = Callable[[Request], Reply]
# hears what has arrived of a request when its connection ends in the middle of the body; None where it does not end
Cuts = Callable[[Request], Callable[[Request], object] | None]
Date = Callable[[], str]


class Server:
    """Answers on a port of this computer from construction until `close`."""

    def __init__(self, answer: Answer, cuts: Cuts, date: Date, port: int = 0) -> None:
        self._http = _Http((_HOST, port), answer, cuts, date)
        self._thread = threading.Thread(
            # the pause is how long `close` may take, not how long a request waits
            target=lambda: self._http.serve_forever(poll_interval=0.02),
            name="cloudflare-standin",
            daemon=True,
        )
        self._thread.start()

    @property
    def port(self) -> int:
        """Return the port that answers."""
        return int(self._http.server_address[1])

    def close(self) -> None:
        """Stop answering; connections that are still open end."""
        self._http.closing.set()
        self._http.shutdown()
        self._thread.join()
        self._http.end_connections()
        self._http.server_close()


class _Http(ThreadingHTTPServer):
    daemon_threads = False  # `server_close` waits for them, so that nothing outlives a test
    request_queue_size = 128

    def __init__(self, address: tuple[str, int], answer: Answer, cuts: Cuts, date: Date) -> None:
        self.answer = answer
        self.cuts = cuts
        self.date = date
        self.closing = threading.Event()
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        super().__init__(address, _Handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        with self._lock:
            self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        with self._lock:
            self._open.discard(request)
        super().shutdown_request(request)

    def end_connections(self) -> None:
        with self._lock:
            for one in self._open:
                _end(one)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: a client that hangs up in the middle is part of the play."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "cloudflare"
    sys_version = ""
    wbufsize = -1  # header and body in one packet: otherwise every answer waits for an ACK
    disable_nagle_algorithm = True
    server: _Http

    def __getattr__(self, name: str) -> Callable[[], None]:
        """Take every method: which ones an operation knows is for the routes to say."""
        if name.startswith("do_"):
            return self._answer
        raise AttributeError(name)

    def finish(self) -> None:
        """Close both directions, also if the client hung up and the rest of the answer cannot be sent."""
        for file in (self.wfile, self.rfile):
            with contextlib.suppress(OSError):
                file.close()

    def _answer(self) -> None:
        split = urlsplit(self.path)
        request = Request(
            self.command,
            split.path,
            dict(parse_qsl(split.query, keep_blank_values=True)),
            {name.lower(): value for name, value in self.headers.items()},
            b"",
        )
        size = int(self.headers.get("Content-Length") or 0)
        hears = self.server.cuts(request) if size else None
        if hears is not None:
            hears(replace(request, body=self.rfile.read(size // 2)))
            self.close_connection = True
            _end(self.connection)
            return
        self._deliver(self.server.answer(replace(request, body=self._body())))

    def _body(self) -> bytes:
        if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        pieces: list[bytes] = []
        while size := int(self.rfile.readline().partition(b";")[0], 16):
            pieces.append(self.rfile.read(size))
            self.rfile.readline()
        while self.rfile.readline().strip():
            pass
        return b"".join(pieces)

    def _deliver(self, reply: Reply) -> None:
        if reply.delivery is Delivery.HANGING:
            self.server.closing.wait(_ANSWER_WITHIN_S)
        if reply.delivery in (Delivery.HANGING, Delivery.NEVER):
            self.close_connection = True
            _end(self.connection)
            return
        self._send_head(reply)
        if reply.flow is not None:
            self._flow(reply, reply.flow)
            return
        half = len(reply.body) // 2
        if reply.delivery is Delivery.CUT:
            self.wfile.write(reply.body[:half])
            self.wfile.flush()
            self.close_connection = True
            _end(self.connection)
            return
        if reply.delivery is Delivery.SLOW:
            self.wfile.write(reply.body[:half])
            self.wfile.flush()
            self.server.closing.wait(reply.after_s)
            self.wfile.write(reply.body[half:])
        else:
            self.wfile.write(reply.body)
        self.wfile.flush()

    def _flow(self, reply: Reply, flow: Flow) -> None:
        for piece in flow.pieces(reply.body):
            if flow.after_s:
                self.server.closing.wait(flow.after_s)
            self.wfile.write(b"%x\r\n%b\r\n" % (len(piece), piece))
            self.wfile.flush()
        if flow.until is None:
            self.wfile.write(b"0\r\n\r\n")
            self.wfile.flush()
            return
        if flow.ending is Delivery.HANGING:
            self.server.closing.wait(_ANSWER_WITHIN_S)
        self.close_connection = True
        _end(self.connection)

    def _send_head(self, reply: Reply) -> None:
        self.send_response(reply.status)
        self.send_header("Content-Type", reply.content_type)
        if reply.flow is None:
            self.send_header("Content-Length", str(len(reply.body)))
        else:
            self.send_header("Transfer-Encoding", "chunked")
        self.send_header("CF-Ray", f"{secrets.token_hex(8)}-FRA")
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.end_headers()

    def date_time_string(self, timestamp: float | None = None) -> str:
        return self.server.date()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Write nothing to the terminal of the tests."""


def _end(connection: socket.socket) -> None:
    # the client may have been faster
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
