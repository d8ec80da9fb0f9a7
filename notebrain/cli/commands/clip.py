"""Saving web pages: `clip`."""

import argparse
from collections.abc import Mapping
from pathlib import Path

from notebrain.cli.command import EXIT_DONE, EXIT_PROBLEM, Handler, add_filing, add_json
from notebrain.cli.option_types import tags_of
from notebrain.cli.terminal import Terminal, printable
from notebrain.domain.i18n import _, ngettext


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar=_("FILE"), help=_("a page that your browser saved as HTML"))
    parser.add_argument(
        "--url",
        default="",
        metavar=_("ADDRESS"),
        help=_("where the page is from (default: as the file says, if it does)"),
    )
    parser.add_argument(
        "--whole", action="store_true", help=_("take the whole page, not only its article")
    )
    parser.add_argument(
        "--update",
        action="store_true",
        help=_("replace the text of its note, which stays in the history"),
    )
    add_filing(parser)
    add_json(parser)


def _details() -> str:
    return _(
        "Nothing is fetched: pictures come along if they are in the page or were saved beside it, and others\n"
        "stay links. A page has one note; clipped again, it replaces the note's text only with --update, and\n"
        "never a text that you edited."
    )


def _clip(args: argparse.Namespace, terminal: Terminal) -> int:
    from notebrain.app.notes.clips import Clipping, ClipResult, read_page
    from notebrain.domain.web_pages.page import Part
    from notebrain.notes.clips import Clipped

    path = Path(args.file)
    page = read_page(path, args.url, part=Part.WHOLE if args.whole else Part.ARTICLE)
    with terminal.services() as services:
        clipping = Clipping(services.memory.clips, services.file_acts)
        try:
            saved = clipping.save(
                page,
                beside=path.parent,
                tags=tags_of(args.tag),
                workspace=args.workspace,
                local_only=args.local_only,
                replaces=args.update,
            )
        except Clipped as there:
            if args.json:
                outcome = "edited" if there.is_edited else "exists"
                terminal.document({"note_id": there.note.id, "outcome": outcome})
            terminal.write_remark(printable(str(there)))
            terminal.write_remark(_hint(there.note.id, is_edited=there.is_edited))
            return EXIT_PROBLEM
        services.notify_window()
    if args.json:
        terminal.document(
            {
                "note_id": saved.note_id,
                "outcome": saved.result.value,
                "title": page.title,
                "address": page.address,
                "date": None if page.published is None else page.published.isoformat(),
                "pictures": saved.pictures,
                "linked_pictures": saved.linked,
                "cut": page.is_cut,
            }
        )
        return EXIT_DONE
    terminal.write_line(saved.note_id)
    if saved.result is ClipResult.UNCHANGED:
        terminal.write_remark(_("The page is in your notes already, just as it is."))
    elif saved.linked:
        text = ngettext(
            "{n} picture is not in the file and stays a link.",
            "{n} pictures are not in the file and stay links.",
            saved.linked,
        )
        terminal.write_remark(text.format(n=saved.linked))
    return EXIT_DONE


def _hint(note_id: str, *, is_edited: bool) -> str:
    if is_edited:
        text = _(
            "Nothing was saved. To have the page as it is now, move the note to the trash first: {command}"
        )
        return text.format(command=f"notebrain forget {note_id}")
    return _("Nothing was saved. To replace the note's text, clip the page with --update.")


HANDLERS: Mapping[str, Handler] = {"clip": Handler(_arguments, _clip, _details)}
