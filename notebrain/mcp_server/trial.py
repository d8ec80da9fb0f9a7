"""Starts the server as a client does, and tells what a client sees of these notes."""

import json
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import IO, Any, Final

from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _

_MOST_S: Final = 30.0
_PROTOCOL: Final = "2025-06-18"
_REQUESTS: Final[Sequence[str]] = ("tools/list", "resources/list", "prompts/list")


@dataclass(frozen=True, slots=True)
class Seen:
    """What a client sees.

    Attributes:
        server: Name and version of the server.
        reads, writes: The names of the functions that read, and of those that write.
        resources, prompts: How many there are.
    """

    server: str
    reads: Sequence[str]
    writes: Sequence[str]
    resources: int
    prompts: int


def try_server(command: Sequence[str]) -> Seen:
    """Start a server by the command of a client and return what it offers; waits for it.

    Raises:
        UserError: It does not start, or does not answer.
    """
    try:
        process = subprocess.Popen(  # noqa: S603 - the command that the user is shown
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except OSError as error:
        text = _("The server could not be started: {reason}")
        raise UserError(text.format(reason=error.strerror or error)) from error
    end = threading.Timer(_MOST_S, process.kill)
    end.daemon = True
    end.start()
    try:
        assert process.stdin is not None  # noqa: S101 - both are pipes
        assert process.stdout is not None  # noqa: S101
        return _seen(_Pipe(process.stdin, process.stdout))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise UserError(_("The server started, but did not answer as a client expects.")) from error
    finally:
        end.cancel()
        _close(process)


@dataclass(frozen=True, slots=True)
class _Pipe:
    sink: IO[bytes]
    source: IO[bytes]

    def ask(self, number: int, method: str, params: Mapping[str, object]) -> Any:  # noqa: ANN401 - JSON
        """Return the result of a request."""
        self.send({"id": number, "method": method, "params": params})
        for message in self._messages():
            if message.get("id") == number:
                return message["result"]
        raise ValueError

    def send(self, message: Mapping[str, object]) -> None:
        self.sink.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        self.sink.flush()

    def _messages(self) -> Iterator[Any]:
        return (json.loads(line) for line in self.source)


def _seen(pipe: _Pipe) -> Seen:
    hello = {
        "protocolVersion": _PROTOCOL,
        "capabilities": {},
        "clientInfo": {"name": "NoteBrain", "version": "1"},
    }
    server = pipe.ask(1, "initialize", hello)["serverInfo"]
    pipe.send({"method": "notifications/initialized"})
    tools, resources, prompts = (
        pipe.ask(number, method, {})[method.partition("/")[0]]
        for number, method in enumerate(_REQUESTS, start=2)
    )
    reads = [tool["name"] for tool in tools if tool["annotations"]["readOnlyHint"]]
    writes = [tool["name"] for tool in tools if not tool["annotations"]["readOnlyHint"]]
    name = f"{server['title']} {server['version']}"
    return Seen(name, reads, writes, len(resources), len(prompts))


def _close(process: "subprocess.Popen[bytes]") -> None:
    """Close the pipes, at which the server ends by itself, and wait for its end."""
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            try:
                pipe.close()
            except OSError:
                continue
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
