"""The settings of other programs: whether they may read and write notes, and how much.

Apart from the table because all of them are off until the user switches them on, and this is where to look.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from notebrain.app.settings.setting import Group, Setting, Value
from notebrain.domain.i18n import marked
from notebrain.domain.programs.program import ProgramVerb

PROGRAMS_MCP = Setting(
    "programs.mcp",
    False,
    marked("They may read notes, but none that stays on this computer"),
    group=Group.PROGRAMS,
    title=marked("Assistants and editors that speak MCP"),
)
PROGRAMS_HTTP = Setting(
    "programs.http",
    False,
    marked("They may ask while the window is open, each with a token of its own"),
    group=Group.PROGRAMS,
    title=marked("Programs on this computer, over HTTP"),
)
PROGRAMS_CLIPPER = Setting(
    "programs.clipper",
    False,
    marked("An extension or a bookmark saves web pages, and learns nothing of your notes"),
    group=Group.PROGRAMS,
    title=marked("The clipper in your browser"),
)
PROGRAMS_MODEL = Setting(
    "programs.model",
    False,
    marked(
        "Other programs may let the model in your account answer questions, if you allowed that model"
    ),
)
PROGRAMS_PORT = Setting(
    "programs.port",
    0,
    "The port on which programs ask over HTTP; 0 before the first time",
    most=65_535,
)
PROGRAMS_MAY: Final[Mapping[ProgramVerb, Setting[bool]]] = {
    verb: Setting(f"programs.may_{verb}", False, help_, title=title)
    for verb, title, help_ in (
        (
            ProgramVerb.CAPTURE,
            marked("Save new notes"),
            marked("Each says in its source which program saved it"),
        ),
        (ProgramVerb.APPEND, marked("Add to notes"), marked("At the end, with the date")),
        (
            ProgramVerb.UPDATE,
            marked("Change the text of notes"),
            marked("The text from before stays in the history"),
        ),
        (
            ProgramVerb.FORGET,
            marked("Move notes to the trash"),
            marked("No program can delete a note for good"),
        ),
        (
            ProgramVerb.RESTORE,
            marked("Restore notes from the trash"),
            marked("Only those that were moved there"),
        ),
    )
}
PROGRAMS_WRITES = Setting(
    "programs.writes_an_hour",
    60,
    marked("All other programs together; then NoteBrain asks you"),
    least=0,
    most=10_000,
    title=marked("Writes in an hour"),
)
PROGRAMS_FORGETS = Setting(
    "programs.forgets_a_day",
    10,
    marked("All other programs together; then NoteBrain asks you"),
    least=0,
    most=10_000,
    title=marked("Notes to the trash in a day"),
)
PROGRAMS_MORE = Setting("programs.more", "", "Since when writes count, because more were allowed")
PROGRAMS_STOPPED = Setting("programs.stopped", "", "When a limit stopped a program, and which one")

ROWS: Sequence[Setting[Value]] = (
    *(PROGRAMS_MCP, PROGRAMS_HTTP, PROGRAMS_CLIPPER, PROGRAMS_MODEL, PROGRAMS_PORT),
    *PROGRAMS_MAY.values(),
    *(PROGRAMS_WRITES, PROGRAMS_FORGETS, PROGRAMS_MORE, PROGRAMS_STOPPED),
)
