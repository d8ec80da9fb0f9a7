"""Judging pairs of texts that are in no vault: review judge."""

import argparse
import json
from typing import TYPE_CHECKING, Any

from notebrain.cli.command import EXIT_DONE
from notebrain.cli.lines import lines_of
from notebrain.cli.terminal import Misuse, Terminal
from notebrain.cli.verdict_documents import verdict_document
from notebrain.domain.errors import BadText
from notebrain.domain.i18n import _
from notebrain.domain.judge.verdict import Statement

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def judge_batch(args: argparse.Namespace, terminal: Terminal) -> int:
    """Answer every line of a file with a verdict, a line of JSON each."""
    if args.batch is None:
        raise Misuse(_("review judge needs --batch FILE."))
    from notebrain.app.model.local_model import text_judge

    judge = text_judge()
    with lines_of(args.batch) as lines:
        for older, newer in _pairs(lines):
            terminal.document(verdict_document(judge.judge(older, newer)))
    if judge.problem is not None:
        terminal.tell(judge.problem)
    return EXIT_DONE


def _pairs(lines: "Iterable[str]") -> "Iterator[tuple[Statement, Statement]]":
    """Yield the pairs of texts that the lines hold; blank lines hold none.

    Raises:
        BadText: A line is something else; says which.
    """
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield _pair(line, number)


def _pair(line: str, number: int) -> tuple[Statement, Statement]:
    try:
        found: Any = json.loads(line)
        older, newer = found["older"], found["newer"]
    except (ValueError, TypeError, KeyError) as error:
        raise _no_pair(number) from error
    if not isinstance(older, str) or not isinstance(newer, str):
        raise _no_pair(number)
    return Statement(older), Statement(newer)


def _no_pair(number: int) -> BadText:
    text = _('Line {number} is not of the form {{"older": TEXT, "newer": TEXT}}.')
    return BadText(text.format(number=number))
