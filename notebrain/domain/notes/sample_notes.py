"""The three welcome notes that introduce new users to the program."""

from collections.abc import Sequence

from notebrain.domain.i18n import _
from notebrain.domain.notes.draft import Draft

SOURCE = "welcome"


def welcome_notes() -> Sequence[Draft]:
    """Return the notes in the user's language; the one to read first comes last, since lists show the newest first."""
    return (
        _note(_in_place(), _("welcome/order")),
        _note(_found(), _("welcome/search")),
        _note(_first(), _("welcome")),
    )


def _note(parts: Sequence[str], tag: str) -> Draft:
    return Draft("\n\n".join(parts) + "\n", source=SOURCE, tags=(tag,))


def _first() -> Sequence[str]:
    boxes = (
        _("Tick this box with a click"),
        _("Write a line of your own below"),
        _("Make a note of your own with Ctrl+N"),
        _("Find this one with Ctrl+Shift+F"),
    )
    return (
        f"# {_('Welcome to NoteBrain')}",
        _("This is a note like any other. Click into it and type: it is saved here as you go."),
        "\n".join(f"- [ ] {box}" for box in boxes),
        _("Open check boxes are on Home, too. Tick one there, and it is ticked here."),
    )


def _found() -> Sequence[str]:
    return (
        f"# {_('Find it by what it means')}",
        _("Search looks for words and for meaning, both on this computer."),
        _("Ask as you would ask yourself: *where did I put that thought* finds this note."),
        _("What you wrote lately stands a little higher; how much, you choose beside the results."),
    )


def _in_place() -> Sequence[str]:
    link = f"[[{_('Welcome to NoteBrain')}]]"
    return (
        f"# {_('Everything in its place')}",
        _("Drag a note onto a tag, a category or Pinned in the sidebar, and it is filed there."),
        _("Two brackets lead from one note to another: {link}").format(link=link),
        _("Del in the list moves a note to the trash, and Ctrl+Z brings it back."),
        _("Seen enough? “Remove the welcome notes” on Home takes all three away."),
    )
