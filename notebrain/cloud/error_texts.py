"""Turns a verdict into a text: what happened, what still works, what to do."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

from notebrain.cloud.error_codes import Service, Verdict
from notebrain.domain.errors import (
    CloudAuth,
    CloudBadRequest,
    CloudConfig,
    CloudError,
    CloudExists,
    CloudFilesOff,
    CloudLost,
    CloudMissing,
    CloudQuota,
    CloudRefused,
    CloudThrottle,
    CloudTooLarge,
    CloudTransient,
    CloudUnmet,
)
from notebrain.domain.i18n import _, marked, shown

# §1: after too many requests the whole account is blocked for five minutes
GLOBAL_WAIT_S = 300.0
# §6: bursts of vectors
VECTORS_WAIT_S = 15.0
_LONGEST_WAIT_S = 3600.0
# a temporary fault is over after some tries; what still fails then, while other content passes, may be at fault
SUSPECT_AFTER = 3


@dataclass(frozen=True, slots=True)
class Answer:
    """An unsuccessful answer, cleaned for logs.

    Attributes:
        detail: The error message, without the token and any text of a note.
        retry_after_s: How long it asks to wait; None if it does not.
        said: An error message unknown to the program, for people to read.
    """

    service: Service
    code: int | None = None
    detail: str = ""
    retry_after_s: float | None = None
    said: str = ""


_WORDS: dict[Verdict, tuple[type[CloudError], str]] = {
    Verdict.AUTH: (
        CloudAuth,
        marked(
            "Cloudflare does not accept the token for this account."
            " Your notes are safe on this computer; check the token and the account ID."
        ),
    ),
    Verdict.DENIED: (
        CloudAuth,
        marked(
            "The token is not allowed to do this in your Cloudflare account. Your notes are safe on this computer; "
            "give the token the permissions listed in the settings."
        ),
    ),
    Verdict.ACCOUNT_ID: (
        CloudConfig,
        marked(
            "Cloudflare does not know this account ID."
            " Your notes are safe on this computer; check the account ID in the settings."
        ),
    ),
    Verdict.CONFIG: (
        CloudConfig,
        marked(
            "Cloudflare did not find what NoteBrain asked for. Your notes are safe on this computer; check the "
            "account in the settings."
        ),
    ),
    Verdict.FULL: (
        CloudConfig,
        marked(
            "Your Cloudflare account has no room left. New notes stay on this computer; make room in the account or "
            "choose a larger plan."
        ),
    ),
    Verdict.MODEL: (
        CloudConfig,
        marked(
            "Cloudflare does not offer this model to your account. Search continues without it; choose another "
            "model in the settings."
        ),
    ),
    Verdict.DIMENSIONS: (
        CloudConfig,
        marked(
            "The index in your Cloudflare account was created for another model. Search continues on this computer; "
            "choose that model, or let NoteBrain create a new index."
        ),
    ),
    Verdict.MISSING: (
        CloudMissing,
        marked(
            "What NoteBrain keeps in your Cloudflare account is no longer there."
            " Your notes are safe on this computer; connect the account again."
        ),
    ),
    Verdict.EXISTS: (
        CloudExists,
        marked(
            "Your Cloudflare account already has something with this name. It was left unchanged."
        ),
    ),
    Verdict.BAD: (
        CloudBadRequest,
        marked(
            "Cloudflare did not understand a request: a bug in NoteBrain. The request was set aside, and everything "
            "else continues."
        ),
    ),
    Verdict.TOO_LARGE: (
        CloudTooLarge,
        marked("This was too much for one request to Cloudflare. It stays safe on this computer."),
    ),
    Verdict.FILES_OFF: (
        CloudFilesOff,
        marked(
            "R2, the storage for files, is not switched on in your Cloudflare account. Notes sync without it; files "
            "stay on this computer. To switch it on, open “R2 object storage” in Cloudflare and choose “Add R2 "
            "subscription”. It needs a payment method, but 10 GB and 1 million writes a month are free; each further "
            "GB costs about $0.015 a month."
        ),
    ),
    Verdict.FILES_DENIED: (
        CloudAuth,
        marked(
            "The token does not allow files in your Cloudflare account. Notes sync without them; files stay on this "
            "computer. Add the permission “Workers R2 Storage: Edit” to the token in Cloudflare."
        ),
    ),
    Verdict.UNMET: (
        CloudUnmet,
        marked("NoteBrain cannot use the answer of the model in your Cloudflare account."),
    ),
}


def problem(what: Verdict, answer: Answer, *, now: datetime) -> CloudError:
    """Return the error for a verdict."""
    if what is Verdict.QUOTA:
        return _quota(answer, now)
    if what is Verdict.THROTTLE:
        return _throttle(answer)
    if what in (Verdict.BUSY, Verdict.UNKNOWN):
        return _passing(what, answer)
    kind, words = _WORDS[what]
    error = kind(
        _with_message(shown(words), answer),
        service=answer.service,
        code=answer.code,
        detail=answer.detail,
    )
    in_doubt = what is Verdict.DENIED and bool(answer.said)
    error.suspect_after = 1 if what is Verdict.BAD or in_doubt else None
    return error


def _passing(what: Verdict, answer: Answer) -> CloudTransient:
    words = (
        _("Cloudflare has a temporary problem. Everything is safe here; NoteBrain will try again.")
        if what is Verdict.BUSY
        else _("Cloudflare refused a request. Everything is safe here; NoteBrain will try again.")
    )
    error = CloudTransient(
        _with_message(words, answer),
        service=answer.service,
        code=answer.code,
        detail=answer.detail,
        retry_after_s=answer.retry_after_s,
    )
    error.suspect_after = SUSPECT_AFTER if what is Verdict.BUSY else 1
    return error


def refused(error: CloudError) -> CloudBadRequest:
    """Return the error for content that failed with `error` while other content passed."""
    if isinstance(error, CloudBadRequest):
        return error
    passing = isinstance(error, CloudTransient) and error.suspect_after != 1
    if isinstance(error, Foreign):
        words = _(
            "A firewall between NoteBrain and your Cloudflare account takes this text for an attack and blocks it "
            "({status}); words that look like commands or paths can cause this. It stays safe on this computer."
        ).format(status=error.detail)
    elif passing:
        words = _(
            "Your Cloudflare account fails on this text every time, but accepts others ({status}). It stays safe on "
            "this computer."
        ).format(status=error.detail)
    else:
        words = _(
            "Your Cloudflare account refuses this text but accepts others. It stays safe on this computer. "
            "Cloudflare said: “{said}”"
        ).format(said=error.detail)
    return CloudRefused(
        words,
        service=error.service,
        code=error.code,
        detail=error.detail,
        passing=passing,
        maybe_done=isinstance(error, CloudLost),
    )


def refuses_all(error: CloudBadRequest) -> CloudConfig:
    """Return the error for a request that is not understood whatever its content."""
    return CloudConfig(
        _(
            "Cloudflare did not understand NoteBrain's request. Your notes are safe on this computer; updating "
            "NoteBrain may help. Cloudflare said: “{said}”"
        ).format(said=error.detail),
        service=error.service,
        code=error.code,
        detail=error.detail,
    )


def _with_message(words: str, answer: Answer) -> str:
    if not answer.said:
        return words
    return words + " " + _("Cloudflare said: “{said}”").format(said=answer.said)


class Foreign(CloudTransient):
    """An answer without the API's envelope, usually HTML from a hotel network or a firewall."""


