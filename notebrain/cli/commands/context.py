"""What a model is told: `context`, and the procedures that go into it: `procedures add` and others."""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from notebrain.cli.command import EXIT_DONE, Handler, add_json, add_workspace
from notebrain.cli.commands.search import now_of
from notebrain.cli.option_types import count, moment
from notebrain.cli.terminal import Misuse, Terminal, printable, shortened
from notebrain.domain.i18n import _, ngettext, number
from notebrain.domain.procedures.procedures import (
    DEFAULT_CATEGORY,
    Procedure,
    ProcedureDraft,
    Source,
    Trigger,
    TriggerKind,
)

if TYPE_CHECKING:
    from notebrain.app.services import Services
    from notebrain.context.service import ContextReply
    from notebrain.domain.context.assembler import Cut
    from notebrain.notes.procedures import ProcedureAct

_DEFAULT_BUDGET, _DEFAULT_NOTES = 4_000, 8
_ID_LENGTH = 6


def make_context(args: argparse.Namespace, terminal: Terminal) -> int:
    """Print what to tell a model; what was cut is said on standard error."""
    from notebrain.context.service import ContextRequest

    with terminal.services() as services:
        request = ContextRequest(
            " ".join(args.question),
            args.budget,
            args.limit,
            args.workspace,
            args.with_local_only,
            args.now or now_of(terminal),
        )
        reply = services.memory.context.context(request)
    if args.json:
        from notebrain.cli.json.context import context_document

        terminal.document(context_document(reply))
        return EXIT_DONE
    terminal.write_line(reply.context.text.rstrip("\n"))
    _write_remarks(reply, terminal)
    return EXIT_DONE


def _write_remarks(reply: "ContextReply", terminal: Terminal) -> None:
    context = reply.context
    text = _("At most {tokens} of {budget} tokens.")
    remarks = [text.format(tokens=number(context.tokens), budget=number(context.budget))]
    for used in context.used:
        if used.part.why:
            name = _("Procedure “{name}”: {why}")
            content = " ".join(printable(used.part.text).split())
            remarks.append(name.format(name=content, why=printable(used.part.why)))
    remarks += [_cut_text(cut) for cut in context.cut]
    if reply.held_back:
        text = ngettext(
            "{n} part stays on this computer and is left out.",
            "{n} parts stay on this computer and are left out.",
            reply.held_back,
        )
        remarks.append(text.format(n=number(reply.held_back)))
    if reply.degraded:
        remarks.append(printable(reply.degraded))
    for remark in remarks:
        terminal.write_remark(remark)


def _cut_text(cut: "Cut") -> str:
    name = printable(cut.part.name or cut.part.id)
    text = (
        _("Left out: {section} “{name}”, {n} tokens.")
        if cut.whole
        else _("Cut: {section} “{name}”, {n} tokens.")
    )
    return text.format(section=_sections()[cut.part.section.value], name=name, n=number(cut.tokens))


def _sections() -> Mapping[str, str]:
    return {
        "blocks": _("block"),
        "notes": _("note"),
        "episodes": _("episode"),
        "procedures": _("procedure"),
    }


def list_procedures(args: argparse.Namespace, terminal: Terminal) -> int:
    """List the procedures, the newest first."""
    with terminal.services() as services:
        found = services.memory.procedures.all()
    if args.json:
        from notebrain.cli.json.context import procedure_document

        terminal.document([procedure_document(one) for one in found])
        return EXIT_DONE
    for one in found:
        terminal.write_line(shortened(_line(one), terminal.width))
    if not found:
        terminal.write_remark(_("No procedures."))
    return EXIT_DONE


def match_procedures(args: argparse.Namespace, terminal: Terminal) -> int:
    """Print which procedures apply to a question, and why."""
    with terminal.services() as services:
        found = services.memory.context.matching(" ".join(args.question))
    if args.json:
        from notebrain.cli.json.context import matched_document

        terminal.document([matched_document(one) for one in found])
        return EXIT_DONE
    for one in found:
        terminal.write_line(f"{_line(one.procedure)}\n    {printable(one.why)}")
    if not found:
        terminal.write_remark(_("No procedure applies."))
    return EXIT_DONE


def add_procedure(args: argparse.Namespace, terminal: Terminal) -> int:
    """Add a procedure and print its id."""
    trigger = _trigger(args)
    if trigger is None:
        raise Misuse(_("Say when it applies, with --words or --search."))
    draft = ProcedureDraft(args.content, trigger, args.category or DEFAULT_CATEGORY)
    with terminal.services() as services:
        act = services.memory.procedures.add(draft)
        _finish(services, act)
        return _say(services, act, args, terminal)


def edit_procedure(args: argparse.Namespace, terminal: Terminal) -> int:
    """Change what was given of a procedure."""
    with terminal.services() as services:
        procedures = services.memory.procedures
        known = procedures.get(procedures.find(args.id))
        draft = replace(
            known.draft,
            content=known.content if args.content is None else args.content,
            category=known.category if args.category is None else args.category,
            trigger=_trigger(args) or known.trigger,
            is_off=args.off or (known.is_off and not args.on),
        )
        act = procedures.change(known.id, draft)
        _finish(services, act)
        return _say(services, act, args, terminal)


def remove_procedure(args: argparse.Namespace, terminal: Terminal) -> int:
    """Remove a procedure; `procedures undo` brings it back."""
    with terminal.services() as services:
        act = services.memory.procedures.remove(services.memory.procedures.find(args.id))
        _finish(services, act)
    text = _("Removed; to bring it back: notebrain procedures undo {id}")
    terminal.write_remark(text.format(id=act.id[-_ID_LENGTH:]))
    return EXIT_DONE


