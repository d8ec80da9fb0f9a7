"""Texts about comparing the account with this computer, for the window and the command line."""

from collections.abc import Sequence

from notebrain.app.sync.compare import Verification
from notebrain.domain.i18n import _, ngettext, number
from notebrain.domain.sync.remote import Kind
from notebrain.storage.sync.comparison import Drift
from notebrain.sync.compare import Difference


def compared_text(count: int) -> str:
    """Return how much was compared."""
    text = ngettext("One note compared.", "{count} notes compared.", count)
    return text.format(count=number(count))


def found_lines(found: Verification) -> Sequence[str]:
    """Return the kinds of differences with their counts, one per line; empty if there are none."""
    lines = [_drift_text(drift).format(count=number(n)) for drift, n in found.counts.items()]
    if found.vectors_missing:
        text = ngettext(
            "The index in the account lacks {count} vector.",
            "The index in the account lacks {count} vectors.",
            found.vectors_missing,
        )
        lines.append(text.format(count=number(found.vectors_missing)))
    if found.vectors_unwanted:
        text = ngettext(
            "The index in the account has {count} vector that does not belong there.",
            "The index in the account has {count} vectors that do not belong there.",
            found.vectors_unwanted,
        )
        lines.append(text.format(count=number(found.vectors_unwanted)))
    return lines


def nothing_text() -> str:
    """Return the text for a comparison without differences."""
    return _("Nothing differs.")


def repaired_lines(found: Verification) -> Sequence[str]:
    """Return what happened to the differences."""
    lines = [_("Everything was repaired.")]
    if found.vectors_missing:
        lines.append(_("The vectors follow in the background, within your budget."))
    return lines


def difference_text(difference: Difference, found: Verification) -> str:
    """Return one difference by name and kind, or that it was repaired."""
    if difference.name.kind is Kind.NOTE:
        title = found.titles.get(difference.name.id)
        what = _("A note that is not here") if title is None else title or _("Untitled")
    else:
        what = _("A review card") if difference.name.kind is Kind.CARD else _("A setting")
    how = _drift_name(difference.drift)
    if found.repaired:
        how = _("{how}, repaired").format(how=how)
    return f"{what}: {how}"


def _drift_text(drift: Drift) -> str:
    return {
        Drift.MISSING_THERE: _("Missing in the account: {count}"),
        Drift.MISSING_HERE: _("Missing on this computer: {count}"),
        Drift.BEHIND: _("Newer in the account: {count}"),
        Drift.CONTENT: _("Different on both sides: {count}"),
        Drift.PRIVATE: _("In the account, though local only: {count}"),
    }[drift]


def _drift_name(drift: Drift) -> str:
    return {
        Drift.MISSING_THERE: _("missing in the account"),
        Drift.MISSING_HERE: _("missing on this computer"),
        Drift.BEHIND: _("newer in the account"),
        Drift.CONTENT: _("different on both sides"),
        Drift.PRIVATE: _("in the account, though local only"),
    }[drift]
