"""Statements as they come in the body of a request."""

import re
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tests.fakes.cloudflare.wire import Refused

_NOTHING: Final = re.compile(r"(\s|;|--[^\n]*(\n|$)|/\*.*?(\*/|$))*", re.DOTALL)


@dataclass(frozen=True)
class Statement:
    """One statement with the values of its parameters."""

    sql: str
    params: tuple[Any, ...] = ()


def statements_of(body: Mapping[str, Any]) -> list[Statement]:
    """Return what a body asks for: one text of statements, or a batch."""
    batch = body.get("batch")
    if batch is None:
        return _statements(body)
    if not isinstance(batch, list) or not batch or "sql" in body:
        raise bad_request()
    found: list[Statement] = []
    for one in batch:
        if not isinstance(one, dict):
            raise bad_request()
        found += _statements(one)
    return found


def bad_request(text: str = "The request is malformed: invalid property") -> Refused:
    """Return what a body of another shape gets."""
    return Refused(400, 7400, text)


def _statements(one: Mapping[str, Any]) -> list[Statement]:
    sql = one.get("sql")
    params = one.get("params")
    if not isinstance(sql, str) or not sql:
        raise bad_request("The request is malformed: Invalid property: sql => Required")
    if not isinstance(params, list | None) or not all(map(_is_scalar, params or ())):
        raise bad_request("The request is malformed: Invalid property: params")
    pieces = list(_split(sql))
    if not pieces:
        blank = not sql.strip(" \t\r\n;")
        text = "No SQL statements detected." if blank else "SQL code did not contain a statement."
        raise Refused(400, 7500, text)
    if len(pieces) > 1 and params:
        raise bad_request("Parameters cannot be bound to several statements")
    return [Statement(piece, tuple(params or ())) for piece in pieces]


def _is_scalar(value: object) -> bool:
    return value is None or isinstance(value, str | int | float)


def _split(sql: str) -> Iterator[str]:
    """Give the statements of a text; a semicolon in a string or a trigger ends none."""
    start = 0
    at = sql.find(";")
    while at >= 0:
        piece = sql[start : at + 1]
        if sqlite3.complete_statement(piece):
            if not _NOTHING.fullmatch(piece):
                yield piece
            start = at + 1
        at = sql.find(";", at + 1)
    if not _NOTHING.fullmatch(sql[start:]):
        yield sql[start:]
