"""What an answer that is no success means: by service and code, then by its text, last by its status.

Codes repeat across services and statuses vary for one code, so neither alone tells anything. The sections are those
of the field guide to the API the table was made from.
"""

import re
from enum import StrEnum


class Service(StrEnum):
    """The parts of an account, as far as they number their errors apart."""

    ACCOUNT = "account"
    AI = "ai"
    D1 = "d1"
    VECTORIZE = "vectorize"


class Verdict(StrEnum):
    """What to do about an answer; each becomes one error of `domain.errors`."""

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


_ANY: dict[int, Verdict] = {
    # §1 and §6: the gateway in front of every service
    10000: Verdict.AUTH,  # "Authentication error"; also for a good token and another's account
    1000: Verdict.AUTH,  # "Invalid API Token"; account tokens get it from the users' check too
    6003: Verdict.AUTH,  # "Invalid request headers": the token has characters no header may have
    6111: Verdict.AUTH,  # chained to 6003
    7003: Verdict.ACCOUNT_ID,  # "Could not route to /accounts/x/…"
    7000: Verdict.CONFIG,  # "No route for that URI"
    7001: Verdict.BAD,  # method not allowed
    971: Verdict.THROTTLE,  # global limit
    10013: Verdict.THROTTLE,
}

_AI: dict[int, Verdict] = {
    # §6, "Workers AI"
    5007: Verdict.MODEL,  # no such model or task
    3042: Verdict.MODEL,  # invalid model id
    5006: Verdict.BAD,  # "Bad input: Error: required properties at '/' are 'text'"
    5004: Verdict.BAD,
    3003: Verdict.BAD,  # missing headers or body
    5016: Verdict.MODEL,  # terms of the model not agreed to
    5018: Verdict.DENIED,
    3041: Verdict.DENIED,
    3023: Verdict.DENIED,
    3007: Verdict.BUSY,  # timeout
    3008: Verdict.BUSY,  # aborted
    3006: Verdict.TOO_LARGE,
    3036: Verdict.QUOTA,  # the documented number for the day's neurons
    4006: Verdict.QUOTA,  # the number that is really seen
    3040: Verdict.BUSY,  # "Capacity temporarily exceeded"
}

_VECTORIZE: dict[int, Verdict] = {
    # §3 and §6, "Vectorize"
    3000: Verdict.MISSING,
    3005: Verdict.MISSING,  # deleted
    3002: Verdict.EXISTS,
    3001: Verdict.BAD,
    3003: Verdict.BAD,
    1010: Verdict.BAD,  # v1 and v2 mixed
    40004: Verdict.EXISTS,  # metadata index exists
    40005: Verdict.MISSING,  # metadata index not found
    40006: Verdict.DIMENSIONS,
    40010: Verdict.DIMENSIONS,
    40007: Verdict.BAD,  # too many ids
    40008: Verdict.BAD,  # id too long
    40023: Verdict.BAD,  # NDJSON not understood
    40025: Verdict.BAD,  # topK
    40026: Verdict.BAD,  # returnMetadata
    40041: Verdict.THROTTLE,  # with status 400 or 429: never look at the status
}

_D1: dict[int, Verdict] = {
    # §4
    7404: Verdict.MISSING,
    7403: Verdict.DENIED,
    7502: Verdict.EXISTS,
    7406: Verdict.FULL,  # "You've reached the limit of 10 databases"
    7400: Verdict.BAD,
    7500: Verdict.BAD,  # SQLite's text, after the passing faults below
}

_TABLES = {
    Service.ACCOUNT: dict[int, Verdict](),
    Service.AI: _AI,
    Service.VECTORIZE: _VECTORIZE,
    Service.D1: _D1,
}

_TEXTS: dict[Service, tuple[tuple[re.Pattern[str], Verdict], ...]] = {
    Service.ACCOUNT: (),
    Service.AI: ((re.compile(r"daily free allocation", re.IGNORECASE), Verdict.QUOTA),),
    Service.VECTORIZE: (
        (re.compile(r"too many requests", re.IGNORECASE), Verdict.THROTTLE),
        (
            re.compile(r"exceeded.*(stored|capacity|limit)|limit.*exceeded", re.IGNORECASE),
            Verdict.FULL,
        ),
        (re.compile(r"no more than \d+ indexes", re.IGNORECASE), Verdict.FULL),
        (re.compile(r"index\.not_found", re.IGNORECASE), Verdict.MISSING),
        (re.compile(r"duplicate_name", re.IGNORECASE), Verdict.EXISTS),
        (re.compile(r"expected \d+ dimensions", re.IGNORECASE), Verdict.DIMENSIONS),
    ),
    Service.D1: (
        # §4, "Retryable texts"
        (
            re.compile(
                r"internal error; reference|Network connection lost|D1 DB reset", re.IGNORECASE
            ),
            Verdict.BUSY,
        ),
        (
            re.compile(
                r"caused object to be reset|overloaded|Too many requests queued", re.IGNORECASE
            ),
            Verdict.BUSY,
        ),
        (re.compile(r"Cannot resolve D1 DB", re.IGNORECASE), Verdict.BUSY),
        (
            re.compile(r"daily.*(limit|quota)|(limit|quota).*(daily|per day)", re.IGNORECASE),
            Verdict.QUOTA,
        ),
        (
            re.compile(
                r"maximum (DB|database|account|number)|SQLITE_FULL|storage limit|limit of \d+ databases",
                re.IGNORECASE,
            ),
            Verdict.FULL,
        ),
        (re.compile(r"SQLITE_TOOBIG", re.IGNORECASE), Verdict.TOO_LARGE),
    ),
}

_STATUSES: dict[int, Verdict] = {
    401: Verdict.AUTH,
    403: Verdict.DENIED,
    404: Verdict.CONFIG,
    408: Verdict.BUSY,
    413: Verdict.TOO_LARGE,
    425: Verdict.BUSY,
    429: Verdict.THROTTLE,
}


def verdict(
    service: Service, status: int, errors: tuple[tuple[int | None, str], ...]
) -> tuple[Verdict, int | None]:
    """Return what an answer means, and the code that told.

    Example:
        >>> verdict(Service.VECTORIZE, 400, ((40041, "Too Many Requests"),))
        (<Verdict.THROTTLE: 'throttle'>, 40041)
        >>> verdict(Service.D1, 500, ())
        (<Verdict.BUSY: 'busy'>, None)
    """
    for code, said in errors:
        found = _by_text(service, said) or _by_code(service, code)
        if found is not None:
            return found, code
    code = errors[0][0] if errors else None
    return _by_status(status), code


def _by_text(service: Service, said: str) -> Verdict | None:
    return next((what for pattern, what in _TEXTS[service] if pattern.search(said)), None)


def _by_code(service: Service, code: int | None) -> Verdict | None:
    return None if code is None else _TABLES[service].get(code) or _ANY.get(code)


def _by_status(status: int) -> Verdict:
    if status >= 500:  # noqa: PLR2004 - the server's own faults
        return Verdict.BUSY
    if status < 400:  # noqa: PLR2004 - "no success" without a reason
        return Verdict.BUSY
    return _STATUSES.get(status, Verdict.BAD)
