"""What every code of the field guide means, by service, never by status alone."""

import pytest

from notebrain.cloud.error_codes import Service, Verdict, verdict

NEURONS = "you have used up your daily free allocation of 10,000 neurons, please upgrade"
AI, D1, VECTORIZE, ACCOUNT = Service.AI, Service.D1, Service.VECTORIZE, Service.ACCOUNT
R2 = Service.R2

TABLE = [
    (ACCOUNT, 401, 10000, "Authentication error", Verdict.AUTH),
    (D1, 403, 10000, "Authentication error", Verdict.AUTH),
    (ACCOUNT, 400, 1000, "Invalid API Token", Verdict.AUTH),
    (ACCOUNT, 400, 6003, "Invalid request headers", Verdict.AUTH),
    (D1, 404, 7003, "Could not route to /accounts/x", Verdict.ACCOUNT_ID),
    (VECTORIZE, 404, 7000, "No route for that URI", Verdict.CONFIG),
    (D1, 405, 7001, "method not allowed", Verdict.BAD),
    (D1, 429, 971, "slow down", Verdict.THROTTLE),
    (AI, 429, 10013, "Too many requests", Verdict.THROTTLE),
    (AI, 400, 5007, "No such model x or task", Verdict.MODEL),
    (AI, 400, 5006, "AiError: Bad input: Error: required properties", Verdict.BAD),
    (AI, 400, 5004, "invalid data", Verdict.BAD),
    (AI, 400, 3003, "Request is missing headers or body", Verdict.BAD),
    (AI, 403, 5016, "model terms", Verdict.MODEL),
    (AI, 403, 5018, "account not allowed", Verdict.DENIED),
    (AI, 403, 3041, "account not allowed", Verdict.DENIED),
    (AI, 403, 3023, "account blocked", Verdict.DENIED),
    (AI, 404, 3042, "Invalid model ID", Verdict.MODEL),
    (AI, 408, 3007, "timeout", Verdict.BUSY),
    (AI, 408, 3008, "aborted", Verdict.BUSY),
    (AI, 413, 3006, "Request is too large", Verdict.TOO_LARGE),
    (AI, 429, 3036, NEURONS, Verdict.QUOTA),
    (AI, 429, 4006, NEURONS, Verdict.QUOTA),
    (AI, 429, 3040, "Capacity temporarily exceeded, please try again.", Verdict.BUSY),
    (VECTORIZE, 404, 3000, 'vectorize.index.not_found - Index name "x"', Verdict.MISSING),
    (VECTORIZE, 400, 3001, "invalid name", Verdict.BAD),
    (VECTORIZE, 400, 3003, "invalid config", Verdict.BAD),
    (VECTORIZE, 409, 3002, "vectorize.index.duplicate_name", Verdict.EXISTS),
    (VECTORIZE, 410, 3005, "Gone", Verdict.MISSING),
    (VECTORIZE, 400, 1010, "incorrect_api_version", Verdict.BAD),
    (VECTORIZE, 400, None, "vectorize.unknown_content_type", Verdict.BAD),
    (VECTORIZE, 400, 40023, "vectorize.upstream_error - failed to parse", Verdict.BAD),
    (VECTORIZE, 400, 40006, "expected 768 dimensions, and got 0 dimensions", Verdict.DIMENSIONS),
    (VECTORIZE, 400, 40010, "dimension mismatch", Verdict.DIMENSIONS),
    (VECTORIZE, 400, 40007, "too many ids in payload; max id count is 20, got 34", Verdict.BAD),
    (VECTORIZE, 400, 40008, "id too long; max is 64 bytes, got 74 bytes", Verdict.BAD),
    (VECTORIZE, 400, 40025, "max top K is 50, but got 100", Verdict.BAD),
    (VECTORIZE, 400, 40026, "returnMetadata: expected value", Verdict.BAD),
    (VECTORIZE, 400, 40004, "metadata index exists", Verdict.EXISTS),
    (VECTORIZE, 400, 40005, "metadata index not found", Verdict.MISSING),
    (VECTORIZE, 400, 40041, "vectorize.upstream_error - Too Many Requests", Verdict.THROTTLE),
    (VECTORIZE, 429, 40041, "", Verdict.THROTTLE),
    (VECTORIZE, 400, None, "Too Many Requests", Verdict.THROTTLE),
    (D1, 400, 7500, "no such table: x: SQLITE_ERROR", Verdict.BAD),
    (D1, 400, 7500, "statement too long: SQLITE_TOOBIG", Verdict.TOO_LARGE),
    (D1, 500, 7500, "internal error; reference = abc", Verdict.BUSY),
    (D1, 400, 7500, "Network connection lost", Verdict.BUSY),
    (D1, 500, 7500, "D1 DB reset because its code was updated", Verdict.BUSY),
    (D1, 500, 7500, "storage caused object to be reset", Verdict.BUSY),
    (D1, 429, 7500, "D1 DB is overloaded. Requests queued for too long", Verdict.BUSY),
    (D1, 500, 7500, "Cannot resolve D1 DB due to transient issue", Verdict.BUSY),
    (D1, 400, 7500, "Exceeded maximum DB size", Verdict.FULL),
    (D1, 400, 7500, "exceeded the daily limit of rows written", Verdict.QUOTA),
    (D1, 404, 7404, "not found", Verdict.MISSING),
    (D1, 400, 7400, "invalid request", Verdict.BAD),
    (D1, 403, 7403, "not authorized", Verdict.DENIED),
    (D1, 400, 7502, "already exists", Verdict.EXISTS),
    (D1, 401, 99999, "", Verdict.AUTH),
    (D1, 403, 99999, "", Verdict.DENIED),
    (D1, 413, None, "", Verdict.UNKNOWN),
    (D1, 418, None, "", Verdict.UNKNOWN),
    (D1, 400, 99999, "a wording of next year", Verdict.UNKNOWN),
    (D1, 200, None, "", Verdict.BUSY),
    (D1, 503, 99999, "", Verdict.BUSY),
    (D1, 403, 9109, "Unauthorized to access requested resource", Verdict.DENIED),
    (AI, 410, 5028, "AiError: 5028: This model was deprecated on 2026-05-30.", Verdict.MODEL),
    (AI, 400, 88_001, "The model was retired; use another one", Verdict.MODEL),
    (D1, 400, 7500, 'near "daily": syntax error: SQLITE_ERROR', Verdict.BAD),
    (D1, 400, 7500, "no such table: limit_per_day: SQLITE_ERROR", Verdict.BAD),
    (D1, 400, 7500, "database or disk is full: SQLITE_FULL", Verdict.FULL),
    (R2, 403, 10042, "Please enable R2 through the Cloudflare Dashboard.", Verdict.FILES_OFF),
    (R2, 401, 10000, "Authentication error", Verdict.FILES_DENIED),
    (R2, 403, 10003, "Access Denied", Verdict.FILES_DENIED),
    (R2, 404, 10006, "The specified bucket does not exist.", Verdict.MISSING),
    (R2, 404, 10007, "The specified key does not exist.", Verdict.MISSING),
    (R2, 409, 10004, "The bucket you tried to create already exists", Verdict.EXISTS),
    (R2, 409, 10073, "BucketConflict", Verdict.EXISTS),
    (R2, 400, 10013, "IncompleteBody", Verdict.BUSY),
    (R2, 400, 10054, "ClientDisconnect", Verdict.BUSY),
    (R2, 429, 10058, "TooManyRequests", Verdict.THROTTLE),
    (R2, 429, 971, "slow down", Verdict.THROTTLE),
    (R2, 400, 100100, "Your proposed upload exceeds the maximum size", Verdict.TOO_LARGE),
    (R2, 413, None, "", Verdict.TOO_LARGE),
    (R2, 500, 10001, "We encountered an internal error. Please try again.", Verdict.BUSY),
    (R2, 411, 10033, "MissingContentLength", Verdict.BAD),
]
DAY = "Upgrade to a paid plan or wait until tomorrow (midnight UTC) to continue."
WORDINGS = [
    (Verdict.QUOTA, f"Your account has exceeded D1's free tier daily row read limit. {DAY}"),
    (Verdict.QUOTA, f"Your account has exceeded D1's free tier daily row write limit. {DAY}"),
    (Verdict.QUOTA, "D1_ERROR: exceeded the limit of rows written per day"),
    (Verdict.QUOTA, "Daily quota exceeded"),
    (Verdict.QUOTA, "You have exceeded your plan, please try again tomorrow"),
    (Verdict.QUOTA, NEURONS),
    (Verdict.BUSY, "D1 DB's isolate exceeded its memory limit and was reset."),
    (Verdict.BUSY, "Durable Object's isolate exceeded its memory limit and was reset"),
    (Verdict.BUSY, "D1 DB exceeded its CPU time limit and was reset."),
    (
        Verdict.BUSY,
        "D1 DB storage operation exceeded timeout which caused object to be reset.",
    ),
    (Verdict.BUSY, "Internal error while starting up D1 DB storage caused object to be reset."),
    (Verdict.BUSY, "Can't read from request stream because client disconnected."),
    (Verdict.BUSY, "D1 DB is overloaded. Too many requests queued."),
    (Verdict.BUSY, "The service is temporarily unavailable"),
    (Verdict.BUSY, "vectorize.upstream_error - Service Unavailable"),
    (Verdict.BUSY, "This model is temporarily unavailable"),
    (Verdict.FULL, "index capacity reached"),
    (Verdict.FULL, "vectorize.index - capacity of the index is exceeded"),
    (Verdict.FULL, "Exceeded maximum DB size."),
    (
        Verdict.FULL,
        "Your account has exceeded D1's maximum account storage limit, please contact Cloudflare to raise your limit.",
    ),
    (Verdict.MODEL, "This model was deprecated on 2026-05-30. Please use an alternative model"),
    (Verdict.MODEL, "The model is no longer available"),
    (Verdict.UNMET, "JSON Mode couldn't be met"),
    (Verdict.UNMET, "AiError: JSON mode couldn’t be met: 3"),
    (Verdict.UNMET, "JSON Mode could not be met"),
    (Verdict.TOO_LARGE, "payload too large"),
]


