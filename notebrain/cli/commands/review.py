"""Reviewing cards and judging pairs of texts: `review`."""

import argparse
import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from notebrain.cli.command import EXIT_DONE, Handler, add_json
from notebrain.cli.json.review import card_document, verdict_document
from notebrain.cli.terminal import Misuse, Terminal, lines_of, printable, shortened
from notebrain.domain.errors import BadText
from notebrain.domain.i18n import _
from notebrain.domain.judge.verdict import Statement
from notebrain.domain.review.cards import Answer, CardId
from notebrain.storage.writer import outcome

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from notebrain.app.notes.card_views import OpenCard


def list_cards(args: argparse.Namespace, terminal: Terminal) -> int:
    """List the waiting cards, most certain first, or the answered ones, most recent answer first."""
    _words(args, 0, _("review list takes nothing more."))
    with terminal.brain() as brain:
        review = brain.services.review
        found = review.answered() if args.answered else list(review.waiting())
    if args.json:
        terminal.document([card_document(asked) for asked in found])
        return EXIT_DONE
    for asked in found:
        terminal.say(shortened(_line(asked), terminal.width))
    if not found:
        terminal.tell(_("No cards."))
    return EXIT_DONE


def show_card(args: argparse.Namespace, terminal: Terminal) -> int:
    """Show a card: both texts, the evidence, and the possible answers."""
    (card,) = _words(args, 1, _("review show needs the ID of a card."))
    with terminal.brain() as brain:
        review = brain.services.review
        asked = review.asked(review.find(card))
    if args.json:
        terminal.document(card_document(asked))
        return EXIT_DONE
    terminal.say(_line(asked))
    by_note, by_other = asked.computer_in_note, asked.other_computer
    older_by, newer_by = (by_other, by_note) if asked.note_is_newer else (by_note, by_other)
    for name, computer, note, body in (
        (_("Older"), older_by, asked.older, asked.older_body),
        (_("New"), newer_by, asked.newer, asked.newer_body),
    ):
        told = _("{side}, by {computer}").format(side=name, computer=computer) if computer else name
        if note.local_only:
            told = _("{name} (only on this computer)").format(name=told)
        terminal.say(f"\n{told}:\n{body.rstrip()}")
    if asked.stays is not None:
        terminal.say(f"\n{printable(asked.stays)}")
    for one in asked.merges:
        if one.by:
            told = _("Merge, written by {model} in your account").format(model=one.by)
            terminal.say(f"\n{told}:\n{one.text.rstrip()}")
    offer = asked.card.offer
    answers = ", ".join((*offer.answers, *offer.more))
    terminal.say(_("\nAnswers: {answers}").format(answers=answers))
    if asked.card.proposed is not None:
        terminal.say(_("Suggested: {answer}").format(answer=asked.card.proposed))
    return EXIT_DONE


def resolve_card(args: argparse.Namespace, terminal: Terminal) -> int:
    """Answer a card."""
    card, answer = _words(args, 2, _("review resolve needs the ID of a card and an ANSWER."))
    if answer not in set(Answer):
        answers = ", ".join(Answer)
        raise Misuse(_("An answer is one of: {answers}.").format(answers=answers))
    merged = None
    if args.text is not None:
        merged = terminal.read_text(args.text, hint=_("There is no text for the merge."))
    with terminal.brain() as brain:
        card_id = brain.services.review.find(card)
        if merged is None and answer == Answer.MERGE:
            first = next(iter(brain.services.review.asked(card_id).merges), None)
            merged = first.text if first and first.by else None  # as shown by `review show`
        outcome(brain.services.review.answer(card_id, Answer(answer), merged=merged))
        brain.services.tell_window()
        _tell_state(brain.services.review.asked(card_id), args, terminal)
    return EXIT_DONE


def undo_card(args: argparse.Namespace, terminal: Terminal) -> int:
    """Undo the last answer to a card."""
    (card,) = _words(args, 1, _("review undo needs the ID of a card."))
    with terminal.brain() as brain:
        card_id: CardId = brain.services.review.find(card)
        outcome(brain.services.review.undo(card_id))
        brain.services.tell_window()
        _tell_state(brain.services.review.asked(card_id), args, terminal)
    return EXIT_DONE


def _words(args: argparse.Namespace, count: int, hint: str) -> list[str]:
    """Return the arguments after the subcommand.

    Raises:
        Misuse: There are not that many.
    """
    words: list[str] = args.words
    if len(words) != count:
        raise Misuse(hint)
    return words


def _tell_state(asked: "OpenCard", args: argparse.Namespace, terminal: Terminal) -> None:
    if args.json:
        terminal.document(card_document(asked))
    else:
        terminal.say(_line(asked))


def _line(asked: "OpenCard") -> str:
    card = asked.card
    titles = [printable(note.title) or _("(no title)") for note in (asked.older, asked.newer)]
    said = card.answer if card.answer is not None else card.state
    return f"{card.id}  {card.kind}  {card.confidence:.2f}  {said}  {titles[0]} / {titles[1]}"


def judge_batch(args: argparse.Namespace, terminal: Terminal) -> int:
    """Answer every line of a file with a verdict, as one line of JSON each."""
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
    text = _('Line {number} is not of the form {{"older": TEXT, "newer": TEXT}}.')
    return BadText(text.format(number=number))


ACTS: Mapping[str, Callable[[argparse.Namespace, Terminal], int]] = {
    "list": list_cards,
    "show": show_card,
    "resolve": resolve_card,
    "undo": undo_card,
    "judge": judge_batch,
}
"""The subcommands of `review`; argparse's own subcommands do not allow options in any order."""


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("act", choices=list(ACTS), metavar=_("ACT"), help=", ".join(ACTS))
    parser.add_argument(
        "words",
        nargs="*",
        metavar=_("ID ANSWER"),
        help=_("show, resolve, undo: a card; resolve: the answer, too"),
    )
    parser.add_argument(
        "--answered", action="store_true", help=_("list: the cards that were answered")
    )
    parser.add_argument(
        "--text",
        metavar=_("TEXT"),
        help=_("resolve ID merge: the text of both (- is standard input), not the proposed one"),
    )
    parser.add_argument(
        "--batch",
        metavar=_("FILE"),
        help=_(
            'judge: a file (- is standard input) of JSON lines {"older": TEXT, "newer": TEXT}; '
            "answers each with a line of JSON"
        ),
    )
    add_json(parser)


def _details() -> str:
    return _(
        "review list shows the cards that wait, review show ID one of them.\n"
        "review resolve ID ANSWER answers it:\n{answers}.\n"
        "review undo ID takes the answer back.\n"
        "review judge says how two texts stand to each other; it stores nothing."
    ).format(answers=" ".join(Answer))


def _review(args: argparse.Namespace, terminal: Terminal) -> int:
    return ACTS[args.act](args, terminal)


HANDLERS: Mapping[str, Handler] = {
    "review": Handler(_arguments, _review, _details),
}
