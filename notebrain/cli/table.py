"""The table of all commands. A command's handler is loaded on demand, and nothing else is.

This halves the time a command takes compared with loading all of them; `notebrain capture` should finish at once.
"""

from collections.abc import Mapping, Sequence

from notebrain.cli.command import Command, Handler
from notebrain.domain.i18n import _


def _connecting() -> Mapping[str, Handler]:
    from notebrain.cli.commands.account import HANDLERS

    return HANDLERS


def _doctoring() -> Mapping[str, Handler]:
    from notebrain.cli.commands.doctor import HANDLERS

    return HANDLERS


def _exchanging() -> Mapping[str, Handler]:
    from notebrain.cli.commands.import_export import HANDLERS

    return HANDLERS


def _filing() -> Mapping[str, Handler]:
    from notebrain.cli.commands.file import HANDLERS

    return HANDLERS


def _indexing() -> Mapping[str, Handler]:
    from notebrain.cli.commands.index import HANDLERS

    return HANDLERS


def _keying() -> Mapping[str, Handler]:
    from notebrain.cli.commands.keys import HANDLERS

    return HANDLERS


def _looking() -> Mapping[str, Handler]:
    from notebrain.cli.commands.list import HANDLERS

    return HANDLERS


def _registering() -> Mapping[str, Handler]:
    from notebrain.cli.commands.desktop import HANDLERS

    return HANDLERS


def _reviewing() -> Mapping[str, Handler]:
    from notebrain.cli.commands.review import HANDLERS

    return HANDLERS


def _searching() -> Mapping[str, Handler]:
    from notebrain.cli.commands.search import HANDLERS

    return HANDLERS


def _syncing() -> Mapping[str, Handler]:
    from notebrain.cli.commands.sync import HANDLERS

    return HANDLERS


def _taking() -> Mapping[str, Handler]:
    from notebrain.cli.commands.capture import HANDLERS

    return HANDLERS


def _verifying() -> Mapping[str, Handler]:
    from notebrain.cli.commands.verify import HANDLERS

    return HANDLERS


_NOTES = (
    Command("capture", lambda: _("Save a note and print its id"), _taking),
    Command("append", lambda: _("Add a dated update at the end of a note"), _taking),
    Command("edit", lambda: _("Give a note a new text; the old one stays in its history"), _taking),
    Command("file", lambda: _("Pin, tag, move or weigh notes"), _filing),
    Command("forget", lambda: _("Put notes into the trash"), _filing),
    Command(
        "restore",
        lambda: _("Bring notes back from the trash, or an earlier version of one"),
        _filing,
    ),
)
_FINDING = (
    Command("search", lambda: _("Find notes by words and by meaning, best first"), _searching),
    Command("list", lambda: _("List notes, the last changed first"), _looking),
    Command("show", lambda: _("Show a note"), _looking),
    Command(
        "history",
        lambda: _("List the earlier versions of a note, print one, or tell what changed since"),
        _looking,
    ),
)
_ADVICE = (
    Command(
        "review",
        lambda: _("Answer what was noticed about notes that repeat or contradict each other"),
        _reviewing,
    ),
)
_WHOLE_VAULT = (
    Command("import", lambda: _("Bring Markdown notes in"), _exchanging),
    Command(
        "export",
        lambda: _("Write all notes to a folder, as Markdown with front matter"),
        _exchanging,
    ),
    Command("index", lambda: _("Make everything that waits findable by meaning"), _indexing),
    Command(
        "doctor",
        lambda: _("Check the notes file, the index and this computer; back up and restore"),
        _doctoring,
    ),
)
_ACCOUNT = (
    Command(
        "account",
        lambda: _("Connect these notes to a Cloudflare account of your own, or leave it again"),
        _connecting,
    ),
    Command(
        "sync",
        lambda: _("Bring the notes here and in your Cloudflare account to the same state"),
        _syncing,
    ),
    Command(
        "verify",
        lambda: _("Compare the notes here with those in your Cloudflare account"),
        _verifying,
    ),
)
_WINDOW = (
    Command("keys", lambda: _("List the commands of the window and their keys"), _keying),
    Command(
        "desktop",
        lambda: _("Have notebrain: addresses opened here, or NoteBrain started when you sign in"),
        _registering,
    ),
)


def groups() -> Sequence[tuple[str, Sequence[Command]]]:
    """Return the commands grouped as on the help page."""
    return (
        (_("Notes"), _NOTES),
        (_("Finding"), _FINDING),
        (_("Advice"), _ADVICE),
        (_("The whole vault"), _WHOLE_VAULT),
        (_("Your Cloudflare account"), _ACCOUNT),
        (_("The window"), _WINDOW),
    )


COMMANDS: Mapping[str, Command] = {
    command.name: command for _title, commands in groups() for command in commands
}
