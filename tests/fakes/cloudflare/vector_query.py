"""Queries of Vectorize: what may be asked for, and in which shape it comes back."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from tests.fakes.cloudflare import vectorize_errors as errors
from tests.fakes.cloudflare.ndjson import Vector
from tests.fakes.cloudflare.routes import Call
from tests.fakes.cloudflare.vector_filter import MAX_BYTES, check
from tests.fakes.cloudflare.vector_index import Index
from tests.fakes.cloudflare.wire import Reply, success

MAX_TOP_K: Final = 100
# the documents say 20; the text of the error in the field says 50
MAX_TOP_K_WITH_MORE: Final = 50
_METADATA: Final = ("none", "indexed", "all")


@dataclass(frozen=True)
class _Wanted:
    top_k: int
    values: bool
    metadata: str
    namespace: str | None
    condition: Mapping[str, Any]


def answer_query(index: Index, call: Call) -> Reply:
    """Return the nearest vectors of what the body asks for."""
    body = call.request.object(errors.bad_query("expected value"))
    wanted = _wanted(body)
    index.read()
    vector = _vector(index, body)
    found = (
        index.nearest(vector, wanted.top_k, namespace=wanted.namespace, condition=wanted.condition)
        if vector is not None
        else []
    )
    shown = [_shown(score, one, wanted) for score, one in found]
    return success({"count": len(shown), "matches": shown})


def _wanted(body: Mapping[str, Any]) -> _Wanted:
    values, metadata = body.get("returnValues", False), body.get("returnMetadata", "none")
    if metadata not in _METADATA:
        raise errors.bad_query("returnMetadata: expected value")
    if not isinstance(values, bool):
        raise errors.bad_query("returnValues: expected value")
    namespace, condition = body.get("namespace"), body.get("filter") or {}
    if not isinstance(namespace, str | None):
        raise errors.bad_query("namespace: expected value")
    check(condition)
    if len(json.dumps(condition).encode()) >= MAX_BYTES:
        raise errors.bad_query("filter: too large")
    top_k = _top_k(body.get("topK", 5), more=values or metadata == "all")
    return _Wanted(top_k, values, metadata, namespace, condition)


def _top_k(top_k: object, *, more: bool) -> int:
    if type(top_k) is not int or top_k < 1:
        raise errors.bad_query("topK: expected value")
    most = MAX_TOP_K_WITH_MORE if more else MAX_TOP_K
    if top_k > most:
        raise errors.top_k(most, top_k)
    return top_k


def _vector(index: Index, body: Mapping[str, Any]) -> tuple[float, ...] | None:
    if "vectorId" in body:
        found = index.vectors().get(str(body["vectorId"]))
        return None if found is None else found.values
    vector = body.get("vector", [])
    if not isinstance(vector, list) or not all(type(one) in (int, float) for one in vector):
        raise errors.bad_query("vector: expected value")
    if len(vector) != index.dimensions:
        raise errors.other_query_dimensions(index.dimensions, len(vector))
    return tuple(vector)


def _shown(score: float, vector: Vector, wanted: _Wanted) -> dict[str, Any]:
    shown: dict[str, Any] = {"id": vector.id, "score": score}
    if vector.namespace is not None:
        shown["namespace"] = vector.namespace
    if wanted.values:
        shown["values"] = list(vector.values)
    if wanted.metadata == "all":
        shown["metadata"] = dict(vector.metadata)
    if wanted.metadata == "indexed":
        shown["metadata"] = dict(vector.indexed)
    return shown
