"""A table that is being read."""

from notebrain.domain.markdown.html.writer import Page


class Table:
    """Gathers cells; how wide it is shows at its end."""

    def __init__(self) -> None:
        self._rows: list[list[str]] = []

    @property
    def has_row(self) -> bool:
        """Whether a row has begun, which takes all that is read."""
        return bool(self._rows)

    def begin_row(self) -> None:
        """Put the cells that follow below those before."""
        self._rows.append([])

    def add_cell(self, text: str) -> None:
        """Add a cell to the row that has begun."""
        self._rows[-1].append(text.replace("\n", " ").replace("|", "\\|").strip())

    def write(self, page: Page) -> None:
        """Write it, its first row as its head; a frame that only lays a page out becomes paragraphs."""
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
