"""Hides the addresses of files in texts that show Markdown as it is written: of `![tap](…/tap.png)`, the name stays.

Apart because it is used by the editor, by History and by the review. The text is not changed: what is copied
has the whole address.
"""

import re
from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QSyntaxHighlighter, QTextCharFormat, QTextDocument

from notebrain.domain.notes.attachments import SCHEME
from notebrain.domain.text.pieces import units_of

DIGITS: Final = 64
_ADDRESS: Final = re.compile(rf"{SCHEME}[0-9a-f]{{{DIGITS}}}/?")
_LEAST_PX: Final = 1


def hidden_format(font: QFont) -> QTextCharFormat:
    """Return a format that makes the letters of a font invisible and as narrow as Qt can."""
    small = QFont(font)
    small.setPixelSize(_LEAST_PX)
    small.setLetterSpacing(QFont.SpacingType.PercentageSpacing, 1)
    return invisible_format(small)


def invisible_format(font: QFont) -> QTextCharFormat:
    """Return a format that makes letters invisible, with the size and spacing of a font."""
    made = QTextCharFormat()
    made.setFont(
        font, QTextCharFormat.FontPropertiesInheritanceBehavior.FontPropertiesSpecifiedOnly
    )
    made.setForeground(QColor(Qt.GlobalColor.transparent))
    return made


def addresses_in(line: str) -> Iterator[tuple[int, int]]:
    """Yield the start and the length of what is hidden of a line, in UTF-16 units."""
    if SCHEME in line:
        for found in _ADDRESS.finditer(line):
            yield units_of(line[: found.start()]), found.end() - found.start()


def digits_in(line: str) -> Iterator[tuple[int, int]]:
    """Yield the start and the length of the hashes in the addresses of a line, in UTF-16 units."""
    return ((start + len(SCHEME), DIGITS) for start, _length in addresses_in(line))


class HiddenAddresses(QSyntaxHighlighter):
    """Hides the addresses in a document."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)

    def highlightBlock(self, text: str) -> None:
        for start, length in addresses_in(text):
            self.setFormat(start, length, hidden_format(self.document().defaultFont()))
