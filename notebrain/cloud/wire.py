"""Converts JSON from outside into values of known types; anything that does not fit becomes None."""

import json
import math
from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from sys import byteorder
from typing import cast

JsonObject = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Envelope:
    """The envelope around every answer.

    Attributes:
        errors: Code and message of each error; the code is None if there was none.
        total: The number of items on all pages, for lists; None if not given.
        page: What the answer says about the page of a list.
    """

    success: bool
    result: object
    errors: tuple[tuple[int | None, str], ...]
    total: int | None
    page: JsonObject


def json_in(body: bytes) -> object:
    """Return the JSON value in `body`, or None if there is none."""
    try:
        return cast("object", json.loads(body))
    except (ValueError, RecursionError):
        return None


def obj(value: object) -> JsonObject:
    """Return a JSON object; anything else becomes an empty one."""
    return cast("JsonObject", value) if isinstance(value, dict) else {}


def items(value: object) -> list[object]:
    """Return a JSON array; anything else becomes an empty one."""
    return cast("list[object]", value) if isinstance(value, list) else []


def text(value: object) -> str | None:
    """Return a string that can be stored and shown, or None for anything else."""
    if not isinstance(value, str):
        return None
    return value.encode("utf-8", "replace").decode("utf-8")


def whole(value: object) -> int | None:
    """Return an integer, or None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not _finite(value):
        return None
    return int(value) if value == int(value) else None


def number(value: object) -> float | None:
    """Return a finite number, or None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not _finite(value):
        return None
    return float(value)


def _finite(value: float) -> bool:
    try:
        return math.isfinite(value)
    except OverflowError:  # an integer too large for a float
        return False


def vector(value: object, dimensions: int, *, unit: bool = False) -> bytes | None:
    """Return the numbers as little-endian float32, or None if they are not a vector with that many dimensions."""
    values = _numbers(items(value))
    if values is None or len(values) != dimensions:
        return None
    if unit:
        length = math.hypot(*values)
        if not length or not math.isfinite(length):
            return None
        values = [number / length for number in values]
    floats = array("f", values)
    if not all(map(math.isfinite, floats)):  # too large for 32 bits
        return None
    if byteorder == "big":
        floats.byteswap()
    return floats.tobytes()


def _numbers(values: list[object]) -> list[float] | None:
    """Return the values as finite numbers, or None if any is something else.

    All at once: checking them one by one took a third of the time of a first embedding.
    """
    if not set(map(type, values)) <= {float, int}:
        return None
    try:
        numbers = list(map(float, cast("list[float]", values)))
    except OverflowError:  # an integer too large for a float
        return None
    return numbers if all(map(math.isfinite, numbers)) else None


def floats(packed: bytes) -> list[float]:
    """Return the numbers of a packed vector."""
    values = array("f", packed)
    if byteorder == "big":
        values.byteswap()
    return values.tolist()


def is_vector(packed: bytes, dimensions: int) -> bool:
    """Return whether these bytes are that many finite numbers."""
    return len(packed) == 4 * dimensions and all(map(math.isfinite, floats(packed)))


def envelope(value: object) -> Envelope | None:
    """Return the envelope in a JSON value, or None if it is not one."""
    frame = obj(value)
    success = frame.get("success")
    if not isinstance(success, bool):
        return None
    errors = tuple(_error(entry) for entry in items(frame.get("errors")))
    page = obj(frame.get("result_info"))
    total = whole(page.get("total_count"))
    return Envelope(success, frame.get("result"), errors, total, page)


def _error(value: object) -> tuple[int | None, str]:
    fields = obj(value)
    return whole(fields.get("code")), text(fields.get("message")) or ""
