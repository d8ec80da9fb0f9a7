"""What an unsuccessful answer means: by service and code first, then by its text, last by its status.

Codes repeat across services and statuses vary for one code, so neither is enough alone. The section numbers are those
of the API field guide from which the table was made.
"""

import re
from enum import StrEnum
from typing import Final, NamedTuple


class Service(StrEnum):
    """The parts of an account that number their errors separately."""

    ACCOUNT = "account"
    AI = "ai"
    D1 = "d1"
    R2 = "r2"
    VECTORIZE = "vectorize"


class Verdict(StrEnum):
    """What to do about an answer; each verdict becomes one error of `domain.errors`."""

    AUTH = "auth"
    DENIED = "denied"
    ACCOUNT_ID = "account id"
    CONFIG = "config"
    FULL = "full"
    MODEL = "model"
    DIMENSIONS = "dimensions"
    MISSING = "missing"
    EXISTS = "exists"
    QUOTA = "quota"
    THROTTLE = "throttle"
    BUSY = "busy"
    BAD = "bad request"
    TOO_LARGE = "too large"
    UNMET = "unmet"
    """A model could not produce the requested output format."""
    FILES_OFF = "files off"
    FILES_DENIED = "files denied"
    UNKNOWN = "unknown"


class Meaning(NamedTuple):
    """The meaning of an answer.

    Attributes:
        code: The code that decided, or the first one.
        is_known: Whether a code or a wording decided; otherwise only the status did, and users see the original
            message.
    """

    what: Verdict
    code: int | None
    is_known: bool = True


_ANY: dict[int, Verdict] = {
    # §1 and §6: the gateway in front of every service
    10000: Verdict.AUTH,  # "Authentication error"; also for a valid token with another's account
    1000: Verdict.AUTH,  # "Invalid API Token"; account tokens also get it from the users' check
    6003: Verdict.AUTH,  # "Invalid request headers": the token has invalid characters
    6111: Verdict.AUTH,  # chained to 6003
    7003: Verdict.ACCOUNT_ID,  # "Could not route to /accounts/x/…"
    7000: Verdict.CONFIG,  # "No route for that URI"
    7001: Verdict.BAD,  # method not allowed
    9109: Verdict.DENIED,  # "Unauthorized to access requested resource"
    971: Verdict.THROTTLE,  # global limit
    10013: Verdict.THROTTLE,
}

_AI: dict[int, Verdict] = {
    # §6, "Workers AI"
    5007: Verdict.MODEL,  # no such model or task
    3042: Verdict.MODEL,  # invalid model id
    5028: Verdict.MODEL,  # "This model was deprecated on 2026-05-30"
    5006: Verdict.BAD,  # "Bad input: Error: required properties at '/' are 'text'"
    5004: Verdict.BAD,
    3003: Verdict.BAD,  # missing headers or body
    5016: Verdict.MODEL,  # terms of the model not accepted
    5018: Verdict.DENIED,
    3041: Verdict.DENIED,
    3023: Verdict.DENIED,
    3007: Verdict.BUSY,  # timeout
    3008: Verdict.BUSY,  # aborted
    3006: Verdict.TOO_LARGE,
    3036: Verdict.QUOTA,  # the documented number for the daily neurons
    4006: Verdict.QUOTA,  # the number actually seen
    3040: Verdict.BUSY,  # "Capacity temporarily exceeded"
}

_VECTORIZE: dict[int, Verdict] = {
    # §3 and §6, "Vectorize"
    3000: Verdict.MISSING,
    3005: Verdict.MISSING,  # deleted
    3002: Verdict.EXISTS,
    3001: Verdict.BAD,
    # not 3003: "invalid config" also stands for an account that has reached its maximum number of indexes
    1010: Verdict.BAD,  # v1 and v2 mixed
    40004: Verdict.EXISTS,  # metadata index exists
    40005: Verdict.MISSING,  # metadata index not found
    40006: Verdict.DIMENSIONS,
    40010: Verdict.DIMENSIONS,
    40007: Verdict.BAD,  # too many ids
    40008: Verdict.BAD,  # id too long
    40023: Verdict.BAD,  # invalid NDJSON
    40025: Verdict.BAD,  # topK
    40026: Verdict.BAD,  # returnMetadata
    40041: Verdict.THROTTLE,  # with status 400 or 429: ignore the status
}

_D1: dict[int, Verdict] = {
    # §4
    7404: Verdict.MISSING,
    7403: Verdict.DENIED,
    7502: Verdict.EXISTS,
    7406: Verdict.FULL,  # "You've reached the limit of 10 databases"
    7400: Verdict.BAD,
    # not 7500: it stands for SQLite's errors, for every limit and for all internal errors
}

_R2: dict[int, Verdict] = {
    # §5, and the list of R2's error codes
    10042: Verdict.FILES_OFF,  # "Please enable R2 through the Cloudflare Dashboard."
    # the token is good for everything else, or notes would say so
    10000: Verdict.FILES_DENIED,
    9109: Verdict.FILES_DENIED,
    10002: Verdict.FILES_DENIED,
    10003: Verdict.FILES_DENIED,
    10006: Verdict.MISSING,  # no such bucket
    10085: Verdict.MISSING,
    10007: Verdict.MISSING,  # no such key
    10004: Verdict.EXISTS,
    10073: Verdict.EXISTS,
    10009: Verdict.FULL,  # too many buckets
    10005: Verdict.BAD,  # name of a bucket
    10020: Verdict.BAD,  # name of an object
    10033: Verdict.BAD,  # no Content-Length
    10001: Verdict.BUSY,
    10043: Verdict.BUSY,
    10013: Verdict.BUSY,  # the body ended too soon; elsewhere it is the global limit
    10037: Verdict.BUSY,  # the body did not arrive as it was sent
    10054: Verdict.BUSY,  # the connection was lost
    10058: Verdict.THROTTLE,
    100100: Verdict.TOO_LARGE,
}