def undo_change(args: argparse.Namespace, terminal: Terminal) -> int:
    """Take the last change of a procedure back."""
    with terminal.services() as services:
        procedures = services.memory.procedures
        act = procedures.undo_last(procedures.find(args.id))
        _finish(services, act)
        if not any(one.id == act.id for one in procedures.all()):
            terminal.write_remark(_("The procedure is gone, as before it was added."))
            return EXIT_DONE
        return _say(services, act, args, terminal)


def _finish(services: "Services", act: "ProcedureAct") -> None:
    services.finish(act.future)


def _say(
    services: "Services", act: "ProcedureAct", args: argparse.Namespace, terminal: Terminal
) -> int:
    one = services.memory.procedures.get(act.id)
    if args.json:
        from notebrain.cli.json.context import procedure_document

        terminal.document(procedure_document(one))
    else:
        terminal.write_line(shortened(_line(one), terminal.width))
    return EXIT_DONE


def _trigger(args: argparse.Namespace) -> Trigger | None:
    if args.words is not None and args.search is not None:
        raise Misuse(_("Give either --words or --search."))
    if args.words is not None:
        return Trigger(TriggerKind.WORDS, args.words)
    return None if args.search is None else Trigger(TriggerKind.SEARCH, args.search)


def _line(one: Procedure) -> str:
    content = " ".join(printable(one.content).split())
    trigger = printable(one.trigger.text)
    when = (
        _("words: {text}") if one.trigger.kind is TriggerKind.WORDS else _("search: {text}")
    ).format(text=trigger)
    marks = [_("noticed")] if one.source is Source.EXTRACTED else []
    marks += [_("off")] if one.is_off else []
    facts = (one.id[-_ID_LENGTH:], content, printable(one.category), when, *marks)
    return "  ".join(facts)


def _context_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "question", nargs="*", metavar=_("QUESTION"), help=_("what the model will be asked")
    )
    parser.add_argument(
        "--budget",
        type=count,
        default=_DEFAULT_BUDGET,
        metavar=_("TOKENS"),
        help=_("the most tokens of the context (default: %(default)s)"),
    )
    parser.add_argument(
        "--limit",
        type=count,
        default=_DEFAULT_NOTES,
        metavar="K",
        help=_("tell at most this many notes (default: %(default)s)"),
    )
    add_workspace(parser)
    parser.add_argument(
        "--with-local-only",
        action="store_true",
        help=_("also tell what stays on this computer: never hand it to a model elsewhere"),
    )
    parser.add_argument(
        "--now",
        type=moment,
        metavar="ISO8601",
        help=_("count ages from this moment (default: NOTEBRAIN_NOW, or now)"),
    )
    add_json(parser)


def _context_details() -> str:
    return _(
        "Prints what a model should know before it answers: the blocks about you, the notes that fit the\n"
        "question, your last conversations, and the procedures that apply. It only prints them; you decide\n"
        "who gets them. Blocks are never cut; of the rest, the last is cut first, at the end of a sentence.\n"
        "Tokens are counted so that no common model has more; English text has about half as many."
    )


def _procedure_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--words",
        metavar=_("WORDS"),
        help=_('it applies to questions with these words: code review, "pull request"'),
    )
    parser.add_argument(
        "--search",
        metavar=_("QUERY"),
        help=_("it applies when a note that fits the question is one this search finds"),
    )
    parser.add_argument("--category", metavar=_("CATEGORY"), help=_("a word to group it by"))
    add_json(parser)


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("content", metavar=_("TEXT"), help=_("what is to be done"))
    _procedure_arguments(parser)


def _edit_arguments(parser: argparse.ArgumentParser) -> None:
    _id_argument(parser)
    parser.add_argument("--content", metavar=_("TEXT"), help=_("what is to be done"))
    switch = parser.add_mutually_exclusive_group()
    switch.add_argument("--off", action="store_true", help=_("keep it, but never apply it"))
    switch.add_argument("--on", action="store_true", help=_("apply it again"))
    _procedure_arguments(parser)


def _match_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("question", nargs="+", metavar=_("QUESTION"), help=_("what is asked"))
    add_json(parser)


def _id_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "id", metavar="ID", help=_("the procedure: a unique beginning or end of its id")
    )


def _undo_arguments(parser: argparse.ArgumentParser) -> None:
    _id_argument(parser)
    add_json(parser)


def _handlers() -> Sequence[tuple[str, Handler]]:
    return (
        ("context", Handler(_context_arguments, make_context, _context_details, only_reads=True)),
        (
            "procedures list",
            Handler(
                add_json,
                list_procedures,
                only_reads=True,
                summary=lambda: _("List the procedures, the newest first"),
            ),
        ),
        (
            "procedures match",
            Handler(
                _match_arguments,
                match_procedures,
                only_reads=True,
                summary=lambda: _("Show which procedures apply to a question, and why"),
            ),
        ),
        (
            "procedures add",
            Handler(
                _add_arguments,
                add_procedure,
                summary=lambda: _("Add a procedure: what you do when"),
            ),
        ),
        (
            "procedures edit",
            Handler(
                _edit_arguments,
                edit_procedure,
                summary=lambda: _("Change a procedure, or turn it off"),
            ),
        ),
        (
            "procedures remove",
            Handler(
                _id_argument,
                remove_procedure,
                summary=lambda: _("Remove a procedure; undo brings it back"),
            ),
        ),
        (
            "procedures undo",
            Handler(
                _undo_arguments,
                undo_change,
                summary=lambda: _("Take the last change of a procedure back"),
            ),
        ),
    )


HANDLERS: Mapping[str, Handler] = dict(_handlers())
