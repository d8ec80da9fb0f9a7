"""What a model is told of a large vault, given the vector of the question: processor time."""

import shutil
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from notebrain.app.services import Services, open_services
from notebrain.context.service import ContextRequest
from notebrain.domain.ports import Space
from notebrain.domain.procedures.procedures import ProcedureDraft, Trigger, TriggerKind
from tests.benchmarks import corpus, vaults
from tests.benchmarks.measuring import Row, Times

_QUESTIONS = 50
_LARGE, _BUDGET_MS = 100_000, 60
_TRIGGERS = (
    (TriggerKind.WORDS, 'code review, "pull request"'),
    (TriggerKind.WORDS, "boiler, heating"),
    (TriggerKind.SEARCH, "is:pinned"),
    (TriggerKind.SEARCH, "tag:home -tag:work"),
    (TriggerKind.SEARCH, "after:2020"),
)


def contexts(size: int) -> list[Row]:
    """Time contexts of 4,000 tokens with procedures of both kinds."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "vault"
        shutil.copytree(vaults.vault(size), folder)  # the vault itself is shared
        services = open_services(folder)
        times = _measured(services)
        services.close()
    most = _BUDGET_MS if size >= _LARGE else None
    return [
        Row("context given the vector, processor time, p50", f"{size:,}", times.p50, "ms", most),
        Row("context given the vector, processor time, p95", f"{size:,}", times.p95, "ms"),
    ]


def _measured(services: Services) -> Times:
    _add_procedures(services)
    questions = [f"where did I write about {one}" for one in corpus.queries(_QUESTIONS, words=3)]
    know(services, questions)
    requests = [ContextRequest(one, now=corpus.NOW) for one in questions]
    services.memory.context.context(requests[0])  # numpy and the vectors are loaded now
    times: list[float] = []
    for request in requests:
        began = time.process_time()
        services.memory.context.context(request)
        times.append((time.process_time() - began) * 1000)
    return Times(times)


def _add_procedures(services: Services) -> None:
    procedures = services.memory.procedures
    for kind, trigger in _TRIGGERS * 4:
        draft = ProcedureDraft(f"Do as always: {trigger}", Trigger(kind, trigger))
        procedures.add(draft).future.result()


def know(services: Services, questions: Sequence[str]) -> None:
    """Let the vectors of these questions be there at once: what the model takes is not measured."""
    space = services.model.space
    vectors = {one: services.model.embed_question(one, space) for one in questions}

    def embed_question(text: str, _space: Space) -> bytes:
        return vectors[text]

    setattr(services.model, "embed_question", embed_question)  # noqa: B010 - in place of the model
