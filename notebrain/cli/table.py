"""The table of all commands. A command's handler is loaded on demand, and nothing else is.

This halves the time a command takes compared with loading all of them; `notebrain capture` should finish at once.
"""

from collections.abc import Mapping, Sequence

from notebrain.cli.command import Command, Handler
from notebrain.domain.i18n import _


def _asking() -> Mapping[str, Handler]:
    from notebrain.cli.commands.ask import HANDLERS

    return HANDLERS


def _clipping() -> Mapping[str, Handler]:
    from notebrain.cli.commands.clip import HANDLERS

    return HANDLERS


def _completing() -> Mapping[str, Handler]:
    from notebrain.cli.commands.completion import HANDLERS

    return HANDLERS


def _connecting() -> Mapping[str, Handler]:
    from notebrain.cli.commands.account import HANDLERS

    return HANDLERS


def _contexts() -> Mapping[str, Handler]:
    from notebrain.cli.commands.context import HANDLERS

    return HANDLERS


def _conversing() -> Mapping[str, Handler]:
    from notebrain.cli.commands.conversations import HANDLERS

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


def _files() -> Mapping[str, Handler]:
    from notebrain.cli.commands.files import HANDLERS

    return HANDLERS


def _indexing() -> Mapping[str, Handler]:
    from notebrain.cli.commands.index import HANDLERS

    return HANDLERS


def _keying() -> Mapping[str, Handler]:
    from notebrain.cli.commands.keys import HANDLERS

    return HANDLERS


def _opening() -> Mapping[str, Handler]:
    from notebrain.cli.commands.program_tokens import HANDLERS as TOKENS
    from notebrain.cli.commands.programs import HANDLERS

    return {**HANDLERS, **TOKENS}


def _profiling() -> Mapping[str, Handler]:
    from notebrain.cli.commands.profile import HANDLERS

    return HANDLERS


def _read_handlers() -> Mapping[str, Handler]:
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


def _write_handlers() -> Mapping[str, Handler]:
    from notebrain.cli.commands.capture import HANDLERS

    return HANDLERS


def _verifying() -> Mapping[str, Handler]:
    from notebrain.cli.commands.verify import HANDLERS

    return HANDLERS


_NOTES = (
    Command("capture", lambda: _("Save a note and print its id"), _write_handlers),
    Command("clip", lambda: _("Save a web page that your browser saved as HTML"), _clipping),
    Command("append", lambda: _("Add a dated update to the end of a note"), _write_handlers),
    Command(
        "edit",
        lambda: _("Change the text of a note; the old one stays in its history"),
        _write_handlers,
    ),
    Command("file", lambda: _("Pin, tag or move notes, or set their importance"), _filing),
    Command("forget", lambda: _("Move notes to the trash"), _filing),
    Command(
        "restore",
        lambda: _("Restore notes from the trash, or an earlier version of a note"),
        _filing,
    ),
    Command("files", lambda: _("List, add, save, remove and check the files in notes"), _files),
    Command(
        "profile",
        lambda: _("Show and change what you told NoteBrain about yourself"),
        _profiling,
    ),
)
_FINDING = (
    Command("search", lambda: _("Find notes by words and by meaning, best first"), _searching),
    Command("ask", lambda: _("Answer a question with sentences of your notes"), _asking),
    Command("context", lambda: _("Print what a model should know for a question"), _contexts),
    Command(
        "procedures",
        lambda: _("List, add, change and try procedures: what you do in which situation"),
        _contexts,
    ),
    Command(
        "conversations",
        lambda: _("List, show, rename and delete conversations with your notes"),
        _conversing,
    ),
    Command("list", lambda: _("List notes, last changed first"), _read_handlers),
    Command("show", lambda: _("Show a note"), _read_handlers),
    Command(
        "history",
        lambda: _("List the earlier versions of a note, print one, or show what has changed since"),
        _read_handlers,
    ),
)
_ADVICE = (
    Command(
        "review",
        lambda: _("Answer cards about notes that repeat or contradict each other"),
        _reviewing,
    ),
)
_WHOLE_VAULT = (
    Command("import", lambda: _("Import Markdown notes"), _exchanging),
    Command(
        "export",
        lambda: _("Write all notes to a folder, as Markdown with front matter"),
        _exchanging,
    ),
    Command(
        "index", lambda: _("Index what is waiting, so that search finds it by meaning"), _indexing
    ),
    Command(
        "doctor",
        lambda: _("Check the notes file, the index and this computer; back up and restore"),
        _doctoring,
    ),
)
_ACCOUNT = (
    Command(
        "account",
        lambda: _("Connect these notes to your own Cloudflare account, or disconnect them"),
        _connecting,
    ),
    Command(
        "sync",
        lambda: _("Sync the notes here with those in your Cloudflare account"),
        _syncing,
    ),
    Command(
        "verify",
        lambda: _("Compare the notes here with those in your Cloudflare account"),
        _verifying,
    ),
)
_COMPUTER = (
    Command("keys", lambda: _("List the commands of the window and their keys"), _keying),
    Command(
        "desktop",
        lambda: _("Let NoteBrain open notebrain: links, or start when you sign in"),
        _registering,
    ),
    Command("mcp", lambda: _("Let another program use the notes, over MCP"), _opening),
    Command(
        "programs",
        lambda: _("Choose what other programs may do, see what they did, and take it back"),
        _opening,
    ),
    Command(
        "completion",
        lambda: _("Print what bash, zsh or fish needs to complete commands with Tab"),
        _completing,
    ),
)


def groups() -> Sequence[tuple[str, Sequence[Command]]]:
    """Return the commands grouped as on the help page."""
    return (
        (_("Notes"), _NOTES),
        (_("Finding"), _FINDING),
        (_("Review"), _ADVICE),
        (_("The whole vault"), _WHOLE_VAULT),
        (_("Your Cloudflare account"), _ACCOUNT),
        (_("This computer"), _COMPUTER),
    )


COMMANDS: Mapping[str, Command] = {
    command.name: command for _title, commands in groups() for command in commands
}
