"""Texts about the account."""

from collections.abc import Sequence
from typing import assert_never

from notebrain.app.account.connect import ConnectPreview, Step
from notebrain.app.account.connection import Connection
from notebrain.app.account.disconnect import PendingRemovalCount, Receipt, Removed, RemovedKind
from notebrain.app.account.status import Status
from notebrain.cloud.account import Permission
from notebrain.cloud.error_codes import Service
from notebrain.credentials.stores import Place
from notebrain.domain.embedding.usage import FREE_A_DAY, Estimate
from notebrain.domain.errors import CloudAuth
from notebrain.domain.i18n import _, ngettext, number
from notebrain.domain.notes.attachments import size_text
from notebrain.domain.sync.file_transfer import FilesAccess

TOKENS_PAGE = "https://dash.cloudflare.com/profile/api-tokens"
"""Where tokens are created."""
R2_PAGE = "https://dash.cloudflare.com/?to=/:account/r2"
"""Where R2, the storage for files, is switched on."""
ACCOUNT_PAGE = "https://dash.cloudflare.com/?to=/:account/home"
"""Where the account id is shown."""


def steps() -> Sequence[str]:
    """Return how to get an account id and a token, for someone who has never done it."""
    return (
        _("Open Cloudflare and sign in, or create a free account there."),
        _(
            "On that page, press Ctrl+K, type “Copy account ID” and press Enter. Then paste the ID here."
        ),
        _(
            "Open your profile at the top right, choose “API Tokens”, then “Create Token”, and press “Get started” "
            "next to “Create Custom Token”."
        ),
        _(
            "Call the token NoteBrain. Under “Permissions”, add the lines below; choose “Account” first in each. The "
            "last one is only for pictures and files."
        ),
        _(
            "Under “Account Resources” choose “Include” and your account. Press “Continue to summary”, then “Create"
            " Token”, copy the token, and paste it here. Cloudflare shows it only once."
        ),
    )


def needed() -> Sequence[tuple[Sequence[Permission], str, str]]:
    """Return the rows of permissions to add in Cloudflare: the checks for each, its names, and its purpose."""
    p = Permission
    return (
        # running a model takes both (field guide §1), and Cloudflare's refusal does not say which one is missing
        ((p.AI, p.AI_RUN), _("Workers AI: Read"), _("See which models your account has")),
        ((p.AI_RUN,), _("Workers AI: Edit"), _("Let a model compare meanings")),
        ((p.D1, p.D1_WRITE), _("D1: Edit"), _("Keep your notes in your own database")),
        (
            (p.VECTORIZE, p.VECTORIZE_WRITE),
            _("Vectorize: Edit"),
            _("Search by meaning on a new computer"),
        ),
    )


def optional() -> tuple[str, str]:
    """Return the permission for files, which is needed only when the first one is to be sent, and its purpose."""
    return _("Workers R2 Storage: Edit"), _("Keep pictures and files there, too (optional)")


def files_lines(access: FilesAccess) -> Sequence[str]:
    """Return whether pictures and files go to the account, and if not, what to do, one sentence each."""
    match access:
        case FilesAccess.OPEN:
            return (_("Pictures and files in notes go to the account, too."),)
        case FilesAccess.OFF:
            return (
                _(
                    "Pictures and files stay on this computer: R2, the storage for them, is not switched on in your "
                    "account. Notes sync without it."
                ),
                _(
                    "To switch it on: open “R2 object storage” in Cloudflare, then choose “Add R2 subscription”. It "
                    "needs a payment method; 10 GB and 1 million writes a month are free, each further GB costs about "
                    "$0.015 a month."
                ),
            )
        case FilesAccess.DENIED:
            text = _(
                "Pictures and files stay on this computer: the token lacks the permission “{permission}”. Notes sync "
                "without it, and you can add it to the token at any time."
            )
            return (text.format(permission=optional()[0]),)
        case FilesAccess.UNKNOWN:
            return ()


