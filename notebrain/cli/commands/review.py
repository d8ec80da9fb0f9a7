"""Reviewing cards and judging pairs of texts: `review`."""

import argparse
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from notebrain.cli.command import EXIT_DONE, Handler, add_json
from notebrain.cli.json.review import card_document, verdict_document
from notebrain.cli.terminal import Terminal, lines_of, printable, shortened
from notebrain.domain.errors import BadText
from notebrain.domain.i18n import _, ngettext
from notebrain.domain.judge.verdict import Statement
from notebrain.domain.review.cards import Answer, CardId

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from notebrain.app.notes.card_views import OpenCard


def list_cards(args: argparse.Namespace, terminal: Terminal) -> int:
    """List the waiting cards, most certain first, or the answered ones, most recent answer first.

    Cards that come out on the following days are left out unless asked for.
    """
    with terminal.services() as services:
        review = services.review
        found = list(review.waiting())
        if args.answered or args.all:
            found = review.answered() if args.answered else review.found()
        left = None if found or args.answered else review.comparing()
        short = review.short_ids(asked.card.id for asked in found)
    if args.json:
        terminal.document([card_document(asked) for asked in found])
        return EXIT_DONE
    for asked in found:
        terminal.write_line(shortened(_line(asked, short[asked.card.id]), terminal.width))
    if left is not None:
        text = ngettext(
            "No cards yet: {done} of {n} note compared.",
            "No cards yet: {done} of {n} notes compared.",
            left.total,
        )
        terminal.write_remark(text.format(done=left.done, n=left.total))
    elif not found:
        terminal.write_remark(_("No cards."))
    return EXIT_DONE


def show_card(args: argparse.Namespace, terminal: Terminal) -> int:
    """Show a card: both texts, the evidence, and the possible answers."""
    with terminal.services() as services:
        review = services.review
        asked = review.asked(review.find(args.card))
    if args.json:
        terminal.document(card_document(asked))
        return EXIT_DONE
    terminal.write_line(_line(asked))
    by_note, by_other = asked.computer_in_note, asked.other_computer
    older_by, newer_by = (by_other, by_note) if asked.note_is_newer else (by_note, by_other)
    for name, computer, note, body in (
        (_("Older"), older_by, asked.older, asked.older_body),
        (_("New"), newer_by, asked.newer, asked.newer_body),
    ):
        text = _("{side}, by {computer}").format(side=name, computer=computer) if computer else name
        if note.local_only:
            text = _("{name} (only on this computer)").format(name=text)
        terminal.write_line(f"\n{text}:\n{body.rstrip()}")
    if asked.learned is not None:
        quote = printable(" ".join(asked.learned.candidate.quote.split()))
        terminal.write_line("\n" + _("Quote: “{quote}”").format(quote=quote))
    if asked.stays is not None:
        terminal.write_line(f"\n{printable(asked.stays)}")
    for merge in asked.merges:
        if merge.by:
            text = _("Merge, written by {model} in your account").format(model=merge.by)
            terminal.write_line(f"\n{text}:\n{merge.text.rstrip()}")
    offer = asked.card.offer
    answers = ", ".join((*offer.answers, *offer.more))
    terminal.write_line(_("\nAnswers: {answers}").format(answers=answers))
    if asked.card.proposed is not None:
        terminal.write_line(_("Suggested: {answer}").format(answer=asked.card.proposed))
    return EXIT_DONE


def resolve_card(args: argparse.Namespace, terminal: Terminal) -> int:
    """Answer a card."""
    answer = Answer(args.answer)
    merged = None
    if args.text is not None:
        merged = terminal.read_text(args.text, hint=_("There is no text for the merge."))
    from notebrain.app.core.vault_file import outcome

    with terminal.services() as services:
        card_id = services.review.find(args.card)
        if merged is None and answer is Answer.MERGE:
            first = next(iter(services.review.asked(card_id).merges), None)
            merged = first.text if first and first.by else None  # as shown by `review show`
        outcome(services.review.answer(card_id, answer, merged=merged))
        services.notify_window()
        _show_state(services.review.asked(card_id), args, terminal)
    return EXIT_DONE


def undo_card(args: argparse.Namespace, terminal: Terminal) -> int:
    """Undo the last answer to a card."""
    from notebrain.app.core.vault_file import outcome

    with terminal.services() as services:
        card_id: CardId = services.review.find(args.card)
        outcome(services.review.undo(card_id))
        services.notify_window()
        _show_state(services.review.asked(card_id), args, terminal)
    return EXIT_DONE


