"""Showing notes: `list`, `show`, `history`."""

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING

from notebrain.cli.command import EXIT_DONE, EXIT_PROBLEM, Handler, add_id, add_json, add_workspace
from notebrain.cli.json.notes import note_document, revision_document, whole_note_document
from notebrain.cli.option_types import count, day
from notebrain.cli.terminal import Terminal, local, printable, shortened
from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _, ngettext
from notebrain.domain.notes.note import (
    Category,
    ListFilter,
    Note,
    NoteId,
    NoteRow,
    Revision,
    SortKey,
)

if TYPE_CHECKING:
    from notebrain.app.services import Services


def _list_arguments(parser: argparse.ArgumentParser) -> None:
    add_workspace(parser)
    parser.add_argument(
        "--tag", metavar=_("TAG"), help=_("only notes with this tag or a tag below it")
    )
    parser.add_argument(
        "--category",
        choices=[category.value for category in Category],
        help=_("only notes of this category"),
    )
    parser.add_argument("--pinned", action="store_true", default=None, help=_("only pinned notes"))
    parser.add_argument(
        "--after", type=day, metavar=_("DATE"), help=_("only notes changed on this day or later")
    )
    parser.add_argument(
        "--before", type=day, metavar=_("DATE"), help=_("only notes changed before this day")
    )
    parser.add_argument(
        "--trash", action="store_true", help=_("the notes in the trash, last deleted first")
    )
    parser.add_argument(
        "--sort",
        choices=[key.value for key in SortKey],
        default=SortKey.UPDATED.value,
        help=_("last changed first, newest first, or from A to Z (default: %(default)s)"),
    )
    parser.add_argument("--limit", type=count, metavar="N", help=_("show at most this many notes"))
    add_json(parser)


def _list(args: argparse.Namespace, terminal: Terminal) -> int:
    wanted = ListFilter(
        workspace=args.workspace,
        tag=args.tag,
        category=None if args.category is None else Category(args.category),
        pinned=args.pinned,
        trashed=args.trash,
        after=args.after,
        before=args.before,
        own=True,
        sort=SortKey(args.sort),
    )
    with terminal.services() as services:
        services.library.check_filing(args.workspace, args.tag)
        keys = services.library.keys(wanted, limit=-1 if args.limit is None else args.limit)
        rows = services.library.rows(keys)
        short = services.library.short_ids(() if args.json else (row.id for row in rows))
    if args.json:
        terminal.document([note_document(row) for row in rows])
        return EXIT_DONE
    for row in rows:
        terminal.write_line(shortened(_line(row, short[row.id]), terminal.width))
    if not rows:
        terminal.write_remark(_("No notes."))
    return EXIT_DONE


def _line(row: NoteRow, short_id: str) -> str:
    title = printable(row.title) or _("(no title)")
    marks = ["*" if row.pinned else "", *(f"#{printable(tag)}" for tag in row.tags)]
    return "  ".join(
        part for part in (short_id, local(row.deleted_at or row.updated_at), title, *marks) if part
    )


def _show_arguments(parser: argparse.ArgumentParser) -> None:
    add_id(parser)
    parser.add_argument(
        "--body", action="store_true", help=_("only the text; on a terminal, a line break is added")
    )
    parser.add_argument(
        "--raw", action="store_true", help=_("only the text, byte for byte, even on a terminal")
    )
    parser.add_argument(
        "--original",
        action="store_true",
        help=_("the bytes of the file it was imported from, if that was not valid UTF-8"),
    )
    add_json(parser)


def _show(args: argparse.Namespace, terminal: Terminal) -> int:
    with terminal.services() as services:
        note_id = services.library.find(args.id)
        if args.original:
            terminal.data(_original(services, note_id))
            return EXIT_DONE
        note = services.library.note(note_id)
    code = EXIT_PROBLEM if terminal.warn_of_damage(note) else EXIT_DONE
    if args.json:
        terminal.document(whole_note_document(note))
        return code
    if not (args.body or args.raw):
        _head(note, terminal)
    terminal.body(note.body)
    if not args.raw and terminal.width is not None and not note.body.endswith("\n"):
        terminal.write_line()
    return code


