"""The filters of Vectorize: which metadata match, as far as it was indexed when it was written."""

import operator
from collections.abc import Callable, Mapping
from typing import Any, Final

from tests.fakes.cloudflare.vectorize_errors import bad_query

MAX_BYTES: Final = 2048
_INDEXED_BYTES: Final = 64
_RANGES: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "$lt": operator.lt,
    "$lte": operator.le,
    "$gt": operator.gt,
    "$gte": operator.ge,
}
_KINDS: Final[Mapping[str, type | tuple[type, ...]]] = {
    "string": str,
    "number": (int, float),
    "boolean": bool,
}


def indexed(metadata: Mapping[str, Any], indexes: Mapping[str, str]) -> dict[str, Any]:
    """Return what the metadata indexes keep of `metadata`; a dot in a name goes one level down."""
    kept: dict[str, Any] = {}
    for name, kind in indexes.items():
        value = _at(metadata, name)
        if not isinstance(value, _KINDS[kind]) or (kind == "number" and isinstance(value, bool)):
            continue
        kept[name] = _cut(value)
    return kept


def check(condition: object) -> None:
    """Refuse a filter that the service does not understand."""
    if not isinstance(condition, dict):
        raise bad_query("filter: expected an object")
    for name, wanted in condition.items():
        if not name or name.startswith("$") or len(name) > 512:
            raise bad_query(f"filter: invalid property name {name!r}")
        if isinstance(wanted, dict):
            _check_operators(wanted)
        elif isinstance(wanted, list):
            raise bad_query("filter: a list needs $in or $nin")


def matches(kept: Mapping[str, Any], condition: Mapping[str, Any]) -> bool:
    """Tell whether all conditions hold; a property that was not indexed never matches."""
    return all(name in kept and _holds(kept[name], wanted) for name, wanted in condition.items())


def _check_operators(wanted: Mapping[str, Any]) -> None:
    names = set(wanted)
    if names <= _RANGES.keys() and names:
        lower, upper = names & {"$gt", "$gte"}, names & {"$lt", "$lte"}
        if len(lower) > 1 or len(upper) > 1:
            raise bad_query("filter: a range has one lower and one upper end")
        return
    if len(names) != 1 or not names <= {"$eq", "$ne", "$in", "$nin"}:
        raise bad_query("filter: unknown operators")
    ((name, value),) = wanted.items()
    if isinstance(value, list) is not (name in ("$in", "$nin")):
        raise bad_query(f"filter: {name} takes another kind of value")


def _holds(value: Any, wanted: Any) -> bool:
    if not isinstance(wanted, dict):
        return _same(value, wanted)
    return all(_operator(value, name, operand) for name, operand in wanted.items())


def _operator(value: Any, name: str, operand: Any) -> bool:
    if name in ("$eq", "$ne"):
        return _same(value, operand) is (name == "$eq")
    if name in ("$in", "$nin"):
        return any(_same(value, one) for one in operand) is (name == "$in")
    comparable = any(
        isinstance(value, kind) and isinstance(operand, kind) for kind in (str, int | float)
    )
    return comparable and _RANGES[name](value, _cut(operand))


def _same(value: Any, wanted: Any) -> bool:
    if isinstance(value, bool) is not isinstance(wanted, bool):
        return False
    return bool(value == _cut(wanted))


def _cut(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode()[:_INDEXED_BYTES].decode(errors="ignore")
    return value


def _at(metadata: Mapping[str, Any], name: str) -> Any:
    found: Any = metadata
    for part in name.split("."):
        if not isinstance(found, dict):
            return None
        found = found.get(part)
    return found
