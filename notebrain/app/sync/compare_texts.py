"""Texts about comparing the account with this computer, for the window and the command line."""

from collections import Counter
from collections.abc import Sequence

from notebrain.app.notes.profile_texts import block_name
from notebrain.app.sync.compare import Verification
from notebrain.domain.i18n import _, ngettext, number
from notebrain.domain.sync.remote import Kind
from notebrain.storage.sync.comparison import Drift
from notebrain.sync.compare import Difference
from notebrain.sync.file_compare import FileComparison, FileDifference, FileDrift


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
    return [*lines, *_file_lines(found.files)]


def _file_lines(files: FileComparison) -> Sequence[str]:
    counts = Counter(difference.drift for difference in files.differences)
    texts = {
        FileDrift.MISSING_THERE: _("Files missing in the account: {count}"),
        FileDrift.DAMAGED_THERE: _("Files damaged in the account: {count}"),
        FileDrift.CHANGED_HERE: _("Files changed on this computer: {count}"),
    }
    lines = [texts[drift].format(count=number(n)) for drift, n in counts.items()]
    if files.nowhere:
        text = ngettext(
            "{n} file in your notes is neither here nor in the account.",
            "{n} files in your notes are neither here nor in the account.",
            files.nowhere,
        )
        lines.append(text.format(n=number(files.nowhere)))
    return lines


def files_text(files: FileComparison) -> str:
    """Return how many files were compared and how, or why they were not; empty if there are none."""
    if files.why:
        return _("Files were not compared: {reason}").format(reason=files.why)
    if not files.files:
        return ""
    by_hash = ngettext(
        "One file compared by its hashes.", "{count} files compared by their hashes.", files.files
    )
    read = ngettext(
        "One file fetched and compared.", "{count} files fetched and compared.", files.files
    )
    return (read if files.read_back else by_hash).format(count=number(files.files))


def file_difference_text(difference: FileDifference, found: Verification) -> str:
    """Return one file that differs by name and kind, or that it was repaired."""
    how = {
        FileDrift.MISSING_THERE: _("missing in the account"),
        FileDrift.DAMAGED_THERE: _("damaged in the account"),
        FileDrift.CHANGED_HERE: _("changed on this computer"),
    }[difference.drift]
    if found.repaired:
        text = _("{how}, repaired") if difference.is_here else _("{how}, not here to be sent again")
        how = text.format(how=how)
    return f"{difference.name}: {how}"


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
        what = {Kind.CARD: _("A review card"), Kind.SETTING: _("A setting")}.get(
            difference.name.kind, block_name(difference.name.id)
        )
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
