"""Answering many queries in one process: `search --batch`."""

from dataclasses import replace

from notebrain.cli.command import EXIT_DONE
from notebrain.cli.json.search import search_document
from notebrain.cli.terminal import Terminal, lines_of
from notebrain.domain.search.types import SearchRequest


def answer_batch(file: str, request: SearchRequest, terminal: Terminal) -> int:
    """Answer every line of a file (`-` for standard input) with a line of JSON."""
    with lines_of(file) as lines, terminal.services() as services:
        for line in lines:
            result = services.answer(replace(request, query=line))
            terminal.document(search_document(result))
    return EXIT_DONE
