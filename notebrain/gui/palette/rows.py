"""The rows of the palette: heads, commands, notes, and the note that does not exist yet."""

from collections.abc import Sequence
from dataclasses import dataclass

from notebrain.app.commands.command import CommandId
from notebrain.domain.i18n import _


@dataclass(frozen=True, slots=True)
class Head:
    """What the rows below have in common."""

    text: str


@dataclass(frozen=True, slots=True)
class CommandRow:
    """A command.

    Attributes:
        marks: The places of the text that were found.
        key: Its shortcut.
        lacking: Why it is not available now; empty when it is.
    """

    command: CommandId
    text: str
    marks: tuple[int, ...] = ()
    key: str = ""
    lacking: str = ""


@dataclass(frozen=True, slots=True)
class NoteRow:
    """A note that exists.

    Attributes:
        key: What it is looked up by.
        aside: What tells it from others of its name.
    """

    key: int
    text: str
    marks: tuple[int, ...] = ()
    aside: str = ""


@dataclass(frozen=True, slots=True)
class NewRow:
    """A note that would be made."""

    title: str

    @property
    def text(self) -> str:
        """What choosing it does."""
        return _("Create note “{title}”").format(title=self.title)


Row = Head | CommandRow | NoteRow | NewRow


def is_open(row: Row) -> bool:
    """Whether a row can be chosen."""
    match row:
        case Head():
            return False
        case CommandRow():
            return not row.lacking
        case _:
            return True


def spoken(row: Row, key: str = "") -> str:
    """Return what a screen reader says of a row; `key` is its shortcut as the system writes it."""
    parts = [row.text]
    match row:
        case CommandRow():
            parts += [key, row.lacking]
        case NoteRow():
            parts.append(row.aside)
        case _:
            pass
    return ", ".join(part for part in parts if part)


def first_open(rows: Sequence[Row]) -> int:
    """Return the number of the row to begin with; -1 where none can be chosen."""
    return next((number for number, row in enumerate(rows) if is_open(row)), -1)
