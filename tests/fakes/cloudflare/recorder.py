"""What was asked and answered, for tests to look at."""

import json
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

from tests.fakes.cloudflare.wire import Delivery, Reply, Request


@dataclass(frozen=True)
class Recorded:
    """One request with its answer; `fault` names what was done to it on purpose.

    `operation` is the name of the route ("d1.raw"), empty where there was none. `status` is 0 where
    no answer was sent; `at` is when it was recorded, in seconds of the monotonic clock.
    """

    operation: str
    request: Request
    reply: Reply
    fault: str = ""
    at: float = field(default_factory=time.monotonic, compare=False)

    @property
    def status(self) -> int:
        """Return the status of the answer."""
        return self.reply.status

    @property
    def codes(self) -> tuple[int, ...]:
        """Return the codes of the errors in the answer."""
        return self.reply.codes()

    @property
    def arrived(self) -> int:
        """Return how many bytes of the request's body arrived."""
        return len(self.request.body)

    @property
    def delivered(self) -> int:
        """Return how many bytes of the answer's body were sent."""
        if self.reply.delivery in (Delivery.NEVER, Delivery.HANGING):
            return 0
        whole = len(self.reply.body)
        if self.reply.flow is not None and self.reply.flow.until is not None:
            return min(whole, self.reply.flow.until)
        return whole // 2 if self.reply.delivery is Delivery.CUT else whole

    def json(self) -> Any:
        """Return the JSON that was sent."""
        return json.loads(self.request.body)

    def lines(self) -> list[Any]:
        """Return the objects of the NDJSON that was sent."""
        return [json.loads(line) for line in self.request.body.split(b"\n") if line]


class Recorder:
    """All requests in the order in which they were answered."""

    def __init__(self) -> None:
        self._all: list[Recorded] = []
        self._lock = threading.Lock()

    def add(self, recorded: Recorded) -> None:
        """Remember one."""
        with self._lock:
            self._all.append(recorded)

    def of(self, pattern: str) -> list[Recorded]:
        """Return those whose operation matches, e.g. `of("d1.*")`."""
        return [one for one in self if fnmatchcase(one.operation, pattern)]

    def bytes_of(self, pattern: str) -> Counter[str]:
        """Return how many bytes of bodies went up and down, by path, for the operations that match."""
        moved: Counter[str] = Counter()
        for one in self.of(pattern):
            moved[one.request.path] += one.arrived + one.delivered
        return moved

    def clear(self) -> None:
        """Forget all of them."""
        with self._lock:
            self._all.clear()

    def __iter__(self) -> Iterator[Recorded]:
        with self._lock:
            return iter(self._all.copy())

    def __len__(self) -> int:
        return len(self._all)
