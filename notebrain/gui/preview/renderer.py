"""Renders Markdown as the HTML that Qt understands."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from notebrain.domain.i18n import _
from notebrain.domain.notes.attachments import alt_parts, sha_in
from notebrain.domain.notes.links import OPENING, link_of
from notebrain.gui.preview.colored_blocks import add_colors, code_html, colors
from notebrain.gui.preview.footnotes import add_footnotes
from notebrain.gui.theme.colors import Tokens
from notebrain.gui.theme.fonts import EDITOR_MONO_FAMILIES, Role

if TYPE_CHECKING:
    from collections.abc import Callable

    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token


LONGEST: Final = 200_000
"""Characters of a note that are shown (about half a second of work in the background)."""

MOST_BLOCKS: Final = 2_500
"""Blocks of a note that are shown; Qt's text documents get slow with more."""

NOTE, BOX = "note:", "box:"
"""Prefixes of the addresses of links to notes and of check boxes."""

_WIKI: Final = re.compile(r"\[\[([^\[\]\n]+)\]\]")
_BOX: Final = re.compile(r"\[([ xX])\](?:\s|$)")
_ADDRESS: Final = re.compile(r"\bhttps?://[^\s<>()\[\]]*[^\s<>()\[\].,:;!?'\"]")
BOXES = _EMPTY, _TICKED = "☐", "☑"


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a note, ready to be shown.

    Attributes:
        line: The line of the text where it starts, counted from 0.
    """

    line: int
    html: str


@dataclass(frozen=True, slots=True)
class Rendered:
    """A note, ready to be shown.

    Attributes:
        cut: Whether the note is longer than what is shown.
        missing: The addresses of its links that lead to no note.
    """

    blocks: Sequence[Block]
    cut: bool = False
    missing: frozenset[str] = frozenset()


def render_whole(text: str) -> Iterator[Block]:
    """Yield all blocks of a note, however long it is."""
    return _blocks(text)


def render(text: str, missing: Iterable[str] = ()) -> Rendered:
    """Return a note as HTML in the subset that a text browser supports.

    Args:
        missing: What links say that lead to no note.
    """
    cut = len(text) > LONGEST
    shown = text[: _end_of_part(text)] if cut else text
    blocks = list(islice(_blocks(shown), MOST_BLOCKS + 1))
    return Rendered(
        blocks[:MOST_BLOCKS],
        cut or len(blocks) > MOST_BLOCKS,
        frozenset(map(note_address, missing)),
    )


def note_address(said: str) -> str:
    """Return the address of a link to a note with this text in its brackets."""
    return NOTE + said.encode().hex()


def note_of(address: str) -> str | None:
    """Return the text in the brackets of a link to a note, or None for any other address."""
    coded = address.removeprefix(NOTE)
    return bytes.fromhex(coded).decode() if address.startswith(NOTE) else None


def line_of_box(address: str) -> int | None:
    """Return the line of the check box with this address, or None for any other address."""
    number = address.removeprefix(BOX)
    return int(number) if address.startswith(BOX) and number.isdecimal() else None


def line_starts(text: str) -> list[int]:
    """Return the offsets at which the lines of a text start, counted as `Block` does."""
    return [0, *(found.end() for found in re.finditer(r"\r\n?|\n", text))]


def _end_of_part(text: str) -> int:
    blank = text.rfind("\n\n", LONGEST // 2, LONGEST)
    return blank if blank > 0 else LONGEST


def _blocks(text: str) -> Iterator[Block]:
    parser = _parser()
    env: dict[str, Any] = {}
    part: list[Token] = []
    for token in parser.parse(text, env):
        part.append(token)
        if token.level == 0 and token.nesting <= 0:
            line = part[0].map[0] if part[0].map else 0
            html = parser.renderer.render(part, parser.options, env).strip()
            yield Block(line, _named(html, line))
            part = []


def _named(html: str, line: int) -> str:
    """Return a block with an anchor name in its first paragraph, if it has one."""
    found = re.match(r"<(?:p|[ou]l[^>]*>\s*<li)[^>]*>", html)
    if found is None:
        return html
    return f'{found[0]}<a name="L{line}"></a>{html[found.end() :]}'


def note_parser() -> "MarkdownIt":
    """Return a new parser for the Markdown of notes: also links to notes, tables, footnotes, callouts and addresses.

    A single line break is one when the note is read, too, as in other note apps.
    """
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False, "breaks": True}).enable(
        ["table", "strikethrough"]
    )
    parser.inline.ruler.before("link", "wiki", _wiki)
    parser.core.ruler.push("addresses", _addresses)
    add_footnotes(parser)
    add_colors(parser)
    return parser


@cache
def _parser() -> "MarkdownIt":
    parser = note_parser()
    parser.core.ruler.before("addresses", "boxes", _boxes)
    for name, rule in (("image", _image), ("fence", _code), ("code_block", _code)):
        parser.add_render_rule(name, rule)
    parser.add_render_rule("heading_open", _heading)
    parser.add_render_rule("blockquote_open", _quote)
    parser.add_render_rule("heading_close", _always("</p>"))
    for name, html in _FRAMES.items():
        parser.add_render_rule(name, _always(html))
    return parser


_FRAMES: Final = {
    "blockquote_close": "</td></tr></table>",
    "table_open": '<table class="grid" border="1" cellspacing="0" cellpadding="6">',
    "hr": "<hr>",
}


def _always(html: str) -> "Callable[..., str]":
    def rule(_self: object, *_more: object) -> str:
        return html

    return rule


def _heading(_self: object, tokens: Sequence["Token"], at: int, *_more: object) -> str:
    """Return a paragraph instead of a heading, to which Qt would add sizes of its own."""
    return f'<p class="{tokens[at].tag}">'


def _image(_self: object, tokens: Sequence["Token"], at: int, *_more: object) -> str:
    """Return a picture of the vault, or a placeholder for any other: nothing is ever loaded from elsewhere."""
    source = str(tokens[at].attrs.get("src", ""))
    if sha_in(source) is not None:
        address = escape(source.partition("#")[0])
        return f'<a href="{address}">{vault_image(source, tokens[at].content)}</a>'
    name = alt_parts(tokens[at].content)[0] or source
    return f'<span class="quiet">{escape(_("Picture: {name}").format(name=name))}</span>'


def vault_image(source: str, alt: str) -> str:
    """Return the HTML of a picture of the vault, whose address ends with the width that the note gives."""
    words, width = alt_parts(alt)
    size = f"#{width}" if width else ""
    return f'<img src="{escape(source.partition("#")[0])}{size}" alt="{escape(words)}">'


def _quote(_self: object, tokens: Sequence["Token"], at: int, *_more: object) -> str:
    callout = str(tokens[at].attrs.get("class", ""))
    bar = callout.replace("callout", "bar") or "bar"
    within = f"callout {callout}" if callout else "quote"
    return (
        '<table class="frame" width="100%" cellpadding="0" cellspacing="0"><tr>'
        f'<td class="{bar}" width="3"></td><td class="{within}">'
    )


def _code(_self: object, tokens: Sequence["Token"], at: int, *_more: object) -> str:
    code = tokens[at].content.rstrip("\n")
    code = code_html(code, tokens[at].info) if tokens[at].type == "fence" else escape(code)
    return (
        '<table class="frame" width="100%" cellpadding="10" cellspacing="0"><tr><td class="code">'
        f"<pre>{code}</pre></td></tr></table>"
    )


def _wiki(state: "StateInline", silent: bool) -> bool:
    """Parse a link to another note."""
    found = _WIKI.match(state.src, state.pos) if state.src.startswith(OPENING, state.pos) else None
    if found is None:
        return False
    if not silent:
        link, said = link_of(found[1]), found[1].partition("|")[0].strip()
        opened = state.push("link_open", "a", 1)
        opened.attrs = {"href": note_address(said)}
        state.push("text", "", 0).content = link.text
        state.push("link_close", "a", -1)
    state.pos = found.end()
    return True


def add_boxes(state: "StateCore", box: "Callable[[bool, int], str]") -> None:
    """Turn items that start with a check box mark into check boxes.

    Args:
        box: Returns the HTML of a box by whether it is ticked and by its line, with a `span` that it opens.
    """
    # an item opens, its first paragraph opens, and then its words follow
    for item, _paragraph, token in zip(
        state.tokens, state.tokens[1:], state.tokens[2:], strict=False
    ):
        if token.type != "inline" or item.type != "list_item_open":
            continue
        found = _BOX.match(token.content)
        if found and token.children and token.children[0].type == "text" and token.map:
            item.attrs["class"] = "task"
            children = token.children
            children[0].content = children[0].content[3:].lstrip()
            opened = _raw(box(found[1] != " ", token.map[0]))
            token.children = [opened, *children, _raw("</span>")]


def _boxes(state: "StateCore") -> None:
    add_boxes(state, _box)


def _box(ticked: bool, line: int) -> str:
    sign, kind = (_TICKED, "done") if ticked else (_EMPTY, "open")
    return f'<a class="box" href="{BOX}{line}">{sign}</a>&nbsp;<span class="{kind}">'


def _addresses(state: "StateCore") -> None:
    """Turn bare addresses in a text into links."""
    for token in state.tokens:
        if token.type == "inline" and "://" in token.content:
            token.children = list(_linked(token.children or []))


def _linked(children: Sequence["Token"]) -> Iterator["Token"]:
    depth = 0
    for child in children:
        depth += {"link_open": 1, "link_close": -1}.get(child.type, 0)
        if child.type != "text" or depth or "://" not in child.content:
            yield child
            continue
        html, at = "", 0
        for found in _ADDRESS.finditer(child.content):
            address = escape(found[0])
            html += escape(child.content[at : found.start()])
            html += f'<a href="{address}">{address}</a>'
            at = found.end()
        yield _raw(html + escape(child.content[at:]))


def _raw(html: str) -> "Token":
    from markdown_it.token import Token

    return Token("html_inline", "", 0, content=html)


def sheet(tokens: Tokens, px: "Callable[[float], int]") -> str:
    """Return the style sheet of documents with rendered notes, in these colors and at this scale."""
    heads = "".join(
        f"p.{name} {{ font-size: {px(size)}px; font-weight: 600; color: {tokens.text};"
        f" margin-top: {px(14)}px; margin-bottom: {px(6)}px; }}"
        for name, size in _HEADS.items()
    )
    mono = ", ".join(f"'{family}'" for family in EDITOR_MONO_FAMILIES)
    return f"""
        {heads}
        p {{ margin-top: 0; margin-bottom: {px(10)}px; }}
        pre {{ white-space: pre-wrap; margin: 0; }}
        table.frame {{ margin-top: {px(6)}px; margin-bottom: {px(12)}px; }}
        li.task {{ list-style-type: none; }}
        ul, ol {{ margin-left: {px(4)}px; }}
        ul ul {{ list-style-type: circle; }}
        ul ul ul {{ list-style-type: square; }}
        hr {{ background-color: {tokens.border}; margin-top: {px(4)}px; margin-bottom: {px(12)}px; }}
        p.foot {{ color: {tokens.text2}; font-size: {px(Role.SMALL.size)}px; margin-bottom: {px(6)}px; }}
        li {{ margin-bottom: {px(3)}px; }}
        a {{ color: {tokens.accent}; text-decoration: none; }}
        a.box {{ color: {tokens.accent}; }}
        span.done {{ color: {tokens.muted}; text-decoration: line-through; }}
        span.quiet {{ color: {tokens.muted}; }}
        code, pre {{ font-family: {mono}; font-size: {px(Role.CODE.size)}px; }}
        code {{ background-color: {tokens.code}; }}
        td.code {{ background-color: {tokens.code}; }}
        td.bar {{ background-color: {tokens.field}; }}
        td.callout {{ padding: {px(8)}px {px(12)}px {px(8)}px {px(10)}px; }}
        p.title {{ margin-bottom: {px(2)}px; }}
        {colors(tokens)}
        td.quote {{ color: {tokens.text2}; padding-left: {px(10)}px; }}
        table.grid {{ border-collapse: collapse; border-color: {tokens.border};
            margin-top: {px(6)}px; margin-bottom: {px(10)}px; }}
        th {{ background-color: {tokens.inset}; font-weight: 600; text-align: left; }}
    """


_HEADS = {
    "h1": Role.EDITOR_H1.size - 2,
    "h2": Role.EDITOR_H2.size,
    "h3": Role.EDITOR_H3.size + 1,
    "h4": Role.EDITOR_H3.size,
    "h5": Role.EDITOR_H3.size,
    "h6": Role.EDITOR_H3.size,
}