_TABLES = {
    Service.ACCOUNT: dict[int, Verdict](),
    Service.AI: _AI,
    Service.VECTORIZE: _VECTORIZE,
    Service.D1: _D1,
    Service.R2: _R2,
}


def _wording(*spellings: str) -> re.Pattern[str]:
    return re.compile("|".join(spellings), re.IGNORECASE)


# For codes that do not decide, in this order. Of an SQLite error only the name counts, because the rest quotes names.
# The wordings come from the documentation and from reports by users; each limit has been seen in several wordings.
_TEXTS: Final[tuple[tuple[re.Pattern[str], Verdict], ...]] = (
    (_wording("SQLITE_TOOBIG"), Verdict.TOO_LARGE),
    (_wording("SQLITE_FULL"), Verdict.FULL),
    (_wording("SQLITE_(BUSY|LOCKED|NOMEM|IOERR|INTERRUPT|PROTOCOL)"), Verdict.BUSY),
    (_wording("SQLITE_[A-Z]+"), Verdict.BAD),
    (_wording(r"JSON mode (could|can) ?n.{0,6}t be met", "JSON mode was not met"), Verdict.UNMET),
    (
        _wording(r"(payload|body|request|entity|statement|batch).{0,30}too (large|big)"),
        Verdict.TOO_LARGE,
    ),
    (
        _wording(
            r"daily.{0,60}(limit|quota|allocation|allowance)",
            r"(limit|quota|allocation|allowance).{0,60}(daily|per day|a day|today)",
            r"(limit|quota|exceeded).{0,120}(tomorrow|midnight)",
        ),
        Verdict.QUOTA,
    ),
    (_wording(r"index\.not_found"), Verdict.MISSING),
    (_wording("duplicate_name"), Verdict.EXISTS),
    (_wording(r"expected \d+ dimensions"), Verdict.DIMENSIONS),
    (
        _wording(
            r"model.{0,60}(deprecated|retired|removed|decommissioned|no longer|not available)"
        ),
        Verdict.MODEL,
    ),
    (
        _wording(
            r"exceeded.{0,40}memory|memory limit|out of memory|exceeded.{0,40}(CPU|time ?out)",
            "overloaded|queued|temporar|transient|unavailable|maintenance|restarting|starting up",
            r"connection lost|client disconnected|internal (server )?error|timed? ?out",
            r"D1 DB reset|to be reset|was reset|Cannot resolve",
        ),
        Verdict.BUSY,
    ),
    (_wording("too many requests", "rate.?limit"), Verdict.THROTTLE),
    (
        _wording(
            r"maximum (DB|database|account|number|index|storage)|limit of \d+ (databases|indexes)",
            r"(storage|stored|capacity).{0,40}(limit|reached|exceeded|full\b)",
            r"(limit|exceeded|reached|no more than).{0,40}(storage|stored|capacity|indexes)",
            r"\b(index|account|database|disk) is full",
        ),
        Verdict.FULL,
    ),
    (_wording("unknown_content_type", "invalid config"), Verdict.BAD),
)

_STATUSES: dict[int, Verdict] = {
    401: Verdict.AUTH,
    403: Verdict.DENIED,
    404: Verdict.CONFIG,
    408: Verdict.BUSY,
    425: Verdict.BUSY,
    429: Verdict.THROTTLE,
}


def verdict(service: Service, status: int, errors: tuple[tuple[int | None, str], ...]) -> Meaning:
    """Return what an answer means, with the code that decided.

    Example:
        >>> verdict(Service.VECTORIZE, 400, ((40041, "Too Many Requests"),))
        Meaning(what=<Verdict.THROTTLE: 'throttle'>, code=40041, is_known=True)
        >>> verdict(Service.D1, 500, ())
        Meaning(what=<Verdict.BUSY: 'busy'>, code=None, is_known=False)
    """
    for code, said in errors:
        found = _by_code(service, code) or _by_text(said)
        if found is not None:
            return Meaning(found, code)
    code = errors[0][0] if errors else None
    return Meaning(_by_status(service, status), code, is_known=False)


def _by_code(service: Service, code: int | None) -> Verdict | None:
    return None if code is None else _TABLES[service].get(code) or _ANY.get(code)


def _by_text(text: str) -> Verdict | None:
    return next((what for pattern, what in _TEXTS if pattern.search(text)), None)


def _by_status(service: Service, status: int) -> Verdict:
    if service is Service.R2 and status == 413:  # noqa: PLR2004 - elsewhere a request has other reasons to be refused
        return Verdict.TOO_LARGE
    if status >= 500:  # noqa: PLR2004 - the server's own faults
        return Verdict.BUSY
    if status < 400:  # noqa: PLR2004 - "no success" without a reason
        return Verdict.BUSY
    return _STATUSES.get(status, Verdict.UNKNOWN)
