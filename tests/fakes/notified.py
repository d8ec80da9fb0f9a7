"""A desktop and a background that show notifications to a test, which does with them what a user would."""

from collections.abc import Coroutine
from concurrent.futures import Future
from typing import Any

from notebrain.domain.desktop.ports import Chosen


class Shown:
    """Stands in for the background and the desktop: what was shown, and what came of it."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.passing: list[bool] = []
        self.answers: list[Future[Chosen]] = []

    def submit(self, work: Coroutine[Any, Any, Chosen]) -> Future[Chosen]:
        work.close()
        self.answers.append(Future())
        return self.answers[-1]

    async def _never(self) -> Chosen:
        return Chosen()

    def notify(
        self, title: str, text: str, _actions: object, *, passing: bool = False
    ) -> Coroutine[Any, Any, Chosen]:
        self.passing.append(passing)
        self.texts.append(f"{title}: {text}")
        return self._never()
