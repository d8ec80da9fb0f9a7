"""The report of an import or export, in words."""

from collections.abc import Sequence

from notebrain.domain.i18n import _, ngettext
from notebrain.gui import dates
from notebrain.import_export.reports import ExportReport, ImportReport


def import_line(report: ImportReport) -> str:
    """Return one line on what an import did: files in, notes out."""
    parts = [
        _("{n} of {found} files imported").format(
            n=dates.number(report.imported), found=dates.number(report.found)
        )
    ]
    parts += _counted(_("{n} updated"), report.updated)
    parts += _counted(_("{n} here already"), report.unchanged)
    parts += _counted(_("{n} kept twice, changed on both sides"), report.kept_both)
    parts += _counted(_("{n} differ from another computer's, see the review"), report.asked)
    parts += _counted(
        _("{n} not UTF-8, own bytes kept (notebrain show ID --original)"), report.originals
    )
    parts += _counted(_("{n} tagged by folder or text"), report.tagged)
    parts += _counted(_("{n} failed"), report.failed)
    parts += _counted(_("{n} to look at"), len(report.problems) - report.failed)
    return _ended(", ".join(parts), cancelled=report.cancelled)


def export_line(report: ExportReport) -> str:
    """Return one line on what an export did."""
    parts = [
        ngettext("{n} note exported", "{n} notes exported", report.written).format(
            n=dates.number(report.written)
        )
    ]
    parts += _counted(_("{n} the same already"), report.unchanged)
    parts += _counted(_("{n} failed"), report.failed)
    return _ended(", ".join(parts), cancelled=report.cancelled)


def details(report: ImportReport | ExportReport) -> Sequence[str]:
    """Return a line for every file the user may want to look at."""
    lines = [str(problem) for problem in report.problems]
    if isinstance(report, ImportReport):
        lines += [_("{path}: kept twice").format(path=path) for path in report.both]
    else:
        lines += [_("Written as {path}").format(path=path) for path in report.renamed]
    return lines


def _counted(text: str, count: int) -> list[str]:
    return [text.format(n=dates.number(count))] if count > 0 else []


def _ended(text: str, *, cancelled: bool) -> str:
    return _("Stopped: {what}.").format(what=text) if cancelled else f"{text}."