def lacking(prospect: ConnectPreview) -> Sequence[str]:
    """Return the rows of permissions the token lacks, as Cloudflare names them."""
    missing = set(prospect.missing)
    return [name for tried_by, name, _what_for in needed() if missing & set(tried_by)]


def refusal(prospect: ConnectPreview) -> CloudAuth:
    """Return the error for a token that lacks permissions, named as Cloudflare does."""
    return CloudAuth(
        _(
            "The token still needs: {permissions}. Add this to the token in Cloudflare and check again. Your notes "
            "are safe on this computer."
        ).format(permissions=", ".join(lacking(prospect))),
        service=Service.ACCOUNT,
    )


def step_text(step: Step) -> str:
    """Return what the step does."""
    return {
        Step.TOKEN: _("Asking Cloudflare whether the token is valid…"),
        Step.PERMISSIONS: _("Testing each permission…"),
        Step.CONTENTS: _("Checking what is in the account…"),
        Step.DATABASE: _("Creating the database…"),
        Step.INDEX: _("Creating the index…"),
        Step.KEEPING: _("Saving the token with the passwords of this computer…"),
    }[step]


def plan(prospect: ConnectPreview) -> Sequence[str]:
    """Return what connecting would create in the account or use from it, one sentence each."""
    return (_database(prospect), _index(prospect))


def doubts(prospect: ConnectPreview) -> Sequence[str]:
    """Return what could not be checked and why; none of it prevents connecting."""
    text = _("{permission} could not be tested: {reason}")
    return [
        text.format(permission=permission, reason=error)
        for permission, error in prospect.checked.doubts
    ]


def _database(prospect: ConnectPreview) -> str:
    held = prospect.held
    if held is None:
        return _("NoteBrain will create a D1 database named {name} for your notes.").format(
            name=prospect.database
        )
    if not held.notes:
        return _(
            "The D1 database {name} already exists and is empty; NoteBrain will use it."
        ).format(name=prospect.database)
    text = ngettext(
        (
            "The D1 database {name} has {n} note of yours; it will be copied to this computer, and nothing will be "
            "removed."
        ),
        (
            "The D1 database {name} has {n} notes of yours; they will be copied to this computer, and nothing will be "
            "removed."
        ),
        held.notes,
    )
    return text.format(name=prospect.database, n=number(held.notes))


def _index(prospect: ConnectPreview) -> str:
    if prospect.index_there:
        return _("The Vectorize index {name} already exists; NoteBrain will use it.").format(
            name=prospect.index
        )
    text = _(
        "NoteBrain will create a Vectorize index named {name}, so that notes are found by meaning."
    )
    return text.format(name=prospect.index)


def place_text(place: Place) -> str:
    """Return where the token is stored."""
    return {
        Place.ENVIRONMENT: _("The token comes from NOTEBRAIN_CF_TOKEN in the environment."),
        Place.RUN: _("NoteBrain keeps the token only until you close it, and stores it nowhere."),
        Place.SYSTEM: _("The token is stored with the passwords of this computer, and in no file."),
    }[place]


def status_lines(status: Status) -> Sequence[str]:
    """Return the status without its problem, one sentence each."""
    connection = status.connection
    if connection is None:
        return (_("These notes are not connected to an account. They are on this computer only."),)
    lines = [
        f"{connected_text(connection)}.",
        _("Your notes are in the database {name}.").format(name=connection.database),
    ]
    if status.notes is not None:
        text = ngettext("The account has {n} note.", "The account has {n} notes.", status.notes)
        lines.append(text.format(n=number(status.notes)))
    if status.vectors is not None:
        text = ngettext(
            "Its index {name} has {n} vector.", "Its index {name} has {n} vectors.", status.vectors
        )
        lines.append(text.format(name=status.index, n=number(status.vectors)))
    lines += files_lines(status.files)
    if status.place is not None:
        lines.append(place_text(status.place))
    if status.expires_on is not None:
        lines.append(expiry_text(status.expires_on))
    return lines


def connected_text(connection: Connection) -> str:
    """Return which account is connected, by its name if it is known."""
    if not connection.account_name:
        return _("Connected to your Cloudflare account")
    return _("Connected to “{name}”").format(name=connection.account_name)


