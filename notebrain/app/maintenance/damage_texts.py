"""Texts about damage and its repair, for the command line and the doctor."""

import os
from typing import TYPE_CHECKING

from notebrain.app.core.paths import command_to_type
from notebrain.domain.errors import DamagedVault
from notebrain.domain.i18n import _, ngettext
from notebrain.domain.notes.content import mentioned

if TYPE_CHECKING:
    from notebrain.domain.notes.note import Note
    from notebrain.storage.repair.rescue import Rescued, RescueReport
    from notebrain.storage.repair.text_repair import Repair


def with_way_out(error: DamagedVault, given: str | os.PathLike[str] | None) -> str:
    """Return what is damaged and what to do; commands name the folder `given`, if the user named it."""
    rescue = command_to_type("doctor --rescue DIR", given)
    if error.backup is not None:
        text = _(
            "{damage} The newest good backup is {backup}; to restore it: {command}. To collect everything that can "
            "be read in a new folder: {rescue}"
        )
        command = command_to_type("doctor --restore-backup", given)
        return text.format(damage=error, backup=error.backup, command=command, rescue=rescue)
    if error.trace is not None:
        text = _(
            "{damage} No backup can be opened. If you moved the file, put it back; to start over without notes, "
            "move {trace} away."
        )
        return text.format(damage=error, trace=error.trace)
    return _(
        "{damage} No backup can be opened. To collect everything that can be read in a new folder: {rescue}"
    ).format(damage=error, rescue=rescue)


def damaged_note_words(note: "Note", given: str | os.PathLike[str] | None) -> str:
    """Return that a note's text is not what was written, and what to do."""
    return _("The text of “{title}” ({id}) is damaged; {command} shows more.").format(
        title=mentioned(note.title), id=note.id, command=command_to_type("doctor", given)
    )


def repair_words(repair: "Repair") -> str:
    """Return which text is damaged, how, and which backup has it."""
    damaged = repair.damaged
    names = {"title": mentioned(damaged.title), "id": damaged.note_id}
    which = (
        _("An earlier version of “{title}” ({id}) is damaged:")
        if damaged.revision
        else _("The text of “{title}” ({id}) is damaged:")
    ).format(**names)
    if damaged.bad_bytes:
        how = ngettext(
            "{n} byte of it is not text and is shown as �.",
            "{n} bytes of it are not text and are shown as �.",
            damaged.bad_bytes,
        ).format(n=damaged.bad_bytes)
    else:
        how = _("it can be read, but is not what was written.")
    return f"{which} {how} {_source_words(repair)}"


def _source_words(repair: "Repair") -> str:
    if repair.backup is None:
        return _("No backup has it.")
    day = f"{repair.backup.made_at.astimezone():%Y-%m-%d %H:%M}"
    if repair.exact:
        return _("The backup of {day} has it as it was written.").format(day=day)
    return _("The backup of {day} has an earlier version of it.").format(day=day)


def rescue_words(report: "RescueReport") -> str:
    """Return how many notes were rescued, and from where."""
    from notebrain.storage.repair.rescue import Origin

    rescued = len(report.notes) - report.count(Origin.LOST)
    said = ngettext("{n} note was rescued.", "{n} notes were rescued.", rescued).format(n=rescued)
    counts = (
        (_("{n} from a backup, as written."), Origin.BACKUP),
        (_("{n} with damaged bytes, which are marked."), Origin.DAMAGED),
        (_("{n} with an earlier version."), Origin.EARLIER),
        (_("{n} with only the title and the words from the indexes."), Origin.WORDS),
        (_("{n} could not be read anywhere."), Origin.LOST),
    )
    parts = [text.format(n=n) for text, origin in counts if (n := report.count(origin))]
    if report.staying:
        parts.append(
            ngettext(
                "{n} incomplete note stays on this computer only.",
                "{n} incomplete notes stay on this computer only.",
                report.staying,
            ).format(n=report.staying)
        )
    return " ".join([said, *parts])


def rescued_words(rescued: "Rescued") -> str:
    """Return where the text of one note came from."""
    from notebrain.storage.repair.rescue import Origin

    text = {
        Origin.FILE: _("as it was written"),
        Origin.BACKUP: _("as it was written, from {backup}"),
        Origin.DAMAGED: _("damaged; only what could be read"),
        Origin.EARLIER: _("an earlier version, from {backup}")
        if rescued.backup is not None
        else _("an earlier version, from its history"),
        Origin.WORDS: _("only title and words, from the indexes"),
        Origin.LOST: _("could not be read anywhere"),
    }[rescued.origin]
    where = text.format(backup=None if rescued.backup is None else rescued.backup.name)
    return f"{mentioned(rescued.title) or _('(no title)')} ({rescued.id}): {where}"
