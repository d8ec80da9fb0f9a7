"""What a paste brings: rich text as Markdown, everything else as it is."""

from PySide6.QtCore import QMimeData


def text_of(source: QMimeData) -> str:
    """Return what is to be written for what was copied; nothing is looked up anywhere."""
    words = source.text()
    if not source.hasHtml():
        return words
    from notebrain.domain import rich_text  # a start does without

    html = source.html()
    if not rich_text.is_readable(html) or rich_text.is_code(html):
        return words
    return rich_text.markdown_of(html) or words
