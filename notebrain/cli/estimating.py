"""What embedding the rest in the account would cost, in words."""

from collections.abc import Sequence

from notebrain.cli.command import EXIT_DONE
from notebrain.cli.terminal import Terminal
from notebrain.domain.messages import _, ngettext
from notebrain.domain.neurons import FREE_A_DAY, Estimate


def tell_estimate(terminal: Terminal, *, as_json: bool) -> int:
    """Say what it would cost; nothing is done."""
    with terminal.brain() as brain:
        vectors = brain.services.cloud.vectors
        estimate, model, budget = vectors.estimate(), vectors.model.name, vectors.wishes().budget
    if as_json:
        terminal.document(
            {
                "model": model,
                "passages": estimate.passages,
                "neurons": round(estimate.neurons, 1),
                "budget": budget,
                "days": estimate.days,
                "free": estimate.free,
            }
        )
        return EXIT_DONE
    for line in _in_words(estimate, model, budget):
        terminal.say(line)
    return EXIT_DONE


def _in_words(estimate: Estimate, model: str, budget: int) -> Sequence[str]:
    """Return an estimate as lines for a person."""
    if not estimate.passages:
        return [
            _("Every note has its vectors by {model}; nothing would be spent.").format(model=model)
        ]
    what = ngettext(
        "{n} passage has no vector by {model}: about {neurons} neurons.",
        "{n} passages have no vector by {model}: about {neurons} neurons.",
        estimate.passages,
    )
    lines = [
        what.format(n=f"{estimate.passages:,}", model=model, neurons=f"{estimate.neurons:,.0f}")
    ]
    if estimate.days is None:
        return [*lines, _("The daily budget is 0: nothing is embedded in your account.")]
    days = ngettext(
        "With {budget} neurons a day that is {n} day.",
        "With {budget} neurons a day that is {n} days.",
        estimate.days,
    )
    lines.append(days.format(budget=f"{budget:,}", n=estimate.days))
    if estimate.free:
        told = _("It costs nothing: Cloudflare gives {free} neurons a day for free.")
    else:
        told = _("What goes over {free} neurons a day is charged to your Cloudflare account.")
    return [*lines, told.format(free=f"{FREE_A_DAY:,}")]
