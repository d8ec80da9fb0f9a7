"""The settings of other programs: whether they may read and write notes, and how much.

Apart from the table because all of them are off until the user switches them on, and this is where to look.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from notebrain.app.settings.setting import Setting, Value
from notebrain.domain.i18n import marked
from notebrain.domain.programs.program import ProgramVerb

PROGRAMS_MCP = Setting(
    "programs.mcp",
    False,
    marked("Programs that speak MCP may read notes, but none that stays on this computer"),
    title=marked("Other programs may read notes"),
)
PROGRAMS_HTTP = Setting(
    "programs.http",
    False,
    marked("Programs on this computer may ask over HTTP, each with a token of its own"),
)
PROGRAMS_CLIPPER = Setting(
    "programs.clipper",
    False,
    marked("The clipper in your browser may save web pages, each with a token of its own"),
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
    verb: Setting(f"programs.may_{verb}", False, help_)
    for verb, help_ in {
        ProgramVerb.CAPTURE: marked("Other programs may save new notes"),
        ProgramVerb.APPEND: marked("Other programs may add to notes"),
        ProgramVerb.UPDATE: marked("Other programs may change the text of notes"),
        ProgramVerb.FORGET: marked("Other programs may move notes to the trash"),
        ProgramVerb.RESTORE: marked("Other programs may restore notes from the trash"),
    }.items()
}
PROGRAMS_WRITES = Setting(
    "programs.writes_an_hour",
    60,
    marked("How often all other programs together may write in an hour"),
    least=0,
    most=10_000,
)
PROGRAMS_FORGETS = Setting(
    "programs.forgets_a_day",
    10,
    marked("How many notes all other programs together may move to the trash in a day"),
    least=0,
    most=10_000,
)
PROGRAMS_MORE = Setting("programs.more", "", "Since when writes count, because more were allowed")
PROGRAMS_STOPPED = Setting("programs.stopped", "", "When a limit stopped a program, and which one")

ROWS: Sequence[Setting[Value]] = (
    *(PROGRAMS_MCP, PROGRAMS_HTTP, PROGRAMS_CLIPPER, PROGRAMS_MODEL, PROGRAMS_PORT),
    *PROGRAMS_MAY.values(),
    *(PROGRAMS_WRITES, PROGRAMS_FORGETS, PROGRAMS_MORE, PROGRAMS_STOPPED),
)
