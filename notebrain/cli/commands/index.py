"""Making notes findable by meaning: `index`."""

import argparse
from collections.abc import Mapping

from notebrain.cli.command import EXIT_DONE, EXIT_PROBLEM, Handler, add_json
from notebrain.cli.terminal import ProgressLine, Terminal, stoppable
from notebrain.domain.i18n import _


def _details() -> str:
    return _(
        "The open window does this by itself in the background. Ctrl+C stops; what is done stays\n"
        "done, and the next run goes on from there."
    )


def _arguments(parser: argparse.ArgumentParser) -> None:
    add_json(parser)
    parser.add_argument(
        "--estimate",
        action="store_true",
        help=_("say what embedding the rest in your Cloudflare account would cost; does nothing"),
    )


def _index(args: argparse.Namespace, terminal: Terminal) -> int:
    from notebrain.app.events import IndexProgress, IndexState

    if args.estimate:
        return tell_estimate(terminal, as_json=args.json)
    line = ProgressLine()

    def show(progress: IndexProgress) -> None:
        text = _("{done} of {total} notes searchable by meaning")
        if progress.state is IndexState.ELSEWHERE:
            text = _("{done} of {total} notes searchable by meaning (another NoteBrain indexes)")
        line.show(text.format(done=progress.done, total=progress.total))

    with stoppable() as keep_going, terminal.brain() as brain:
        report = brain.index(show, keep_going=keep_going)
    line.clear()
    if args.json:
        terminal.document(
            {"indexed": {"done": report.done, "total": report.total}, "problem": report.problem}
        )
    else:
        text = _("{done} of {total} notes searchable by meaning.")
        terminal.say(text.format(done=report.done, total=report.total))
    if report.problem:
        terminal.tell(report.problem)
    elif report.stopped and report.waiting:
        terminal.tell(_("Stopped. What is done stays done; notebrain index goes on from there."))
    elif report.waiting:
        terminal.tell(_("The rest could not be indexed yet and will be tried again later."))
    if report.unasked:
        text = _("The model in your account could not be asked about cards: {reason}")
        terminal.tell(text.format(reason=report.unasked))
    return EXIT_PROBLEM if report.waiting or report.problem else EXIT_DONE


HANDLERS: Mapping[str, Handler] = {
    "index": Handler(_arguments, _index, _details),
}


def tell_estimate(terminal: Terminal, *, as_json: bool) -> int:
    """Print what indexing would cost; nothing is done."""
    from notebrain.app.account.texts import estimate_lines

    with terminal.brain() as brain:
        vectors = brain.services.cloud.vectors
        estimate, model, budget = vectors.estimate(), vectors.model.name, vectors.wishes().budget
    if as_json:
        terminal.document(
            {
                "model": model,
                "notes": estimate.notes,
                "passages": estimate.passages,
                "neurons": round(estimate.neurons, 1),
                "budget": budget,
                "days": estimate.days,
                "free": estimate.free,
                "dollars": round(estimate.dollars, 2),
            }
        )
        return EXIT_DONE
    for line in estimate_lines(estimate, model, budget):
        terminal.say(line)
    return EXIT_DONE
