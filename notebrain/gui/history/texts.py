"""The texts of the history: what made a state, and how much it changed."""

from datetime import datetime

from notebrain.app.notes.versions import VersionPair
from notebrain.domain.i18n import _, ngettext
from notebrain.domain.notes.history import CREATED, SYNC, State
from notebrain.domain.text.diff import Amount
from notebrain.gui.core import date_format


def how(state: State) -> str:
    """Return a text for the act that created a state."""
    if state.how == SYNC and state.computer:
        return _("Synced from {computer}").format(computer=state.computer)
    words = {
        CREATED: _("Created"),
        SYNC: _("Synced from another computer"),
        "edit": _("Edited here"),
        "append": _("Text added"),
        "rename": _("Renamed"),
        "link": _("Links changed"),
        "restore": _("Earlier version restored"),
        "answer": _("Card answered"),
        "undo": _("Answer taken back"),
        "import": _("Imported again"),
    }
    return words.get(state.how, _("Changed"))


def name_of(state: State) -> str:
    """Return the name of a state in its list."""
    if state.revision is None:
        return _("Now")
    if state.how == CREATED and not state.size and not state.title:
        return _("Empty note")
    return how(state)


def named(state: State | None, now: datetime) -> str:
    """Return the name of a state with its time: "Created, Yesterday 14:06"."""
    if state is None:
        return _("Before the note was made")
    name, when, time = (
        name_of(state),
        date_format.short(state.at, now),
        date_format.clock_time(state.at),
    )
    return f"{name}, {when}" if when == time else f"{name}, {when} {time}"


def named_pair(pair: VersionPair, now: datetime) -> str:
    """Return the names of both versions, the older one first."""
    return f"{named(pair.older, now)} \u2192 {named(pair.newer, now)}"


def amount_text(amount: Amount) -> str:
    """Return how much changed: "+214 words, 3 lines removed"."""
    parts: list[str] = []
    if amount.words_added:
        text = ngettext("+{n} word", "+{n} words", amount.words_added)
        parts.append(text.format(n=date_format.number(amount.words_added)))
    if amount.lines_removed:
        text = ngettext("{n} line removed", "{n} lines removed", amount.lines_removed)
        parts.append(text.format(n=date_format.number(amount.lines_removed)))
    elif amount.words_removed:
        text = ngettext("\u2212{n} word", "\u2212{n} words", amount.words_removed)
        parts.append(text.format(n=date_format.number(amount.words_removed)))
    if not parts:
        return _("Only spaces or punctuation changed") if amount.is_change else _("Nothing changed")
    return ", ".join(parts)