def expiry_text(expires_on: str) -> str:
    """Return when a token expires."""
    return _("The token expires on {day}.").format(day=expires_on[:10])


def database_text(notes: int | None) -> str:
    """Return what a database is and how many notes it has; None if that is not known."""
    if notes is None:
        return _("D1 database with your notes")
    text = ngettext("D1 database, {n} note", "D1 database, {n} notes", notes)
    return text.format(n=number(notes))


def index_text(vectors: int | None) -> str:
    """Return what an index is and how many vectors it has; None if that is not known."""
    if vectors is None:
        return _("Vectorize index for search by meaning")
    text = ngettext("Vectorize index, {n} vector", "Vectorize index, {n} vectors", vectors)
    return text.format(n=number(vectors))


def step_titles() -> Sequence[str]:
    """Return the four steps of connecting in the window, in order."""
    return (
        _("Your account"),
        _("A token for NoteBrain"),
        _("Paste the token"),
        _("Connect"),
    )


def found_texts(prospect: ConnectPreview) -> Sequence[str]:
    """Return what a check found out for each of the four steps, as far as it came."""
    verified, missing = prospect.verified, lacking(prospect)
    account = prospect.account_name or id_text(prospect.credentials.account_id)
    until = _("valid until {day}").format(day=(verified.expires_on or "")[:10])
    count = len(needed())
    granted = _("{n} of {total} permissions").format(n=count - len(missing), total=count)
    if missing:
        return account, _("Missing: {permissions}").format(permissions=", ".join(missing))
    token = _("Accepted by Cloudflare")
    if verified.expires_on:
        token = f"{token}, {until}"
    held = prospect.held
    database = _("a new database") if held is None else database_text(held.notes)
    return account, granted, token, f"{prospect.database}: {database}"


def id_text(account_id: str) -> str:
    """Return an account id, shortened for reading."""
    return _("ID ending in {end}").format(end=account_id[-4:])


def remaining_lines(left: PendingRemovalCount) -> Sequence[str]:
    """Return what is still in the account though the user withdrew it, one sentence each; empty if nothing is."""
    lines: list[str] = []
    if left.texts:
        text = ngettext(
            "The account still has {n} text that you removed or marked to stay on this computer.",
            "The account still has {n} texts that you removed or marked to stay on this computer.",
            left.texts,
        )
        lines.append(text.format(n=number(left.texts)))
    if left.vectors:
        text = ngettext(
            "The account still has the vectors of {n} note that you removed or marked to stay on this computer.",
            "The account still has the vectors of {n} notes that you removed or marked to stay on this computer.",
            left.vectors,
        )
        lines.append(text.format(n=number(left.vectors)))
    if left.files:
        text = ngettext(
            "The account still has {n} file of notes that stay on this computer.",
            "The account still has {n} files of notes that stay on this computer.",
            left.files,
        )
        lines.append(text.format(n=number(left.files)))
    return lines


def withdrawing_text(left: PendingRemovalCount) -> str:
    """Return what is being done before disconnecting."""
    count = left.texts + left.vectors
    text = ngettext(
        "Removing {n} text that you withdrew from the account…",
        "Removing {n} texts that you withdrew from the account…",
        count,
    )
    if not count:
        count = left.files
        text = ngettext(
            "Removing {n} file that you withdrew from the account…",
            "Removing {n} files that you withdrew from the account…",
            count,
        )
    return text.format(n=number(count))


def receipt(done: Receipt) -> Sequence[str]:
    """Return what disconnecting removed and what it left, one sentence each."""
    lines = [_removed(removed) for removed in done.removed]
    if not done.purged:
        lines.append(_("The copy in your Cloudflare account was left unchanged."))
    lines += remaining_lines(done.still_there)
    return [*lines, *done.left, _("All notes are on this computer, as before.")]


