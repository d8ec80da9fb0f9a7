"""What other programs wait for: a search through the door, given the vector of the question: processor time."""

import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from notebrain.app.door.door import Door
from notebrain.app.services import Services, open_services
from notebrain.app.settings.programs import PROGRAMS_MCP
from notebrain.domain.ports import Space
from notebrain.domain.search.types import SearchRequest
from tests.benchmarks import corpus, vaults
from tests.benchmarks.measuring import Row, Times

_QUESTIONS = 50
_LARGE, _BUDGET_MS = 100_000, 60


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
