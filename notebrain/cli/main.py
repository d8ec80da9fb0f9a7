"""The entry point of the command line: finds the command, runs it, and reports errors in one line."""

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace

from notebrain.cli.command import EXIT_DONE, EXIT_PROBLEM, EXIT_USAGE, Command, parsed, parser_of
from notebrain.cli.table import COMMANDS, groups
from notebrain.cli.terminal import Misuse, Terminal, printable, speak_utf8
from notebrain.domain.errors import DamagedVault, NoteBrainError
from notebrain.domain.i18n import _

DEBUG_VARIABLE = "NOTEBRAIN_DEBUG"
_DATA_DIR, _JSON = "--data-dir", "--json"


@dataclass(frozen=True, slots=True)
class _Call:
    """The command line, parsed up to the command's own arguments."""

    name: str
    rest: Sequence[str]
    data_dir: str | None = None


def main(arguments: Sequence[str]) -> int:
    """Run a command and return its exit code: 0 for done, 1 for a problem reported in one line, 2 for misuse."""
    speak_utf8()
    try:
        code = _run(_split(arguments))
        if sys.stdout is not None:
            sys.stdout.flush()
    except SystemExit as leaving:  # argparse, after help or a message about misuse
        return leaving.code if isinstance(leaving.code, int) else EXIT_USAGE
    except KeyboardInterrupt:
        return _report(_("Stopped. What was saved before is safe."))
    except BrokenPipeError:
        return _quiet()
    except OSError as error:  # only our output can fail here, e.g. on a full disk
        return _quiet(_report(_("The system says: {reason}").format(reason=error)))
    return code


def _run(call: _Call) -> int:
    if call.name in {"help", "--help", "-h"}:
        return _help(call.rest)
    if call.name == "--version":
        return _version()
    command = COMMANDS.get(call.name)
    if command is None:
        return _unknown(call.name)
    return _act(command, call) if command.actions else _guarded(command, "", call)


def _act(command: Command, call: _Call) -> int:
    """Run the action of a command that its first argument names."""
    inner = _split(call.rest)
    if not inner.rest and inner.name == "help" and "help" not in call.rest:
        print(actions_page(command), end="", file=sys.stderr)
        return EXIT_USAGE
    if inner.name in {"help", "--help", "-h"}:
        return _help((command.name, *inner.rest))
    if inner.name not in command.actions:
        return _unknown(inner.name, command)
    data_dir = call.data_dir if inner.data_dir is None else inner.data_dir
    return _guarded(command, inner.name, replace(inner, data_dir=data_dir))


def _guarded(command: Command, action: str, call: _Call) -> int:
    handler = command.handler(action)
    args = parsed(parser_of(command, action), call.rest)
    data_dir = call.data_dir if args.data_dir is None else args.data_dir
    if data_dir == "":  # a script's unset variable must not lead to the user's own notes
        return _report(_("--data-dir needs a folder."), EXIT_USAGE)
    if handler.only_reads and data_dir is not None and not _is_there(data_dir):
        return _report(
            _("There is no folder {folder}, so there are no notes in it.").format(folder=data_dir)
        )
    try:
        terminal = Terminal(data_dir)
        code = handler.run(args, terminal)
        terminal.do_upkeep()
    except BrokenPipeError:
        raise
    except Misuse as error:
        return _report(str(error), EXIT_USAGE)
    except Exception as error:  # the command runner: the only place that catches our own bugs
        if os.environ.get(DEBUG_VARIABLE):
            raise
        return _report(_in_words(error, data_dir))
    return code


def _is_there(data_dir: str) -> bool:
    """Return whether this folder exists: a typo in its name must not create a vault to read from."""
    from notebrain.app.core.paths import data_folder

    return os.path.lexists(data_folder(data_dir))


def _in_words(error: Exception, data_dir: str | None) -> str:
    """Return what happened and what to do."""
    match error:
        case DamagedVault():
            from notebrain.app.maintenance.damage_texts import with_way_out

            return with_way_out(error, data_dir)
        case NoteBrainError():
            return str(error)
        case OSError():
            return _("The system says: {reason}").format(reason=error)
        case _other:
            return _(
                "Unexpected error ({fault}). What was saved is safe; {variable}=1 shows where it happened."
            ).format(fault=f"{type(error).__name__}: {error}", variable=DEBUG_VARIABLE)


def _split(arguments: Sequence[str]) -> _Call:
    """Find the command, or its action: the first argument that is neither `--json` nor `--data-dir` nor its value."""
    data_dir: str | None = None
    rest, before = list(arguments), list[str]()
    while rest:
        word = rest.pop(0)
        if word.startswith(f"{_DATA_DIR}="):
            data_dir = word.partition("=")[2]
        elif word == _DATA_DIR and rest:
            data_dir = rest.pop(0)
        elif word == _JSON:
            before = [word]
        else:
            return _Call(word, [*before, *rest], data_dir)
    return _Call("help", (), data_dir)


