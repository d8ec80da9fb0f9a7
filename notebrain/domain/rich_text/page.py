"""The lines of Markdown that are done, each within the quotes that were open."""

import re
from typing import Final

_DEEPEST: Final = 12


class Page:
    """Takes lines one after the other, and what sets them apart."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._quotes = 0
        self._gap = False

    def text(self) -> str:
        """Return what was written."""
        return re.sub(r"\n{3,}", "\n\n", "\n".join(self._lines)).strip("\n")

    def write(self, line: str) -> None:
        """Write a line."""
        self._gap = False
        self._lines.append(self._quote + line)

    def blank(self) -> None:
        """Set what follows apart."""
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
