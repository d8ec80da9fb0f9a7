"""What stands above the two texts of a card: which is older, of when each is, and where it came from."""

from datetime import datetime

from notebrain.app.asked import Asked
from notebrain.domain.cards import CardKind
from notebrain.domain.messages import _
from notebrain.domain.note import Note
from notebrain.gui import dates


def captions(asked: Asked, now: datetime) -> tuple[tuple[str, str], tuple[str, str]]:
    """Return name of the older and the newer side, with date and origin."""
    if asked.card.kind is CardKind.CONFLICT:
        return _versions(asked, now)
    return (_("Older"), _origin(asked.older, now)), (_("New"), _origin(asked.newer, now))


def _versions(asked: Asked, now: datetime) -> tuple[tuple[str, str], tuple[str, str]]:
    """Return what the texts of a conflict are called: which computer wrote which is another matter on each of them."""
    theirs, note_at = asked.card.theirs, asked.older.updated_at
    newer = _("{day}, the newer").format(day=dates.stamp(max(asked.newer_at, note_at), now))
    in_note, other = _("In the note"), _("The other text")
    if theirs is not None and theirs.is_newer_than(note_at):
        return (in_note, _("the older")), (other, newer)
    return (in_note, newer), (other, dates.stamp(asked.newer_at, now))


def _origin(note: Note, now: datetime) -> str:
    day, came = dates.stamp(note.updated_at, now), source(note.source)
    return _("{day}, {source}").format(day=day, source=came) if came else day


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
