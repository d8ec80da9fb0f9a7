"""Prints what the first search by meaning takes in a process that has just started; `bench_search` starts it.

Apart because memory at its peak can only be measured in a process of its own.
"""

import json
import sys
import time
from pathlib import Path

from notebrain.app.services import Services, open_services
from notebrain.domain.ports import Space
from notebrain.domain.search.types import Mode, SearchRequest
from notebrain.storage.embedding import vectors
from tests.benchmarks import corpus, vaults


def main(size: int) -> None:
    """Search once, given the vector."""
    services = open_services(vaults.vault(size))
    request = SearchRequest(corpus.queries(1, words=3)[0], mode=Mode.MEANING, now=corpus.NOW)
    _know(services)
    # what the corpus took is no peak of the search
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    before_mb = _status_mb("VmRSS")
    began, began_working = time.perf_counter(), time.process_time()
    found = services.search.search(request)
    figures = {
        "wall_ms": (time.perf_counter() - began) * 1000,
        "cpu_ms": (time.process_time() - began_working) * 1000,
        "peak_mb": _status_mb("VmHWM") - before_mb,
    }
    assert found.shown
    services.close()
    print(json.dumps(figures))  # noqa: T201


def _know(services: Services) -> None:
    """Let a vector of the vault be that of the question."""
    with services.store.read() as db:
        ((*_passage, vector),) = vectors.of_passages(db, services.model.space, [1])

    def embed_question(_text: str, _space: Space) -> bytes:
        return vector or b""

    setattr(services.model, "embed_question", embed_question)  # noqa: B010 - in place of the model


def _status_mb(name: str) -> float:
    """Return a size of this process in MB (Linux)."""
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith(f"{name}:"):
            return int(line.split()[1]) * 1024 / 1e6
    raise OSError(f"no {name} in status")


if __name__ == "__main__":
    main(int(sys.argv[1]))