def _removed(removed: Removed) -> str:
    n = number(removed.count)
    match removed.kind:
        case RemovedKind.DATABASE:
            text = ngettext(
                "Removed from Cloudflare: the D1 database {name} with {n} note.",
                "Removed from Cloudflare: the D1 database {name} with {n} notes.",
                removed.count,
            )
        case RemovedKind.BUCKET:
            text = ngettext(
                "Removed from Cloudflare: the R2 bucket {name} with {n} file, {size}.",
                "Removed from Cloudflare: the R2 bucket {name} with {n} files, {size} in total.",
                removed.count,
            )
        case RemovedKind.INDEX:
            text = ngettext(
                "Removed from Cloudflare: the Vectorize index {name} with {n} vector.",
                "Removed from Cloudflare: the Vectorize index {name} with {n} vectors.",
                removed.count,
            )
        case RemovedKind.VECTORS:
            text = ngettext(
                "Removed from Cloudflare: {n} vector of these notes in the index {name}, which other notes use.",
                "Removed from Cloudflare: {n} vectors of these notes in the index {name}, which other notes use.",
                removed.count,
            )
        case RemovedKind.TOKEN:
            text = _("The token is no longer on this computer.")
        case _:
            assert_never(removed.kind)
    return text.format(name=removed.name, n=n, size=size_text(removed.size))


def estimate_lines(estimate: Estimate, model: str, budget: int) -> Sequence[str]:
    """Return an estimate as lines for a person.

    Args:
        model: The name of the model.
        budget: How many neurons may be spent in a day.
    """
    if not estimate.passages:
        return [
            _("Every note has its vectors by {model}; this would cost nothing.").format(model=model)
        ]
    notes = ngettext("{n} note", "{n} notes", estimate.notes).format(n=number(estimate.notes))
    what = _("{notes} still to be read by {model}: {cost}.")
    lines = [what.format(notes=notes, model=model, cost=share_text(estimate.neurons))]
    if estimate.days is None:
        return [*lines, _("The daily budget is 0: nothing is embedded in your account.")]
    days = ngettext(
        "At {budget} neurons a day, this takes {n} day.",
        "At {budget} neurons a day, this takes {n} days.",
        estimate.days,
    )
    lines.append(days.format(budget=number(budget), n=estimate.days))
    free = number(FREE_A_DAY)
    if estimate.free:
        text = _("This costs nothing: Cloudflare gives you {free} neurons a day for free.")
        return [*lines, text.format(free=free)]
    text = _("Cloudflare charges your account for everything above {free} neurons a day: ${sum}.")
    return [*lines, text.format(free=free, sum=number(estimate.dollars, 2))]


def share_text(neurons: float) -> str:
    """Return a cost in words, as a share of what Cloudflare gives away each day.

    Example:
        >>> share_text(300), share_text(12), share_text(25_000)
        ('about 3 % of the free day', 'less than 1 % of the free day', 'about 2.5 free days')
    """
    percent = round(100 * neurons / FREE_A_DAY)
    if neurons < FREE_A_DAY / 100:
        return _("less than 1 % of the free day")
    if neurons <= FREE_A_DAY:
        return _("about {n} % of the free day").format(n=percent)
    return _("about {n} free days").format(n=number(neurons / FREE_A_DAY, 1))


def suggestion_text(model: str, suggested: str) -> str:
    """Return why another model of the account would find more; takes the names of both."""
    return _(
        "Some of your notes are not in English, the only language that {model} knows; {suggested} knows many."
    ).format(model=short_name(model), suggested=short_name(suggested))


def suggestion_line(model: str, suggested: str) -> str:
    """Return the same for the command line, with the commands that accept and decline it."""
    how = _(
        "“{use}” changes to it, and tells you the cost first; “{keep}” stops this suggestion."
    ).format(
        use=f"notebrain account model --use {short_name(suggested)}",
        keep=f"notebrain account model --use {short_name(model)}",
    )
    return f"{suggestion_text(model, suggested)} {how}"


def short_name(model: str) -> str:
    """Return the name of a model without its vendor.

    Example:
        >>> short_name("@cf/baai/bge-small-en-v1.5")
        'bge-small-en-v1.5'
    """
    return model.rpartition("/")[2]
