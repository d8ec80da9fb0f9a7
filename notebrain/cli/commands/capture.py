"""Creating notes and changing their text: `capture`, `append`, `edit`."""

import argparse
from collections.abc import Mapping
from functools import partial

from notebrain.cli.command import EXIT_DONE, Handler, add_id, add_json
from notebrain.cli.option_types import importance, moment, tags_of
from notebrain.cli.terminal import Misuse, Terminal
from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _
from notebrain.domain.notes.note import DEFAULT_IMPORTANCE, DEFAULT_WORKSPACE, Category


def _capture_arguments(parser: argparse.ArgumentParser) -> None:
    _add_text(parser)
    parser.add_argument(
        "--title", metavar=_("TITLE"), help=_("a title of its own; else it follows the first line")
    )
    parser.add_argument(
        "--tag",
        action="append",
        metavar=_("TAG"),
        help=_("a tag; may be given several times, or several tags parted by commas"),
    )
    parser.add_argument(
        "--workspace",
        default=DEFAULT_WORKSPACE,
        metavar=_("NAME"),
        help=_("where it is filed (%(default)s)"),
    )
    parser.add_argument(
        "--category",
        choices=[category.value for category in Category],
        default=Category.GENERAL.value,
        help=_("what kind of thing it records (%(default)s)"),
    )
    parser.add_argument(
        "--importance",
        type=importance,
        default=DEFAULT_IMPORTANCE,
        metavar="1-5",
        help=_("how much it counts (%(default)s)"),
    )
    parser.add_argument(
        "--pin", action="store_true", help=_("pin it: it stays at the top and does not age")
    )
    parser.add_argument(
        "--at", type=moment, metavar="ISO8601", help=_("when it was written, if not now")
    )
    parser.add_argument(
        "--local-only", action="store_true", help=_("it never leaves this computer")
    )
    parser.add_argument(
        "--source", default="cli", metavar=_("NAME"), help=_("where it comes from (%(default)s)")
    )
    parser.add_argument(
        "--window",
        action="store_true",
        help=_("open the small window to write in, with nothing but TEXT in it"),
    )
    add_json(parser)


def _capture(args: argparse.Namespace, terminal: Terminal) -> int:
    if args.window:  # without other options it is handled earlier
        raise Misuse(
            _(
                "--window goes with a short TEXT only: what else there is to say is said in the window."
            )
        )
    hint = _(
        'Nothing to save: give the text (notebrain capture "…") '
        "or pipe it in (… | notebrain capture -)."
    )
    text = terminal.read_text(args.text, hint=hint)
    if not text:
        raise UserError(_("The text is empty; nothing was saved."))
    with terminal.brain() as brain:
        note_id = brain.capture(
            text,
            title=args.title,
            tags=tags_of(args.tag),
            workspace=args.workspace,
            category=args.category,
            importance=args.importance,
            pinned=args.pin,
            local_only=args.local_only,
            at=args.at,
            source=args.source,
        )
    if args.json:
        terminal.document({"note_id": note_id})
    else:
        terminal.say(note_id)
    return EXIT_DONE


def _append_arguments(parser: argparse.ArgumentParser) -> None:
    add_id(parser)
    _add_text(parser)
    add_json(parser)


def _append(args: argparse.Namespace, terminal: Terminal) -> int:
    hint = _(
        'Nothing to append: give the text (notebrain append ID "…") '
        "or pipe it in (… | notebrain append ID -)."
    )
    text = terminal.read_text(args.text, hint=hint)
    with terminal.brain() as brain:
        note = brain.show(args.id)
        terminal.tell_of_damage(note)
        brain.append(note.id, text)
    _report(terminal, args, note.id, changed=True)
    return EXIT_DONE


def _edit_arguments(parser: argparse.ArgumentParser) -> None:
    add_id(parser)
    _add_text(parser)
    parser.add_argument(
        "--editor",
        action="store_true",
        help=_("edit it with the program that VISUAL or EDITOR names"),
    )
    parser.add_argument(
        "--title",
        metavar=_("TITLE"),
        help=_("give it a title; an empty one follows the first line again"),
    )
    add_json(parser)


def _edit(args: argparse.Namespace, terminal: Terminal) -> int:
    if args.editor and args.text is not None:
        raise Misuse(_("Give either the text or --editor."))
    hint = _("Give the new text (or pipe it in), or --editor to change it in an editor.")
    wants_text = args.title is None or args.text is not None
    text = terminal.read_text(args.text, hint=hint) if wants_text and not args.editor else None
    with terminal.brain() as brain:
        note = brain.show(args.id)
        terminal.tell_of_damage(note)
        change = partial(brain.edit, note.id, base_version=note.version)
        if args.editor:
            from notebrain.cli.text_editor import edited

            with edited(note.body, terminal.environ, terminal.tell) as written:
                changed = change(written)
        else:
            changed = text is not None and change(text)
        if args.title is not None:
            changed |= brain.rename(note.id, args.title)
    _report(terminal, args, note.id, changed=changed)
    return EXIT_DONE


def _report(terminal: Terminal, args: argparse.Namespace, note_id: str, *, changed: bool) -> None:
    if args.json:
        terminal.document({"note_id": note_id, "changed": changed})
    elif not changed:
        terminal.tell(_("Nothing changed."))


def _add_text(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "text",
        nargs="?",
        metavar=_("TEXT"),
        help=_("the text, kept as it is; - or nothing reads standard input (UTF-8)"),
    )


HANDLERS: Mapping[str, Handler] = {
    "capture": Handler(_capture_arguments, _capture),
    "append": Handler(_append_arguments, _append),
    "edit": Handler(_edit_arguments, _edit),
}
