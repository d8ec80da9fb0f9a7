"""Texts about syncing, for the window and the command line."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import assert_never

from notebrain.app.events import SyncProgress
from notebrain.app.notes.profile_texts import block_name
from notebrain.app.sync.state_texts import failed_text, waiting_text
from notebrain.domain.i18n import _, ngettext, number
from notebrain.domain.notes.attachments import size_text
from notebrain.domain.sync.computers import Computer
from notebrain.domain.sync.file_transfer import FileStanding, MovingFile
from notebrain.domain.sync.remote import Kind, Name, Renewal
from notebrain.domain.sync.reports import (
    FailedPart,
    Failure,
    HeldChange,
    Loss,
    Receipt,
    ReceiptKind,
    Run,
    Shared,
    Where,
)


def unsent_lines(progress: SyncProgress) -> Sequence[str]:
    """Return what the account does not know yet and when it last answered, one sentence each."""
    lines: list[str] = []
    if progress.waiting:
        lines.append(waiting_text(progress.waiting) + ".")
    if progress.failed:
        lines.append(failed_text(progress.failed) + ".")
    lines += file_lines(progress.files)
    lines.append(reached_text(progress.last_reached))
    return lines


def moving_text(moving: MovingFile) -> str:
    """Return which file is on its way, and how far it is."""
    text = (
        _("Sending {file}: {done} of {size}")
        if moving.goes
        else _("Fetching {file}: {done} of {size}")
    )
    return text.format(
        file=moving.name or _("a file"),
        done=size_text(moving.done),
        size=size_text(moving.total),
    )


def file_lines(files: FileStanding) -> Sequence[str]:
    """Return how many files are not yet in the account or not yet here, and what they wait for, one sentence each."""
    lines: list[str] = []
    if files.waiting:
        text = ngettext(
            "{n} file is still to be sent ({size}).",
            "{n} files are still to be sent ({size}).",
            files.waiting,
        )
        lines.append(text.format(n=number(files.waiting), size=size_text(files.waiting_bytes)))
    if files.missing:
        text = ngettext(
            "{n} file in your notes is not on this computer.",
            "{n} files in your notes are not on this computer.",
            files.missing,
        )
        lines.append(text.format(n=number(files.missing)))
    if lines and files.reason:
        lines.append(files.reason)
    return lines


def reached_text(at: datetime | None) -> str:
    """Return when the account last answered."""
    if at is None:
        return _("The account has not answered this computer yet.")
    text = _("The account last answered this computer at {time}.")
    return text.format(time=f"{at.astimezone():%Y-%m-%d %H:%M}")


def failure_line(failure: Failure) -> str:
    """Return what the account does not accept, and why."""
    title = failure.title or _("A change that is not a note")
    what = {
        FailedPart.CHANGE: "{title}",
        FailedPart.VECTORS: _("Meaning of {title}"),
        FailedPart.OPINION: _("Second opinion on {title}"),
    }[failure.what]
    return f"{what.format(title=title)}: {failure.reason}"


def aside_text(count: int) -> str:
    """Return how many changes from other computers could not be applied here."""
    text = ngettext(
        "{n} change from another computer is set aside",
        "{n} changes from other computers are set aside",
        count,
    )
    return text.format(n=number(count))


def aside_line(change: HeldChange) -> str:
    """Return what could not be applied here, and why."""
    what = change.title or {
        Kind.NOTE: _("A note that is not here yet"),
        Kind.CARD: _("A review card"),
        Kind.SETTING: _("A setting"),
        Kind.BLOCK: block_name(change.name.id),
    }.get(change.name.kind, "")
    if change.newer:
        return _("{what}: a newer NoteBrain wrote it").format(what=what)
    return _("{what}: a bug in NoteBrain, {fault}").format(what=what, fault=change.fault or "")


def withdrawn_text(count: int) -> str:
    """Return the text for notes that another computer now keeps to itself."""
    text = ngettext(
        "{n} note is now local only on another computer; your copy stays here or is in the trash",
        "{n} notes are now local only on another computer; your copies stay here or are in the trash",
        count,
    )
    return text.format(n=number(count))


def receipt_line(receipt: Receipt) -> str:
    """Return what happened to the copy of a note that another computer keeps to itself."""
    title = receipt.title or _("Untitled")
    if receipt.what is ReceiptKind.TO_TRASH:
        return _("{title}: moved to the trash here").format(title=title)
    return _("{title}: stays on this computer").format(title=title)


def files_taken_back_text(count: int, size: int) -> str:
    """Return how many files were removed from the account again because their notes stay here."""
    text = ngettext(
        "{n} file of notes that stay here, {size}, was removed from the account again.",
        "{n} files of notes that stay here, {size}, were removed from the account again.",
        count,
    )
    return text.format(n=number(count), size=size_text(size))


def loss_text(loss: Loss) -> str:
    """Return what the account has lost, what happens next, and what to do."""
    notes = ngettext("{n} of {total} note", "{n} of {total} notes", loss.of)
    others = ngettext(
        "{n} other entry (a removal, a review card or a setting)",
        "{n} other entries (removals, review cards or settings)",
        loss.others,
    )
    parts = [
        notes.format(n=number(loss.notes), total=number(loss.of)) if loss.notes else "",
        others.format(n=number(loss.others)) if loss.others else "",
    ]
    text = _(
        "Your Cloudflare account has lost: {what}. Everything on this computer stays, and syncing continues, but "
        "nothing is removed until you compare both, on the Sync page or with: notebrain verify. Repairing sends "
        "what is missing again and keeps every text."
    )
    return text.format(what=", ".join(part for part in parts if part))


def renewal_text(renewal: Renewal) -> str:
    """Return the text shown while an account is moved to the current layout."""
    if renewal.finished:
        return _(
            "The database in your Cloudflare account was reorganized: your notes now take up less space there, and "
            "nothing else changed."
        )
    text = _(
        "The database in your Cloudflare account is being reorganized so that your notes take up less space there: "
        "{moved} of {total} so far. Syncing continues meanwhile."
    )
    return text.format(moved=number(renewal.moved), total=number(renewal.total))


def aside_next() -> str:
    """Return what happens to changes that were set aside."""
    return _("NoteBrain will try again after an update. Everything else continues.")


def question(count: int, computers: Sequence[str] = ()) -> str:
    """Return the question to the user before many notes are removed, with the names of the computers if known."""
    if computers:
        text = ngettext(
            "{computers} removed {n} note that is still here. Remove it from this computer, too?",
            "{computers} removed {n} notes that are still here. Remove them from this computer, too?",
            count,
        )
        return text.format(n=number(count), computers=", ".join(computers))
    text = ngettext(
        "Another computer removed {n} note that is still here. Remove it from this computer, too?",
        "Another computer removed {n} notes that are still here. Remove them from this computer, too?",
        count,
    )
    return text.format(n=number(count))


def computer_lines(computers: Sequence[Computer], seen: Callable[[datetime], str]) -> list[str]:
    """Return one line for each computer: its name, and when it was last seen, which `seen` writes as a date."""
    lines: list[str] = []
    for computer in computers:
        if computer.is_here:
            lines.append(_("{name}: this computer").format(name=computer.name))
        elif computer.last_seen is None:
            lines.append(_("{name}: nothing from it yet").format(name=computer.name))
        else:
            text = _("{name}: last change {when}")
            lines.append(text.format(name=computer.name, when=seen(computer.last_seen)))
    return lines


def going_lines(titles: Sequence[str], count: int) -> list[str]:
    """Return the notes the question is about, one per line: the first by title, the rest as a count."""
    lines = [title or _("Untitled") for title in titles]
    more = count - len(titles)
    if titles and more > 0:
        lines.append(_more(more))
    return lines


def _more(count: int) -> str:
    return ngettext("and {n} more", "and {n} more", count).format(n=number(count))


def run_text(run: Run) -> str:
    """Return what a round did: numbers, then what was sent, and what was fetched from which computer."""
    counts = (
        (ngettext("{n} sent", "{n} sent", run.sent), run.sent),
        (ngettext("{n} fetched", "{n} fetched", run.fetched), run.fetched),
        (ngettext("{n} merged", "{n} merged", run.merged), run.merged),
        (ngettext("{n} conflict", "{n} conflicts", run.conflicts), run.conflicts),
        (ngettext("{n} file sent", "{n} files sent", run.files_sent), run.files_sent),
        (ngettext("{n} file fetched", "{n} files fetched", run.files_fetched), run.files_fetched),
    )
    lines = [", ".join(text.format(n=number(count)) for text, count in counts if count)]
    if run.sent_items:
        what = _listed(run, run.sent_items, run.sent - len(run.sent_items))
        lines.append(_("Sent: {what}").format(what=what))
    lines += _fetched_lines(run)
    done = "\n".join(line for line in lines if line)
    return ". ".join(part for part in (done, run.problem or "") if part) or _("Nothing to do")


def _fetched_lines(run: Run) -> Sequence[str]:
    """Return a line for each computer with what came from it."""
    by_writer: dict[str, list[Name]] = {}
    for name in run.fetched_items:
        by_writer.setdefault(run.writers.get(name.id, ""), []).append(name)
    lines: list[str] = []
    left = run.fetched - len(run.fetched_items)
    for place, (computer, names) in enumerate(by_writer.items(), start=1):
        what = _listed(run, names, left if place == len(by_writer) else 0)
        if computer:
            lines.append(_("From {computer}: {what}").format(computer=computer, what=what))
        else:
            lines.append(_("From another computer: {what}").format(what=what))
    return lines


def _listed(run: Run, names: Sequence[Name], more: int) -> str:
    """Return notes by their titles, and how many cards and settings there are besides."""
    titles = [_title_text(run, name) for name in names if name.kind is Kind.NOTE]
    cards = sum(name.kind is Kind.CARD for name in names)
    settings = sum(name.kind is Kind.SETTING for name in names)
    parts = [
        *titles,
        *[block_name(name.id) for name in names if name.kind is Kind.BLOCK],
        ngettext("a review card", "{n} review cards", cards).format(n=number(cards))
        if cards
        else "",
        ngettext("a setting", "{n} settings", settings).format(n=number(settings))
        if settings
        else "",
        _more(more) if more > 0 else "",
    ]
    return ", ".join(part for part in parts if part)


def _title_text(run: Run, name: Name) -> str:
    if name.id not in run.titles:
        return _("a note that is gone")
    return _("“{note}”").format(note=run.titles[name.id] or _("Untitled"))


def waiting_titles_text(titles: Sequence[str], waiting: int) -> str:
    """Return which notes wait to be sent: the first by title, everything else as a count."""
    if not titles or not waiting:
        return ""
    quoted = [_("“{note}”").format(note=title or _("Untitled")) for title in titles[:waiting]]
    more = [_more(waiting - len(quoted))] if waiting > len(quoted) else []
    return _("Waiting to be sent: {what}").format(what=", ".join([*quoted, *more]))


def shared_text(shared: Shared) -> str:
    """Return where a note is besides this computer."""
    match shared.where:
        case Where.HERE:
            return _("On this computer only; no account is connected")
        case Where.STAYS:
            return _("On this computer only, as you marked it")
        case Where.KEPT_ELSEWHERE:
            return _("On this computer only; another computer keeps its copy to itself, too")
        case Where.WAITS:
            return _("Waiting to be sent to your account")
        case Where.SENT:
            return _("In your account, too")
        case Where.FAILED:
            return _("Not sent: {reason}").format(reason=shared.reason or "")
        case _:
            assert_never(shared.where)


def retry_text(at: datetime | None) -> str:
    """Return when something is retried automatically; None if it has to be changed first."""
    if at is None:
        return _("NoteBrain will try again when it is changed.")
    # with the day: a refused item waits for one, and the time alone would suggest it is now
    return _("NoteBrain will try again at {time}.").format(time=f"{at.astimezone():%Y-%m-%d %H:%M}")


def resets_text(at: datetime) -> str:
    """Return when the daily allowance starts again, in the user's time zone."""
    return _("Resets at {time}").format(time=f"{at.astimezone():%H:%M}")
