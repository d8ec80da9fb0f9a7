"""Finds and replaces in a text, also with regular expressions."""

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import Final

from notebrain.domain.i18n import _
from notebrain.domain.text.buffer import TextMap
from notebrain.domain.text.pieces import SOFT, units_of

_REFERENCE: Final = re.compile(r"\\([0-9nt\\$])|\$([0-9])")
_ESCAPED: Final = {"n": "\n", "t": "\t", "\\": "\\", "$": "$"}


@dataclass(frozen=True, slots=True)
class FindQuery:
    """What to search for, and how."""

    text: str = ""
    case: bool = False
    word: bool = False
    expression: bool = False

    @property
    def pattern(self) -> str:
        """The regular expression for the search."""
        pattern = self.text if self.expression else re.sub(r"([^\w\s])", r"\\\1", self.text)
        return rf"(?<!\w)(?:{pattern})(?!\w)" if self.word and self.text else pattern

    def replacement(self, given: str, groups: list[str]) -> str:
        r"""Return the replacement of a match: as written, or with `\1`, `$1`, `\n` filled in."""
        if not self.expression:
            return given

        def filled(found: re.Match[str]) -> str:
            sign = found[1] or found[2]
            if not sign.isdigit():
                return _ESCAPED[sign]
            return groups[int(sign)] if int(sign) < len(groups) else ""

        return _REFERENCE.sub(filled, given)


class FindResult:
    """A text to search: as shown, but without the line ends that only split a long line."""

    def __init__(self, text: TextMap) -> None:
        parts: list[str] = []
        self._breaks: list[int] = []
        at = 0
        for piece, size in zip(text.pieces, text.sizes, strict=True):
            done = 0
            for odd in piece.odd:
                if odd.stored == SOFT:
                    before = piece.shown[done : odd.at]
                    parts.append(before)
                    at += units_of(before)
                    self._breaks.append(at)
                    done = odd.at + 1
            rest = piece.shown[done:]
            parts.append(rest)
            at += units_of(rest) if done else size
        self.text = "".join(parts)

    def shown(self, start: int, end: int) -> tuple[int, int]:
        """Return the range in the shown text for a range of `text`, both in UTF-16 units."""
        if not self._breaks:
            return start, end
        return start + bisect_right(self._breaks, start), end + bisect_left(self._breaks, end)

    def place(self, shown: int) -> int:
        """Return the position in `text` for a position in the shown text."""
        return shown - sum(at + before < shown for before, at in enumerate(self._breaks))


def fault_in_words(message: str) -> str:
    """Return a sentence that explains an error in a regular expression.

    Args:
        message: The error message of the PCRE2 library, in English.
    """
    # matched by parts, because the full messages differ between releases of the library
    words = (
        ("parenthesis", _("A parenthesis is missing, or there is one too many.")),
        ("terminating ]", _("A ] is missing.")),
        ("range out of order", _("A range runs backwards.")),
        ("quantifier does not follow", _("Before * + ? { there is nothing to repeat.")),
        ("numbers out of order", _("A repetition runs backwards.")),
        ("number too big", _("A number is too large.")),
        ("at end of pattern", _("The pattern is incomplete: it ends with a \\.")),
        ("non-existent", _("It refers to a group that does not exist.")),
        ("lookbehind", _("A lookbehind must have a fixed length.")),
    )
    found = (text for part, text in words if part in message)
    return next(found, _("The pattern is incomplete, or a character in it means something else."))
