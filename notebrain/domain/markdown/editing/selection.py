"""Whole lines of a note with the selection in them, which every editing rule takes and returns."""

from typing import NamedTuple


class Passage(NamedTuple):
    """A text of one or more whole lines and the selection in it, in code points.

    The selection runs from `anchor` to `caret`; they are equal if nothing is selected.
    """

    text: str
    anchor: int
    caret: int

    @property
    def start(self) -> int:
        """Where the selection starts."""
        return min(self.anchor, self.caret)

    @property
    def end(self) -> int:
        """Where the selection ends."""
        return max(self.anchor, self.caret)

    @property
    def chosen(self) -> str:
        """The selected text."""
        return self.text[self.start : self.end]

    @property
    def line(self) -> tuple[int, int]:
        """The start and end of the caret's line."""
        end = self.text.find("\n", self.caret)
        return self.text.rfind("\n", 0, self.caret) + 1, len(self.text) if end < 0 else end

    def choosing(self, start: int, end: int) -> "Passage":
        """Return the same text with this range selected, in the direction of the current selection."""
        return self._replace(
            anchor=end if self.anchor > self.caret else start,
            caret=start if self.anchor > self.caret else end,
        )


def put(passage: Passage, start: int, end: int, text: str) -> Passage:
    """Return the passage with the text between `start` and `end` replaced by `text`.

    The selection stays in place outside the range; inside it, it moves behind the new text.
    """

    def moved(at: int) -> int:
        if at < start or (at == start and end > start):
            return at
        return max(at, end) + len(text) - (end - start)

    new = passage.text[:start] + text + passage.text[end:]
    return Passage(new, moved(passage.anchor), moved(passage.caret))


def lines_of(passage: Passage) -> range:
    """Return the numbers of the selected lines, or of the caret's line.

    A selection that ends at the start of a line does not include that line.
    """
    first = passage.text.count("\n", 0, passage.start)
    last = passage.text.count("\n", 0, passage.end)
    if last > first and passage.text[passage.end - 1] == "\n":
        last -= 1
    return range(first, last + 1)


def with_lines(passage: Passage, changed: dict[int, tuple[int, str]]) -> Passage:
    """Return the passage with changed line starts: line number -> (characters to remove, text to insert).

    A caret inside a changed line start moves to its end.
    """
    at = 0
    spots: list[tuple[int, int, str]] = []
    for number, line in enumerate(passage.text.split("\n")):
        if number in changed:
            gone, came = changed[number]
            spots.append((at, at + gone, came))
        at += len(line) + 1
    for start, end, came in reversed(spots):
        kept = passage
        passage = put(passage, start, end, came)
        if kept.anchor != kept.caret and kept.start == start:  # the start of a line stays selected
            passage = passage.choosing(start, passage.end)
    return passage
