"""Vectorize v2: indexes, vectors in them, queries."""

import re
import secrets
import threading
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from tests.fakes.cloudflare import vectorize_errors as errors
from tests.fakes.cloudflare.clock import WIRE_FORMAT, StandinClock
from tests.fakes.cloudflare.ndjson import MAX_BYTES, Vector, read_vectors
from tests.fakes.cloudflare.routes import Call, Route
from tests.fakes.cloudflare.tokens import Permission
from tests.fakes.cloudflare.vector_index import Index, Visibility
from tests.fakes.cloudflare.vector_query import answer_query
from tests.fakes.cloudflare.wire import Refused, Reply, success

FREE_INDEXES: Final = 100
MAX_GET: Final = 20
MAX_DELETE: Final = 100
MAX_METADATA_INDEXES: Final = 10
_NAME: Final = re.compile(r"[a-z]+[a-z0-9_-]*[a-z0-9]+")
_PRESETS: Final = {
    "@cf/baai/bge-small-en-v1.5": 384,
    "@cf/baai/bge-base-en-v1.5": 768,
    "@cf/baai/bge-large-en-v1.5": 1024,
    "openai/text-embedding-ada-002": 1536,
    "cohere/embed-multilingual-v2.0": 768,
}
_METRICS: Final = ("cosine", "euclidean", "dot-product")
_READ: Final = ({Permission.VECTORIZE_READ}, {Permission.VECTORIZE_EDIT})
_EDIT: Final = ({Permission.VECTORIZE_EDIT},)
_CURSOR_LIVES: Final = timedelta(minutes=15)

Act = Callable[[Index, Call], Reply]


class Vectorize:
    """The indexes of the account; `visibility` says when writes are seen."""

    def __init__(self, clock: StandinClock) -> None:
        self.visibility = Visibility()
        self.max_indexes = FREE_INDEXES
        self._clock = clock
        self._indexes: dict[str, Index] = {}
        self._deleted: set[str] = set()
        self._cursors: dict[str, tuple[list[str], datetime]] = {}
        self._lock = threading.Lock()

    def index(self, name: str) -> Index:
        """Return an index, for tests."""
        return self._indexes[name]

    def names(self) -> list[str]:
        """Return the names of all indexes."""
        with self._lock:
            return list(self._indexes)

    def settle(self) -> None:
        """Let all writes to all indexes be seen now."""
        for name in self.names():
            self.index(name).settle()

    def create(self, name: str, dimensions: int, metric: str = "cosine") -> Index:
        """Make an index, as the endpoint does."""
        return self._made(name, {"dimensions": dimensions, "metric": metric}, "")

    def routes(self) -> list[Route]:
        """Return the endpoints of Vectorize."""
        all_of = "accounts/{account}/vectorize/v2/indexes"
        one = f"{all_of}/{{index}}"
        acts: list[tuple[str, str, str, Act, Sequence[set[Permission]]]] = [
            ("get", "GET", "", self._get, _READ),
            ("delete", "DELETE", "", self._delete, _EDIT),
            ("info", "GET", "/info", _info, _READ),
            ("insert", "POST", "/insert", _insert, _EDIT),
            ("upsert", "POST", "/upsert", _upsert, _EDIT),
            ("query", "POST", "/query", answer_query, _READ),
            ("get_by_ids", "POST", "/get_by_ids", _get_by_ids, _READ),
            ("delete_by_ids", "POST", "/delete_by_ids", _delete_by_ids, _EDIT),
            ("list_vectors", "GET", "/list", self._list_vectors, _READ),
            ("metadata.create", "POST", "/metadata_index/create", _create_metadata, _EDIT),
            ("metadata.delete", "POST", "/metadata_index/delete", _delete_metadata, _EDIT),
            ("metadata.list", "GET", "/metadata_index/list", _list_metadata, _READ),
        ]
        first = "accounts/{account}/vectorize/indexes"
        return [
            Route("vectorize.create", "POST", all_of, self._create, _EDIT),
            Route("vectorize.list", "GET", all_of, self._list, _READ),
            *(
                Route(f"vectorize.{name}", method, one + end, self._on_index(act), needs)
                for name, method, end, act, needs in acts
            ),
            *(
                Route("vectorize.v1", method, path, _first_version)
                for method in ("GET", "POST", "DELETE")
                for path in (first, f"{first}/{{rest*}}")
            ),
        ]

    def _on_index(self, act: Act) -> Callable[[Call], Reply]:
        def handler(call: Call) -> Reply:
            name = call.args["index"]
            with self._lock:
                found = self._indexes.get(name)
            if found is None:
                raise errors.gone(name) if name in self._deleted else errors.not_found(name)
            return act(found, call)

        return handler

    def _create(self, call: Call) -> Reply:
        body = call.request.object(errors.bad_query("expected value"))
        config = body.get("config")
        if not isinstance(config, dict):
            raise errors.invalid_config("config is required")
        if "preset" in config:
            if config["preset"] not in _PRESETS:
                raise errors.invalid_config("unknown preset")
            config = {"dimensions": _PRESETS[config["preset"]], "metric": "cosine"}
        return success(self._made(body.get("name"), config, body.get("description", "")).described)

    def _made(self, name: object, config: dict[str, Any], description: str) -> Index:
        dimensions, metric = config.get("dimensions"), config.get("metric")
        if not isinstance(name, str) or not _NAME.fullmatch(name) or len(name.encode()) > 64:
            raise errors.invalid_name()
        if type(dimensions) is not int or not 1 <= dimensions <= 1536:
            raise errors.invalid_config("dimensions must be from 1 to 1536")
        if metric not in _METRICS:
            raise errors.invalid_config("unknown metric")
        now = self._clock.stamp()
        described = {
            "name": name,
            "description": description,
            "config": {"dimensions": dimensions, "metric": metric},
            "created_on": now,
            "modified_on": now,
        }
        with self._lock:
            if name in self._indexes:
                raise errors.duplicate(name)
            if len(self._indexes) >= self.max_indexes:
                raise errors.invalid_config(f"no more than {self.max_indexes} indexes")
            self._deleted.discard(name)
            self._indexes[name] = Index(described, self._clock, self.visibility)
            return self._indexes[name]

    def _list(self, call: Call) -> Reply:
        with self._lock:
            return success([one.described for one in self._indexes.values()])

    def _get(self, index: Index, call: Call) -> Reply:
        return success(index.described)

    def _delete(self, index: Index, call: Call) -> Reply:
        name = call.args["index"]
        with self._lock:
            self._indexes.pop(name, None)
            self._deleted.add(name)
        return success(None)

    def _list_vectors(self, index: Index, call: Call) -> Reply:
        count = call.request.query.get("count", "100")
        if not count.isdecimal() or not 1 <= int(count) <= 1000:
            raise errors.bad_query("count must be from 1 to 1000")
        ids, expires = self._listed(index, call.request.query.get("cursor"))
        page, rest = ids[: int(count)], ids[int(count) :]
        cursor = secrets.token_urlsafe(12) if rest else None
        if cursor is not None:
            with self._lock:
                self._cursors[cursor] = rest, expires
        return success(
            {
                "count": len(page),
                "totalCount": len(index.vectors()),
                "isTruncated": bool(rest),
                "nextCursor": cursor,
                "cursorExpirationTimestamp": expires.strftime(WIRE_FORMAT) if rest else None,
                "vectors": [{"id": one} for one in page],
            }
        )

    def _listed(self, index: Index, cursor: str | None) -> tuple[list[str], datetime]:
        """Return the ids left to list: those of the moment when the first page was asked for."""
        if cursor is None:
            index.read()
            return sorted(index.vectors()), self._clock.now() + _CURSOR_LIVES
        with self._lock:
            found = self._cursors.get(cursor)
        if found is None or self._clock.now() > found[1]:
            raise errors.bad_query("invalid cursor")
        return found


