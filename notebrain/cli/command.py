"""The definition of a command, and the argument parser each one fills."""

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NoReturn, cast

from notebrain.cli.terminal import Terminal, printable
from notebrain.domain import i18n
from notebrain.domain.i18n import _, ngettext
from notebrain.domain.notes.note import DEFAULT_WORKSPACE

_END_OF_OPTIONS, _MARK = "--", "\0"

EXIT_DONE, EXIT_PROBLEM, EXIT_USAGE = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Handler:
    """The arguments of a command and the function that runs it.

    Attributes:
        arguments: Declares the arguments.
        run: Runs the command and returns the exit code.
        details: More help text, shown below the options.
        only_reads: Whether the command has nothing to do where there are no notes.
    """

    arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace, Terminal], int]
    details: Callable[[], str] = str
    only_reads: bool = False
    summary: Callable[[], str] = str
    """For an action: a one-line description in the user's language."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command of the command line: a row of the table, without its handlers.

    A command either does one thing, or has actions, which are given as its first argument.

    Attributes:
        summary: Returns a one-line description in the user's language.
        family: Loads the handlers of this command and related ones: "list", or "review list" for an action.
    """

    name: str
    summary: Callable[[], str]
    family: Callable[[], Mapping[str, Handler]]

    @property
    def actions(self) -> Mapping[str, Handler]:
        """The actions of the command by name, loaded on first use; empty if it does one thing."""
        prefix = f"{self.name} "
        return {
            name.removeprefix(prefix): handler
            for name, handler in self.family().items()
            if name.startswith(prefix)
        }

    def handler(self, action: str = "") -> Handler:
        """Return the handler of the command or of its action, loaded on first use."""
        return self.family()[f"{self.name} {action}".rstrip()]


class Parser(argparse.ArgumentParser):
    """An argument parser that reports errors in one line."""

    def error(self, message: str) -> NoReturn:
        """Print the error and exit with the code for misuse."""
        more = _("see notebrain help {command}").format(command=self.prog.partition(" ")[2])
        self.exit(EXIT_USAGE, f"{self.prog}: {printable(message)} ({more})\n")


def parser_of(command: Command, action: str = "") -> Parser:
    """Return the parser of a command, or of one of its actions."""
    _translate_argparse()
    handler = command.handler(action)
    parser = Parser(
        prog=f"notebrain {command.name} {action}".rstrip(),
        description=handler.summary() or command.summary(),
        epilog=handler.details() or None,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
        add_help=False,
    )
    handler.arguments(parser)
    general = parser.add_argument_group(_("global options"))
    add_data_dir(general)
    general.add_argument("-h", "--help", action="help", help=_("show this help"))
    return parser


def parsed(parser: Parser, words: Sequence[str]) -> argparse.Namespace:
    """Parse the arguments: options and others in any order; after `--` nothing is an option.

    WORKAROUND: until Python 3.13.1 argparse loses `--` when it parses intermixed arguments (python/cpython#125355), so
    what follows it is marked with a character that no argument can contain.
    """
    head = list(words)
    if _END_OF_OPTIONS in head:
        end = head.index(_END_OF_OPTIONS)
        head[end:] = [_MARK + word for word in head[end + 1 :]]
    args = parser.parse_intermixed_args(head)
    for name, value in vars(args).items():
        setattr(args, name, _unmarked(value))
    return args


def _unmarked(value: object) -> object:
    if isinstance(value, list):
        return [_unmarked(part) for part in cast("list[object]", value)]
    return value.removeprefix(_MARK) if isinstance(value, str) else value


def add_data_dir(parser: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:  # pyright: ignore[reportPrivateUsage] - argparse names its groups no other way
    """Add the option for the vault's folder to a parser."""
    parser.add_argument(
        "--data-dir",
        metavar=_("DIR"),
        help=_("folder of the notes (default: NOTEBRAIN_DATA_DIR, or the system's data folder)"),
    )


def add_id(parser: argparse.ArgumentParser) -> None:
    """Add the argument for one note to a command."""
    parser.add_argument("id", metavar="ID", help=note_help())


def note_help() -> str:
    """Return how a note can be named."""
    return _("the note: its id, a unique beginning or end of it, or its title")


def add_text(parser: argparse.ArgumentParser) -> None:
    """Add the argument for a text to a command; `text_of` returns it."""
    parser.add_argument(
        "text",
        nargs="*",
        metavar=_("TEXT"),
        help=_("the text, saved exactly as given; with - or no TEXT, read standard input (UTF-8)"),
    )


def text_of(args: argparse.Namespace) -> str | None:
    """Return the text given as one argument or, without quotes, as several; None if there is none."""
    return " ".join(args.text) if args.text else None


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add the option for JSON output to a command."""
    parser.add_argument("--json", action="store_true", help=_("print one JSON document"))


def add_filing(parser: argparse.ArgumentParser) -> None:
    """Add the options for where a new note goes."""
    parser.add_argument(
        "--tag",
        action="append",
        metavar=_("TAG"),
        help=_("a tag; repeat for more, or separate several tags with commas"),
    )
    parser.add_argument(
        "--workspace",
        default=DEFAULT_WORKSPACE,
        metavar=_("NAME"),
        help=_("the workspace it goes to (default: %(default)s)"),
    )
    parser.add_argument(
        "--local-only", action="store_true", help=_("keep it on this computer only")
    )


def add_workspace(parser: argparse.ArgumentParser) -> None:
    """Add the option that limits a command to one workspace."""
    parser.add_argument("--workspace", metavar=_("NAME"), help=_("only notes of this workspace"))


def _translate_argparse() -> None:
    """Make argparse use the user's language: it looks up its texts in its own module."""
    setattr(argparse, "_", i18n._)  # noqa: B010 - no type checker knows the name
    setattr(argparse, "ngettext", i18n.ngettext)  # noqa: B010


def texts() -> tuple[str, ...]:
    """Return argparse's texts in the user's language; argparse itself looks them up by the English ones."""
    return (
        _("usage: "),
        _("positional arguments"),
        _("options"),
        _("unrecognized arguments: %s"),
        _("the following arguments are required: %s"),
        _("argument %(argument_name)s: %(message)s"),
        _("invalid choice: %(value)r (choose from %(choices)s)"),
        _("not allowed with argument %s"),
        _("ignored explicit argument %r"),
        _("expected one argument"),
        _("expected at most one argument"),
        _("expected at least one argument"),
        ngettext("expected %s argument", "expected %s arguments", 1),
    )
