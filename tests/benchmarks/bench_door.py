"""What other programs wait for, in processor time: a search through the door, and the first answer of a new process."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import NamedTuple

from notebrain.app.door.door import Door
from notebrain.app.services import Services, open_services
from notebrain.app.settings.programs import PROGRAMS_MCP
from notebrain.domain.ports import Space
from notebrain.domain.search.types import SearchRequest
from tests.benchmarks import corpus, vaults
from tests.benchmarks.measuring import Row, Times, children, peak_mb

_QUESTIONS = 50
_LARGE, _BUDGET_MS = 100_000, 60
_STARTS, _SEARCHES = 7, 20
_FIRST_S, _FIRST_MB = 2.0, 140


def recall(size: int) -> list[Row]:
    """Time `recall` once warm, beside the bare search in the same run."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "vault"
        shutil.copytree(vaults.vault(size), folder)  # the vault itself is shared
        services = open_services(folder)
        services.settings.put(PROGRAMS_MCP, True).result()
        told, bare = _measured(services)
        services.close()
    most = _BUDGET_MS if size >= _LARGE else None
    return [
        Row("recall through the door, processor time, p50", f"{size:,}", told.p50, "ms", most),
        Row("recall through the door, processor time, p95", f"{size:,}", told.p95, "ms"),
        Row("the same search without it, p50", f"{size:,}", bare.p50, "ms"),
    ]


def first_answer(size: int) -> list[Row]:
    """Measure `notebrain mcp` from its start to its first answer, and with searches after it, beside bare Python."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = vaults.copy_of(size, Path(scratch))
        services = open_services(folder)
        services.settings.put(PROGRAMS_MCP, True).result()
        services.close()
        environ = {**os.environ, "NOTEBRAIN_DATA_DIR": str(folder)}
        environ["PYTHONPYCACHEPREFIX"] = str(Path(scratch) / "compiled")  # as an installed one has
        environ.pop("PYTHONDONTWRITEBYTECODE", None)
        ours = [_process(environ, [("list", {})]) for _ in range(_STARTS)]
        bare = [_process(environ, []) for _ in range(_STARTS)]
        searches = [("recall", {"query": one}) for one in corpus.queries(_SEARCHES, words=3)]
        searching = _process(environ, searches)
    seconds = median(one.seconds for one in ours[1:])
    ratio = seconds / median(one.seconds for one in bare[1:])
    memory = max(one.most_mb for one in ours)
    name = "notebrain mcp to its first answer, processor time"
    return [
        Row(name, f"{size:,}", seconds * 1000, "ms", _FIRST_S * 1000),
        Row("the same, against bare Python", f"{size:,}", ratio, "times"),
        Row("the same, memory at most", f"{size:,}", memory, "MB", _FIRST_MB),
        Row(
            "notebrain mcp that searches, memory at most",
            f"{size:,}",
            searching.most_mb,
            "MB",
            _FIRST_MB,
        ),
        Row("the model beside it, memory at most", f"{size:,}", searching.children_mb, "MB"),
    ]


class _Used(NamedTuple):
    seconds: float
    most_mb: float
    children_mb: float


def _process(environ: dict[str, str], calls: list[tuple[str, dict[str, str]]]) -> _Used:
    """Run `notebrain mcp` with some calls, or bare Python with none; return what it used."""
    begin = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench"}}
    asked: list[tuple[str, object]] = [("initialize", begin)]
    asked += [("tools/call", {"name": name, "arguments": given}) for name, given in calls]
    arguments = ["-m", "notebrain", "mcp"] if calls else ["-c", "import sys; sys.stdin.read()"]
    pipe = subprocess.PIPE
    process = subprocess.Popen([sys.executable, *arguments], stdin=pipe, stdout=pipe, env=environ)
    assert process.stdin is not None
    assert process.stdout is not None
    answer = b""
    for number, (method, params) in enumerate(asked if calls else ()):
        line = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        process.stdin.write(json.dumps(line).encode() + b"\n")
        process.stdin.flush()
        answer = process.stdout.readline()
    assert not calls or b"note_id" in answer
    # not of `wait4`: that counts what this process had when it forked
    most = peak_mb(process.pid)
    beside = sum(map(peak_mb, children(process.pid)))
    process.stdin.close()
    _pid, status, used = os.wait4(process.pid, 0)
    process.stdout.close()
    process.returncode = os.waitstatus_to_exitcode(status)
    return _Used(used.ru_utime + used.ru_stime, most, beside)


def _measured(services: Services) -> tuple[Times, Times]:
    questions = [f"where did I write about {one}" for one in corpus.queries(_QUESTIONS, words=3)]
    space = services.model.space
    vectors = {one: services.model.embed_question(one, space) for one in questions}

    def embed_question(text: str, _space: Space) -> bytes:
        return vectors[text]

    setattr(services.model, "embed_question", embed_question)  # noqa: B010 - in place of the model
    door = Door(services, PROGRAMS_MCP)
    told: list[float] = []
    bare: list[float] = []
    for question in (questions[0], *questions):  # the first loads numpy and the vectors

        def ask(question: str = question) -> None:
            assert not door.call("mcp:bench", "recall", {"query": question}).is_error

        def search(question: str = question) -> None:
            services.answer(SearchRequest(question))

        told.append(_cpu_ms(ask))
        bare.append(_cpu_ms(search))
    return Times(told[1:]), Times(bare[1:])


def _cpu_ms(act: Callable[[], None]) -> float:
    began = time.process_time()
    act()
    return (time.process_time() - began) * 1000
