"""Writes Markdown: lines, inline marks, pages and tables."""

import re
from typing import Final

from notebrain.domain.notes.addresses import SCHEME

_BLANKS: Final = re.compile(r"[ \t\r\n\f]+")
_SPECIAL: Final = re.compile(r"([\\`*_\[\]])")
_SCHEMES: Final = ("http://", "https://", "mailto:", f"{SCHEME}://")
_OF_IMAGES: Final = _SCHEMES[:2]
_MOST_OPEN: Final = 1_000
# Placeholders for the start of a link or mark and the end of a mark; removed when the line is taken.
_LINK, _BEGIN, _END = "\0", "\1", "\2"


class Line:
    """Collects the content of one line; open marks continue on the next line."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._open: list[tuple[str, str]] = []  # tags and the marks they opened
        self._links: list[str] = []

    @property
    def is_empty(self) -> bool:
        """Whether nothing was added since the line was last taken."""
        return not self._parts

    def add(self, markdown: str) -> None:
        """Add Markdown as it is."""
        self._parts.append(markdown)

    def add_words(self, words: str) -> None:
        """Add words as literal text, with single spaces between them."""
        text = _BLANKS.sub(" ", words)
        if not self._parts or self._parts[-1].endswith((" ", "\n")):
            text = text.lstrip(" ")
        if text:
            in_code = any(mark == CODE for _tag, mark in self._open)
            self._parts.append(text if in_code else escaped(text))

    def add_space(self) -> None:
        """Add a space before what follows."""
        if self._parts and not self._parts[-1].endswith(" "):
            self._parts.append(" ")

    def add_image(self, source: str, words: str) -> None:
        """Add a link to an image on the web; for other images, add only their words."""
        if source.startswith(_OF_IMAGES):
            self._parts.append(f"[{words or 'image'}]({_address(source)})")
        elif words:
            self._parts.append(words)

    def open_mark(self, tag: str, mark: str) -> None:
        """Start a mark, or only the tag if the mark is ""; a mark within the same mark has no effect."""
        if mark and any(other == mark for _tag, other in self._open):
            mark = ""
        if len(self._open) < _MOST_OPEN:  # deeper nesting is an attack, not a text
            self._open.append((tag, mark))
            if mark:
                self._parts.append(mark + _BEGIN)

    def close_mark(self, tag: str) -> None:
        """End the mark of a tag, and unclosed marks within it."""
        if not any(one == tag for one, _mark in self._open[-40:]):
            return
        while self._open:
            one, mark = self._open.pop()
            if mark:
                self._parts.append(_END + mark)
            if one == tag:
                return

    def open_link(self, address: str) -> None:
        """Start the words of a link."""
        self._links.append(address)
        self._parts.append(_LINK)

    def close_link(self) -> None:
        """End the words of a link; if its address is not an external one, only the words stay."""
        if not self._links:
            return
        address = self._links.pop()
        places = range(len(self._parts) - 1, -1, -1)
        start = next((at for at in places if self._parts[at] == _LINK), None)
        if start is None:
            return
        words = "".join(self._parts[start + 1 :])
        del self._parts[start:]
        if not words.strip() or not address.lower().startswith(_SCHEMES):
            self._parts.append(words)
        elif words.strip() == escaped(address):
            self._parts.append(address)
        else:
            self._parts.append(f"[{words.strip()}]({_address(address)})")
            self._parts.append(" " if words.endswith(" ") else "")

    def take(self) -> str:
        """Return the line as it is, with marks moved to the adjacent words, and start a new one."""
        text = "".join(self._parts).replace(_LINK, "")
        self._parts.clear()
        if _BEGIN not in text and _END not in text:
            return text
        text = re.sub(r"(\*\*|\*|~~|`)\1?\x01(\s*)(?:\x02\1)", r"\2", text)
        text = re.sub(r"(\*\*|\*|~~|`)\x01([ \t]+)", r"\2\1", text)
        text = re.sub(r"([ \t]+)\x02(\*\*|\*|~~|`)", r"\2\1", text)
        return text.replace(_BEGIN, "").replace(_END, "")

    def end(self) -> str:
        """Return the line with every mark closed, and start the next one with the same marks."""
        marks = [mark for _tag, mark in self._open if mark]
        if self._parts:
            self._parts.extend(_END + mark for mark in reversed(marks))
        text = self.take()
        self._parts.extend(mark + _BEGIN for mark in marks)
        return text


def escaped(text: str) -> str:
    """Return words with their special characters escaped, so that they are not read as Markdown."""
    return _SPECIAL.sub(r"\\\1", text)


def _address(address: str) -> str:
    return address.replace(" ", "%20").replace("(", "%28").replace(")", "%29")


_MARKS: Final = {
    "b": "**", "strong": "**", "i": "*", "em": "*", "cite": "*", "s": "~~", "del": "~~", "strike": "~~",
    "code": "`", "tt": "`", "kbd": "`", "samp": "`",
}  # fmt: skip
_BOLD: Final = re.compile(r"font-weight:\s*(?:bold|[6-9]00)")
_LIGHT: Final = re.compile(r"font-weight:\s*(?:normal|[1-4]00)")
_ITALIC: Final = re.compile(r"font-style:\s*(?:italic|oblique)")

CODE: Final = "`"


def mark_of(tag: str, style: str) -> str | None:
    """Return the mark that a tag with this style opens: "" for plain text, None if the tag has no mark."""
    if tag == "span":
        return "**" if _BOLD.search(style) else "*" if _ITALIC.search(style) else ""
    mark = _MARKS.get(tag)
    if mark == "**" and _LIGHT.search(style):
        return ""  # Google Docs wraps everything in such a <b>
    return mark


_DEEPEST: Final = 12


class Page:
    """Collects lines and the blank lines between them."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._quotes = 0
        self._gap = False

    def text(self) -> str:
        """Return the Markdown written so far."""
        return re.sub(r"\n{3,}", "\n\n", "\n".join(self._lines)).strip("\n")

    def write(self, line: str) -> None:
        """Write a line."""
        self._gap = False
        self._lines.append(self._quote + line)

    def blank(self) -> None:
        """Add a blank line before what follows."""
        if self._lines and not self._gap:
            self._gap = True
            self._lines.append(self._quote.rstrip())

    def open_quote(self) -> None:
        """Quote what follows."""
        self.blank()
        self._quotes += 1

    def close_quote(self) -> None:
        """End the innermost quote, without blank lines at its end."""
        while self._quotes and self._lines and not self._lines[-1].strip("> "):
            self._lines.pop()
        self._quotes = max(0, self._quotes - 1)
        self._gap = False
        self.blank()

    @property
    def _quote(self) -> str:
        return "> " * min(self._quotes, _DEEPEST)


class Table:
    """Collects cells; the number of columns is only known at the end."""

    def __init__(self) -> None:
        self._rows: list[list[str]] = []

    @property
    def has_row(self) -> bool:
        """Whether a row has started, to which all content is added."""
        return bool(self._rows)

    def begin_row(self) -> None:
        """Start a new row for the following cells."""
        self._rows.append([])

    def add_cell(self, text: str) -> None:
        """Add a cell to the current row."""
        self._rows[-1].append(text.replace("\n", " ").replace("|", "\\|").strip())

    def write(self, page: Page) -> None:
        """Write the table with its first row as the header; a table used only for layout becomes paragraphs."""
        rows = [row for row in self._rows if row]
        if not rows:
            return
        width = max(map(len, rows))
        if width == 1 or len(rows) == 1:
            for row in rows:
                page.write("  ".join(cell for cell in row if cell))
                page.blank()
            return
        page.blank()
        for number, row in enumerate(rows):
            page.write("| " + " | ".join((*row, *[""] * (width - len(row)))) + " |")
            if number == 0:
                page.write("|" + " --- |" * width)
        page.blank()
