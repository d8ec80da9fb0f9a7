"""A database of the stand-in whose statements the real engine carries out."""

from collections.abc import Sequence
from typing import Any

from tests.engine.process import Engine
from tests.fakes.cloudflare.d1 import FREE_DATABASES, MakeKeeper
from tests.fakes.cloudflare.d1_database import Outcome, no_database, sql_error
from tests.fakes.cloudflare.sql_text import Statement


def databases_on(engine: Engine) -> MakeKeeper:
    """Return what makes the databases of one account, the last of the engine's for whom it was called before."""
    engine.make_room(FREE_DATABASES)

    def make(uuid: str, name: str, created_at: str, _max_bytes: int) -> EngineDatabase:
        return EngineDatabase(engine, uuid, name, created_at)

    return make


class EngineDatabase:
    """Stands where the stand-in has its own SQLite; the account around it stays the same."""

    def __init__(self, engine: Engine, uuid: str, name: str, created_at: str) -> None:
        self.uuid = uuid
        self.name = name
        self.created_at = created_at
        self._engine = engine
        self._address = engine.take()
        self._closed = False

    def run(self, statements: Sequence[Statement]) -> list[Outcome]:
        """Run all of `statements`, or none of them."""
        if self._closed:
            raise no_database(self.uuid)
        sent = [{"sql": one.sql, "params": list(one.params)} for one in statements]
        answer = self._engine.run(self._address, sent)
        if isinstance(answer, dict):
            raise sql_error(answer["error"])
        return [
            Outcome(one["results"]["columns"], one["results"]["rows"], one["meta"])
            for one in answer
        ]

    def look(self, sql: str, *params: object) -> list[tuple[Any, ...]]:
        """Return rows to a test."""
        (outcome,) = self.run([Statement(sql, params)])
        return [tuple(row) for row in outcome.rows]

    def size(self) -> int:
        """Return the bytes it takes."""
        (outcome,) = self.run([Statement("select 1")])
        return int(outcome.meta["size_after"])

    def tables(self) -> int:
        """Return how many tables it has."""
        sql = "select count(*) from sqlite_master where type = 'table' and name not like '!_cf!_%' escape '!'"
        return int(self.look(sql)[0][0])

    def close(self) -> None:
        """Take no more statements."""
        self._closed = True
