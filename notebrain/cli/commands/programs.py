"""Other programs: `mcp`, which one of them starts, and `programs`, where the user says what they may do."""

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from notebrain.cli.command import EXIT_DONE, EXIT_PROBLEM, Handler, add_id, add_json
from notebrain.cli.option_types import moment
from notebrain.cli.terminal import Misuse, Terminal, is_terminal, local, printable
from notebrain.domain.errors import NotFound
from notebrain.domain.i18n import _, ngettext
from notebrain.domain.notes.note import ListFilter, NoteId
from notebrain.domain.programs.program import ProgramVerb

if TYPE_CHECKING:
    from notebrain.app.services import Services
    from notebrain.app.settings.setting import Setting
    from notebrain.domain.programs.program import ProgramAct, Scope

_READING = "reading"


def _mcp_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--as",
        dest="name",
        metavar=_("NAME"),
        help=_("what to call the program that starts this (default: what it calls itself)"),
    )


def _mcp_details() -> str:
    return _(
        "A program such as Claude Desktop or an editor starts this and speaks over standard input and\n"
        "output. Add to its configuration:\n"
        "\n"
        '  "mcpServers": {"notebrain": {"command": "notebrain", "args": ["mcp"]}}\n'
        "\n"
        "Nothing is readable before “notebrain programs on reading”, and nothing can be written before\n"
        "each kind of writing is switched on, as with “notebrain programs on capture”."
    )


def _mcp(args: argparse.Namespace, terminal: Terminal) -> int:
    if is_terminal(sys.stdin):
        raise Misuse(_("Another program starts this; “notebrain help mcp” says how."))
    from notebrain.mcp_server.main import serve

    serve(terminal.data_dir, args.name)
    return EXIT_DONE


def _switches() -> "Mapping[str, Setting[bool]]":
    from notebrain.app.settings.programs import (
        PROGRAMS_CLIPPER,
        PROGRAMS_HTTP,
        PROGRAMS_MAY,
        PROGRAMS_MCP,
        PROGRAMS_MODEL,
    )

    doors = {_READING: PROGRAMS_MCP, "http": PROGRAMS_HTTP, "clipper": PROGRAMS_CLIPPER}
    return {
        **doors,
        "model": PROGRAMS_MODEL,
        **{verb.value: one for verb, one in PROGRAMS_MAY.items()},
    }


def _switch_arguments(parser: argparse.ArgumentParser) -> None:
    names = (
        _READING,
        "http",
        "clipper",
        "model",
        "capture",
        "append",
        "update",
        "forget",
        "restore",
    )
    parser.add_argument(
        "what",
        nargs="+",
        choices=names,
        metavar=_("WHAT"),
        help=", ".join(names),
    )


def _switch(args: argparse.Namespace, terminal: Terminal, *, on: bool) -> int:
    known = _switches()
    with terminal.services() as services:
        for name in args.what:
            services.settings.put(known[name], on).result()
        services.notify_window()
        _write_switches(services, terminal)
    return EXIT_DONE


def _on(args: argparse.Namespace, terminal: Terminal) -> int:
    return _switch(args, terminal, on=True)


def _off(args: argparse.Namespace, terminal: Terminal) -> int:
    return _switch(args, terminal, on=False)


def _write_switches(services: "Services", terminal: Terminal) -> None:
    known = _switches()
    may = [name for name, one in known.items() if services.settings.get(one)]
    if not {_READING, "http", "clipper"} & {*may}:
        terminal.write_line(_("Other programs may do nothing with these notes."))
        return
    terminal.write_line(_("Other programs may: {names}").format(names=", ".join(may)))


