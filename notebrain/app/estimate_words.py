"""What embedding notes in the account would take, said before anything is spent."""

from collections.abc import Sequence

from notebrain.domain.embedding.usage import FREE_A_DAY, Estimate
from notebrain.domain.i18n import _, ngettext


def estimate_lines(estimate: Estimate, model: str, budget: int) -> Sequence[str]:
    """Return an estimate as lines for a person.

    Args:
        model: What the model is called.
        budget: Neurons that may be spent in a day.
    """
    if not estimate.passages:
        return [
            _("Every note has its vectors by {model}; nothing would be spent.").format(model=model)
        ]
    notes = ngettext("{n} note", "{n} notes", estimate.notes).format(n=f"{estimate.notes:,}")
    what = ngettext(
        "{n} passage in {notes} has no vector by {model}: about {neurons}.",
        "{n} passages in {notes} have no vector by {model}: about {neurons}.",
        estimate.passages,
    )
    neurons = max(1, round(estimate.neurons))
    lines = [
        what.format(
            n=f"{estimate.passages:,}",
            notes=notes,
            model=model,
            neurons=ngettext("{n} neuron", "{n} neurons", neurons).format(n=f"{neurons:,}"),
        )
    ]
    if estimate.days is None:
        return [*lines, _("The daily budget is 0: nothing is embedded in your account.")]
    days = ngettext(
        "With {budget} neurons a day that is {n} day.",
        "With {budget} neurons a day that is {n} days.",
        estimate.days,
    )
    lines.append(days.format(budget=f"{budget:,}", n=estimate.days))
    free = f"{FREE_A_DAY:,}"
    if estimate.free:
        told = _("It costs nothing: Cloudflare gives {free} neurons a day for free.")
        return [*lines, told.format(free=free)]
    told = _("What goes over {free} neurons a day is charged to your Cloudflare account: ${sum}.")
    return [*lines, told.format(free=free, sum=f"{estimate.dollars:,.2f}")]


def short_name(model: str) -> str:
    """Return what a model is called without whose it is.

    Example:
        >>> short_name("@cf/baai/bge-small-en-v1.5")
        'bge-small-en-v1.5'
    """
    return model.rpartition("/")[2]
