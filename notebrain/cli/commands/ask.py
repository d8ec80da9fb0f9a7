"""Asking the notes a question: `ask`."""

import argparse
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from notebrain.cli.command import EXIT_DONE, Handler, add_json
from notebrain.cli.commands.search import now_of
from notebrain.cli.option_types import count, moment
from notebrain.cli.terminal import Misuse, ProgressLine, Terminal, lines_of, local, printable
from notebrain.domain.errors import UserError
from notebrain.domain.grounding.answers import (
    Answer,
    AnswerSentence,
    Role,
    Source,
    in_words,
    noted_in_words,
)
from notebrain.domain.i18n import _, number as number_text

if TYPE_CHECKING:
    from notebrain.app.services import Services
    from notebrain.ask.candidates import Scope
    from notebrain.ask.service import AskRequest
    from notebrain.domain.conversations.conversation import ConversationId

_ALL, _WORKSPACE, _TAG, _NOTE = "all", "workspace:", "tag:", "note:"
_BOLD, _PLAIN = "\x1b[1m", "\x1b[0m"
_NARROWEST = 20


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("question", nargs="*", metavar=_("QUESTION"), help=_("what to ask"))
    parser.add_argument(
        "--limit",
        type=count,
        default=8,
        metavar="K",
        help=_("answer from this many notes, 3 to 24 (default: %(default)s)"),
    )
    parser.add_argument(
        "--scope",
        action="append",
        default=[],
        metavar=_("SCOPE"),
        help=_("answer only from these notes: all, workspace:NAME, tag:NAME or note:ID"),
    )
    model = parser.add_mutually_exclusive_group()
    model.add_argument(
        "--no-model", action="store_true", help=_("answer with sentences of the notes only")
    )
    model.add_argument(
        "--model",
        metavar=_("NAME"),
        help=_("let this model of your account answer, not the one chosen in the settings"),
    )
    kept = parser.add_mutually_exclusive_group()
    kept.add_argument(
        "--keep", action="store_true", help=_("keep question and answer as a conversation")
    )
    kept.add_argument(
        "--continue",
        dest="go_on",
        nargs="?",
        const="",
        metavar="ID",
        help=_("go on with this conversation, or the last one, and keep the answer in it"),
    )
    parser.add_argument(
        "--now",
        type=moment,
        metavar="ISO8601",
        help=_("count ages from this moment (default: NOTEBRAIN_NOW, or now)"),
    )
    parser.add_argument(
        "--batch",
        metavar=_("FILE"),
        help=_("answer each line of a file (- is standard input) with one JSON line"),
    )
    add_json(parser)


def _details() -> str:
    return _(
        "The answer consists of sentences of your notes, word for word; nothing leaves this computer.\n"
        "Once you allow it in the settings under Cloudflare, a model in your account answers instead: the\n"
        "question and passages of the notes that fit it are sent there, never of a note that stays on this\n"
        "computer. You see it grow, then checked: each of its sentences names the quotes it rests on, or is\n"
        "marked as not supported.\n"
        "A question may have the operators of a search: tag:garden in:Work before:2026-03-01.\n"
        "--scope note:ID can be given several times.\n"
        "Nothing of it is kept without --keep or --continue; between --continue and a question, put --.\n"
        'With --json: "answer" has sentences with the numbers of their "sources". The "role" of a source is\n'
        '"quoted", "earlier" (an older version), "beside", "someone else" (about another person or thing\n'
        'than the one asked about) or "not an answer" (of the nearest, if nothing fits: "abstained" is true).'
    )


def _ask(args: argparse.Namespace, terminal: Terminal) -> int:
    question = " ".join(args.question)
    if bool(question.strip()) == (args.batch is not None):
        raise Misuse(_("Give either a question or --batch FILE."))
    keeps = args.keep or args.go_on is not None
    if keeps and args.batch is not None:
        raise Misuse(_("--keep and --continue work with one question only."))
    with terminal.services() as services:
        request = _request(args, question, terminal, services)
        args.model = _model(args.model, services)
        if args.batch is not None:
            return _answer_batch(args, request, terminal, services)
        place = _place(args.go_on, services) if keeps else None
        earlier = () if place is None else place.earlier
        answer = _answer(request, args, terminal, services, earlier)
        if place is not None:
            _keep(place, answer, terminal, services)
    if args.json:
        from notebrain.cli.json.ask import answer_document

        terminal.document(answer_document(answer))
    else:
        _print_answer(answer, terminal)
    return EXIT_DONE