def _info(index: Index, call: Call) -> Reply:
    index.read()
    return success(index.info())


def _insert(index: Index, call: Call) -> Reply:
    return _mutated(index.insert(_vectors(index, call)))


def _upsert(index: Index, call: Call) -> Reply:
    return _mutated(index.upsert(_vectors(index, call)))


def _vectors(index: Index, call: Call) -> list[Vector]:
    if len(call.request.body) > MAX_BYTES:
        raise Refused(413, 40023, "vectorize.payload_too_large")
    return read_vectors(call.request, index.dimensions)


def _get_by_ids(index: Index, call: Call) -> Reply:
    ids = _ids(call, MAX_GET)
    index.read()
    known = index.vectors()
    return success([_whole(known[one]) for one in dict.fromkeys(ids) if one in known])


def _whole(vector: Vector) -> dict[str, Any]:
    found: dict[str, Any] = {"id": vector.id, "values": list(vector.values)}
    if vector.namespace is not None:
        found["namespace"] = vector.namespace
    if vector.metadata:
        found["metadata"] = dict(vector.metadata)
    return found


def _delete_by_ids(index: Index, call: Call) -> Reply:
    return _mutated(index.delete(_ids(call, MAX_DELETE)))


def _ids(call: Call, most: int) -> list[str]:
    ids = call.request.object(errors.bad_query("expected value")).get("ids")
    if not isinstance(ids, list) or not ids or not all(isinstance(one, str) for one in ids):
        raise errors.bad_query("ids: expected value")
    if len(ids) > most:
        raise errors.too_many_ids(most, len(ids))
    return ids


def _create_metadata(index: Index, call: Call) -> Reply:
    body = call.request.object(errors.bad_query("expected value"))
    name, kind = body.get("propertyName"), body.get("indexType")
    if not isinstance(name, str) or not name or kind not in ("string", "number", "boolean"):
        raise errors.bad_query("propertyName or indexType: expected value")
    known = index.known_metadata_indexes()
    if name in known:
        raise errors.metadata_index_exists(name)
    if len(known) >= MAX_METADATA_INDEXES:
        raise errors.invalid_config(f"no more than {MAX_METADATA_INDEXES} metadata indexes")
    return _mutated(index.index_metadata(name, kind))


def _delete_metadata(index: Index, call: Call) -> Reply:
    name = call.request.object(errors.bad_query("expected value")).get("propertyName")
    if not isinstance(name, str) or name not in index.known_metadata_indexes():
        raise errors.no_metadata_index(str(name))
    return _mutated(index.forget_metadata(name))


def _list_metadata(index: Index, call: Call) -> Reply:
    index.read()
    known = index.known_metadata_indexes()
    listed = [{"propertyName": name, "indexType": kind} for name, kind in known.items()]
    return success({"metadataIndexes": listed})


def _first_version(call: Call) -> Reply:
    raise Refused(400, 1010, "vectorize.incorrect_api_version")


def _mutated(mutation: str) -> Reply:
    return success({"mutationId": mutation})
