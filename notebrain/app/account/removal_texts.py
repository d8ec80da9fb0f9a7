"""Texts about removing a model's vectors, for the window and the command line."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, assert_never

from notebrain.app.account.texts import short_name
from notebrain.app.model.removal_state import Part, Removal
from notebrain.domain.embedding.usage import FREE_A_DAY, Estimate
from notebrain.domain.i18n import _, ngettext

if TYPE_CHECKING:
    from notebrain.app.account.unused_models import OtherModel


def model_line(one: "OtherModel") -> str:
    """Return which model it is and how much data it has."""
    text = ngettext("{model}: {n} passage", "{model}: {n} passages", one.passages)
    return text.format(model=short_name(one.model.name), n=f"{one.passages:,}")


def question_lines(one: "OtherModel", again: Estimate) -> Sequence[str]:
    """Return what removing would delete and what restoring it would cost, one sentence each.

    Args:
        again: The cost of embedding everything again with this model.
    """
    model = short_name(one.model.name)
    lines = [
        _going(one, model),
        _("No note is touched, and searching goes on with the model that is used."),
    ]
    cost = ngettext(
        "Should you choose {model} again, {n} passage is embedded anew: about {neurons} neurons.",
        "Should you choose {model} again, {n} passages are embedded anew: about {neurons} neurons.",
        again.passages,
    )
    neurons = f"{max(1.0, again.neurons):,.0f}"
    lines.append(cost.format(model=model, n=f"{again.passages:,}", neurons=neurons))
    if again.days is not None:
        lines.append(_price(again))
    lines.append(_("If another of your computers uses {model}, leave it.").format(model=model))
    return lines


def _going(one: "OtherModel", model: str) -> str:
    if not one.here:
        return _(
            "All vectors by {model} go from the index and the database in your account."
        ).format(model=model)
    return _(
        "All vectors by {model} go: from the index and the database in your account, and from this computer, where"
        " they take {mb} MB."
    ).format(model=model, mb=f"{max(0.1, one.bytes_here / 1e6):,.1f}")


def _price(again: Estimate) -> str:
    free = f"{FREE_A_DAY:,}"
    if again.free:
        return _("It costs nothing: Cloudflare gives {free} neurons a day for free.").format(
            free=free
        )
    told = _("What goes over {free} neurons a day is charged to your Cloudflare account: ${sum}.")
    return told.format(free=free, sum=f"{again.dollars:,.2f}")


def progress_text(removal: Removal) -> str:
    """Return what is being removed right now."""
    gone, total = f"{min(removal.gone, removal.total):,}", f"{removal.total:,}"
    match removal.part:
        case Part.COUNTING:
            return _("Counting what there is by {model}…").format(model=short_name(removal.model))
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
        lines.append(text.format(name=removal.index, n=f"{removal.points:,}"))
    elif not removal.whole and removal.gone_points:
        text = ngettext(
            "Removed from Cloudflare: {n} vector of these notes in the index {name}, which other notes use.",
            "Removed from Cloudflare: {n} vectors of these notes in the index {name}, which other notes use.",
            removal.gone_points,
        )
        lines.append(text.format(name=removal.index, n=f"{removal.gone_points:,}"))
    if removal.gone_notes:
        text = ngettext(
            "Removed from Cloudflare: the vectors of {n} note in the database.",
            "Removed from Cloudflare: the vectors of {n} notes in the database.",
            removal.gone_notes,
        )
        lines.append(text.format(n=f"{removal.gone_notes:,}"))
    if removal.gone_here:
        text = ngettext(
            "Removed from this computer: {n} vector by {model}.",
            "Removed from this computer: {n} vectors by {model}.",
            removal.gone_here,
        )
        lines.append(text.format(n=f"{removal.gone_here:,}", model=short_name(removal.model)))
    return lines or [
        _("There is nothing by {model} any more.").format(model=short_name(removal.model))
        if removal.part is Part.DONE
        else _("Nothing was removed.")
    ]
