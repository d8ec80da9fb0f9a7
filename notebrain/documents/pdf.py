"""Reads the text of PDF documents with PDFium, page by page.

This build of PDFium has no JavaScript, and forms are not started, so nothing in a document is run. It has no type
annotations, so what comes from it is `Any`. Apart because it alone loads PDFium.
"""

from collections.abc import Iterator
from contextlib import closing
from importlib import import_module
from pathlib import Path
from typing import Any

from notebrain.documents.errors import Locked, NotReadable
from notebrain.domain.notes.file_texts import Piece, pieces_of


def pieces(path: Path) -> Iterator[Piece]:
    """Yield the text of each page in pieces; a page begins with an empty piece.

    Raises:
        Locked: A password is needed to open it.
        NotReadable: It is damaged.
    """
    pdfium: Any = import_module("pypdfium2")
    try:
        document = pdfium.PdfDocument(path)
    except pdfium.PdfiumError as error:
        locks = (pdfium.raw.FPDF_ERR_PASSWORD, pdfium.raw.FPDF_ERR_SECURITY)
        raise (Locked if error.err_code in locks else NotReadable) from error
    with closing(document):
        if not len(document):
            raise NotReadable
        for number in range(len(document)):
            yield Piece("", number + 1)
            try:
                with closing(document[number]) as page, closing(page.get_textpage()) as text:
                    found = str(text.get_text_bounded())
            except pdfium.PdfiumError:
                continue  # one bad page among good ones
            yield from pieces_of(found, number + 1)
