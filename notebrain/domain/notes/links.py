"""Links between notes: `[[Title]]`, `[[Title|shown]]`, `[[Title#Heading]]`, found and rewritten byte for byte."""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from notebrain.domain.notes.content import title_of

OPENING: Final = "[["

_LINE_END: Final = "\n\r\u2028\u2029\x85"
_LINK: Final = re.compile(rf"\[\[([^\[\]{_LINE_END}]+)\]\]")
_FENCE: Final = re.compile(rf"(?<![^{_LINE_END}]) {{0,3}}(`{{3,}}|~{{3,}})([^{_LINE_END}]*)")
_TICKS: Final = re.compile(r"`+")
_HEADING: Final = re.compile(
    rf"(?<![^{_LINE_END}]) {{0,3}}(#{{1,6}})[ \t]+([^{_LINE_END}]*?)(?:[ \t]+#+)?[ \t]*(?=[{_LINE_END}]|\Z)"
)
_ENDS: Final = (". ", "! ", "? ")
_LONGEST_TYPED: Final = 120
_NEVER_IN_A_LINK: Final = str.maketrans("[]|", "   ")


@dataclass(frozen=True, slots=True)
class Link:
    """One link as it stands in a text.

    Attributes:
        start, end: Where it stands, brackets and all.
        said: The title it names, with a `#` and a heading where it has one.
        shown: What the reader is to see in its place, or an empty text.
    """

    start: int
    end: int
    said: str
    shown: str = ""

    @property
    def target(self) -> str:
        """The title it names, or an empty text for a heading of the same note."""
        return self.said.partition("#")[0].strip()

    @property
    def heading(self) -> str:
        """The heading it leads to, or an empty text."""
        return self.said.partition("#")[2].strip()

    @property
    def meanings(self) -> tuple[tuple[str, str], ...]:
        """What it may mean, as (key of a title, heading), the longest title first: a `#` may be a part of it."""
        parts = self.said.split("#")
        both = (
            (link_key("#".join(parts[:count])), "#".join(parts[count:]).strip())
            for count in range(len(parts), 0, -1)
        )
        return tuple((key, heading) for key, heading in both if key.strip("#"))

    @property
    def keys(self) -> tuple[str, ...]:
        """The titles it may mean, by which `link_key` compares them."""
        return tuple(key for key, _heading in self.meanings)

    @property
    def text(self) -> str:
        """What a reader sees."""
        return self.shown or (
            f"{self.target} → {self.heading}"
            if self.target and self.heading
            else self.target or self.heading
        )


def link_key(title: str) -> str:
    """Return the form by which titles and links are compared.

    Example:
        >>> link_key("  Gas:  SUPPLIER ") == link_key("gas: supplier")
        True
    """
    if not title.isascii():
        title = unicodedata.normalize("NFC", unicodedata.normalize("NFC", title).casefold())
    return " ".join(title.translate(_NEVER_IN_A_LINK).casefold().split())


def find_links(text: str) -> list[Link]:
    """Return the links of a text in order; what stands in code is no link.

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
    """Return the link whose brackets hold this text."""
    said, _bar, shown = inner.partition("|")
    return Link(start, start + len(inner) + 4, said, shown.strip())


def link_text(title: str, *, heading: str = "", shown: str = "") -> str:
    """Return the link to the note of this title, as it is to be written.

    Example:
        >>> link_text("C# | basics")
        '[[C#   basics|C# | basics]]'
    """
    target = _linkable(title)
    said = f"{target}#{heading}" if heading else target
    words = shown or (title if target != title.strip() else "")
    words = words.translate(str.maketrans("[]", "  "))
    return f"[[{said}|{words}]]" if words else f"[[{said}]]"


def named_text(title: str) -> tuple[str, str | None]:
    """Return the text of a new note of this title, and the title where the text alone would not give it."""
    body = f"# {title}\n\n"
    return body, None if link_key(title_of(body)) == link_key(title) else title


def code_spans(text: str) -> list[tuple[int, int]]:
    """Return where code stands: blocks between fences, and runs between ticks within a line."""
    spans: list[tuple[int, int]] = []
    outside = 0
    for start, end in [*_fenced(text), (len(text), len(text))]:
        spans += _ticked(text, outside, start)
        if end > start:
            spans.append((start, end))
        outside = end
    return spans


def typed_link(before: str) -> str | None:
    """Return what was typed of the title of a link that is still open at the end of `before`, or None.

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
    """Return a text whose links to the title of this key lead to `title`; all else stays byte for byte.

    The heading and the shown words of a link stay as they are.
    """
    parts: list[str] = []
    at = 0
    for link in find_links(text):
        if key not in link.keys:
            continue
        said, bar, shown = text[link.start + 2 : link.end - 2].partition("|")
        heading = _after_title(said, key)
        parts += [text[at : link.start], f"[[{_linkable(title)}{heading}{bar}{shown}]]"]
        at = link.end
    return "".join((*parts, text[at:]))


def _after_title(said: str, key: str) -> str:
    """Return what follows the title of this key in a link, with its `#`, as it is written."""
    ends = [found.start() for found in re.finditer("#", said)] + [len(said)]
    return next(said[end:] for end in reversed(ends) if link_key(said[:end]) == key)


def _linkable(title: str) -> str:
    return title.translate(_NEVER_IN_A_LINK).strip()


def heading_at(text: str, heading: str) -> int | None:
    """Return where the line of this heading begins, or None if there is none of that name."""
    wanted = link_key(heading)
    code = code_spans(text)
    starts = [start for start, _end in code]
    for found in _HEADING.finditer(text):
        if link_key(found[2]) == wanted and not _inside(found.start(), code, starts):
            return found.start()
    return None


def sentence_around(text: str, start: int, end: int, *, reach: int = 90) -> tuple[int, int]:
    """Return the sentence around a place, or the part of it that fits in `reach` characters to both sides."""
    left = max((text.rfind(sign, max(0, start - 4000), start) for sign in _LINE_END), default=-1)
    ends = [at for sign in _LINE_END if (at := text.find(sign, end, end + 4000)) >= 0]
    line_start, line_end = left + 1, min(ends, default=min(len(text), end + 4000))
    first = _at_word(text, max(line_start, start - reach), line_start)
    first = max(
        (at + 2 for sign in _ENDS if (at := text.rfind(sign, first, start)) >= 0), default=first
    )
    last = min(line_end, end + reach)
    if last < line_end and (blank := text.rfind(" ", end, last)) > 0:
        last = blank
    return first, min(
        (at + 1 for sign in _ENDS if (at := text.find(sign, end, last)) >= 0), default=last
    )


def _at_word(text: str, at: int, line_start: int) -> int:
    blank = text.find(" ", at, at + 30) if at > line_start else -1
    return blank + 1 if blank >= 0 else at


def _fenced(text: str) -> Iterator[tuple[int, int]]:
    """Yield where blocks of code stand, fences included; one that is never closed reaches to the end."""
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
    """Yield runs of code within a line, from `start` to before `end`."""
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
    """Return for each run of ticks the next one of the same length."""
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
