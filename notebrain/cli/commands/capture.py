"""Creating notes and changing their text: `capture`, `append`, `edit`."""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from notebrain.cli.command import (
    EXIT_DONE,
    Handler,
    add_filing,
    add_id,
    add_json,
    add_text,
    text_of,
)
from notebrain.cli.option_types import importance, moment, seconds, tags_of
from notebrain.cli.terminal import Misuse, Terminal, printable, stoppable
from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import DEFAULT_IMPORTANCE, Category, NoteId

if TYPE_CHECKING:
    from notebrain.app.services import Services


def _capture_arguments(parser: argparse.ArgumentParser) -> None:
    add_text(parser)
    parser.add_argument(
        "--title", metavar=_("TITLE"), help=_("a fixed title (default: it follows the first line)")
    )
    add_filing(parser)
    parser.add_argument(
        "--category",
        choices=[category.value for category in Category],
        default=Category.GENERAL.value,
        help=_("what it records (default: %(default)s)"),
    )
    parser.add_argument(
        "--importance",
        type=importance,
        default=DEFAULT_IMPORTANCE,
        metavar="1-5",
        help=_("how important it is (default: %(default)s)"),
    )
    parser.add_argument(
        "--pin", action="store_true", help=_("pin it: it stays at the top and does not age")
    )
    parser.add_argument(
        "--at", type=moment, metavar="ISO8601", help=_("when it was written, if not now")
    )
    parser.add_argument(
        "--source",
        default="cli",
        metavar=_("NAME"),
        help=_("where it comes from (default: %(default)s)"),
    )
    parser.add_argument(
        "--attach",
        action="append",
        metavar=_("PATH"),
        default=[],
        help=_("add a file or picture at the end of the note; repeat for more"),
    )
    parser.add_argument(
        "--wait-check",
        type=seconds,
        metavar=_("SECONDS"),
        help=_(
            "wait at most this long for the comparison with the other notes, and print the result"
        ),
    )
    parser.add_argument(
        "--window",
        action="store_true",
        help=_("open the small capture window with TEXT in it"),
    )
    add_json(parser)


def _capture(args: argparse.Namespace, terminal: Terminal) -> int:
    if args.window:  # without other options it is handled earlier
        raise Misuse(_("--window works only with a short TEXT; set everything else in the window."))
    hint = _(
        'Nothing to save: give the text (notebrain capture "…") '
        "or pipe it in (… | notebrain capture -)."
    )
    # a file alone is a note, so nobody is asked for a text
    text = "" if args.attach and not args.text else terminal.read_text(text_of(args), hint=hint)
    if not text and not args.attach:
        raise UserError(_("The text is empty; nothing was saved."))
    draft = Draft(
        body=text,
        title=args.title,
        tags=tuple(tags_of(args.tag)),
        workspace=args.workspace,
        category=Category(args.category),
        importance=args.importance,
        pinned=args.pin,
        local_only=args.local_only,
        source=args.source,
        created_at=args.at,
    )
    with terminal.services() as services:
        note_id = _saved(services, draft, args.attach, terminal)
        if not args.json:
            terminal.write_line(note_id)
        if args.wait_check is not None:
            _tell_near(services, note_id, args, terminal)
        elif args.json:
            terminal.document({"note_id": note_id})
    return EXIT_DONE


def _saved(services: "Services", draft: Draft, paths: Sequence[str], terminal: Terminal) -> NoteId:
    """Save a note with these files, all or nothing; return its id."""
    if not paths:
        return services.finish(services.notes.capture(draft)).note
    with stoppable() as keep_going:
        files = [Path(path) for path in paths]
        saved = services.file_acts.capture(
            services.notes.capture,
            draft,
            files,
            on_warning=lambda text: terminal.write_remark(printable(text)),
            keep_going=keep_going,
        )
        return services.finish(saved).note


def _tell_near(
    services: "Services", note_id: NoteId, args: argparse.Namespace, terminal: Terminal
) -> None:
    """Compare the new note now, and print the notes that it has cards with."""
    from notebrain.app.jobs.check import check_note

    report = check_note(services, note_id, wait_s=args.wait_check)
    if args.json:
        near = [asdict(one) for one in report.near]
        terminal.document({"note_id": note_id, "checked": report.checked, "near": near})
        return
    for note in report.near:
        title = printable(note.title) or _("(no title)")
        terminal.write_remark(f"{note.kind}  {note.score:.2f}  {title}  {note.note_id}")
    if not report.checked:
        terminal.write_remark(_("Not compared yet; NoteBrain does it in the background."))


def _append_arguments(parser: argparse.ArgumentParser) -> None:
    add_id(parser)
    add_text(parser)
    add_json(parser)


def _append(args: argparse.Namespace, terminal: Terminal) -> int:
    hint = _(
        'Nothing to append: give the text (notebrain append ID "…") '
        "or pipe it in (… | notebrain append ID -)."
    )
    text = terminal.read_text(text_of(args), hint=hint)
    with terminal.services() as services:
        note = services.library.note(services.library.find(args.id))
        terminal.warn_of_damage(note)
        services.finish(services.notes.append(note.id, text))
    _report(terminal, args, note.id, changed=True)
    return EXIT_DONE


def _edit_arguments(parser: argparse.ArgumentParser) -> None:
    add_id(parser)
    add_text(parser)
    parser.add_argument(
        "--editor",
        action="store_true",
        help=_("edit it in the program set in VISUAL or EDITOR"),
    )
    parser.add_argument(
        "--title",
        metavar=_("TITLE"),
        help=_("set a title; an empty one follows the first line again"),
    )
    add_json(parser)


def _edit(args: argparse.Namespace, terminal: Terminal) -> int:
    if args.editor and args.text:
        raise Misuse(_("Give either the text or --editor."))
    hint = _("Give the new text (or pipe it in), or use --editor to change it in an editor.")
    wants_text = args.title is None or bool(args.text)
    text = terminal.read_text(text_of(args), hint=hint) if wants_text and not args.editor else None
    from notebrain.notes.service import Edit

    with terminal.services() as services:
        note = services.library.note(services.library.find(args.id))
        terminal.warn_of_damage(note)

        def change(text: str) -> bool:
            edit = Edit.single(text, note.version)
            return services.finish(services.notes.edit(note.id, edit)).text

        if args.editor:
            from notebrain.cli.text_editor import edited

            with edited(note.body, terminal.environ, terminal.write_remark) as written:
                changed = change(written)
        else:
            changed = text is not None and change(text)
        if args.title is not None:
            changed |= services.finish(services.notes.rename(note.id, args.title)).text
    _report(terminal, args, note.id, changed=changed)
    return EXIT_DONE


def _report(terminal: Terminal, args: argparse.Namespace, note_id: str, *, changed: bool) -> None:
    if args.json:
        terminal.document({"note_id": note_id, "changed": changed})
    elif not changed:
        terminal.write_remark(_("Nothing changed."))


HANDLERS: Mapping[str, Handler] = {
    "capture": Handler(_capture_arguments, _capture),
    "append": Handler(_append_arguments, _append),
    "edit": Handler(_edit_arguments, _edit),
}