def _list(args: argparse.Namespace, terminal: Terminal) -> int:
    with terminal.services() as services:
        programs = services.memory.programs.known()
        may = [name for name, one in _switches().items() if services.settings.get(one)]
        if args.json:
            rows = [
                {
                    "name": one.name,
                    "first_at": one.first_at.isoformat(),
                    "last_at": one.last_at.isoformat(),
                    "calls": one.calls,
                    "characters": one.characters,
                    "acts": one.acts,
                    "blocked": one.scope.is_blocked,
                    "workspaces": list(one.scope.workspaces),
                    "tags": list(one.scope.tags),
                    "only_synced": one.scope.only_synced,
                    "may": None if one.scope.may is None else sorted(one.scope.may),
                }
                for one in programs
            ]
            terminal.document({"may": may, "programs": rows})
            return EXIT_DONE
        _write_switches(services, terminal)
        for one in programs:
            calls = ngettext("{n} call", "{n} calls", one.calls).format(n=one.calls)
            acts = ngettext("{n} write", "{n} writes", one.acts).format(n=one.acts)
            parts = [printable(one.name), local(one.last_at), calls, acts, *_words(one.scope)]
            terminal.write_line("  ".join(parts))
    return EXIT_DONE


def _words(scope: "Scope") -> Sequence[str]:
    """Return what limits a program, in words."""
    if scope.is_blocked:
        return [_("blocked")]
    names = [*scope.workspaces, *(f"#{tag}" for tag in scope.tags)]
    names += [_("synced notes")] if scope.only_synced else []
    words = [_("only {names}").format(names=printable(", ".join(names)))] if names else []
    if scope.may is not None:
        may = ", ".join(verb for verb in ProgramVerb if verb in scope.may)
        words.append(_("may write: {acts}").format(acts=may or _("nothing")))
    return words


def _acts_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--program", metavar=_("NAME"), help=_("only those of this program"))
    add_json(parser)


def _acts(args: argparse.Namespace, terminal: Terminal) -> int:
    with terminal.services() as services:
        acts = services.memory.programs.acts(program=args.program)
        if args.json:
            terminal.document([_act_document(act) for act in acts])
            return EXIT_DONE
        titles = _titles(services, tuple(dict.fromkeys(act.note_id for act in acts)))
    for act in acts:
        title = titles.get(act.note_id)
        parts = [
            str(act.number),
            local(act.at),
            printable(act.program),
            act.verb.value,
            act.note_id if title is None else printable(title) or _("(no title)"),
            _("(undone)") if act.undone_at else "",
        ]
        terminal.write_line("  ".join(part for part in parts if part))
    if not acts:
        terminal.write_remark(_("Other programs wrote nothing."))
    return EXIT_DONE


def _titles(services: "Services", note_ids: tuple[NoteId, ...]) -> Mapping[NoteId, str]:
    """Return the titles of those of these notes that are still there, also in the trash."""
    found = [
        row
        for trashed in (False, True)
        for row in services.library.list(ListFilter(only=note_ids, trashed=trashed))
    ]
    return {row.id: row.title for row in found}


def _act_document(act: "ProgramAct") -> dict[str, object]:
    return {
        "number": act.number,
        "program": act.program,
        "act": act.verb.value,
        "note_id": act.note_id,
        "version": act.version,
        "at": act.at.isoformat(),
        "undone_at": None if act.undone_at is None else act.undone_at.isoformat(),
    }


def _undo_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "number", type=int, nargs="*", metavar=_("NUMBER"), help=_("of “notebrain programs acts”")
    )
    parser.add_argument(
        "--program", metavar=_("NAME"), help=_("everything this program wrote, newest first")
    )
    parser.add_argument(
        "--since", type=moment, metavar="ISO8601", help=_("with --program: only since this time")
    )


def _undo(args: argparse.Namespace, terminal: Terminal) -> int:
    if bool(args.number) == bool(args.program):
        raise Misuse(_("Give either the numbers of acts or --program."))
    with terminal.services() as services:
        if args.program:
            return _undo_all(services, args.program, args.since, terminal)
        for number in sorted(args.number, reverse=True):
            services.finish(services.memory.programs.undo(number))
    return EXIT_DONE


def _undo_all(
    services: "Services", program: str, since: datetime | None, terminal: Terminal
) -> int:
    kept, done = services.memory.programs.undo_all(program, since)
    services.notify_window()
    terminal.write_line(
        ngettext("{n} write was taken back.", "{n} writes were taken back.", done).format(n=done)
    )
    for act in kept:
        text = _("Act {number} stays: its note {id} was changed since.")
        terminal.write_remark(text.format(number=act.number, id=act.note_id))
    return EXIT_PROBLEM if kept else EXIT_DONE


