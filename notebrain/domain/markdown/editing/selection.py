"""Some whole lines of a note, with what is chosen in them: what every rule takes and gives."""

from typing import NamedTuple


class Passage(NamedTuple):
    """A text of one or more whole lines and the choice in it, by code points.

    `anchor` is where choosing began and `caret` where it ended; equal where nothing is chosen.
    """

    text: str
    anchor: int
    caret: int

    @property
    def start(self) -> int:
        """Where the choice begins."""
        return min(self.anchor, self.caret)

    @property
    def end(self) -> int:
        """Where the choice ends."""
        return max(self.anchor, self.caret)

    @property
    def chosen(self) -> str:
        """What is chosen."""
        return self.text[self.start : self.end]

    @property
    def line(self) -> tuple[int, int]:
        """Where the caret's line begins and ends."""
        end = self.text.find("\n", self.caret)
        return self.text.rfind("\n", 0, self.caret) + 1, len(self.text) if end < 0 else end

    def choosing(self, start: int, end: int) -> "Passage":
        """Return the same text with this chosen, in the direction it was."""
        return self._replace(
            anchor=end if self.anchor > self.caret else start,
            caret=start if self.anchor > self.caret else end,
        )


def put(passage: Passage, start: int, end: int, text: str) -> Passage:
    """Return the passage with `text` in place of what is between `start` and `end`.

    The choice stays where it was in the rest; within what went, it moves behind what came.
    """

    def moved(at: int) -> int:
        if at < start or (at == start and end > start):
            return at
        return max(at, end) + len(text) - (end - start)

    new = passage.text[:start] + text + passage.text[end:]
    return Passage(new, moved(passage.anchor), moved(passage.caret))


def lines_of(passage: Passage) -> range:
    """Return the numbers of the lines that are chosen, or of the caret's.

    A choice that ends at the start of a line does not mean that line.
    """
    first = passage.text.count("\n", 0, passage.start)
    last = passage.text.count("\n", 0, passage.end)
    if last > first and passage.text[passage.end - 1] == "\n":
        last -= 1
    return range(first, last + 1)


def with_lines(passage: Passage, changed: dict[int, tuple[int, str]]) -> Passage:
    """Return the passage with changed heads of lines: line number -> (characters that go, text that comes).

    A caret within a head that changes goes to its end.
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
        if kept.anchor != kept.caret and kept.start == start:  # the head of a choice stays chosen
            passage = passage.choosing(start, passage.end)
    return passage
