"""Rich text from other programs as Markdown.

Written here rather than taken from a library: the ready-made converters either build the whole tree first and walk it
by recursion, so that a deeply nested page ends them, or come under licences this program cannot ship.
This one reads once from start to end, keeps only what is open, and looks nothing up anywhere.
"""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Final

_LONGEST: Final = 1_000_000
_MOST_TAGS: Final = 20_000
_DEEPEST: Final = 12
_MARKS: Final = {
    "b": "**", "strong": "**", "i": "*", "em": "*", "cite": "*", "s": "~~", "del": "~~", "strike": "~~",
    "code": "`", "tt": "`", "kbd": "`", "samp": "`",
}  # fmt: skip
_BLOCKS: Final = frozenset(
    [
        "p",
        "div",
        "section",
        "article",
        "header",
        "footer",
        "main",
        "aside",
        "nav",
        "figure",
        "figcaption",
        "address",
        "dl",
        "dt",
        "dd",
        "form",
        "center",
        "body",
        "html",
        "fieldset",
        "details",
        "summary",
        "blockquote",
        "ul",
        "ol",
        "li",
        "pre",
        "table",
        "thead",
        "tbody",
        "tfoot",
        "tr",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
    ]
)
_SILENT: Final = frozenset(
    [
        "script",
        "style",
        "head",
        "title",
        "template",
        "noscript",
        "iframe",
        "object",
        "svg",
        "math",
        "select",
    ]
)
_BLANKS: Final = re.compile(r"[ \t\r\n\f]+")
_SPECIAL: Final = re.compile(r"([\\`*_\[\]])")
_AT_START: Final = re.compile(r"^(#{1,6}|[-+>]|\d+[.)])(?=\s|$)")
_SCHEMES: Final = ("http://", "https://", "mailto:", "#", "/")
_BOLD: Final = re.compile(r"font-weight:\s*(?:bold|[6-9]00)")
_LIGHT: Final = re.compile(r"font-weight:\s*(?:normal|[1-4]00)")
_PREFORMATTED: Final = re.compile(r"<div[^>]*white-space:\s*pre\b")
_ITALIC: Final = re.compile(r"font-style:\s*(?:italic|oblique)")

Attributes = dict[str, str]


def is_readable(html: str) -> bool:
    """Whether a key press is enough time to read this; of more than that, the plain text is taken."""
    return 0 < len(html) <= _LONGEST and html.count("<") + html.count("&") <= _MOST_TAGS


def is_code(html: str) -> bool:
    """Whether HTML only gives the colours of a code editor to lines that are to stay as they are."""
    return _PREFORMATTED.search(html[:2_000]) is not None and "<p" not in html[:2_000]


def markdown_of(html: str) -> str:
    r"""Return HTML as Markdown: headings, emphasis, lists, quotes, links, code and tables; images as links.

    Example:
        >>> markdown_of("<h2>Gas</h2><p>lasts <b>12</b> days</p>")
        '## Gas\n\nlasts **12** days'
    """
    reader = _Reader()
    reader.feed(_with_whole_tags(_without_comments(html)))
    reader.close()
    return reader.text()


@dataclass
class _List:
    """A list that is open: its number, or 0 for bullets."""

    number: int


@dataclass
class _Table:
    """A table that is open: its rows so far."""

    rows: list[list[str]] = field(default_factory=list[list[str]])
    header: bool = False


