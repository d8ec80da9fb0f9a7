"""The Markdown of a part of a web page, with a mark in the place of each picture."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from notebrain.domain.markdown.html.reader import TagReader
from notebrain.domain.web_pages.addresses import absolute, is_web
from notebrain.domain.web_pages.pictures import Picture, is_sign, picture_of, real
from notebrain.domain.web_pages.tree import BLOCKS, Element

_PLACE: Final = re.compile("\x05(\\d+)\x05")
_KEPT: Final = ("start", "style", "class", "type", "checked")
_OF_TABLES: Final = frozenset(["table", "tbody", "thead", "tfoot", "tr", "td", "th", "caption"])
# blocks that may stand in a cell of a table with words
_WITHIN_CELLS: Final = (
    BLOCKS - _OF_TABLES - {"ul", "ol", "li", "pre", "blockquote", "h1", "h2", "h3", "dl", "hr"}
)
_NOTHING: Final = frozenset(["caption", "source", "wbr", "col", "colgroup", "param", "track"])
_LONGEST_CELL: Final = 400
_SMALLEST_FRAME: Final = 3

_MOST_WRITTEN: Final = 4_000_000
"""How many signs of a text are written: some of them are only blanks."""

_Attributes = list[tuple[str, str | None]]
_Parts = tuple[str, _Attributes, Sequence["Element | str"]]
"""A tag, or "" for none, its attributes, and what is in it."""


def with_pictures(markdown: str, link: Callable[[int], str]) -> str:
    """Return the Markdown with what `link` gives for the number of each picture in its place."""
    filled = _PLACE.sub(lambda place: link(int(place[1])), markdown)
    lines = [line for line in filled.split("\n") if line.strip() not in ("-", "[]()")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n")


def text_of(element: Element, base: str) -> tuple[str, Sequence[Picture], bool]:
    """Return the Markdown of an element, its pictures, which stand as marks in it, by number, and whether it is cut.

    Args:
        base: What relative addresses are relative to.
    """
    writer = _Writer(base, _layout_tables(element))
    is_cut = writer.write(element)
    return writer.text(), writer.pictures, is_cut


def _layout_tables(element: Element) -> set[int]:
    """Return the tables of an element that only place things on the page, by identity."""
    found: set[int] = set()
    for one in element.all():
        is_block = one.tag in BLOCKS and one.tag not in _OF_TABLES and one.tag not in _WITHIN_CELLS
        is_long = one.tag in ("td", "th") and _is_long(one)
        if one.tag == "table" or is_block or is_long:
            table = one.parent and one.parent.table
            while table is not None and id(table) not in found:
                found.add(id(table))
                table = table.parent and table.parent.table
    return found


def _is_long(cell: Element) -> bool:
    length = 0
    for one in cell.all():
        length += sum(len(child.strip()) for child in one.children if isinstance(child, str))
        if length > _LONGEST_CELL:
            return True
    return False


class _Writer:
    """Has Markdown written of elements, as tags that say only what Markdown can say."""

    def __init__(self, base: str, layout: set[int]) -> None:
        self.pictures: list[Picture] = []
        self._base = base
        self._layout = layout
        self._reader = TagReader()
        self._words: list[str] = []
        self._special: Mapping[str, Callable[[Element], _Parts]] = {
            "img": lambda one: ("", [], (self._picture(one),)),
            "noscript": lambda one: ("", [], _of_noscript(one)),
            "a": self._link,
            "iframe": self._frame,
            "math": self._formula,
            "table": self._table,
            "br": self._single,
            "hr": self._single,
        }

    def text(self) -> str:
        """Return the Markdown."""
        self._add_words()
        return self._reader.text()

    def write(self, root: Element) -> bool:
        """Write an element; return whether it is longer than what was written."""
        waiting: list[Element | str] = [root]
        room = _MOST_WRITTEN
        while waiting:
            one = waiting.pop()
            if isinstance(one, _End):
                self._end(one)
            elif room < 0:
                continue  # only what is open is ended
            elif isinstance(one, str):
                self._words.append(one)
                room -= len(one)
            else:
                tag, given, children = self._written(one)
                if tag:
                    self._begin(tag, given)
                    waiting.append(_End(tag))
                waiting.extend(reversed(children))
        return room < 0

    def _begin(self, tag: str, given: _Attributes) -> None:
        self._add_words()
        self._reader.handle_starttag(tag, given)

    def _end(self, tag: str) -> None:
        self._add_words()
        self._reader.handle_endtag(tag)

    def _add_words(self) -> None:
        if words := "".join(self._words):
            self._reader.handle_data(words)
        self._words.clear()

    def _written(self, one: Element) -> _Parts:
        """Return as what an element is written, and what of it."""
        if one.tag in _NOTHING:
            return "", [], ()
        if (write := self._special.get(one.tag)) is not None:
            return write(one)
        # a part of a table that only places things, or of none at all
        if one.tag in _OF_TABLES and (one.table is None or id(one.table) in self._layout):
            return "div", [], one.children
        if one.tag in _WITHIN_CELLS and one.cell is not None and id(one.table) not in self._layout:
            return "", [], (" ", *one.children, " ")
        kept: _Attributes = [(name, one.get(name)) for name in _KEPT if name in one.attributes]
        return one.tag, kept, one.children

    def _single(self, one: Element) -> _Parts:
        self._begin(one.tag, [])
        return "", [], ()

    def _picture(self, one: Element) -> str:
        picture = picture_of(one, self._base)
        if picture is None:
            return ""
        if is_sign(picture, one):
            return picture.words
        if picture in self.pictures[-1:]:
            return ""
        self.pictures.append(picture)
        return f" \x05{len(self.pictures) - 1}\x05 "

    def _link(self, one: Element) -> _Parts:
        address = absolute(one.get("href"), self._base)
        # a link around blocks or a picture cannot be written; the words and the picture can
        if not address or any(part.tag in BLOCKS or part.tag == "img" for part in one.all()):
            return "", [], one.children
        return "a", [("href", address)], one.children

    def _frame(self, one: Element) -> _Parts:
        address = absolute(one.get("src") or one.get("data-src"), self._base)
        sizes = [one.get(name) for name in ("width", "height")]
        if not is_web(address) or any(
            size.isdigit() and int(size[:6]) < _SMALLEST_FRAME for size in sizes
        ):
            return "", [], ()
        words = " ".join(one.get("title").split()) or address
        return "p", [], (Element("a", {"href": address}, children=[words]),)

    def _formula(self, one: Element) -> _Parts:
        words = one.get("alttext")
        return ("code", [], (words,)) if words else ("", [], ())

    def _table(self, one: Element) -> _Parts:
        for caption in (part.text() for part in one.elements if part.tag == "caption"):
            self._begin("p", [])
            self._words.append(caption)
            self._end("p")
        return "div" if id(one) in self._layout else "table", [], one.children


class _End(str):
    """The end of an element with this tag."""

    __slots__ = ()


def _of_noscript(one: Element) -> "Sequence[Element | str]":
    """Return the pictures of a `noscript` that the page shows in no other way."""
    before: list[Element] = []
    if one.parent is not None:
        siblings = one.parent.elements
        before = [part for part in siblings[: siblings.index(one)][-1:] for part in part.all()]
    if any(part.tag == "img" and real(part) for part in before):
        return ()
    return [part for part in one.all() if part.tag == "img"]
