"""What stands above the two texts of a card: which is older, of when each is, and where it came from."""

from datetime import datetime

from notebrain.app.notes.card_views import Asked
from notebrain.domain.i18n import _
from notebrain.domain.notes.note import Note
from notebrain.domain.review.cards import CardKind
from notebrain.gui import dates


def captions(asked: Asked, now: datetime) -> tuple[tuple[str, str], tuple[str, str]]:
    """Return name of the older and the newer side, with date and origin."""
    if asked.card.kind is CardKind.CONFLICT:
        return _versions(asked, now)
    return (_("Older"), _origin(asked.older, now)), (_("New"), _origin(asked.newer, now))


def _versions(asked: Asked, now: datetime) -> tuple[tuple[str, str], tuple[str, str]]:
    """Return what the texts of a conflict are called, the older first: where each is, who wrote it, and when."""
    note = _("In the note"), asked.computer_in_note, asked.older.updated_at
    theirs = asked.card.theirs
    at = asked.older.updated_at if theirs is None else theirs.at
    other = _("The other text"), asked.other_computer, at
    older, newer = (other, note) if asked.note_is_newer else (note, other)
    day = dates.stamp(max(at, asked.older.updated_at), now)
    # a note takes the later moment of the two: of an older text in it only that is known
    when = dates.stamp(at, now) if asked.note_is_newer else _("the older")
    said = _("{day}, the newer").format(day=day)
    return (older[0], _by(older[1], when)), (newer[0], _by(newer[1], said))


def _by(computer: str, when: str) -> str:
    return _("{computer}, {when}").format(computer=computer, when=when) if computer else when


def _origin(note: Note, now: datetime) -> str:
    came = [_("only on this computer") if note.local_only else "", source(note.source)]
    told = dates.stamp(note.updated_at, now)
    for one in filter(None, came):
        told = _("{day}, {source}").format(day=told, source=one)
    return told


def source(of: str) -> str:
    """Return where a note came from, in a word or two; "" where its kind has no name."""
    if of.startswith("import:"):
        return _("imported")
    return {
        "typed": _("typed here"),
        "hotkey": _("from the small window"),
        "cli": _("from the command line"),
        "python": _("from a program"),
        "review": _("from the review"),
        "welcome": "",
    }.get(of, of)
