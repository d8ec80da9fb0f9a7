"""Texts about removing a model's vectors, for the window and the command line."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, assert_never

from notebrain.app.account.texts import short_name
from notebrain.app.model.removal_state import Part, Removal
from notebrain.domain.embedding.usage import FREE_A_DAY, Estimate
from notebrain.domain.i18n import _, ngettext, number

if TYPE_CHECKING:
    from notebrain.app.account.unused_models import OtherModel


def model_line(model: "OtherModel") -> str:
    """Return which model it is and how much data it has."""
    text = ngettext("{model}: {n} passage", "{model}: {n} passages", model.passages)
    return text.format(model=short_name(model.model.name), n=number(model.passages))


def question_lines(other: "OtherModel", again: Estimate) -> Sequence[str]:
    """Return what removing would delete and what restoring it would cost, one sentence each.

    Args:
        again: The cost of embedding everything again with this model.
    """
    model = short_name(other.model.name)
    lines = [
        _going(other, model),
        _("No note is changed, and search continues with the model in use."),
    ]
    cost = ngettext(
        "If you choose {model} again, {n} passage must be embedded again: about {neurons} neurons.",
        "If you choose {model} again, {n} passages must be embedded again: about {neurons} neurons.",
        again.passages,
    )
    neurons = number(max(1.0, again.neurons))
    lines.append(cost.format(model=model, n=number(again.passages), neurons=neurons))
    if again.days is not None:
        lines.append(_price(again))
    lines.append(
        _("If another of your computers uses {model}, keep its vectors.").format(model=model)
    )
    return lines


def _going(other: "OtherModel", model: str) -> str:
    if not other.here:
        return _(
            "All vectors by {model} will be removed from the index and the database in your account."
        ).format(model=model)
    return _(
        "All vectors by {model} will be removed: from the index and the database in your account, and from this "
        "computer, where they take up {mb} MB."
    ).format(model=model, mb=number(max(0.1, other.bytes_here / 1e6), 1))


def _price(again: Estimate) -> str:
    free = number(FREE_A_DAY)
    if again.free:
        return _("This costs nothing: Cloudflare gives you {free} neurons a day for free.").format(
            free=free
        )
    text = _("Cloudflare charges your account for everything above {free} neurons a day: ${sum}.")
    return text.format(free=free, sum=number(again.dollars, 2))


def progress_text(removal: Removal) -> str:
    """Return what is being removed right now."""
    gone, total = number(min(removal.gone, removal.total)), number(removal.total)
    match removal.part:
        case Part.COUNTING:
            return _("Counting the vectors by {model}…").format(model=short_name(removal.model))
        case Part.INDEX:
            text = _("Removing from the index: {gone} of {total} vectors")
        case Part.DATABASE:
            text = _("Removing from the database: {gone} of {total} notes")
        case Part.HERE:
            text = _("Removing from this computer: {gone} of {total} vectors")
        case Part.DONE:
            return _("Removed")
        case _:
            assert_never(removal.part)
    return text.format(gone=gone, total=total)


def receipt_lines(removal: Removal) -> Sequence[str]:
    """Return what has been removed so far, one sentence each."""
    lines: list[str] = []
    if removal.index and removal.whole and removal.part not in (Part.COUNTING, Part.INDEX):
        text = ngettext(
            "Removed from Cloudflare: the Vectorize index {name} with {n} vector.",
            "Removed from Cloudflare: the Vectorize index {name} with {n} vectors.",
            removal.points,
        )
        lines.append(text.format(name=removal.index, n=number(removal.points)))
    elif not removal.whole and removal.gone_points:
        text = ngettext(
            "Removed from Cloudflare: {n} vector of these notes in the index {name}, which other notes use.",
            "Removed from Cloudflare: {n} vectors of these notes in the index {name}, which other notes use.",
            removal.gone_points,
        )
        lines.append(text.format(name=removal.index, n=number(removal.gone_points)))
    if removal.gone_notes:
        text = ngettext(
            "Removed from Cloudflare: the vectors of {n} note in the database.",
            "Removed from Cloudflare: the vectors of {n} notes in the database.",
            removal.gone_notes,
        )
        lines.append(text.format(n=number(removal.gone_notes)))
    if removal.gone_here:
        text = ngettext(
            "Removed from this computer: {n} vector by {model}.",
            "Removed from this computer: {n} vectors by {model}.",
            removal.gone_here,
        )
        lines.append(text.format(n=number(removal.gone_here), model=short_name(removal.model)))
    return lines or [
        _("There are no vectors by {model} anymore.").format(model=short_name(removal.model))
        if removal.part is Part.DONE
        else _("Nothing was removed.")
    ]