class _Reader(HTMLParser):
    """Reads tags one after the other and writes lines."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._out: list[str] = []
        self._line: list[str] = []
        self._open: list[tuple[str, str]] = []  # tag and the mark it opened
        self._lists: list[_List] = []
        self._tables: list[_Table] = []
        self._links: list[str] = []
        self._quotes = 0
        self._silent = 0
        self._pre: list[str] | None = None
        self._language = ""
        self._lead = ""
        self._gap = False

    def text(self) -> str:
        """Return what was written."""
        self._end_line()
        return re.sub(r"\n{3,}", "\n\n", "\n".join(self._out)).strip("\n")

    # what the parser tells

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
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
        elif tag == "a" and self._links:
            self._end_link()
        else:
            self._close_mark(tag)

    def handle_data(self, data: str) -> None:
        if self._silent:
            return
        if self._pre is not None:
            self._pre.append(data)
            return
        text = _BLANKS.sub(" ", data)
        if not self._line or self._line[-1].endswith((" ", "\n")):
            text = text.lstrip(" ")
        if text:
            in_code = any(mark == "`" for _tag, mark in self._open)
            self._line.append(text if in_code else _SPECIAL.sub(r"\\\1", text))

    # blocks

    def _begin_block(self, tag: str, given: Attributes) -> None:
        if self._tables and tag not in ("table", "tr", "thead", "tbody", "tfoot"):
            self._space()
            return
        self._end_line()
        match tag:
            case "ul" | "ol":
                start = given.get("start", "1")
                first = int(start) if start.isascii() and start.isdigit() and len(start) < 8 else 1  # noqa: PLR2004
                self._lists.append(_List(first if tag == "ol" else 0))
            case "li":
                self._begin_item()
            case "blockquote":
                self._blank()
                self._quotes += 1
            case "pre":
                self._pre, self._language = [], _language(given)
            case "table":
                self._blank()
                self._tables.append(_Table())
            case "tr" if self._tables:
                self._tables[-1].rows.append([])
            case _:
                self._begin_paragraph(tag)

    def _begin_paragraph(self, tag: str) -> None:
        if len(tag) == 2 and tag[0] == "h" and tag[1].isdigit():  # noqa: PLR2004
            self._blank()
            self._lead = "#" * int(tag[1]) + " "
        elif tag not in ("div", "html", "body", "dt", "dd", "tr") and not self._lead:
            self._blank()

    def _begin_item(self) -> None:
        if not self._lists:
            self._lists.append(_List(0))
        open_ = self._lists[-1]
        sign = f"{open_.number}. " if open_.number else "- "
        open_.number += bool(open_.number)
        self._lead = self._indent(len(self._lists) - 1) + sign

    def _indent(self, depth: int) -> str:
        outer = self._lists[: min(depth, _DEEPEST)]
        return "".join("   " if one.number else "  " for one in outer)

    def _end_block(self, tag: str) -> None:
        if tag in ("tr", "table"):
            self._end_cell(open_only=True)
        if self._tables and tag not in ("table", "tr", "thead", "tbody", "tfoot"):
            self._space()
            return
        self._end_line()
        match tag:
            case "ul" | "ol":
                self._lists = self._lists[:-1]
                if not self._lists:
                    self._blank()
            case "li":
                self._lead = ""
            case "blockquote":
                while self._quotes and self._out and not self._out[-1].strip("> "):
                    self._out.pop()
                self._quotes = max(0, self._quotes - 1)
                self._gap = False
                self._blank()
            case "table" if self._tables:
                self._write_table(self._tables.pop())
            case "div" | "html" | "body" | "tr" | "dt" | "dd" | "thead" | "tbody" | "tfoot":
                self._lead = ""
            case _:
                self._lead = ""
                self._blank()

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
        self._blank()
        for line in (f"{fence}{self._language}", *code.split("\n"), fence):
            self._write(line)
        self._blank()

    # within lines

    def _begin_inline(self, tag: str, given: Attributes) -> None:
        match tag:
            case "br":
                self._line.append(" " if self._tables else "\n")
            case "hr":
                self._end_line()
                self._blank()
                self._write("---")
                self._blank()
            case "img":
                self._image(given)
            case "input" if given.get("type") == "checkbox":
                self._line.append("[x] " if "checked" in given else "[ ] ")
            case "a":
                self._links.append(given.get("href", "").strip())
                self._line.append("\0")  # where its words begin
            case "td" | "th" if self._tables:
                self._begin_cell(tag)
            case _:
                self._open_mark(tag, given)

    def _open_mark(self, tag: str, given: Attributes) -> None:
        style = given.get("style", "")
        mark = _MARKS.get(tag, "")
        if mark == "**" and _LIGHT.search(style):
            mark = ""  # Google Docs wraps everything in such a <b>
        if tag == "span":
            mark = "**" if _BOLD.search(style) else "*" if _ITALIC.search(style) else ""
        if tag not in _MARKS and tag != "span":
            return
        if mark and any(other == mark for _tag, other in self._open):
            mark = ""
        if len(self._open) < 1_000:  # noqa: PLR2004 - what is nested deeper is a bomb, not a text
            self._open.append((tag, mark))
            if mark:
                self._line.append(mark + "\1")

    def _close_mark(self, tag: str) -> None:
        if not any(one == tag for one, _mark in self._open[-40:]):
            return
        while self._open:
            one, mark = self._open.pop()
            if mark:
                self._line.append("\2" + mark)
            if one == tag:
                return

    def _image(self, given: Attributes) -> None:
        source, words = given.get("src", "").strip(), " ".join(given.get("alt", "").split())
        if source.startswith(_SCHEMES[:2]):
            self._line.append(f"[{words or 'image'}]({_address(source)})")
        elif words:
            self._line.append(words)

    def _end_link(self) -> None:
        address = self._links.pop()
        start = max((at for at, part in enumerate(self._line) if part == "\0"), default=-1)
        if start < 0:
            return
        words = "".join(self._line[start + 1 :])
        del self._line[start:]
        if not words.strip() or not address.lower().startswith(_SCHEMES[:3]):
            self._line.append(words)
        elif words.strip() == _SPECIAL.sub(r"\\\1", address):
            self._line.append(address)
        else:
            self._line.append(f"[{words.strip()}]({_address(address)})")
            self._line.append(" " if words.endswith(" ") else "")

    def _begin_cell(self, tag: str) -> None:
        self._end_cell(open_only=True)
        table = self._tables[-1]
        table.header = table.header or (tag == "th" and len(table.rows) == 1)
        if not table.rows:
            table.rows.append([])

    def _end_cell(self, *, open_only: bool = False) -> None:
        if self._tables and self._tables[-1].rows and (self._line or not open_only):
            text = self._taken().replace("\n", " ").replace("|", "\\|").strip()
            self._tables[-1].rows[-1].append(text)

    def _write_table(self, table: _Table) -> None:
        rows = [row for row in table.rows if row]
        if not rows:
            return
        width = max(map(len, rows))
        if width == 1 or len(rows) == 1:  # a frame for a layout rather than a table
            for row in rows:
                self._write("  ".join(cell for cell in row if cell))
                self._blank()
            return
        self._blank()
        for number, row in enumerate(rows):
            self._write("| " + " | ".join((*row, *[""] * (width - len(row)))) + " |")
            if number == 0:
                self._write("|" + " --- |" * width)
        self._blank()

    # lines

    def _space(self) -> None:
        if self._line and not self._line[-1].endswith(" "):
            self._line.append(" ")

    def _taken(self) -> str:
        """Return the line as it is, with marks moved to the words they stand at."""
        text = "".join(self._line).replace("\0", "")
        self._line.clear()
        text = re.sub(r"(\*\*|\*|~~|`)\1?\x01(\s*)(?:\x02\1)", r"\2", text)
        text = re.sub(r"(\*\*|\*|~~|`)\x01([ \t]+)", r"\2\1", text)
        text = re.sub(r"([ \t]+)\x02(\*\*|\*|~~|`)", r"\2\1", text)
        return text.replace("\1", "").replace("\2", "")

    def _end_line(self) -> None:
        if self._tables and self._tables[-1].rows:
            return
        marks = [mark for _tag, mark in self._open if mark]
        if self._line and marks:
            self._line.extend("\2" + mark for mark in reversed(marks))
        text = self._taken().strip(" ")
        if text.strip():
            lead = self._lead
            if not lead:
                text = _AT_START.sub(_escaped, text)
            indent = " " * len(lead) if lead.lstrip(" ")[:1] not in ("#", "") else ""
            for number, line in enumerate(text.strip("\n").split("\n")):
                self._write((lead if number == 0 else indent) + line.strip(" "))
            self._lead = indent
        if marks:
            self._line.extend(mark + "\1" for mark in marks)

    def _write(self, line: str) -> None:
        self._gap = False
        self._out.append("> " * min(self._quotes, _DEEPEST) + line)

    def _blank(self) -> None:
        """Set what follows apart."""
        if self._out and not self._gap:
            self._gap = True
            self._out.append(("> " * min(self._quotes, _DEEPEST)).rstrip())


def _with_whole_tags(html: str) -> str:
    """Return HTML in which what never closes is no tag: the parser would look for its end again and again."""
    first, *parts = html.split("<")
    return first + "".join((("<" if ">" in part else "&lt;") + part) for part in parts)


def _without_comments(html: str) -> str:
    """Return HTML without comments; the parser would look for the end of each one again and again."""
    parts: list[str] = []
    at = 0
    while (start := html.find("<!", at)) >= 0:
        parts.append(html[at:start])
        close = "-->" if html.startswith("<!--", start) else ">"
        end = html.find(close, start)
        if end < 0:
            return "".join(parts)
        at = end + len(close)
    return "".join((*parts, html[at:]))


def _escaped(found: re.Match[str]) -> str:
    """Return what begins a line as words: not as a heading, an item or a quote."""
    sign = found[0]
    return f"{sign[:-1]}\\{sign[-1]}" if sign[0].isdigit() else f"\\{sign}"


def _address(address: str) -> str:
    return address.replace(" ", "%20").replace("(", "%28").replace(")", "%29")


def _language(given: Attributes) -> str:
    found = re.search(r"(?:language|lang|highlight-source)-([\w+#-]+)", given.get("class", ""))
    return found[1] if found else ""