def _original(services: "Services", note_id: NoteId) -> bytes:
    """Return the bytes of the file that a note was imported from, if they were not valid UTF-8.

    Raises:
        UserError: The note was not imported from such a file, so its text is all there is.
    """
    data = services.library.original(note_id)
    if data is None:
        raise UserError(
            _(
                "NoteBrain keeps the original bytes only of imported files that are not valid UTF-8, and this "
                "note has none."
            )
        )
    return data


def _head(note: Note, terminal: Terminal) -> None:
    facts = [
        (_("Title"), printable(note.title) or _("(no title)")),
        (_("Id"), note.id),
        (_("Workspace"), printable(note.workspace)),
        (_("Tags"), " ".join(f"#{printable(tag)}" for tag in note.tags)),
        (_("Category"), note.category.value),
        (_("Importance"), str(note.importance)),
        (_("Created"), local(note.created_at)),
        (_("Changed"), local(note.updated_at)),
        (_("In the trash since"), "" if note.deleted_at is None else local(note.deleted_at)),
        (_("Pinned"), _("yes") if note.pinned else ""),
        (_("Only on this computer"), _("yes") if note.local_only else ""),
        (_("Source"), printable(note.source)),
    ]
    for name, value in facts:
        if value:
            terminal.write_line(f"{name}: {value}")
    terminal.write_line()


def _history_arguments(parser: argparse.ArgumentParser) -> None:
    add_id(parser)
    parser.add_argument(
        "--version",
        type=count,
        metavar="N",
        help=_("print the text of this version, byte for byte"),
    )
    parser.add_argument(
        "--diff",
        action="store_true",
        help=_(
            "with --version: print what has changed since, word by word, with removed and added words in brackets"
        ),
    )
    add_json(parser)


def _history(args: argparse.Namespace, terminal: Terminal) -> int:
    with terminal.services() as services:
        library = services.library
        note_id = library.find(args.id)
        if args.version is not None:
            versions = [(args.version, library.version(note_id, args.version))]
        else:
            versions = list(enumerate(reversed(library.history(note_id)), start=1))
        present = library.note(note_id).body if args.diff else ""
    for number, revision in versions:
        if not revision.is_intact:
            terminal.write_remark(_("The text of version {n} is damaged.").format(n=number))
    if args.version is not None and args.diff:
        terminal.body(_marked(versions[0][1].body, present))
    elif args.json:
        terminal.document([revision_document(*version) for version in versions])
    elif args.version is not None:
        terminal.body(versions[0][1].body)
    else:
        _print_versions(versions, terminal)
    return EXIT_DONE


def _marked(before: str, now: str) -> str:
    from notebrain.domain.text.diff import Kind, compare

    forms = {Kind.SAME: "{}", Kind.REMOVED: "[-{}-]", Kind.ADDED: "{{+{}+}}"}
    return "".join(forms[piece.kind].format(piece.text) for piece in compare(before, now).pieces)


def _print_versions(versions: list[tuple[int, Revision]], terminal: Terminal) -> None:
    reasons = {
        "edit": _("edited"),
        "append": _("appended to"),
        "rename": _("renamed"),
        "link": _("links changed"),
        "restore": _("restored"),
        "import": _("imported again"),
    }
    for number, revision in versions:
        size = ngettext("{n} character", "{n} characters", len(revision.body)).format(
            n=len(revision.body)
        )
        reason = _("before it was {what}").format(
            what=reasons.get(revision.reason, revision.reason)
        )
        when, title = local(revision.made_at), printable(revision.title)
        line = f"{number:>4}  {when}  {title}  ({size}, {reason})"
        terminal.write_line(shortened(line, terminal.width))
    if not versions:
        terminal.write_remark(_("This note has no earlier versions."))


HANDLERS: Mapping[str, Handler] = {
    "list": Handler(_list_arguments, _list, only_reads=True),
    "show": Handler(_show_arguments, _show, only_reads=True),
    "history": Handler(_history_arguments, _history, only_reads=True),
}