def not_cloudflare(answer: Answer) -> Foreign:
    """Return the error for an answer Cloudflare would not give, such as the page of a hotel network."""
    return Foreign(
        _(
            "The answer did not come from Cloudflare: this network may want you to sign in first. Everything is "
            "safe here; NoteBrain will try again."
        ),
        service=answer.service,
        detail=answer.detail,
        retry_after_s=answer.retry_after_s,
    )


def a_firewall(error: CloudError) -> CloudTransient:
    """Return the error for a request that is blocked on its way while Cloudflare answers others."""
    return CloudTransient(
        _(
            "A firewall between NoteBrain and your Cloudflare account blocks a request ({status}). Everything is "
            "safe here; NoteBrain will try again."
        ).format(status=error.detail),
        service=error.service,
        detail=error.detail,
    )


def _quota(answer: Answer, now: datetime) -> CloudQuota:
    # §2: the daily allowance starts again at midnight UTC
    resets_at = (now.astimezone(UTC) + timedelta(days=1)).replace(
        hour=0, minute=0, second=0, microsecond=0
    )
    quota = CloudQuota(
        _(
            "Today's free share of your Cloudflare account is used up; it resets at {time} UTC. Until then, "
            "everything works on this computer."
        ).format(time=f"{resets_at:%H:%M}"),
        service=answer.service,
        code=answer.code,
        detail=answer.detail,
        retry_after_s=(resets_at - now).total_seconds(),
    )
    quota.resets_at = resets_at
    return quota


def _throttle(answer: Answer) -> CloudThrottle:
    shortest = VECTORS_WAIT_S if answer.code is not None else GLOBAL_WAIT_S
    wait_s = shortest if answer.retry_after_s is None else answer.retry_after_s
    return CloudThrottle(
        _(
            "Cloudflare asked NoteBrain to slow down. Everything is safe on this computer; NoteBrain will try again."
        ),
        service=answer.service,
        code=answer.code,
        detail=answer.detail,
        retry_after_s=wait_s,
    )


def waiting_time(header: str | None, now: datetime) -> float | None:
    """Return the seconds requested by a `Retry-After` header, at most an hour; None if it is not valid.

    Example:
        >>> waiting_time("12", datetime(2026, 1, 1, tzinfo=UTC))
        12.0
    """
    if header is None:
        return None
    try:
        wait_s = float(header)
    except ValueError:
        wait_s = _until(header, now)
    if not wait_s >= 0:  # rejects nan too
        return None
    return min(wait_s, _LONGEST_WAIT_S)


def _until(header: str, now: datetime) -> float:
    then = moment(header)
    return -1.0 if then is None else max(0.0, (then - now).total_seconds())


def moment(header: str | None) -> datetime | None:
    """Return the time given in a header, or None if it is not valid."""
    try:
        then = parsedate_to_datetime(header or "")
    except (ValueError, OverflowError):
        return None
    return then if then.tzinfo else then.replace(tzinfo=UTC)
