"""Finding notes: `search`."""

import argparse
from collections.abc import Mapping
from datetime import datetime

from notebrain.app.core.paths import command_to_type
from notebrain.cli.command import EXIT_DONE, Handler, add_json
from notebrain.cli.json.search import search_document
from notebrain.cli.option_types import count, days, moment, share
from notebrain.cli.terminal import Misuse, Terminal, local, printable, shortened
from notebrain.domain.i18n import _, ngettext
from notebrain.domain.search.types import (
    DEFAULT_LIMIT,
    Fusion,
    Hit,
    Mode,
    ProfileName,
    SearchRequest,
    SearchResult,
)

NOW_VARIABLE = "NOTEBRAIN_NOW"


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("query", nargs="*", metavar=_("QUERY"), help=_("what to look for"))
    parser.add_argument(
        "--limit",
        type=count,
        default=DEFAULT_LIMIT,
        metavar="N",
        help=_("at most so many (%(default)s)"),
    )
    parser.add_argument(
        "--mode",
        choices=[one.value for one in Mode],
        default=Mode.HYBRID.value,
        help=_("look for words, for meaning, or both (%(default)s)"),
    )
    parser.add_argument(
        "--alpha", type=share, metavar="A", help=_("weight of words: 1 only words, 0 only meaning")
    )
    parser.add_argument(
        "--fusion",
        choices=[one.value for one in Fusion],
        default=Fusion.SCORES.value,
        help=_("how words and meaning become one match: by score or by rank (%(default)s)"),
    )
    parser.add_argument("--workspace", metavar=_("NAME"), help=_("only notes of this workspace"))
    age = parser.add_argument_group(_("age"))
    age.add_argument(
        "--profile", choices=[one.value for one in ProfileName], help=_("how much age counts")
    )
    age.add_argument(
        "--half-life",
        type=days,
        metavar=_("DAYS"),
        help=_("days after which a note is half as recent"),
    )
    age.add_argument(
        "--floor", type=share, metavar="F", help=_("the least that age alone leaves of a match")
    )
    age.add_argument(
        "--now",
        type=moment,
        metavar="ISO8601",
        help=_("count ages from then (else NOTEBRAIN_NOW, else now)"),
    )
    parser.add_argument(
        "--window", action="store_true", help=_("open the small window that finds a note")
    )
    answer = parser.add_argument_group(_("answer"))
    answer.add_argument("--explain", action="store_true", help=_("show the parts of every score"))
    answer.add_argument(
        "--batch",
        metavar=_("FILE"),
        help=_("answer every line of a file (- is standard input) with one line of JSON"),
    )
    add_json(parser)


def _details() -> str:
    return _(
        "A query is plain words; besides, it understands\n"
        '  "spare key"           exactly these words in this order\n'
        "  -winter               without this word (put -- before a query that begins so)\n"
        "  tag:garden in:Work    with this tag, in this workspace\n"
        "  before:2026-03-01 after:2025 is:pinned"
    )


def _search(args: argparse.Namespace, terminal: Terminal) -> int:
    if args.window:  # without other options it is handled earlier
        raise Misuse(_("--window goes with one short QUERY only, in quotes where it has blanks."))
    query = " ".join(args.query)
    if bool(query.strip()) == (args.batch is not None):
        raise Misuse(_("Give either a query or --batch FILE."))
    request = _request(args, query, terminal)
    if args.batch is not None:
        from notebrain.cli.commands.search_batch import answer_batch

        return answer_batch(args.batch, request, terminal)
    with terminal.brain() as brain:
        result = brain.answer(request)
    if args.json:
        terminal.document(search_document(result))
    else:
        print_hits(result, terminal, explain=args.explain)
        if request.mode is not Mode.KEYWORD and result.degraded is None:
            tell_coverage(result, terminal)
    tell_hints(result, terminal)
    return EXIT_DONE


def _request(args: argparse.Namespace, query: str, terminal: Terminal) -> SearchRequest:
    return SearchRequest(
        query,
        limit=args.limit,
        mode=Mode(args.mode),
        fusion=Fusion(args.fusion),
        alpha=args.alpha,
        profile=None if args.profile is None else ProfileName(args.profile),
        half_life_days=args.half_life,
        floor=args.floor,
        workspace=args.workspace,
        now=args.now or _now_of(terminal),
    )


def _now_of(terminal: Terminal) -> datetime | None:
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


def print_hits(result: SearchResult, terminal: Terminal, *, explain: bool) -> None:
    """Print the hits; remarks about them go to standard error."""
    for number, hit in enumerate(result.hits, start=1):
        _print_hit(number, hit, terminal, explain=explain)
    if result.degraded:
        terminal.tell(result.degraded)
    if not result.hits:
        terminal.tell(_nothing(result))
    if result.hidden_by_decay:
        folded = ngettext(
            "{n} older version is folded under a newer one.",
            "{n} older versions are folded under newer ones.",
            result.hidden_by_decay,
        )
        terminal.tell(folded.format(n=result.hidden_by_decay))


def tell_coverage(result: SearchResult, terminal: Terminal) -> None:
    """Print how many notes cannot be found by meaning yet, if any."""
    if result.indexed_done < result.indexed_total:
        text = _("{done} of {total} notes searchable by meaning; {command} does the rest.")
        command = command_to_type("index", terminal.data_dir)
        terminal.tell(
            text.format(done=result.indexed_done, total=result.indexed_total, command=command)
        )


def tell_hints(result: SearchResult, terminal: Terminal) -> None:
    """Print which parts of the query do not do what they seem to do."""
    for hint in result.hints:
        terminal.tell(printable(hint))


def _print_hit(number: int, hit: Hit, terminal: Terminal, *, explain: bool) -> None:
    title = printable(hit.title) or _("(no title)")
    tags = [f"#{printable(tag)}" for tag in hit.tags]
    head = "  ".join([f"{number:>3}", title, local(hit.updated_at), *tags, hit.note_id])
    terminal.say(head)
    terminal.say(
        "     " + shortened(" ".join(printable(hit.snippet).split()), _less(terminal.width))
    )
    if explain:
        from notebrain.cli.commands.search_explain import explanation

        for line in explanation(hit):
            terminal.say("     " + line)
    for older in hit.older_versions:
        terminal.say(
            "     "
            + _("older: {title}").format(title=printable(older.title))
            + f"  {local(older.updated_at)}  {older.note_id}"
        )


def _less(width: int | None) -> int | None:
    return None if width is None else width - 5


def _nothing(result: SearchResult) -> str:
    if result.abstained:
        return _("Nothing fits well enough to show.")
    if result.blocked_by:
        return _("Nothing found; without {filters} there would be hits.").format(
            filters=" ".join(printable(one.text) for one in result.blocked_by)
        )
    return _("Nothing found.")