def _show_state(asked: "OpenCard", args: argparse.Namespace, terminal: Terminal) -> None:
    if args.json:
        terminal.document(card_document(asked))
    else:
        terminal.write_line(_line(asked))


def _line(asked: "OpenCard", short_id: str = "") -> str:
    card = asked.card
    titles = [printable(note.title) or _("(no title)") for note in (asked.older, asked.newer)]
    state = card.answer if card.answer is not None else card.state
    return f"{short_id or card.id}  {card.kind}  {card.confidence:.2f}  {state}  {titles[0]} / {titles[1]}"


def judge_batch(args: argparse.Namespace, terminal: Terminal) -> int:
    """Answer every line of a file with a verdict, as one line of JSON each."""
    from notebrain.app.model.local_model import text_judge

    judge = text_judge()
    with lines_of(args.batch) as lines:
        for older, newer in _pairs(lines):
            terminal.document(verdict_document(judge.judge(older, newer)))
    if judge.problem is not None:
        terminal.write_remark(judge.problem)
    return EXIT_DONE


def _pairs(lines: "Iterable[str]") -> "Iterator[tuple[Statement, Statement]]":
    """Yield the pairs of texts in the lines; blank lines are skipped.

    Raises:
        BadText: A line is invalid; the message says which.
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
    text = _('Line {number} does not have the form {{"older": TEXT, "newer": TEXT}}.')
    return BadText(text.format(number=number))


def _list_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--answered", action="store_true", help=_("the answered cards instead"))
    parser.add_argument(
        "--all",
        action="store_true",
        help=_("also the cards that come up on the following days"),
    )
    add_json(parser)


def _show_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "card", metavar="ID", help=_("the card's id, or a unique beginning or end of it")
    )
    add_json(parser)


def _resolve_arguments(parser: argparse.ArgumentParser) -> None:
    _show_arguments(parser)
    parser.add_argument(
        "answer",
        choices=[answer.value for answer in Answer],
        metavar=_("ANSWER"),
        help=_("one of those below; review show lists those that fit the card"),
    )
    parser.add_argument(
        "--text",
        metavar=_("TEXT"),
        help=_(
            "for merge: the merged text to use instead of the proposed one (- is standard input)"
        ),
    )


def _judge_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--batch",
        required=True,
        metavar=_("FILE"),
        help=_('a file of JSON lines {"older": TEXT, "newer": TEXT}, or - for standard input'),
    )
    add_json(parser)


def _answers() -> str:
    """Return what each answer does, a line each."""
    meanings = {
        Answer.KEEP_BOTH: _("both notes stay; asked again only if one changes much"),
        Answer.MERGE: _("both become one note; the other goes to the trash"),
        Answer.REPLACE: _("the newer text replaces the older, which stays in the history"),
        Answer.OUTDATED: _("the older note stays, marked as outdated, and leads to the newer"),
        Answer.KEEP_ONE: _("one note stays, the other goes to the trash"),
        Answer.LINK: _("both notes stay, and each shows the other"),
        Answer.APPEND: _("the newer text becomes a dated update of the older note"),
        Answer.REMEMBER: _("what was learned from a conversation is kept"),
        Answer.DISMISS: _("the card is wrong; never asked about these two again"),
        Answer.LATER: _("asked again tomorrow"),
    }
    lines = (f"  {answer:<12}{meanings[answer]}" for answer in Answer)
    return "\n".join((_("answers:"), *lines))


HANDLERS: Mapping[str, Handler] = {
    "review list": Handler(
        _list_arguments, list_cards, summary=lambda: _("List the open cards, the surest first")
    ),
    "review show": Handler(
        _show_arguments,
        show_card,
        summary=lambda: _("Show a card: both texts, and the answers that fit it"),
    ),
    "review resolve": Handler(
        _resolve_arguments, resolve_card, _answers, summary=lambda: _("Answer a card")
    ),
    "review undo": Handler(
        _show_arguments, undo_card, summary=lambda: _("Take the answer to a card back")
    ),
    "review judge": Handler(
        _judge_arguments,
        judge_batch,
        summary=lambda: _(
            "Say how two texts relate to each other, a line of JSON each; nothing is stored"
        ),
    ),
}
