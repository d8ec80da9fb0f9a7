"""Making notes findable by meaning: `index`."""

import argparse
from collections.abc import Mapping

from notebrain.cli.command import EXIT_DONE, EXIT_PROBLEM, Handler, add_json
from notebrain.cli.terminal import ProgressLine, Terminal, stoppable
from notebrain.domain.i18n import _


def _details() -> str:
    return _(
        "The open window does this in the background. Ctrl+C stops; what is done stays done, and\nthe next run "
        "continues from there."
    )


def _arguments(parser: argparse.ArgumentParser) -> None:
    add_json(parser)
    parser.add_argument(
        "--estimate",
        action="store_true",
        help=_(
            "show what it would cost to embed the rest in your Cloudflare account; do nothing else"
        ),
    )


def _index(args: argparse.Namespace, terminal: Terminal) -> int:
    from notebrain.app.events import IndexProgress, IndexState
    from notebrain.app.jobs.index import run_index

    if args.estimate:
        return show_estimate(terminal, as_json=args.json)
    line = ProgressLine()

    def show(progress: IndexProgress) -> None:
        text = _("{done} of {total} notes searchable by meaning")
        if progress.state is IndexState.ELSEWHERE:
            text = _(
                "{done} of {total} notes searchable by meaning (another NoteBrain is indexing)"
            )
        line.show(text.format(done=progress.done, total=progress.total))

    with stoppable() as keep_going, terminal.services() as services:
        try:
            report = run_index(services, show, keep_going)
        finally:
            services.notify_window()
    line.clear()
    if args.json:
        terminal.document(
            {"indexed": {"done": report.done, "total": report.total}, "problem": report.problem}
        )
    else:
        text = _("{done} of {total} notes searchable by meaning.")
        terminal.write_line(text.format(done=report.done, total=report.total))
    if report.problem:
        terminal.write_remark(report.problem)
    elif report.stopped and report.waiting:
        terminal.write_remark(
            _("Stopped. What is done stays done; notebrain index continues from there.")
        )
    elif report.waiting:
        terminal.write_remark(
            _("The rest could not be indexed yet; NoteBrain will try again later.")
        )
    if report.unasked:
        text = _("The model in your account could not be asked about cards: {reason}")
        terminal.write_remark(text.format(reason=report.unasked))
    return EXIT_PROBLEM if report.waiting or report.problem else EXIT_DONE


HANDLERS: Mapping[str, Handler] = {
    "index": Handler(_arguments, _index, _details),
}


def show_estimate(terminal: Terminal, *, as_json: bool) -> int:
    """Print what indexing would cost; nothing is done."""
    from notebrain.app.account.texts import estimate_lines

    with terminal.services() as services:
        vectors = services.cloud.vectors
        estimate, model, budget = (
            vectors.estimate(),
            vectors.model.name,
            vectors.preferences().budget,
        )
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
        terminal.write_line(line)
    return EXIT_DONE
