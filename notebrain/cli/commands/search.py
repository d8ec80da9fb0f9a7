"""Finding notes: `search`."""

import argparse
import textwrap
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from notebrain.app.core.paths import command_to_type
from notebrain.cli.command import EXIT_DONE, Handler, add_json, add_workspace
from notebrain.cli.json.search import search_document
from notebrain.cli.option_types import count, days, moment, share
from notebrain.cli.terminal import Misuse, Terminal, lines_of, local, printable, shortened
from notebrain.domain.i18n import _, ngettext
from notebrain.domain.search.hit_text import file_text
from notebrain.domain.search.query import FilterKind, parse
from notebrain.domain.search.types import (
    DEFAULT_LIMIT,
    Fusion,
    Hit,
    Mode,
    ProfileName,
    SearchRequest,
    SearchResult,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from notebrain.app.services import Services
    from notebrain.domain.notes.note import NoteId
    from notebrain.domain.search.dates.questions import QuestionDates

NOW_VARIABLE = "NOTEBRAIN_NOW"
_NARROWEST = 20


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("query", nargs="*", metavar=_("QUERY"), help=_("what to search for"))
    parser.add_argument(
        "--limit",
        type=count,
        default=DEFAULT_LIMIT,
        metavar="N",
        help=_("show at most this many (default: %(default)s)"),
    )
    parser.add_argument(
        "--mode",
        choices=[mode.value for mode in Mode],
        default=Mode.HYBRID.value,
        help=_("search by words, by meaning, or both (default: %(default)s)"),
    )
    parser.add_argument(
        "--alpha", type=share, metavar="A", help=_("weight of words: 1 only words, 0 only meaning")
    )
    parser.add_argument(
        "--fusion",
        choices=[fusion.value for fusion in Fusion],
        help=_("how words and meaning are combined: by score or by rank (default: as set)"),
    )
    add_workspace(parser)
    _add_age(parser)
    parser.add_argument(
        "--no-dates",
        action="store_true",
        help=_("search for words such as “last week” like any words"),
    )
    parser.add_argument("--window", action="store_true", help=_("open the small search window"))
    answer = parser.add_argument_group(_("answer"))
    answer.add_argument("--explain", action="store_true", help=_("show how each score is made up"))
    answer.add_argument(
        "--batch",
        metavar=_("FILE"),
        help=_(
            "search for each line of a file (- is standard input) and print one JSON line for each"
        ),
    )
    add_json(parser)


def _add_age(parser: argparse.ArgumentParser) -> None:
    age = parser.add_argument_group(_("age"))
    age.add_argument(
        "--profile",
        choices=[profile.value for profile in ProfileName],
        help=_("how much age counts"),
    )
    age.add_argument(
        "--half-life",
        type=days,
        metavar=_("DAYS"),
        help=_("days in which the recency of a note halves"),
    )
    age.add_argument(
        "--floor",
        type=share,
        metavar="F",
        help=_("the share of its score that a note keeps however old it is"),
    )
    age.add_argument(
        "--now",
        type=moment,
        metavar="ISO8601",
        help=_("count ages from this moment (default: NOTEBRAIN_NOW, or now)"),
    )


def _details() -> str:
    return _(
        'A query is plain words. It also understands\n  "spare key"           exactly these words in this order\n  '
        "-winter               without this word (put -- before a query that starts like this)\n  tag:garden "
        "in:Work    with this tag, in this workspace\n  before:2026-03-01 after:2025 is:pinned\n"
        "  is:outdated is:linked is:review    marked so, with links, with a card in Review\n"
        "  is:conversation                    conversations with your notes instead of notes\n"
        "  has:pdf has:image file:invoice     with a PDF, a picture, a file of this name (has:file: any)\n"
        "Words are also found in PDF, DOCX, ODT, HTML, TXT, CSV and EML files in notes; meaning is not.\n"
        "Words that name a time put its notes first: plumber last week, 12 March, summer 2025.\n"
        'With --json: "dates": {"from", "to", "text"} (to is excluded), or null without such words.'
    )


def _search(args: argparse.Namespace, terminal: Terminal) -> int:
    if args.window:  # without other options it is handled earlier
        raise Misuse(
            _("--window works only with one short QUERY; put it in quotes if it has spaces.")
        )
    query = " ".join(args.query)
    if bool(query.strip()) == (args.batch is not None):
        raise Misuse(_("Give either a query or --batch FILE."))
    request = _request(args, query, terminal)
    if args.batch is not None:
        return _answer_batch(args.batch, request, terminal)
    with terminal.services() as services:
        _check_filing(services, request)
        result = services.answer(request)
        short = services.library.short_ids(() if args.json else _ids(result))
        unread = 0 if args.json else services.library.count_unread_files()
    if args.json:
        terminal.document(search_document(result))
    else:
        print_hits(result, short, terminal, explain=args.explain)
        if request.mode is not Mode.KEYWORD and result.degraded is None:
            show_coverage(result, terminal)
        show_unread(unread, terminal)
    show_hints(result, terminal)
    return EXIT_DONE


def _answer_batch(file: str, request: SearchRequest, terminal: Terminal) -> int:
    """Answer every line of a file (`-` for standard input) with a line of JSON."""
    with lines_of(file) as lines, terminal.services() as services:
        for line in lines:
            result = services.answer(replace(request, query=line))
            terminal.document(search_document(result))
    return EXIT_DONE


def _check_filing(services: "Services", request: SearchRequest) -> None:
    """Check that the workspaces and tags that a search is limited to exist."""
    services.library.check_filing(request.workspace)
    for part in parse(request.query).filters:
        if part.kind is FilterKind.TAG and not part.negated:
            services.library.check_filing(None, part.value)


def _ids(result: SearchResult) -> "Iterator[NoteId]":
    for hit in result.shown:
        yield hit.note_id
        yield from (older.note_id for older in hit.older_versions)


def _request(args: argparse.Namespace, query: str, terminal: Terminal) -> SearchRequest:
    return SearchRequest(
        query,
        limit=args.limit,
        mode=Mode(args.mode),
        fusion=None if args.fusion is None else Fusion(args.fusion),
        alpha=args.alpha,
        profile=None if args.profile is None else ProfileName(args.profile),
        half_life_days=args.half_life,
        floor=args.floor,
        workspace=args.workspace,
        now=args.now or now_of(terminal),
        read_dates=not args.no_dates,
    )


def now_of(terminal: Terminal) -> datetime | None:
    """Return the moment from which ages are counted, if the environment sets it."""
    given = terminal.environ.get(NOW_VARIABLE)
    if not given:
        return None
    try:
        return moment(given)
    except argparse.ArgumentTypeError as error:
        raise Misuse(f"{NOW_VARIABLE}: {error}") from error


HANDLERS: Mapping[str, Handler] = {
    "search": Handler(_arguments, _search, _details, only_reads=True),
}


def print_hits(
    result: SearchResult, short: Mapping[str, str], terminal: Terminal, *, explain: bool
) -> None:
    """Print the hits; remarks about them go to standard error.

    Args:
        short: The ids to print, by those of the notes.
    """
    if result.conversations:
        from notebrain.cli.commands.conversations import line_of

        for found in result.conversations:
            terminal.write_line(shortened(line_of(found), terminal.width))
    if result.nearest:
        terminal.write_remark(_("No clear match. The closest notes:"))
    for number, hit in enumerate(result.shown, start=1):
        _print_hit(number, hit, short, terminal, explain=explain)
    if result.degraded:
        terminal.write_remark(result.degraded)
    if not (result.shown or result.conversations):
        terminal.write_remark(_nothing(result))
    if result.dates is not None:
        terminal.write_remark(_dates(result.dates))
    if result.hidden_by_decay:
        folded = ngettext(
            "{n} older version is folded under a newer one.",
            "{n} older versions are folded under newer ones.",
            result.hidden_by_decay,
        )
        terminal.write_remark(folded.format(n=result.hidden_by_decay))


def _dates(dates: "QuestionDates") -> str:
    last = dates.end - timedelta(microseconds=1)
    return _("“{text}”: notes from {first} to {last} come first.").format(
        text=printable(dates.text), first=f"{dates.start:%Y-%m-%d}", last=f"{last:%Y-%m-%d}"
    )


def show_coverage(result: SearchResult, terminal: Terminal) -> None:
    """Print how many notes cannot be found by meaning yet, if any."""
    if result.indexed_done < result.indexed_total:
        text = _("{done} of {total} notes searchable by meaning; {command} does the rest.")
        command = command_to_type("index", terminal.data_dir)
        terminal.write_remark(
            text.format(done=result.indexed_done, total=result.indexed_total, command=command)
        )


def show_unread(files: int, terminal: Terminal) -> None:
    """Print how many files in notes cannot be found by their words yet, if any."""
    if files:
        text = ngettext(
            "{n} file in notes is not read yet; {command} does it.",
            "{n} files in notes are not read yet; {command} does it.",
            files,
        )
        command = command_to_type("index", terminal.data_dir)
        terminal.write_remark(text.format(n=files, command=command))


def show_hints(result: SearchResult, terminal: Terminal) -> None:
    """Print which parts of the query do not do what they seem to do."""
    for hint in result.hints:
        terminal.write_remark(printable(hint))


def _print_hit(
    number: int, hit: Hit, short: Mapping[str, str], terminal: Terminal, *, explain: bool
) -> None:
    title = printable(hit.title) or _("(no title)")
    tags = [f"#{printable(tag)}" for tag in hit.tags]
    head = "  ".join([f"{number:>3}", title, local(hit.updated_at), *tags, short[hit.note_id]])
    terminal.write_line(head)
    if hit.file is not None:
        terminal.write_line("     " + printable(file_text(hit.file)))
    for line in _quoted(hit.snippet, terminal.width):
        terminal.write_line("     " + line)
    if explain:
        from notebrain.cli.commands.search_explain import explanation

        for line in explanation(hit):
            terminal.write_line("     " + line)
    for older in hit.older_versions:
        terminal.write_line(
            "     "
            + _("older: {title}").format(title=printable(older.title))
            + f"  {local(older.updated_at)}  {short[older.note_id]}"
        )


def _quoted(snippet: str, width: int | None) -> list[str]:
    """Return the quote on one line, or on up to three of a terminal: the first may end before the words asked for."""
    text = " ".join(printable(snippet).split())
    if width is None:
        return [text]
    lines = textwrap.wrap(text, max(_NARROWEST, width - 5), max_lines=3, placeholder="…")
    return lines or [""]


def _nothing(result: SearchResult) -> str:
    if result.blocked_by:
        return _("Nothing found; without {filters} there would be hits.").format(
            filters=" ".join(printable(blocker.text) for blocker in result.blocked_by)
        )
    return _("Nothing found.")
