"""Notes as HTML for other programs: a web page of its own, or rich text for the clipboard."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Final

from notebrain.domain.i18n import _
from notebrain.domain.notes.attachments import sha_in
from notebrain.domain.notes.copies import heading_of
from notebrain.domain.notes.note import Note
from notebrain.gui.output.note_files import NoteFiles
from notebrain.gui.preview.colored_blocks import colors
from notebrain.gui.preview.footnotes import with_places
from notebrain.gui.preview.renderer import NOTE, add_boxes, note_of, note_parser, vault_image
from notebrain.gui.theme.colors import DARK, LIGHT

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore
    from markdown_it.token import Token

AddressOf = Callable[[Note, str], str | None]
"""Returns the address of the note that a link in a note names; None if there is none, which leaves only its words."""

_NOTE_LINK: Final = re.compile(rf'<a href="({NOTE}[0-9a-f]*)">(.*?)</a>', re.DOTALL)
_WEB: Final = ("http://", "https://")


def fragment(note: Note, address_of: AddressOf, files: NoteFiles) -> str:
    """Return the text of a note as HTML, with its title above it unless the text begins with that."""
    heading = heading_of(note)
    html = with_places(_parser().render(note.body), note.id)
    html = files.in_page(with_addresses(html, lambda link: address_of(note, link)))
    return f"<h1>{escape(heading)}</h1>\n{html}" if heading else html


def page(notes: Iterable[Note], address_of: AddressOf, files: NoteFiles) -> str:
    """Return a complete page with these notes and their pictures; it loads nothing from anywhere."""
    titles: list[str] = []
    parts: list[str] = []
    for note in notes:
        titles.append(note.title or _("Untitled"))
        parts.append(f'<article dir="auto">\n{fragment(note, address_of, files)}</article>\n')
    title = escape(", ".join(titles[:3]) + ("…" if len(titles) > 3 else ""))  # noqa: PLR2004 - a title fits on a tab
    return (
        '<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta name="generator" content="NoteBrain">\n<title>{title}</title>\n'
        f"<style>{_style()}</style>\n</head>\n<body>\n{''.join(parts)}</body>\n</html>\n"
    )


def with_addresses(html: str, address_of: Callable[[str], str | None]) -> str:
    """Return rendered HTML whose links to notes lead to addresses, or are only words where there is no such note."""

    def replaced(found: "re.Match[str]") -> str:
        address = address_of(note_of(found[1]) or "")
        return f'<a href="{escape(address)}">{found[2]}</a>' if address else found[2]

    return _NOTE_LINK.sub(replaced, html)


@cache
def _parser() -> "MarkdownIt":
    parser = note_parser()
    parser.core.ruler.before("addresses", "boxes", _boxes)
    parser.add_render_rule("image", _image)
    return parser


def _boxes(state: "StateCore") -> None:
    add_boxes(state, _box)


def _box(ticked: bool, _line: int) -> str:
    checked, kind = (" checked", "done") if ticked else ("", "open")
    return f'<input type="checkbox" disabled{checked}> <span class="{kind}">'


def _image(_self: object, tokens: Sequence["Token"], at: int, *_more: object) -> str:
    """Return a link instead of a picture from the web: opening a page must not tell anybody that it was opened."""
    source = str(tokens[at].attrs.get("src", ""))
    if sha_in(source) is not None:
        return vault_image(source, tokens[at].content)
    name = escape(_("Picture: {name}").format(name=tokens[at].content or source))
    return f'<a href="{escape(source)}">{name}</a>' if source.startswith(_WEB) else name


def _style() -> str:
    dark = f"@media (prefers-color-scheme: dark) {{\n{colors(DARK)}\n}}"
    return f"{_STYLE}{colors(LIGHT)}\n{dark}\n"


_STYLE: Final = """
:root { color-scheme: light dark; }
body { margin: 2rem auto; max-width: 44rem; padding: 0 1rem; line-height: 1.6; overflow-wrap: anywhere;
  font-family: Inter, system-ui, sans-serif; }
article + article { border-top: 1px solid #8886; margin-top: 3rem; padding-top: 1rem; }
h1, h2, h3 { line-height: 1.25; }
p, li, td, th, blockquote, h1, h2, h3, h4, h5, h6 { unicode-bidi: plaintext; text-align: start; }
pre { background: #8881; border-radius: 6px; overflow-x: auto; padding: .75rem 1rem; overflow-wrap: normal; }
code { font-family: ui-monospace, monospace; font-size: .9em; }
:not(pre) > code { background: #8882; border-radius: 4px; padding: .1em .3em; }
blockquote[class] { border-radius: 6px; color: inherit; padding: .6rem 1rem; }
blockquote[class] > :last-child { margin-bottom: 0; }
p.title { margin: 0 0 .2rem; }
blockquote { border-left: 3px solid #8886; margin-left: 0; padding-left: 1rem; }
img { height: auto; max-width: 100%; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
td, th { border: 1px solid #8886; padding: .35rem .6rem; }
li.task { list-style: none; margin-left: -1.4em; }
p.foot { font-size: .9em; opacity: .8; }
span.done { opacity: .65; text-decoration: line-through; }
@media print { body { margin: 0; max-width: none; } article { break-before: page; } img { max-height: 95vh; }
  pre { white-space: pre-wrap; } }
"""
