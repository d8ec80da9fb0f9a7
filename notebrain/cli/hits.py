"""The hits of a search for a person to read."""

from notebrain.app.core.paths import command_to_type
from notebrain.cli.terminal import Terminal, local, printable, shortened
from notebrain.domain.i18n import _, ngettext
from notebrain.domain.search.types import Hit, SearchResult


def print_hits(result: SearchResult, terminal: Terminal, *, explain: bool) -> None:
    """Print the hits; what is to be said about them goes to standard error."""
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
    """Say how many notes could not be found by meaning yet, if any."""
    if result.indexed_done < result.indexed_total:
        text = _("{done} of {total} notes searchable by meaning; {command} does the rest.")
        command = command_to_type("index", terminal.data_dir)
        terminal.tell(
            text.format(done=result.indexed_done, total=result.indexed_total, command=command)
        )


def tell_hints(result: SearchResult, terminal: Terminal) -> None:
    """Say which parts of the query do not do what they look like."""
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
        from notebrain.cli.explaining import explanation

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
