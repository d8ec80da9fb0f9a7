"""The refusals of Vectorize, with the numbers and words seen in the field.

Where only the text of the Workers binding is known, the prefix of the REST API is put before it.
"""

from tests.fakes.cloudflare.wire import Refused


def upstream(code: int, text: str) -> Refused:
    """Return an error of the engine behind the door."""
    return Refused(400, code, f"vectorize.upstream_error - {text}")


def not_found(name: str) -> Refused:
    """No index ever had this name."""
    return Refused(404, 3000, f'vectorize.index.not_found - Index name "{name}"')


def gone(name: str) -> Refused:
    """The index of this name was deleted."""
    return Refused(410, 3005, f'vectorize.index.deleted - Index name "{name}"')


def duplicate(name: str) -> Refused:
    """There is an index of this name."""
    return Refused(409, 3002, f'vectorize.index.duplicate_name - Index name "{name}"')


def invalid_name() -> Refused:
    """A name that the service does not take."""
    return Refused(400, 3001, "vectorize.index.invalid_name")


def invalid_config(why: str) -> Refused:
    """Dimensions, metric or preset that the service does not take."""
    return Refused(400, 3003, f"vectorize.index.invalid_config - {why}")


def unknown_content_type() -> Refused:
    """Vectors that do not come as NDJSON."""
    return Refused(400, 40023, "vectorize.unknown_content_type")


def not_ndjson(line: int) -> Refused:
    """A line of the NDJSON is none."""
    return upstream(
        40023,
        "failed to parse upsert vectors request in ndjson format: "
        f"line Some({line}) was not expected format",
    )


def too_many_ids(most: int, got: int) -> Refused:
    """More ids than one call takes."""
    return upstream(40007, f"too many ids in payload; max id count is {most}, got {got}")


def too_long(what: str, most: int, got: int) -> Refused:
    """An id or a namespace of too many bytes."""
    return upstream(40008, f"{what} too long; max is {most} bytes, got {got} bytes")


def other_dimensions(expected: int, got: int) -> Refused:
    """A vector to keep that has another size than the index."""
    return upstream(
        40010, f"invalid vector, expected {expected} dimensions, and got {got} dimensions"
    )


def other_query_dimensions(expected: int, got: int) -> Refused:
    """A vector to look for that has another size than the index."""
    return upstream(
        40006, f"invalid query vector, expected {expected} dimensions, and got {got} dimensions"
    )


def top_k(most: int, got: int) -> Refused:
    """More neighbours than one query gives, with values or all metadata."""
    if most == 100:
        return upstream(40025, f"max top K is {most}, but got {got}")
    return upstream(
        40025,
        f"with returnValues=true or returnMetadata=all, max top K is {most}, but got {got}; for a "
        "top K up to 100, retry with returnValues=false and returnMetadata=indexed",
    )


def bad_query(why: str) -> Refused:
    """A body that cannot be read."""
    return upstream(40026, f"Failed to parse the request body as JSON: {why}")


def metadata_index_exists(name: str) -> Refused:
    """There is a metadata index for this property."""
    return upstream(40004, f"metadata index already exists for property {name}")


def no_metadata_index(name: str) -> Refused:
    """There is no metadata index for this property."""
    return upstream(40005, f"metadata index not found for property {name}")


def bad_metadata(name: str) -> Refused:
    """A name in the metadata that the service does not take."""
    return upstream(40023, f"invalid metadata key {name!r}")
