"""The part of OpenAPI 3.0 schemas that the contract uses."""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any, Final

Schema = Mapping[str, Any]

_KINDS: Final[Mapping[str, Callable[[Any], bool]]] = {
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: type(value) is int,
    "number": lambda value: type(value) in (int, float),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}


class Schemas:
    """Checks values against schemas that refer to each other."""

    def __init__(self, named: Mapping[str, Schema]) -> None:
        self._named = named

    def resolved(self, schema: Schema) -> Schema:
        """Return the schema behind a reference."""
        while "$ref" in schema:
            schema = self._named[schema["$ref"].rpartition("/")[2]]
        return schema

    def merged(self, schema: Schema) -> Schema:
        """Return an envelope as one object in which what is said last holds.

        The contract says `success: true` of all answers and `false` of failures on top of it, or that a
        result is an object and then that it is a list. Taken by the letter no answer could be right.
        """
        schema = self.resolved(schema)
        properties: dict[str, Schema] = {}
        required: set[str] = set()
        for part in schema.get("allOf", ()):
            inner = self.merged(part)
            properties.update(inner.get("properties", {}))
            required.update(inner.get("required", ()))
        properties.update(schema.get("properties", {}))
        required.update(schema.get("required", ()))
        one = {"type": "object", "properties": properties, "required": sorted(required)}
        return {**schema, **one, "allOf": ()}

    def problems(self, value: Any, schema: Schema, at: str = "") -> Iterator[str]:
        """Give what is wrong with `value`, each with its place."""
        schema = self.resolved(schema)
        if value is None and schema.get("nullable"):
            return
        kind = schema.get("type")
        if kind is not None and not _KINDS[kind](value):
            yield f"{at or '/'}: {_short(value)} is not of type {kind}"
            return
        if "enum" in schema and value not in schema["enum"]:
            yield f"{at or '/'}: {_short(value)} is none of {schema['enum']}"
        yield from self._combined(value, schema, at)
        if isinstance(value, str):
            yield from _text(value, schema, at)
        elif isinstance(value, int | float):
            yield from _number(value, schema, at)
        elif isinstance(value, list):
            yield from self._list(value, schema, at)
        elif isinstance(value, dict):
            yield from self._object(value, schema, at)

    def _combined(self, value: Any, schema: Schema, at: str) -> Iterator[str]:
        for part in schema.get("allOf", ()):
            yield from self.problems(value, part, at)
        for word, enough in (("anyOf", lambda n: n > 0), ("oneOf", lambda n: n == 1)):
            if word not in schema:
                continue
            found = [list(self.problems(value, part, at)) for part in schema[word]]
            if not enough(sum(not one for one in found)):
                yield f"{at or '/'}: {_short(value)} fits not {word}: {min(found, key=len)[:2]}"

    def _list(self, value: list[Any], schema: Schema, at: str) -> Iterator[str]:
        yield from _size(len(value), schema, at, "Items")
        items = schema.get("items", {})
        if items == {"type": "number"}:  # vectors: thousands of numbers, checked in one go
            if not all(type(one) in (int, float) for one in value):
                yield f"{at}: not only numbers"
            return
        for place, one in enumerate(value):
            yield from self.problems(one, items, f"{at}/{place}")

    def _object(self, value: dict[str, Any], schema: Schema, at: str) -> Iterator[str]:
        properties = schema.get("properties", {})
        for name in schema.get("required", ()):
            if name not in value:
                yield f"{at or '/'}: {name} is missing"
        for name, one in value.items():
            if name in properties:
                yield from self.problems(one, properties[name], f"{at}/{name}")
            elif schema.get("additionalProperties") is False:
                yield f"{at or '/'}: {name} is not known"


def _text(value: str, schema: Schema, at: str) -> Iterator[str]:
    yield from _size(len(value), schema, at, "Length")
    if "pattern" in schema and not re.search(schema["pattern"], value):
        yield f"{at or '/'}: {_short(value)} does not match {schema['pattern']}"
    if schema.get("format") == "date-time":
        try:
            datetime.fromisoformat(value)
        except ValueError:
            yield f"{at or '/'}: {_short(value)} is no time"


def _number(value: float, schema: Schema, at: str) -> Iterator[str]:
    if value < schema.get("minimum", value) or value > schema.get("maximum", value):
        yield f"{at or '/'}: {value} is out of bounds"


def _size(size: int, schema: Schema, at: str, what: str) -> Iterator[str]:
    if size < schema.get(f"min{what}", size) or size > schema.get(f"max{what}", size):
        yield f"{at or '/'}: {what.lower()} {size} is out of bounds"


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}..."
