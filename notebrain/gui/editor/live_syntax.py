"""The live look of a line: which of its marks are hidden, and what is painted in their place.

Two ways to hide marks were measured before this was built. The one taken: the highlighter gives marks a font of one
pixel with letters 1 % apart, which makes an address of 60 characters one pixel wide, and what is painted (boxes,
bullets, bars) has room in characters that cannot be seen. Layout, caret, selection, input methods and the screen reader
keep working on the true text, and a key costs little more than before (10 KB, 1 MB, 2,000 boxes: 1 to 2 ms of processor
time). The other, a layout of its own for a shorter text, was as fast, but Qt's caret and mouse read the layout of the
block itself, and Qt crashes if only ours exists: every line would need two, and each position a translation.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from notebrain.domain.markdown.editing.tables import is_row
from notebrain.domain.notes.attachments import AttachmentLink, find_in
from notebrain.gui.editor.markdown_syntax import (
    FENCE_BITS,
    LONGEST,
    Block,
    Line,
    Quote,
    callout_at,
    is_code,
    is_rule,
    language_of,
    list_at,
    open_ticks,
    parse_line,
    quote_at,
    quote_of,
)
from notebrain.gui.editor.text_style import Span, Style, flat

_MOST_LINES = 1_024
_KIND = (1 << FENCE_BITS) - 1
_ORDERED = frozenset("0123456789")


class Bullet(NamedTuple):
    """The bullet or check box of a list item.

    Attributes:
        at: The place of the sign, or of the opening bracket of the box.
        depth: How many characters it is indented by.
        ticked: Whether the box is ticked; None for a bullet.
    """

    at: int
    depth: int
    ticked: bool | None


class LiveLine(NamedTuple):
    """A line as the live view shows it.

    Attributes:
        spans: Disjoint spans in order.
        bars: Where the signs of the quotes stand in which the line is.
        quote: The color of the callout, if it is in one.
        title: The name to paint in place of the kind of a callout without a title, and its place.
        fence: Whether it opens or closes a code block.
        pictures: The pictures in it; each is painted at the first character of its link.
    """

    spans: list[Span]
    bullet: Bullet | None = None
    bars: tuple[int, ...] = ()
    quote: Quote = Quote.NONE
    title: tuple[int, str] | None = None
    rule: bool = False
    fence: bool = False
    row: bool = False
    pictures: tuple[AttachmentLink, ...] = ()


@lru_cache(maxsize=_MOST_LINES)
def parsed(text: str, before: int, after: int, *, first: bool) -> Line:
    """Return the syntax of a line between two states; cached, since each paint asks for all visible lines."""
    return parse_line(text, before, first=first, closes=lambda count: count == open_ticks(after))


@lru_cache(maxsize=_MOST_LINES)
def live_line(text: str, before: int, after: int, *, first: bool) -> LiveLine:
    """Return the live look of a line between two states."""
    line = parsed(text, before, after, first=first)
    was = before & _KIND if before > 0 else Block.TEXT
    if was == Block.FRONT_MATTER or after & _KIND == Block.FRONT_MATTER:
        return LiveLine(line.spans)
    if is_code(after):
        fence = was != Block.FENCE or after & _KIND == Block.FENCE_END
        named = fence and was != Block.FENCE and language_of(text)
        spans = _with(line.spans, Style.CLEAR if named else Style.HIDDEN) if fence else line.spans
        return LiveLine(spans, fence=fence)
    if was == Block.FENCE:
        return LiveLine(line.spans)
    if is_row(text):
        return LiveLine(line.spans, row=True)
    if is_rule(text):
        return LiveLine(_with(line.spans, Style.CLEAR), rule=True)
    return _words(text, line, quote_of(after))


def _with(spans: list[Span], style: Style) -> list[Span]:
    return [Span(start, end, before | style) for start, end, before in spans]


def _words(text: str, line: Line, quote: Quote) -> LiveLine:
    """Return the look of a line of prose: a paragraph, a heading, an item or a quote."""
    head = quote_at(text) if quote else 0
    item = list_at(text)
    spans = [
        span if span.start < head or not span.style & Style.MARK or span.style & Style.LIST
        else Span(span.start, span.end, span.style | Style.HIDDEN)
        for span in line.spans
    ]  # fmt: skip
    if quote > Quote.PLAIN:  # a box is enough to set it apart
        spans = [Span(start, end, style & ~Style.QUOTE) for start, end, style in spans]
    bullet = None
    if head:
        spans.append(Span(0, head, Style.CLEAR))
    if item:
        bullet = _bullet(item.start(), item.start("sign"), item.start("box"), item["tick"])
        if item["box"]:
            spans.append(Span(item.start("sign"), item.start("box"), Style.HIDDEN))
            spans.append(Span(item.start("box"), item.start("box") + 3, Style.CLEAR))
            spans.append(Span(item.start("box") + 3, item.end(), Style.HIDDEN))
        elif item["sign"][0] not in _ORDERED:
            spans.append(Span(item.start("sign"), item.start("sign") + 1, Style.CLEAR))
        else:
            bullet = None
    title, callout = None, callout_at(text) if quote > Quote.PLAIN else None
    if callout and callout[1] >= len(text.rstrip()):
        title = callout[0], callout[2]
        spans = [span for span in spans if span.start < head]
        spans.append(Span(callout[0], len(text), Style.CLEAR | Style.STRONG))
    pictures = tuple(_pictures_in(text, spans))
    for one in pictures:
        spans.append(Span(one.start, one.start + 1, Style.CLEAR))
        spans.append(Span(one.start + 1, one.end, Style.HIDDEN))
    bars = tuple(at for at in range(head) if text[at] == ">")
    shown = LiveLine(flat(spans), bullet, bars, quote, title, pictures=pictures)
    hidden = sum(end - start for start, end, style in shown.spans if style & Style.HIDDEN)
    if hidden and hidden >= len(text.strip()) and not bullet and not pictures:
        return LiveLine(line.spans)  # a line that is only marks could not be found again
    return shown


def _pictures_in(text: str, spans: list[Span]) -> Iterator[AttachmentLink]:
    """Yield the pictures of a line that are not in code."""
    for link in find_in(text):
        code = any(at <= link.start < end and style & Style.CODE for at, end, style in spans)
        if link.is_picture and link.end <= LONGEST and not code:
            yield link


def _bullet(start: int, sign: int, box: int, tick: str | None) -> Bullet:
    if box < 0:
        return Bullet(sign, sign - start, None)
    return Bullet(box, sign - start, tick != " ")
