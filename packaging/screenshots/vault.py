"""The sample vault, filled as if somebody had lived in it."""

import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta

from notebrain.app.core.resources import resource
from notebrain.app.jobs.index import run_index
from notebrain.app.services import Services, open_services
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import Category
from notebrain.import_export.file_format import read_note
from notebrain.notes.service import Edit
from screenshots.filed import fill as fill_files
from screenshots.reviewed import fill as fill_reviewed

# In the zone of this computer, as the dates of the sample notes are: the same picture everywhere.
MOMENT = datetime.fromisoformat("2026-11-19T14:05:00").astimezone()

# The newest first: what the note says now, and what it said before.
_LIVED = "greenhouse-heater-settings"
_PAST = (
    (
        " The seedlings turned out hardier than I thought, and the bottle lasts longer: "
        "26 days last time instead of 21.",
        " A bottle lasts about three weeks.",
    ),
    ("- [x] Bubble wrap on the north side\n- [x] Move", "- [ ] Move"),
    ("P1 = 6.0 ", "P1 = 5.0 "),
    ("Night temperature is **6 °C** now.", "Night temperature stays at **5 °C**."),
)
# How long before the picture each of these changes was made, the oldest first.
_PAST_AT = [timedelta(minutes=minutes) for minutes in (1204, 1180, 160, 2)]


class StandingClock:
    """Stands at the moment of the pictures; a little before it while the notes are taken."""

    def __init__(self) -> None:
        self.moment = MOMENT - timedelta(minutes=1)

    def now(self) -> datetime:
        """Return the moment it stands at."""
        return self.moment


@contextmanager
def vault(
    *, filled: bool, reviewed: bool = False, files: bool = False
) -> Generator[Services, None, None]:
    """Open a vault for pictures, with the sample notes and perhaps files, with notes to be reviewed, or none."""
    with tempfile.TemporaryDirectory(prefix="notebrain-shots-") as folder:
        clock = StandingClock()
        services = open_services(folder, clock=clock)
        try:
            if filled or reviewed:
                if filled:
                    fill(services, clock)
                    if files:
                        fill_files(services, clock)
                else:
                    fill_reviewed(services, MOMENT)
                clock.moment = MOMENT
                run_index(services, lambda _progress: None, lambda: True)
            yield services
        finally:
            services.close()


def fill(services: Services, clock: StandingClock) -> None:
    """Take the sample notes into a vault; one of them has a past."""
    for path in sorted(resource("sample").rglob("*.md")):
        text = path.read_text("utf-8")
        note = read_note(text, name=path.stem, created_at=MOMENT, updated_at=MOMENT)
        facts = note.facts
        draft = Draft(
            note.body,
            tags=facts.tags or (),
            category=facts.category or Category.GENERAL,
            importance=facts.importance or 3,
            pinned=bool(facts.pinned),
            local_only=bool(facts.local_only),
            created_at=note.created_at,
            updated_at=note.updated_at,
        )
        if path.stem == _LIVED:
            _live_through(services, clock, draft)
            continue
        note_id = services.notes.capture(draft).result().note
        if path.parent.name == "trash":
            services.notes.forget([note_id]).result()


def _live_through(services: Services, clock: StandingClock, draft: Draft) -> None:
    """Take a note as it was two days before, and change it until it is as it should be."""
    earlier, now = draft.body, clock.moment
    for after, before in _PAST:
        earlier = earlier.replace(after, before)
    then = now - timedelta(days=2, hours=4)
    draft = replace(draft, body=earlier, created_at=then, updated_at=then)
    note_id = services.notes.capture(draft).result().note
    for number, (after, before) in enumerate(reversed(_PAST)):
        clock.moment = now - _PAST_AT[number]
        earlier = earlier.replace(before, after)
        session = f"{clock.moment:%d}"
        services.notes.edit(note_id, Edit(earlier, session=session)).result()
    clock.moment = now