def _model(typed: str | None, services: "Services") -> str | None:
    """Return the full name of a model; None if none is named, or none may be asked."""
    if typed is None:
        return None
    if services.cloud.connection is None:
        raise UserError(_("No account with a model is connected."))
    answers = services.cloud.answers
    if not answers.allowed:
        return None
    answers.refresh_models().result()
    return answers.models.find(typed).name


@dataclass(frozen=True, slots=True)
class _Place:
    """Where in a conversation an answer belongs, and the answers before it."""

    conversation: "ConversationId"
    earlier: Sequence[Answer]


def _place(typed: str | None, services: "Services") -> _Place:
    """Return the place after the last answer of a conversation, or the first one of a new one.

    Args:
        typed: The beginning or end of an id; empty for the last conversation, None for a new one.

    Raises:
        NotFound: There is no such conversation.
    """
    conversations = services.memory.conversations
    listed = [] if typed else conversations.listed()
    if typed is None or not (typed or listed):
        return _Place(conversations.begin(), ())
    found = conversations.find(typed) if typed else listed[0].id
    return _Place(found, [turn.answer for turn in conversations.open(found).turns])


def _keep(place: _Place, answer: Answer, terminal: Terminal, services: "Services") -> None:
    at = services.clock.now()
    keep = services.memory.conversations.keep
    keep(place.conversation, len(place.earlier), answer, at=at).result()
    terminal.write_remark(
        _("Kept in the conversation {id}.").format(id=printable(place.conversation))
    )


def _answer(
    request: "AskRequest",
    args: argparse.Namespace,
    terminal: Terminal,
    services: "Services",
    earlier: Sequence[Answer] = (),
) -> Answer:
    """Return the answer of the notes, or that of a model if there is one that may be asked; Ctrl+C stops the model."""
    quotes = services.asking.ask(request)
    if args.no_model or quotes.abstained or services.cloud.connection is None:
        return quotes
    answers = services.cloud.answers
    if not answers.allowed:
        if args.batch is None:
            terminal.write_remark(
                _(
                    "A model in your account could answer: allow it in the settings under Cloudflare."
                )
            )
        return quotes
    growing = ProgressLine()
    running = answers.ask(quotes, earlier, model=args.model, on_text=growing.show_text)
    try:
        return running.future.result().answer
    except KeyboardInterrupt:
        running.stop()
        return running.future.result().answer
    finally:
        growing.clear()


def _answer_batch(
    args: argparse.Namespace, request: "AskRequest", terminal: Terminal, services: "Services"
) -> int:
    from notebrain.cli.json.ask import answer_document

    with lines_of(args.batch) as lines:
        for line in lines:
            answer = _answer(replace(request, question=line), args, terminal, services)
            terminal.document(answer_document(answer))
    return EXIT_DONE


def _request(
    args: argparse.Namespace, question: str, terminal: Terminal, services: "Services"
) -> "AskRequest":
    from notebrain.ask.service import AskRequest

    now = args.now or now_of(terminal)
    return AskRequest(question, limit=args.limit, scope=_scope(args.scope, services), now=now)


def _scope(parts: list[str], services: "Services") -> "Scope":
    """Return which notes may answer.

    Raises:
        Misuse: A part is none of the known ones, or they do not go together.
        NotFound: There is no such note.
    """
    from notebrain.ask.candidates import Scope

    notes = [part.removeprefix(_NOTE) for part in parts if part.startswith(_NOTE)]
    others = [part for part in parts if not part.startswith(_NOTE)]
    if len(others) + bool(notes) > 1:
        raise Misuse(_("Give --scope once; only note:ID can be given several times."))
    if notes:
        return Scope(notes=tuple(services.library.find(note) for note in notes))
    for part in others:
        if part.startswith(_WORKSPACE) and part != _WORKSPACE:
            return Scope(workspace=part.removeprefix(_WORKSPACE))
        if part.startswith(_TAG) and part != _TAG:
            return Scope(tag=part.removeprefix(_TAG))
        if part != _ALL:
            text = _("--scope is all, workspace:NAME, tag:NAME or note:ID, not {part}.")
            raise Misuse(text.format(part=printable(part)))
    return Scope()


