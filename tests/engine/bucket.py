"""A bucket of the stand-in whose objects the real engine keeps."""

import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any
from urllib.parse import quote

from tests.engine.process import Engine
from tests.fakes.cloudflare.r2 import Page, Stored


def objects_on(engine: Engine) -> "Callable[[], EngineObjects]":
    """Return what makes the buckets of the account for whom `databases_on` was called last."""
    return lambda: EngineObjects(engine)


class EngineObjects:
    """Stands where the stand-in keeps objects in memory; the account around it stays the same."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._address = engine.take_bucket()

    def put(self, key: str, body: bytes, content_type: str, changed: str) -> Stored:
        return _stored(
            self._engine.ask("PUT", self._at(key), content=body, kind=content_type).json()
        )

    def get(self, key: str) -> tuple[Stored, bytes] | None:
        reply = self._engine.ask("GET", self._at(key))
        described = reply.headers.get("x-described")
        return None if described is None else (_stored(json.loads(described)), reply.content)

    def delete(self, key: str) -> None:
        self._engine.ask("DELETE", self._at(key))

    def page(self, prefix: str, cursor: str | None, limit: int) -> Page:
        ask = partial(self._engine.ask, "GET", self._address, prefix=prefix, limit=str(limit))
        asked = ask() if cursor is None else ask(cursor=cursor)
        found = asked.json()
        return Page([_stored(one) for one in found["objects"]], found["cursor"])

    def _at(self, key: str) -> str:
        return f"{self._address}/{quote(key, safe='')}"


def _stored(described: Mapping[str, Any]) -> Stored:
    return Stored(
        described["key"],
        described["size"],
        described["etag"],
        described["type"],
        described["changed"],
    )
