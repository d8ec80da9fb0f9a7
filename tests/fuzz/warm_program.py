"""The real command line without its start: a process that has loaded it and forks for each command.

A child runs `notebrain.__main__.main` with arguments, environment and clock of its own, and ends by itself or by
SIGKILL, as a process started from a shell would. Twelve thousand commands take minutes in place of hours.
"""

import asyncio
import base64
import gc
import importlib
import json
import os
import pkgutil
import select
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx

from notebrain.app.model.local_model import local_embedder
from notebrain.cli import commands
from notebrain.embedders.bundled import BUNDLED
from tests.fakes import quick_http
from tests.fakes.command_line import NEVER_SET, ROOT, Done
from tests.fakes.kept_models import kept_models

KILLED = -signal.SIGKILL
LONGEST_S = 120.0
_BROKEN = 70


@dataclass(frozen=True, slots=True)
class Call:
    """One command: what to run, where, at what time of its computer, when to kill it, and with which planted fault.

    Attributes:
        inherits: Whether `environ` is added to the environment of the process that forks, or is all there is.
    """

    arguments: Sequence[str]
    environ: Mapping[str, str]
    stdin: bytes = b""
    skew: timedelta = timedelta()
    kill_after_s: float | None = None
    planted: str = ""
    inherits: bool = True


class WarmProgram:
    """Runs commands of the real program; several may be under way at once."""

    def __init__(self) -> None:
        kept = {name: value for name, value in os.environ.items() if name not in NEVER_SET}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.fuzz.warm_program"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env={**kept, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
            text=True,
        )

    def run(self, *calls: Call) -> list[Done]:
        """Run commands, all at the same time, and return what each left once all have ended."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        documents = [
            {
                "arguments": list(call.arguments),
                "environ": dict(call.environ),
                "stdin": base64.b64encode(call.stdin).decode(),
                "skew_ms": call.skew // timedelta(milliseconds=1),
                "kill_after_s": call.kill_after_s,
                "planted": call.planted,
                "inherits": call.inherits,
            }
            for call in calls
        ]
        self._process.stdin.write(json.dumps(documents) + "\n")
        self._process.stdin.flush()
        answers = json.loads(self._process.stdout.readline())
        return [
            Done(one["code"], base64.b64decode(one["out"]), base64.b64decode(one["err"]).decode())
            for one in answers
        ]

    def close(self) -> None:
        """End the process that waits for commands."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(timeout=30)
        self._process.stdout.close()


def _serve() -> None:
    _load()
    for line in sys.stdin:
        with tempfile.TemporaryDirectory() as folder:
            started = [
                _start(call, Path(folder) / str(number))
                for number, call in enumerate(json.loads(line))
            ]
            answers = [_outcome(*one) for one in started]
        sys.stdout.write(json.dumps(answers) + "\n")
        sys.stdout.flush()


def _load() -> None:
    """Import what the commands would import one by one, and read the models."""
    for module in pkgutil.iter_modules(commands.__path__, f"{commands.__name__}."):
        importlib.import_module(module.name)
    import notebrain.app.account.connect
    import notebrain.app.account.health_check
    import notebrain.app.cloud_services
    import notebrain.app.jobs.compare
    import notebrain.app.jobs.index
    import notebrain.app.jobs.sync
    import notebrain.cli.main
    import notebrain.embedders.local
    import notebrain.import_export.exporter
    import notebrain.import_export.importer  # noqa: F401

    quick_http.prepare()
    httpx.create_ssl_context()
    for where, name, reader in kept_models():
        setattr(where, name, reader)
    for model in BUNDLED.values():
        embedder = local_embedder(model)
        embedder.embed_question("what a child of this process need not read")
        embedder.relate("nor what", "reads two notes")
    gc.freeze()


def _start(call: dict[str, Any], files: Path) -> tuple[int, Path, float | None]:
    files.mkdir()
    (files / "in").write_bytes(base64.b64decode(call["stdin"]))
    pid = os.fork()
    if pid == 0:
        code = _BROKEN
        try:
            with suppress(SystemExit):
                code = _run(call, files)
        finally:
            if error := sys.exc_info()[1]:
                traceback.print_exception(error)
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
    return pid, files, call["kill_after_s"]


def _run(call: dict[str, Any], files: Path) -> int:
    for number, (name, flags) in enumerate((("in", os.O_RDONLY), ("out", _NEW), ("err", _NEW))):
        opened = os.open(files / name, flags, 0o600)
        os.dup2(opened, number)
        os.close(opened)
    sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")  # noqa: SIM115
    if not call["inherits"]:
        os.environ.clear()
    os.environ.update(call["environ"])
    _set_clock(timedelta(milliseconds=call["skew_ms"]))
    if call["planted"]:
        from tests.fuzz.planted import FAULTS

        FAULTS[call["planted"]]()

    from notebrain.__main__ import main

    return main(call["arguments"])


_NEW = os.O_WRONLY | os.O_CREAT


def _set_clock(skew: timedelta) -> None:
    """Give this process the time of its computer; what it waits for passes at once, and is on its clock."""
    from notebrain.app.core.clock import SystemClock
    from notebrain.cloud.rate_limit import RealTime

    slept_s = 0.0
    real_now, real_sleep = SystemClock.now, asyncio.sleep
    real_monotonic = RealTime.monotonic

    def now(clock: SystemClock) -> datetime:
        return real_now(clock) + skew + timedelta(seconds=slept_s)

    def monotonic(passing: RealTime) -> float:
        return real_monotonic(passing) + slept_s

    def sleep(seconds: float) -> None:
        nonlocal slept_s
        slept_s += max(0.0, seconds)

    async def sleep_async(seconds: float, result: object = None) -> object:
        sleep(seconds)
        return await real_sleep(0, result)

    patch.object(SystemClock, "now", now).start()
    patch.object(RealTime, "monotonic", monotonic).start()
    patch.object(time, "sleep", sleep).start()
    patch.object(asyncio, "sleep", sleep_async).start()


def _outcome(pid: int, files: Path, kill_after_s: float | None) -> dict[str, object]:
    """Wait for a command to end, or end it, and return what it left."""
    ended = os.pidfd_open(pid)
    try:
        limit_s = LONGEST_S if kill_after_s is None else kill_after_s
        if not select.select([ended], [], [], limit_s)[0]:
            os.kill(pid, signal.SIGKILL)
    finally:
        os.close(ended)
    _pid, status = os.waitpid(pid, 0)
    left = {name: _read(files / name) for name in ("out", "err")}
    return {"code": os.waitstatus_to_exitcode(status), **left}


def _read(path: Path) -> str:
    return base64.b64encode(path.read_bytes() if path.exists() else b"").decode()


if __name__ == "__main__":
    _serve()
