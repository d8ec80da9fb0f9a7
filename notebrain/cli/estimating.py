"""What embedding the rest in the account would cost, in words."""

from notebrain.cli.command import EXIT_DONE
from notebrain.cli.terminal import Terminal


def tell_estimate(terminal: Terminal, *, as_json: bool) -> int:
    """Say what it would cost; nothing is done."""
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
