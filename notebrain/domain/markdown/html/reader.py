"""Converts HTML to Markdown, tag by tag."""

import re
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Final

from notebrain.domain.markdown.html.cleaning import cleaned
from notebrain.domain.markdown.html.writer import Line, Page, Table, mark_of

_DEEPEST: Final = 12
_HEADINGS: Final = {f"h{level}": "#" * level + " " for level in range(1, 7)}
_WITHIN_TABLES: Final = frozenset(["table", "thead", "tbody", "tfoot", "tr"])
_BLOCKS: Final = frozenset(
    [
        *("p", "div", "section", "article", "header", "footer", "main", "aside", "nav", "figure"),
        *("figcaption", "address", "dl", "dt", "dd", "form", "center", "body", "html", "fieldset"),
        *("details", "summary", "blockquote", "ul", "ol", "li", "pre"),
        *_HEADINGS,
        *_WITHIN_TABLES,
    ]
)
_SILENT: Final = frozenset(
    [
        *("script", "style", "head", "title", "template", "noscript", "iframe", "object", "svg"),
        *("math", "select"),
    ]
)
_AT_START: Final = re.compile(r"^(#{1,6}|[-+>]|\d+[.)])(?=\s|$)")

Attributes = dict[str, str]


def markdown_of(html: str) -> str:
    r"""Return HTML as Markdown: headings, emphasis, lists, quotes, links, code and tables; images as links.

    Example:
        >>> markdown_of("<h2>Gas</h2><p>lasts <b>12</b> days</p>")
        '## Gas\n\nlasts **12** days'
    """
    reader = TagReader()
    reader.feed(cleaned(html))
    reader.close()
    return reader.text()


@dataclass
class _List:
    """An open list: its current number, or 0 for bullets."""

    number: int


