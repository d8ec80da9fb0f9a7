"""Vectors as they are uploaded: one JSON object per line."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from email.parser import BytesParser
from email.policy import HTTP
from struct import pack, unpack
from typing import Any, Final

from tests.fakes.cloudflare import vectorize_errors as errors
from tests.fakes.cloudflare.wire import Request

MAX_VECTORS: Final = 5000
MAX_BYTES: Final = 100_000_000
MAX_ID_BYTES: Final = 64
MAX_METADATA_BYTES: Final = 10 * 1024


@dataclass(frozen=True)
class Vector:
    """One vector with what belongs to it; `indexed` is what filters can see."""

    id: str
    values: tuple[float, ...]
    namespace: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)
    indexed: Mapping[str, Any] = field(default_factory=dict)


def read_vectors(request: Request, dimensions: int) -> list[Vector]:
    """Return the vectors of an upload, or refuse it as a whole."""
    lenient = request.query.get("unparsable-behavior") == "discard"
    vectors: list[Vector] = []
    for number, line in enumerate(_lines(_payload(request))):
        found = _parsed(line)
        if found is not None:
            vectors.append(_checked(found, dimensions))
        elif not lenient:
            raise errors.not_ndjson(number)
    if len(vectors) > MAX_VECTORS:
        raise errors.too_many_ids(MAX_VECTORS, len(vectors))
    return vectors


def _payload(request: Request) -> bytes:
    kind = request.media_type()
    if kind == "application/x-ndjson":
        return request.body
    if kind == "multipart/form-data":
        head = f"Content-Type: {request.headers['content-type']}\r\n\r\n".encode()
        for part in BytesParser(policy=HTTP).parsebytes(head + request.body).iter_parts():
            if part.get_param("name", header="content-disposition") == "vectors":
                return bytes(part.get_payload(decode=True))
    raise errors.unknown_content_type()


def _lines(payload: bytes) -> Iterator[bytes]:
    yield from payload.removesuffix(b"\n").split(b"\n")


def _parsed(line: bytes) -> dict[str, Any] | None:
    try:
        found = json.loads(line, parse_constant=_refuse)
    except ValueError:
        return None
    if not isinstance(found, dict) or not isinstance(found.get("id"), str) or not found["id"]:
        return None
    values = found.get("values")
    if not isinstance(values, list) or not all(type(value) in (int, float) for value in values):
        return None
    return found if isinstance(found.get("metadata"), dict | None) else None


def _checked(found: Mapping[str, Any], dimensions: int) -> Vector:
    namespace = found.get("namespace")
    _fits("id", found["id"])
    _fits("namespace", namespace or "")
    if len(found["values"]) != dimensions:
        raise errors.other_dimensions(dimensions, len(found["values"]))
    metadata = found.get("metadata") or {}
    _check_metadata(metadata)
    # values are kept as float32: what comes back is not always what was sent
    values = unpack(f"<{dimensions}f", pack(f"<{dimensions}f", *found["values"]))
    return Vector(found["id"], values, namespace, metadata)


def _fits(what: str, text: str) -> None:
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > MAX_ID_BYTES:
        raise errors.too_long(what, MAX_ID_BYTES, size)


def _check_metadata(metadata: Mapping[str, Any]) -> None:
    size = len(json.dumps(metadata, ensure_ascii=False).encode("utf-8", "surrogatepass"))
    if size > MAX_METADATA_BYTES:
        raise errors.too_long("metadata", MAX_METADATA_BYTES, size)
    for name in metadata:
        if not name or name.startswith("$") or "." in name or '"' in name:
            raise errors.bad_metadata(name)


def _refuse(name: str) -> object:
    raise ValueError(name)