@pytest.mark.parametrize(("service", "status", "code", "said", "meant"), TABLE)
def test_a_code_means_what_the_field_guide_says(service, status, code, said, meant) -> None:
    found = verdict(service, status, ((code, said),))

    assert found.what is meant
    assert found.code == code


@pytest.mark.parametrize(("meant", "said"), WORDINGS)
@pytest.mark.parametrize(("service", "status", "code"), [(D1, 400, 7500), (AI, 500, None)])
@pytest.mark.parametrize("shape", [str, str.upper, str.lower], ids=["told", "upper", "lower"])
def test_a_wording_tells_where_the_code_says_nothing(
    service, status, code, meant, said, shape
) -> None:
    found = verdict(service, status, ((code, shape(said)),))

    assert (found.what, found.is_known) == (meant, True)


@pytest.mark.parametrize("service", [AI, D1, VECTORIZE])
def test_a_code_counts_before_a_wording(service) -> None:
    assert verdict(service, 500, ((10000, "daily limit exceeded"),)).what is Verdict.AUTH


def test_what_nobody_knows_is_said_to_be_unknown() -> None:
    assert not verdict(D1, 403, ((1020, "Access denied by a rule"),)).is_known
    assert not verdict(D1, 500, ((7500, "something of next year"),)).is_known


def test_one_code_means_different_things_in_different_services() -> None:
    of_ai = verdict(AI, 404, ((3000, ""),)).what
    of_vectorize = verdict(VECTORIZE, 404, ((3000, ""),)).what

    assert of_vectorize is Verdict.MISSING
    assert of_ai is not Verdict.MISSING


def test_an_unknown_code_does_not_hide_a_known_one_behind_it() -> None:
    found = verdict(AI, 400, ((99999, ""), (4006, "")))

    assert (found.what, found.code) == (Verdict.QUOTA, 4006)