class TagReader(HTMLParser):
    """Reads tags one by one and writes lines; fed with HTML, or called with what is in it."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._page = Page()
        self._line = Line()
        self._lead = ""  # the start of the next line: the marker of a heading or an item
        self._lists: list[_List] = []
        self._tables: list[Table] = []
        self._silent = 0
        self._pre: list[str] | None = None
        self._language = ""

    def text(self) -> str:
        """Return the Markdown written so far."""
        self._end_line()
        return self._page.text()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin an element."""
        if tag in _SILENT:
            self._silent += 1
            return
        if self._silent:
            return
        given = {name: value or "" for name, value in attrs}
        if self._pre is not None:
            self._in_pre(tag, given)
        elif tag in _BLOCKS:
            self._begin_block(tag, given)
        else:
            self._begin_inline(tag, given)

    def handle_endtag(self, tag: str) -> None:
        """End an element."""
        if tag in _SILENT:
            self._silent = max(0, self._silent - 1)
        elif self._silent:
            return
        elif tag == "pre":
            self._end_pre()
        elif self._pre is not None:
            return
        elif tag in _BLOCKS:
            self._end_block(tag)
        elif tag in ("td", "th"):
            self._end_cell()
        elif tag == "a":
            self._line.close_link()
        else:
            self._line.close_mark(tag)

    def handle_data(self, data: str) -> None:
        """Add words."""
        if self._silent:
            return
        if self._pre is not None:
            self._pre.append(data)
        else:
            self._line.add_words(data)

    # blocks

    def _begin_block(self, tag: str, given: Attributes) -> None:
        if self._tables and tag not in _WITHIN_TABLES:
            self._line.add_space()
            return
        self._end_line()
        match tag:
            case "ul" | "ol":
                self._lists.append(_List(_first_number(given) if tag == "ol" else 0))
            case "li":
                self._begin_item()
            case "blockquote":
                self._page.open_quote()
            case "pre":
                self._pre, self._language = [], _language(given)
            case "table":
                self._page.blank()
                self._tables.append(Table())
            case "tr" if self._tables:
                self._tables[-1].begin_row()
            case _:
                self._begin_paragraph(tag)

    def _begin_paragraph(self, tag: str) -> None:
        if tag in _HEADINGS:
            self._page.blank()
            self._lead = _HEADINGS[tag]
        elif tag not in ("div", "html", "body", "dt", "dd", "tr") and not self._lead:
            self._page.blank()

    def _begin_item(self) -> None:
        if not self._lists:
            self._lists.append(_List(0))
        open_ = self._lists[-1]
        sign = f"{open_.number}. " if open_.number else "- "
        open_.number += bool(open_.number)
        outer = self._lists[: min(len(self._lists) - 1, _DEEPEST)]
        self._lead = "".join("   " if list_.number else "  " for list_ in outer) + sign

    def _end_block(self, tag: str) -> None:
        if tag in ("tr", "table"):
            self._end_open_cell()
        if self._tables and tag not in _WITHIN_TABLES:
            self._line.add_space()
            return
        self._end_line()
        match tag:
            case "ul" | "ol":
                self._lists = self._lists[:-1]
                if not self._lists:
                    self._page.blank()
            case "li":
                self._lead = ""
            case "blockquote":
                self._page.close_quote()
            case "table" if self._tables:
                self._tables.pop().write(self._page)
            case "div" | "html" | "body" | "tr" | "dt" | "dd" | "thead" | "tbody" | "tfoot":
                self._lead = ""
            case _:
                self._lead = ""
                self._page.blank()

    def _in_pre(self, tag: str, given: Attributes) -> None:
        if tag == "br" and self._pre is not None:
            self._pre.append("\n")
        elif tag == "code":
            self._language = self._language or _language(given)

    def _end_pre(self) -> None:
        code = "".join(self._pre or ()).strip("\n")
        self._pre = None
        longest = max((len(run) for run in re.findall("`{3,}", code)), default=2)
        fence = "`" * (longest + 1)
        self._page.blank()
        for line in (f"{fence}{self._language}", *code.split("\n"), fence):
            self._page.write(line)
        self._page.blank()

    # inline elements

    def _begin_inline(self, tag: str, given: Attributes) -> None:
        match tag:
            case "br":
                self._line.add(" " if self._tables else "\n")
            case "hr":
                self._end_line()
                self._page.blank()
                self._page.write("---")
                self._page.blank()
            case "img":
                words = " ".join(given.get("alt", "").split())
                self._line.add_image(given.get("src", "").strip(), words)
            case "input" if given.get("type") == "checkbox":
                self._line.add("[x] " if "checked" in given else "[ ] ")
            case "a":
                self._line.open_link(given.get("href", "").strip())
            case "td" | "th" if self._tables:
                self._begin_cell()
            case _:
                mark = mark_of(tag, given.get("style", ""))
                if mark is not None:
                    self._line.open_mark(tag, mark)

    def _begin_cell(self) -> None:
        self._end_open_cell()
        if not self._tables[-1].has_row:
            self._tables[-1].begin_row()

    def _end_open_cell(self) -> None:
        """End a cell that was not closed."""
        if not self._line.is_empty:
            self._end_cell()

    def _end_cell(self) -> None:
        if self._in_row:
            self._tables[-1].add_cell(self._line.take())

    @property
    def _in_row(self) -> bool:
        return bool(self._tables) and self._tables[-1].has_row

    def _end_line(self) -> None:
        if self._in_row:
            return
        text = self._line.end().strip(" ")
        if text.strip():
            lead = self._lead
            if not lead:
                text = _AT_START.sub(_escaped_sign, text)
            indent = " " * len(lead) if lead.lstrip(" ")[:1] not in ("#", "") else ""
            for number, line in enumerate(text.strip("\n").split("\n")):
                self._page.write((lead if number == 0 else indent) + line.strip(" "))
            self._lead = indent


def _first_number(given: Attributes) -> int:
    start = given.get("start", "1")
    return int(start) if start.isascii() and start.isdigit() and len(start) < 8 else 1  # noqa: PLR2004


def _escaped_sign(found: re.Match[str]) -> str:
    """Return the escaped start of a line, so that it is not read as a heading, an item or a quote."""
    sign = found[0]
    return f"{sign[:-1]}\\{sign[-1]}" if sign[0].isdigit() else f"\\{sign}"


def _language(given: Attributes) -> str:
    found = re.search(r"(?:language|lang|highlight-source)-([\w+#-]+)", given.get("class", ""))
    return found[1] if found else ""
