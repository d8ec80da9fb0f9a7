"""What is said of files and the account: where each is, and what sending them takes; for window and command line."""

from collections.abc import Sequence
from typing import Final

from notebrain.domain.i18n import _, marked, ngettext, number, shown
from notebrain.domain.notes.attachments import size_text
from notebrain.domain.sync.file_estimate import DOLLARS_A_GB, FREE_BYTES, FileEstimate
from notebrain.domain.sync.file_transfer import (
    SMALL_BYTES,
    FilePlace,
    FileStatus,
    FileWait,
    MovingFile,
)

_MINUTE: Final = 60
_HOUR: Final = 3_600
_DAY: Final = 86_400
_MEGABIT: Final = 125_000
_MOVES: Final = (FilePlace.TO_SEND, FilePlace.TO_FETCH)
_WAITS: Final = {
    FileWait.OFF: marked("Waits: R2, the storage for files, is off in your account"),
    FileWait.PERMISSION: marked("Waits: the token does not allow files"),
    FileWait.ACCOUNT: marked("Waits: your account cannot be reached or is busy"),
    FileWait.CAP: marked("Waits: today’s limit for files is used up"),
    FileWait.PAUSED: marked("Waits: files are paused"),
    FileWait.METERED: marked("Waits: this connection is metered"),
    FileWait.ROOM: marked("Waits: there is no room on this computer"),
    FileWait.TOO_LARGE: marked("Too large for your account; it stays on this computer"),
    FileWait.DAMAGED: marked(
        "Damaged in your account; a computer that has the file will send it again"
    ),
}


def progress_text(moving: MovingFile) -> str:
    """Return how far the file is that is on its way."""
    text = _("Sending: {done} of {size}") if moving.goes else _("Fetching: {done} of {size}")
    return text.format(done=size_text(moving.done), size=size_text(moving.total))


def status_text(status: FileStatus) -> str:
    """Return where a file is besides this computer, or why it is not here; empty if it is here and stays here."""
    if status.place in _MOVES and (waits := _waits_text(status)):
        return waits
    large = status.size is not None and status.size > SMALL_BYTES
    if status.place is FilePlace.LEFT_THERE and large:
        return _("In your account; larger than 20 MB")
    return {
        FilePlace.HERE: "",
        FilePlace.BOTH: _("In your account, too"),
        FilePlace.TO_SEND: _("Goes with the next sync"),
        FilePlace.TO_FETCH: _("Comes with the next sync"),
        FilePlace.LEFT_THERE: _("In your account; comes when it is shown"),
        FilePlace.MISSING: _("Not on this computer"),
    }[status.place]


def _waits_text(status: FileStatus) -> str:
    if status.why is FileWait.ELSEWHERE:
        if not status.computer:
            return _("On another computer until it syncs")
        return _("On the computer {name} until it syncs").format(name=status.computer)
    known = _WAITS.get(status.why)
    return status.reason if known is None else shown(known)


def estimate_lines(estimate: FileEstimate) -> Sequence[str]:
    """Return what sending files takes, and how that is known, one sentence each; empty if none is to be sent."""
    if not estimate.files:
        return ()
    files = ngettext("{n} file", "{n} files", estimate.files).format(n=number(estimate.files))
    free = size_text(FREE_BYTES)
    text = _("{files}, {size}; your account keeps {free} for free; sending takes {time}.")
    lines = [
        text.format(
            files=files, size=size_text(estimate.size), free=free, time=_time_text(estimate)
        )
    ]
    if estimate.dollars:
        text = _(
            "Above {free}, Cloudflare charges ${price} per GB and month: about ${sum} a month."
        )
        price, cost = number(DOLLARS_A_GB, 3), number(estimate.dollars, 2)
        lines.append(text.format(free=free, price=price, sum=cost))
    return [*lines, _how_text(estimate)]


def _time_text(estimate: FileEstimate) -> str:
    if estimate.days:
        text = ngettext("{n} day", "{n} days", estimate.days)
        return text.format(n=number(estimate.days))
    seconds = estimate.seconds
    if seconds < _MINUTE:
        return _("less than a minute")
    if seconds < 2 * _HOUR:
        minutes = round(seconds / _MINUTE)
        return ngettext("about {n} minute", "about {n} minutes", minutes).format(n=number(minutes))
    if seconds < 2 * _DAY:
        hours = round(seconds / _HOUR)
        return ngettext("about {n} hour", "about {n} hours", hours).format(n=number(hours))
    days = round(seconds / _DAY)
    return ngettext("about {n} day", "about {n} days", days).format(n=number(days))


def _how_text(estimate: FileEstimate) -> str:
    if estimate.days:
        return _("The time follows from your daily limit for files.")
    speed = number(estimate.bytes_s / _MEGABIT, 0 if estimate.bytes_s >= 2 * _MEGABIT else 1)
    if estimate.is_measured:
        text = _(
            "The time is for {speed} Mbit/s, as measured just now, and for the requests that Cloudflare allows."
        )
    else:
        text = _(
            "The time is for {speed} Mbit/s, which is assumed, and for the requests that Cloudflare allows."
        )
    return text.format(speed=speed)