def _help(words: Sequence[str]) -> int:
    given = [word for word in words if not word.startswith("-")]
    if not given:
        print(page(), end="")
        return EXIT_DONE
    command = COMMANDS.get(given[0])
    if command is None:
        return _unknown(given[0])
    action = given[1] if command.actions and len(given) > 1 else ""
    if action and action not in command.actions:
        return _unknown(action, command)
    whole = command.actions and not action
    print(actions_page(command) if whole else parser_of(command, action).format_help(), end="")
    return EXIT_DONE


def _version() -> int:
    from notebrain.version import __version__

    print(f"NoteBrain {__version__}")
    return EXIT_DONE


def _unknown(word: str, command: Command | None = None) -> int:
    """Say that there is no such command, or no such action of a command."""
    import difflib

    known = COMMANDS if command is None else command.actions
    near = difflib.get_close_matches(word, known, n=1)
    guess = " " + _("Did you mean {command}?").format(command=near[0]) if near else ""
    print(usage(command), file=sys.stderr)
    if word == _DATA_DIR:
        return _report(_("--data-dir needs a folder."), EXIT_USAGE)
    if command is None:
        return _report(_("There is no command {word}.").format(word=word) + guess, EXIT_USAGE)
    text = _("There is no action {word}; {command} has {actions}.").format(
        command=command.name, word=word, actions=", ".join(known)
    )
    return _report(text + guess, EXIT_USAGE)


def _report(problem: str, code: int = EXIT_PROBLEM) -> int:
    print(f"notebrain: {printable(problem)}", file=sys.stderr)
    return code


def _quiet(code: int = EXIT_DONE) -> int:
    """Exit silently when nobody can read our output, as after `| head`."""
    # Python flushes standard output again on exit, which would fail again
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code


_INDENT = 15


def usage(command: Command | None = None) -> str:
    """Return the usage of the program, or of a command with actions, in one line."""
    if command is not None:
        return _("usage: notebrain {command} ACTION …").format(command=command.name)
    return _(
        "usage: notebrain [--data-dir DIR] [COMMAND …]      (notebrain help lists the commands)"
    )


def page() -> str:
    """Return the complete help page."""
    parts = [
        _("NoteBrain: take notes in milliseconds, find them by their words and by their meaning."),
        "",
        "  notebrain                       "
        + _("open the window, or bring the open one to the front"),
        "  notebrain COMMAND …             "
        + _("run one command and exit; works while the window is open"),
        "  notebrain help COMMAND          " + _("show the help of a command"),
        "",
    ]
    for title, commands in groups():
        parts += [
            f"{title}:",
            *_lines([(command.name, command.summary()) for command in commands]),
            "",
        ]
    parts += [
        _("Global options:"),
        *_lines(_everywhere(), indent=24),
        "",
        _("Environment:"),
        *_lines(_environment(), indent=24),
    ]
    parts += ["", _("Exit codes: 0 done, 1 a problem (explained in one line), 2 wrong usage.")]
    return "\n".join(parts) + "\n"


def actions_page(command: Command) -> str:
    """Return the help page of a command with actions."""
    rows = [(name, action.summary()) for name, action in command.actions.items()]
    parts = [
        usage(command),
        "",
        command.summary(),
        "",
        _("actions:"),
        *_lines(rows),
        "",
        _("notebrain help {command} ACTION shows the options of an action.").format(
            command=command.name
        ),
    ]
    return "\n".join(parts) + "\n"


def _everywhere() -> list[tuple[str, str]]:
    return [
        ("--data-dir DIR", _("folder of the notes")),
        ("--json", _("print one JSON document, with dates in UTC")),
        ("--version", _("show the version")),
    ]


def _environment() -> list[tuple[str, str]]:
    return [
        ("NOTEBRAIN_DATA_DIR", _("folder of the notes, unless --data-dir is given")),
        ("NOTEBRAIN_LANGUAGE", _("language of all texts, e.g. de")),
        ("NOTEBRAIN_NOW", _("the moment from which search counts ages, for benchmarks")),
        ("NO_COLOR", _("no bold words on the terminal")),
        ("VISUAL, EDITOR", _("the editor for edit --editor")),
    ]


def _lines(rows: Sequence[tuple[str, str]], indent: int = _INDENT) -> list[str]:
    return [f"  {name:<{indent}}{text}" for name, text in rows]
