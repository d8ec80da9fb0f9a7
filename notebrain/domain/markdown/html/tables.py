"""Collects an HTML table and writes it as Markdown."""

from notebrain.domain.markdown.html.writer import Page


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
