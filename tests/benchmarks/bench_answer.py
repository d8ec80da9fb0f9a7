"""Answers: what quotes cost beyond the search, the window meanwhile, and the first words of a model."""

import asyncio
import json
import tempfile
import time
from pathlib import Path

from notebrain.app.core.clock import SystemClock, UuidIds
from notebrain.app.services import open_services
from notebrain.ask.candidates import SEARCHED
from notebrain.ask.model_answer import ModelAnswer
from notebrain.ask.service import AskRequest
from notebrain.cloud.rate_limit import RateLimiter
from notebrain.cloud.transport import Cloudflare
from notebrain.cloud.workers_ai_writer import WorkersAiWriter
from notebrain.domain.credentials import clean
from notebrain.domain.errors import CloudError
from notebrain.domain.grounding.quotes import Passage
from notebrain.domain.notes.draft import Draft
from notebrain.domain.search.types import SearchRequest
from notebrain.domain.sync.remote import Hold
from notebrain.notes.service import CaptureService
from notebrain.storage.store import Store
from notebrain.storage.writer import outcome
from tests.benchmarks import corpus, vaults
from tests.benchmarks.bench_context import know
from tests.benchmarks.bench_window import probe
from tests.benchmarks.measuring import Row, Times
from tests.fakes.passing_time import PassingTime

_QUESTIONS, _ROUNDS = 40, 3
_LARGE = 100_000
_ANSWERS = 100
_TOKENS = 300
_PASSAGES = 8
_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
_AFTER_HEAD_S = 0.01


class _Free:
    """A `Purse` that is never empty."""

    async def hold(self, neurons: float) -> Hold:
        return Hold("q", "here", 0, neurons)

    async def settle(self, hold: Hold, neurons: float) -> None:
        """Do nothing."""

    async def refused(self, error: CloudError) -> None:
        """Do nothing."""


def quotes(size: int) -> list[Row]:
    """Measure an answer of quotes against the search alone, in processor time, given the vector of the question."""
    services = open_services(vaults.vault(size))
    questions = [f"when did I write about {one}" for one in corpus.queries(_QUESTIONS, words=3)]
    know(services, questions)
    for question in questions[:3]:  # numpy and the vectors are loaded now
        services.asking.ask(AskRequest(question, now=corpus.NOW))
    more: list[float] = []
    for question in questions * _ROUNDS:
        began = time.process_time()
        services.search.search(SearchRequest(question, limit=SEARCHED, now=corpus.NOW))
        searched = time.process_time()
        services.asking.ask(AskRequest(question, now=corpus.NOW))
        more.append((time.process_time() - 2 * searched + began) * 1000)
    services.close()
    times, most = Times(more), 80 if size >= _LARGE else None
    what = "answer of quotes, beyond the search, processor time"
    return [
        Row(f"{what}, p50", f"{size:,}", times.p50, "ms", most),
        Row(f"{what}, p95", f"{size:,}", times.p95, "ms", note="orientation"),
    ]


def window(size: int) -> list[Row]:
    """Measure the longest pause of the window while questions are answered, and while a model writes."""
    with tempfile.TemporaryDirectory() as scratch:
        figures = probe(vaults.copy_of(size, Path(scratch)), "asking")
    return [
        Row("window while notes answer, its own time", f"{size:,}", figures["quotes_ms"], "ms", 50),
        Row("window while a model writes, its own time", f"{size:,}", figures["text_ms"], "ms", 50),
    ]


def first_words(size: int) -> list[Row]:
    """Measure how long the first token takes from the socket to the caller, and what a whole answer takes of us."""
    if size > 10_000:  # the size of the vault plays no part
        return []
    with tempfile.TemporaryDirectory() as scratch:
        store = Store.open(Path(scratch) / "vault", clock=SystemClock())
        notes = CaptureService(store, SystemClock(), UuidIds())
        text = "The boiler is serviced in March. " * 30
        note_id = outcome(notes.capture(Draft(text))).note
        assert note_id is not None
        passages = [Passage(n, note_id, 1, "Boiler", text) for n in range(1, _PASSAGES + 1)]
        shown, cpu_ms = asyncio.run(_measured(store, passages))
        store.close()
    what = f"{_PASSAGES} passages"
    return [
        Row("first words of an answer, after they arrived, p95", what, shown.p95, "ms", 50),
        Row(f"answer of {_TOKENS} tokens, processor time", what, cpu_ms, "ms"),
    ]


async def _measured(store: Store, passages: list[Passage]) -> tuple[Times, float]:
    sent_at = 0.0

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal sent_at
        head = await reader.readuntil(b"\r\n\r\n")
        length = next(line for line in head.lower().split(b"\r\n") if b"content-length" in line)
        await reader.readexactly(int(length.partition(b":")[2]))
        writer.write(_HEAD)
        await writer.drain()
        await asyncio.sleep(_AFTER_HEAD_S)
        sent_at = time.perf_counter()
        for number in range(_TOKENS):
            event = json.dumps({"response": f"word{number} "}).encode()
            writer.write(b"data: %b\n\n" % event)
            await writer.drain()
            if not number:
                await asyncio.sleep(_AFTER_HEAD_S)
        writer.write(b"data: [DONE]\n\n")
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    cloud = Cloudflare(
        clean("t" * 40, "0" * 32),
        clock=SystemClock(),
        base_url=f"http://127.0.0.1:{port}",
        pace=RateLimiter(passing=PassingTime()),
    )
    times: list[float] = []
    cpu_began = time.process_time()
    for _answer in range(_ANSWERS):
        first: list[float] = []
        asking = ModelAnswer(store, WorkersAiWriter(cloud), _Free(), draw=lambda: "frame")
        prepared = asking.prepare("When is the boiler serviced?", passages)

        def show(_text: str, first: list[float] = first) -> None:
            first.append(time.perf_counter())

        told = await asking.write(prepared, show)
        assert told.reason is None
        times.append((first[0] - sent_at) * 1000)
    cpu_ms = (time.process_time() - cpu_began) * 1000 / _ANSWERS
    await cloud.close()
    server.close()
    return Times(times), cpu_ms