HANDLERS: Mapping[str, Handler] = {"ask": Handler(_arguments, _ask, _details, only_reads=True)}


def _print_answer(answer: Answer, terminal: Terminal) -> None:
    """Print an answer with its sources; remarks about it go to standard error."""
    sources = {source.number: source for source in answer.sources}
    for sentence in answer.sentences:
        _print_sentence(sentence, sources, terminal)
    if answer.reason:
        terminal.write_remark(printable(answer.reason))
    if answer.degraded:
        terminal.write_remark(printable(answer.degraded))
    if answer.model:
        text = _("Written by {model} in your account for {neurons} neurons.")
        cost = number_text(answer.neurons)
        terminal.write_remark(text.format(model=answer.model.rpartition("/")[2], neurons=cost))
    heading = ""
    for source in answer.sources:
        if source.role is Role.EARLIER:  # stands below its sentence
            continue
        if (new := _heading(source.role)) != heading:
            heading = new
            terminal.write_line()
            terminal.write_line(heading)
        _print_source(source, terminal)


def _print_sentence(
    sentence: AnswerSentence, sources: Mapping[int, Source], terminal: Terminal
) -> None:
    marks = "".join(f"[{number}]" for number in sentence.quotes)
    if not sentence.supported:
        marks = f"{marks} {_('(not supported by your notes)')}".strip()
    said = f"{_with_bold(sentence, terminal)}{printable(noted_in_words(sentence))}"
    for line in _wrapped(f"{said} {marks}", terminal.width):
        terminal.write_line(line)
    for number in sentence.earlier:
        older = sources[number]
        text = _("earlier: {quote}").format(quote=_one_line(older.quote.text))
        terminal.write_line(f"    {text}  {local(older.updated_at)}  {older.quote.note_id}")
    if sentence.contradicts:
        others = "".join(f"[{number}]" for number in sentence.contradicts)
        terminal.write_line("    " + _("{others} says otherwise").format(others=others))


def _with_bold(sentence: AnswerSentence, terminal: Terminal) -> str:
    """Return the sentence on one line; on a terminal, with what was asked for in bold."""
    if sentence.heads or not terminal.is_styled:
        return printable(in_words(sentence))
    parts: list[str] = []
    at = 0
    for start, end in sentence.bold:
        bold = _one_line(sentence.text[start:end])
        parts += [printable(sentence.text[at:start]), f"{_BOLD}{bold}{_PLAIN}"]
        at = end
    return " ".join("".join([*parts, printable(sentence.text[at:])]).split())


def _heading(role: Role) -> str:
    match role:
        case Role.SOMEONE_ELSE:
            return _("About someone or something else:")
        case Role.NEAREST:
            return _("Nearest notes, not an answer:")
        case Role.BESIDE:
            return _("More that fits:")
        case Role.QUOTED | Role.EARLIER:
            return _("Sources:")


def _print_source(source: Source, terminal: Terminal) -> None:
    title = printable(source.title) or _("(no title)")
    head = [f"{f'[{source.number}]':>5}", title, local(source.updated_at), source.quote.note_id]
    terminal.write_line("  ".join(head))
    if source.role is not Role.QUOTED:
        for line in _wrapped(_one_line(source.quote.text), terminal.width, indent=7):
            terminal.write_line(line)


def _one_line(text: str) -> str:
    return " ".join(printable(text).split())


def _wrapped(text: str, width: int | None, *, indent: int = 0) -> list[str]:
    if width is None:
        return [" " * indent + text]
    lines = textwrap.wrap(text, max(_NARROWEST, width - indent))
    return [" " * indent + line for line in lines]
