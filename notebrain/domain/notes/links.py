"""Links between notes: `[[Title]]`, `[[Title|shown]]`, `[[Title#Heading]]`, found and rewritten byte for byte."""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from notebrain.domain.notes.attachments import decoded
from notebrain.domain.notes.content import title_of

OPENING: Final = "[["

_LINE_END: Final = "\n\r\u2028\u2029\x85"
_REACH: Final = 90
_LINK: Final = re.compile(rf"\[\[([^\[\]{_LINE_END}]+)\]\]")
_FENCE: Final = re.compile(rf"(?<![^{_LINE_END}]) {{0,3}}(`{{3,}}|~{{3,}})([^{_LINE_END}]*)")
_TICKS: Final = re.compile(r"`+")
_HEADING: Final = re.compile(
    rf"(?<![^{_LINE_END}]) {{0,3}}(#{{1,6}})[ \t]+([^{_LINE_END}]*?)(?:[ \t]+#+)?[ \t]*(?=[{_LINE_END}]|\Z)"
)
_NOTE_FILE: Final = ".md"
_ENDS: Final = (". ", "! ", "? ")
_LONGEST_TYPED: Final = 120
_NEVER_IN_A_LINK: Final = str.maketrans("[]|", "   ")


@dataclass(frozen=True, slots=True)
class Link:
    """A link in a text.

    Attributes:
        start, end: Its range, including the brackets.
        said: The title it names, with `#` and a heading if it has one.
        shown: The text shown in its place, or an empty string.
    """

    start: int
    end: int
    said: str
    shown: str = ""

    @property
    def target(self) -> str:
        """The title it names, or an empty string for a heading of the same note."""
        return self.said.partition("#")[0].strip()

    @property
    def heading(self) -> str:
        """The heading it leads to, or an empty string."""
        return self.said.partition("#")[2].strip()

    @property
    def meanings(self) -> tuple[tuple[str, str], ...]:
        """Its possible meanings as (title key, heading), the longest title first, since a title may contain `#`.

        Other programs name a note by the path of its file; that is the last meaning.
        """
        parts = self.said.split("#")
        both = [
            (link_key("#".join(parts[:count])), "#".join(parts[count:]).strip())
            for count in range(len(parts), 0, -1)
        ]
        both.append((link_key(_name_in_path(parts[0])), self.heading))
        return tuple(dict.fromkeys((key, heading) for key, heading in both if key.strip("#")))

    @property
    def keys(self) -> tuple[str, ...]:
        """The `link_key` of each title it may mean."""
        return tuple(key for key, _heading in self.meanings)

    @property
    def text(self) -> str:
        """The text that a reader sees."""
        return self.shown or (
            f"{self.target} → {self.heading}"
            if self.target and self.heading
            else self.target or self.heading
        )


def link_key(title: str) -> str:
    """Return the key for comparing titles and links.

    Example:
        >>> link_key("  Gas:  SUPPLIER ") == link_key("gas: supplier")
        True
    """
    if not title.isascii():
        title = unicodedata.normalize("NFC", unicodedata.normalize("NFC", title).casefold())
    return " ".join(title.translate(_NEVER_IN_A_LINK).casefold().split())


def find_links(text: str) -> list[Link]:
    """Return the links of a text in order, except in code.

    Example:
        >>> [link.target for link in find_links("See [[Gas|the bottle]], not `[[code]]`.")]
        ['Gas']
    """
    if OPENING not in text:
        return []
    code = code_spans(text)
    starts = [start for start, _end in code]
    return [
        link_of(found[1], found.start())
        for found in _LINK.finditer(text)
        if not _inside(found.start(), code, starts) and not _escaped(text, found.start())
    ]


def link_of(inner: str, start: int = 0) -> Link:
    """Return the link with this text between its brackets."""
    target, _bar, shown = inner.partition("|")
    return Link(start, start + len(inner) + 4, target, shown.strip())


def link_text(title: str, *, shown: str = "") -> str:
    """Return the text of a link to the note with this title.

    Example:
        >>> link_text("C# | basics")
        '[[C#   basics|C# | basics]]'
    """
    address = _linkable(title)
    words = shown or (title if address != title.strip() else "")
    words = words.translate(str.maketrans("[]", "  "))
    return f"[[{address}|{words}]]" if words else f"[[{address}]]"


def named_text(title: str) -> tuple[str, str | None]:
    """Return the text of a new note with this title, and the title if it does not follow from the text."""
    body = f"# {title}\n\n"
    return body, None if link_key(title_of(body)) == link_key(title) else title


def code_spans(text: str) -> list[tuple[int, int]]:
    """Return the ranges of code: fenced blocks, and spans between backticks within a line."""
    spans: list[tuple[int, int]] = []
    outside = 0
    for start, end in [*_fenced(text), (len(text), len(text))]:
        spans += _ticked(text, outside, start)
        if end > start:
            spans.append((start, end))
        outside = end
    return spans


