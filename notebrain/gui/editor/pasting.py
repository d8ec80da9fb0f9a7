"""What a paste brings: rich text as Markdown, everything else as it is."""

from PySide6.QtCore import QMimeData


def text_of(source: QMimeData) -> str:
    """Return what is to be written for what was copied; nothing is looked up anywhere."""
    words = source.text()
    if not source.hasHtml():
        return words
    # a start does without
    from notebrain.domain.markdown.html.cleaning import is_code, is_readable
    from notebrain.domain.markdown.html.reader import markdown_of

    html = source.html()
    if not is_readable(html) or is_code(html):
        return words
    return markdown_of(html) or words
