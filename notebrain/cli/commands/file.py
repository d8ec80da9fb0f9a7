"""Filing notes and moving them to and from the trash: `forget`, `restore`, `file`."""

import argparse
from collections.abc import Mapping, Sequence

from notebrain.cli.command import EXIT_DONE, Handler, add_json, note_help
from notebrain.cli.option_types import count, importance, tags_of
from notebrain.cli.terminal import Misuse, Terminal
from notebrain.domain.i18n import _, ngettext
from notebrain.domain.notes.note import Category


def _forget_arguments(parser: argparse.ArgumentParser) -> None:
    _add_ids(parser)
    add_json(parser)


def _forget(args: argparse.Namespace, terminal: Terminal) -> int:
    with terminal.services() as services:
        ids = services.library.find_all(args.ids)
        changed = services.finish(services.notes.forget(ids)).notes
    line = ngettext(
        "{n} note is in the trash now.", "{n} notes are in the trash now.", len(changed)
    )
    _report(terminal, args, changed, line)
    return EXIT_DONE


def _restore_arguments(parser: argparse.ArgumentParser) -> None:
    _add_ids(parser)
    parser.add_argument(
        "--version",
        type=count,
        metavar="N",
        help=_("restore this earlier version of one note (see history)"),
    )
    add_json(parser)


def _restore(args: argparse.Namespace, terminal: Terminal) -> int:
    if args.version is not None and len(args.ids) != 1:
        raise Misuse(_("--version works with one note only."))
    with terminal.services() as services:
        ids = services.library.find_all(args.ids)
        if args.version is None:
            changed = services.finish(services.notes.restore(ids)).notes
        else:
            earlier = services.library.version(ids[0], args.version)
            restored = services.finish(services.notes.restore_revision(ids[0], earlier.id))
            changed = restored.notes if restored.text else ()
    if args.version is None:
        line = ngettext(
            "{n} note is back from the trash.", "{n} notes are back from the trash.", len(changed)
        )
    else:
        line = _("The earlier version is back; the text it replaced is in the history.")
    _report(terminal, args, changed, line)
    return EXIT_DONE


def _file_arguments(parser: argparse.ArgumentParser) -> None:
    _add_ids(parser)
    parser.add_argument("--pin", action=argparse.BooleanOptionalAction, help=_("pin or unpin it"))
    parser.add_argument(
        "--tag",
        action="append",
        metavar=_("TAG"),
        help=_("add a tag; repeat for more"),
    )
    parser.add_argument("--untag", action="append", metavar=_("TAG"), help=_("remove a tag"))
    parser.add_argument("--workspace", metavar=_("NAME"), help=_("move it to this workspace"))
    parser.add_argument(
        "--category",
        choices=[category.value for category in Category],
        help=_("what it records"),
    )
    parser.add_argument(
        "--importance", type=importance, metavar="1-5", help=_("how important it is")
    )
    parser.add_argument(
        "--local-only",
        action=argparse.BooleanOptionalAction,
        help=_("whether it stays on this computer only"),
    )
    add_json(parser)


def _file(args: argparse.Namespace, terminal: Terminal) -> int:
    from notebrain.notes.service import Filing

    filing = Filing(
        workspace=args.workspace,
        category=None if args.category is None else Category(args.category),
        importance=args.importance,
        pinned=args.pin,
        local_only=args.local_only,
        add_tags=tags_of(args.tag),
        remove_tags=tags_of(args.untag),
    )
    if filing == Filing():
        raise Misuse(_("Say what to change, e.g. --pin or --tag garden."))
    with terminal.services() as services:
        ids = services.library.find_all(args.ids)
        changed = services.finish(services.notes.file(ids, filing)).notes
    line = ngettext("{n} note changed.", "{n} notes changed.", len(changed))
    _report(terminal, args, changed, line)
    return EXIT_DONE


def _report(
    terminal: Terminal, args: argparse.Namespace, changed: Sequence[str], line: str
) -> None:
    if args.json:
        terminal.document({"note_ids": list(changed)})
    else:
        terminal.write_remark(line.format(n=len(changed)) if changed else _("Nothing changed."))


def _add_ids(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("ids", nargs="+", metavar="ID", help=note_help())


HANDLERS: Mapping[str, Handler] = {
    "forget": Handler(_forget_arguments, _forget),
    "restore": Handler(_restore_arguments, _restore),
    "file": Handler(_file_arguments, _file),
}