def typed_link(before: str) -> str | None:
    """Return the part of a title typed in a link that is still open at the end of `before`, or None.

    Example:
        >>> typed_link("see [[Gas: s")
        'Gas: s'
    """
    line_start = max(before.rfind(sign) for sign in _LINE_END) + 1
    opening = before.rfind(OPENING, line_start)
    typed = before[opening + len(OPENING) :]
    if opening < 0 or len(typed) > _LONGEST_TYPED or any(sign in typed for sign in "[]|#"):
        return None
    in_code = before.count("`", line_start, opening) % 2 == 1
    return None if in_code or _escaped(before, opening) else typed


def retargeted(text: str, key: str, title: str) -> str:
    """Return a text with links to the title with this key pointing to `title`; the rest is unchanged byte for byte.

    The heading and the shown text of a link stay the same.
    """
    parts: list[str] = []
    at = 0
    for link in find_links(text):
        if key not in link.keys:
            continue
        target, bar, shown = text[link.start + 2 : link.end - 2].partition("|")
        heading = _after_title(target, key)
        parts += [text[at : link.start], f"[[{_linkable(title)}{heading}{bar}{shown}]]"]
        at = link.end
    return "".join((*parts, text[at:]))


def _after_title(target: str, key: str) -> str:
    """Return what follows the title with this key in a link, including its `#`, as written."""
    ends = [found.start() for found in re.finditer("#", target)] + [len(target)]
    named = (target[end:] for end in reversed(ends) if link_key(target[:end]) == key)
    return next(
        named, target[ends[0] :]
    )  # the key may be that of a path, which ends at the first sign


def _name_in_path(path: str) -> str:
    """Return the name of the note in the path of its file, such as `Tap` in `../Home/Tap.md`."""
    name = path.rpartition("/")[2].rstrip()
    stem = name[: -len(_NOTE_FILE)] if name.lower().endswith(_NOTE_FILE) else name
    return decoded(stem) if len(stem) < len(path) else path


def _linkable(title: str) -> str:
    return title.translate(_NEVER_IN_A_LINK).strip()


def heading_at(text: str, heading: str) -> int | None:
    """Return where the line of this heading starts, or None if there is no such heading."""
    wanted = link_key(heading)
    code = code_spans(text)
    starts = [start for start, _end in code]
    for found in _HEADING.finditer(text):
        if link_key(found[2]) == wanted and not _inside(found.start(), code, starts):
            return found.start()
    return None


def sentence_around(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the sentence around a range, or the part of it within 90 characters on either side."""
    left = max((text.rfind(sign, max(0, start - 4000), start) for sign in _LINE_END), default=-1)
    ends = [at for sign in _LINE_END if (at := text.find(sign, end, end + 4000)) >= 0]
    line_start, line_end = left + 1, min(ends, default=min(len(text), end + 4000))
    first = _at_word(text, max(line_start, start - _REACH), line_start)
    first = max(
        (at + 2 for sign in _ENDS if (at := text.rfind(sign, first, start)) >= 0), default=first
    )
    last = min(line_end, end + _REACH)
    if last < line_end and (blank := text.rfind(" ", end, last)) > 0:
        last = blank
    return first, min(
        (at + 1 for sign in _ENDS if (at := text.find(sign, end, last)) >= 0), default=last
    )


def _at_word(text: str, at: int, line_start: int) -> int:
    blank = text.find(" ", at, at + 30) if at > line_start else -1
    return blank + 1 if blank >= 0 else at


def _fenced(text: str) -> Iterator[tuple[int, int]]:
    """Yield the ranges of code blocks, including fences; an unclosed one extends to the end."""
    opened: re.Match[str] | None = None
    for found in _FENCE.finditer(text):
        ticks, rest = found[1], found[2]
        if opened is None:
            if ticks[0] == "~" or "`" not in rest:
                opened = found
        elif ticks.startswith(opened[1]) and not rest.strip():
            yield opened.start(), found.end()
            opened = None
    if opened is not None:
        yield opened.start(), len(text)


def _ticked(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield spans of code within a line, between `start` and `end`."""
    if text.find("`", start, end) < 0:
        return
    runs = list(_TICKS.finditer(text, start, end))
    following = _closings(runs)
    at = start
    for number, run in enumerate(runs):
        closing = following[number]
        if run.start() < at or closing is None or _escaped(text, run.start()):
            continue
        if not _breaks(text, run.end(), closing.start()):
            yield run.start(), closing.end()
            at = closing.end()


def _closings(runs: list[re.Match[str]]) -> list[re.Match[str] | None]:
    """Return for each run of backticks the next one of the same length."""
    found: list[re.Match[str] | None] = [None] * len(runs)
    latest: dict[int, re.Match[str]] = {}
    for number in range(len(runs) - 1, -1, -1):
        size = runs[number].end() - runs[number].start()
        found[number] = latest.get(size)
        latest[size] = runs[number]
    return found


def _breaks(text: str, start: int, end: int) -> bool:
    return any(text.find(sign, start, end) >= 0 for sign in _LINE_END)


def _escaped(text: str, at: int) -> bool:
    slashes = 0
    while at - slashes > 0 and text[at - slashes - 1] == "\\":
        slashes += 1
    return slashes % 2 == 1


def _inside(at: int, spans: list[tuple[int, int]], starts: list[int]) -> bool:
    number = bisect_right(starts, at) - 1
    return number >= 0 and at < spans[number][1]