def _name_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "name", metavar=_("NAME"), help=_("as “notebrain programs list” shows it, e.g. mcp:cursor")
    )


def _limit_arguments(parser: argparse.ArgumentParser) -> None:
    _name_arguments(parser)
    parser.add_argument(
        "--workspace",
        action="append",
        default=[],
        metavar=_("NAME"),
        help=_("only notes of this workspace; repeat for more, without any: of all"),
    )
    parser.add_argument(
        "--tag",
        action="append",
        default=[],
        metavar=_("TAG"),
        help=_("only notes with this tag or one below it; repeat for more"),
    )
    parser.add_argument(
        "--only-synced", action="store_true", help=_("only notes that are in your account already")
    )


def _limit(args: argparse.Namespace, terminal: Terminal) -> int:
    with terminal.services() as services:
        for name in args.workspace:
            services.library.check_filing(name)
        scope = services.memory.programs.scope_of(args.name)
        limited = replace(
            scope,
            workspaces=tuple(args.workspace),
            tags=tuple(args.tag),
            only_synced=args.only_synced,
        )
        services.memory.programs.set_scope(args.name, limited).result()
    return EXIT_DONE


def _block(args: argparse.Namespace, terminal: Terminal, *, blocked: bool) -> int:
    with terminal.services() as services:
        programs = services.memory.programs
        if args.name not in {one.name for one in programs.known()} and not blocked:
            raise NotFound(_("No program {name} has asked.").format(name=args.name))
        scope = replace(programs.scope_of(args.name), is_blocked=blocked)
        programs.set_scope(args.name, scope).result()
    return EXIT_DONE


def _block_one(args: argparse.Namespace, terminal: Terminal) -> int:
    return _block(args, terminal, blocked=True)


def _unblock_one(args: argparse.Namespace, terminal: Terminal) -> int:
    return _block(args, terminal, blocked=False)


def _allow_arguments(parser: argparse.ArgumentParser) -> None:
    add_id(parser)
    parser.add_argument("--not", dest="no", action="store_true", help=_("no longer"))


def _allow(args: argparse.Namespace, terminal: Terminal) -> int:
    with terminal.services() as services:
        note_id = services.library.find(args.id)
        services.memory.programs.allow(note_id, allowed=not args.no).result()
    return EXIT_DONE


def _more(_args: argparse.Namespace, terminal: Terminal) -> int:
    from notebrain.app.settings.programs import PROGRAMS_MORE

    with terminal.services() as services:
        services.settings.put(PROGRAMS_MORE, services.clock.now().isoformat()).result()
    return EXIT_DONE


def _none(_parser: argparse.ArgumentParser) -> None:
    pass


HANDLERS: Mapping[str, Handler] = {
    "mcp": Handler(_mcp_arguments, _mcp, _mcp_details),
    "programs list": Handler(
        add_json,
        _list,
        only_reads=True,
        summary=lambda: _("What other programs may do, and which of them asked"),
    ),
    "programs on": Handler(
        _switch_arguments,
        _on,
        summary=lambda: _("Let other programs read notes, or also write them"),
    ),
    "programs off": Handler(
        _switch_arguments, _off, summary=lambda: _("Let them do this no longer")
    ),
    "programs acts": Handler(
        _acts_arguments,
        _acts,
        only_reads=True,
        summary=lambda: _("List what other programs wrote, newest first"),
    ),
    "programs undo": Handler(
        _undo_arguments,
        _undo,
        summary=lambda: _("Take back single acts, or everything of one program"),
    ),
    "programs limit": Handler(
        _limit_arguments,
        _limit,
        summary=lambda: _("Let one program see only some workspaces or tags"),
    ),
    "programs block": Handler(
        _name_arguments, _block_one, summary=lambda: _("Let one program do nothing")
    ),
    "programs unblock": Handler(
        _name_arguments, _unblock_one, summary=lambda: _("Let a blocked program ask again")
    ),
    "programs allow": Handler(
        _allow_arguments,
        _allow,
        summary=lambda: _("Let them read and change a note that is local only or important"),
    ),
    "programs more": Handler(
        _none, _more, summary=lambda: _("Let them write on, after they reached the limit")
    ),
}
