"""Writes what shells and `man` know of the command line, from its own help: completions and the manual page.

python3 packaging/dev.py shell              write what changed
python3 packaging/dev.py shell --check      only tell, and fail, where something would change
"""

from __future__ import annotations

import argparse
import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as Xml

import shtab

from devtools import man_page
from notebrain.cli.command import parser_of
from notebrain.cli.main import page
from notebrain.cli.table import COMMANDS
from notebrain.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterable

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "resources" / "shell"
SHELLS = ("bash", "zsh", "fish")
METAINFO = ROOT / "packaging" / "org.notebrain.NoteBrain.metainfo.xml"
# by the word that stands for an argument in the help
_COMPLETED = {"FILE": shtab.FILE, "DIR": shtab.DIRECTORY, "PATH": shtab.FILE}


def whole_parser() -> argparse.ArgumentParser:
    """Return one parser of everything, as completion needs it: every command and action with its options."""
    parser = argparse.ArgumentParser(prog="notebrain")
    parser.add_argument("--version", action="store_true", help="show the version")
    _add_data_dir(parser)
    commands = parser.add_subparsers()
    commands.add_parser("help", help="show the help of a command", add_help=False).add_argument(
        "command", nargs="?", choices=list(COMMANDS)
    )
    for command in COMMANDS.values():
        actions = command.actions
        parents = [] if actions else [parser_of(command)]
        added = commands.add_parser(
            command.name, help=command.summary(), add_help=False, parents=parents
        )
        _complete(added)
        inner = added.add_subparsers() if actions else None
        for name, action in actions.items():
            assert inner is not None
            _complete(
                inner.add_parser(
                    name,
                    help=action.summary(),
                    add_help=False,
                    parents=[parser_of(command, name)],
                )
            )
    return parser


def files() -> dict[Path, str]:
    """Return what each file should hold."""
    release = Xml.parse(METAINFO).find("releases/release")
    assert release is not None
    day = datetime.fromisoformat(release.attrib["date"]).date().isoformat()
    completions = {
        FOLDER / f"notebrain.{shell}": _without_trailing(
            str(shtab.complete(whole_parser(), shell=shell))
        )
        for shell in SHELLS
    }
    return {**completions, FOLDER / "notebrain.1": man_page.page(page(), __version__, day)}


def main(arguments: list[str] | None = None) -> int:
    """Do it; the exit code is 1 where, with --check, a change was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="change nothing, fail if needed")
    only_check = parser.parse_args(arguments).check
    wanted = files()
    changed = [
        path
        for path, text in wanted.items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    for path in changed:
        print(f"{'out of date' if only_check else 'wrote'}: {path.relative_to(ROOT).as_posix()}")
        if not only_check:
            path.write_text(wanted[path], encoding="utf-8", newline="\n")
    if only_check and changed:
        print("Run: python3 packaging/dev.py shell")
    return 1 if only_check and changed else 0


def _add_data_dir(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data-dir", metavar="DIR", help="folder of the notes")
    _complete(parser)


def _complete(parser: argparse.ArgumentParser) -> None:
    """Say of each argument that takes a file or a folder that it does."""
    for action in _arguments_of(parser):
        kind = _COMPLETED.get(action.metavar) if isinstance(action.metavar, str) else None
        if kind is not None:
            setattr(action, "complete", kind)  # noqa: B010 - how shtab is told


def _arguments_of(parser: argparse.ArgumentParser) -> Iterable[argparse.Action]:
    return parser._actions  # argparse lists them no other way


def _without_trailing(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.rstrip().splitlines()) + "\n"


if __name__ == "__main__":
    sys.exit(main())
