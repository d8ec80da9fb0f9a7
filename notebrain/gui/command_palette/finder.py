"""The rows that the palette shows for a typed text."""

from collections.abc import Iterable, Sequence

from notebrain.app.commands.command import Command, CommandId
from notebrain.domain.i18n import _
from notebrain.domain.text.fuzzy import RECENTLY_USED, Fuzzy, fold
from notebrain.gui.command_palette.model import CommandRow, Head, NewRow, NoteRow, Row
from notebrain.gui.core.actions import Actions

RECENT_COMMANDS = 5
NOTES_AMONG_COMMANDS = 6
COMMANDS_WITH_NOTES = 7
_ELSEWHERE = 0.1
"""How much a match counts that is only in the English name of a command, such as "sync" in a German window."""


def command_rows(actions: Actions, recent: Sequence[CommandId], wanted: Fuzzy) -> list[Row]:
    """Return the commands that are available now: the best matches first, or those used last."""
    if not wanted:
        return _all(actions, recent)
    return [*_best(actions, recent, wanted, offered=True)]


def missing_rows(actions: Actions, recent: Sequence[CommandId], wanted: Fuzzy) -> list[Row]:
    """Return the commands that match but are not available now, each with the reason."""
    if wanted:
        rows = _best(actions, recent, wanted, offered=False)
    else:
        rows = [_row(actions, row) for row in actions.rows if actions.lacking(row.id)]
    return [Head(_("Not available now")), *rows] if rows else []


def note_rows(notes: Sequence[NoteRow], *, head: str) -> list[Row]:
    """Return notes below their heading."""
    return [*([Head(head)] if notes else []), *notes]


def new_rows(typed: str) -> list[Row]:
    """Return a row that creates a note from the typed text."""
    return [NewRow(typed.strip())] if typed.strip() else []


def used(recent: Sequence[CommandId], command: CommandId) -> Sequence[CommandId]:
    """Return the recently used commands after this one was used."""
    return [command, *(command_id for command_id in recent if command_id is not command)][
        :RECENT_COMMANDS
    ]


def recent_of(text: str) -> Sequence[CommandId]:
    """Return the recently used commands from their stored text, leaving out those that no longer exist."""
    names = {command_id.value for command_id in CommandId}
    return [CommandId(name) for name in text.split() if name in names]


def _all(actions: Actions, recent: Sequence[CommandId]) -> list[Row]:
    offered = [row for row in actions.rows if not actions.lacking(row.id)]
    last = [command for wanted in recent for command in offered if command.id is wanted]
    rest = [command for command in offered if command not in last]
    return [
        *([Head(_("Recently used"))] if last else []),
        *(_row(actions, command) for command in last),
        *([Head(_("Commands"))] if last else []),
        *(_row(actions, command) for command in rest),
    ]


def _best(
    actions: Actions, recent: Sequence[CommandId], wanted: Fuzzy, *, offered: bool
) -> Iterable[Row]:
    found: list[tuple[float, int, Command]] = []
    for number, command in enumerate(actions.rows):
        score = wanted.score(fold(actions.name(command)))
        score = score or _ELSEWHERE * wanted.score(_english(command.id))
        if score and bool(actions.lacking(command.id)) != offered:
            score += RECENTLY_USED if command.id in recent else 0
            found.append((score, -number, command))
    found.sort(key=lambda each: each[:2], reverse=True)
    return [_row(actions, command, wanted) for _score, _number, command in found]


def _english(command: CommandId) -> str:
    """Return the English words of a command's id, which are the same in every language."""
    return command.rpartition(".")[2].replace("_", " ")


def _row(actions: Actions, command: Command, wanted: Fuzzy | None = None) -> CommandRow:
    text = actions.name(command)
    return CommandRow(
        command=command.id,
        text=text,
        marks=wanted.marks(text) if wanted else (),
        key=actions.keys.first(command.id),
        lacking=actions.lacking(command.id),
    )
