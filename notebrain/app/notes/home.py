"""The content of Home. Every call reads on the caller's thread; `content` takes about 50 ms for 100,000 notes."""

from collections.abc import Collection, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from notebrain.domain.notes import checkboxes, home
from notebrain.domain.notes.changes import Act, Changes, touched
from notebrain.domain.notes.checkboxes import Checkbox
from notebrain.domain.notes.home import Day
from notebrain.domain.notes.note import ListFilter, NoteId, NoteRow
from notebrain.domain.search.dates.next_dates import needles, upcoming
from notebrain.storage.connection import Connection
from notebrain.storage.notes import home as looking_back, lists, notes
from notebrain.storage.store import Store

RECENT = 11
TO_DO = 5
COMING_UP = 5
# How many recently changed notes are searched for unchecked boxes, which may turn out to be checked or inside code.
_SEARCHED = 40
_UNREAD = 200
# The same for dates, and how much of each note is read for them.
_SEARCHED_FOR_DATES = 100
_READ_FOR_DATES = 5_000


@dataclass(frozen=True, slots=True)
class Task:
    """An unchecked box and the note that contains it."""

    note_id: NoteId
    title: str
    box: Checkbox


@dataclass(frozen=True, slots=True)
class DatedLine:
    """A line of a note that names a day to come."""

    note_id: NoteId
    title: str
    day: date
    line: str


@dataclass(frozen=True, slots=True)
class Strip:
    """The last days.

    Attributes:
        notes: How many notes were written in this time.
        edited: How many older notes were changed in this time.
    """

    days: Sequence[Day]
    notes: int
    edited: int


@dataclass(frozen=True, slots=True)
class Overview:
    """What the home page shows about the notes at one moment.

    Attributes:
        recent: The most recently changed notes.
        total: How many notes there are.
        strip: The last days; None until the notes cover that many days.
    """

    recent: Sequence[NoteRow]
    total: int
    tasks: Sequence[Task]
    resurfaced: NoteRow | None
    strip: Strip | None


class Home:
    """Summarizes the notes of a vault."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def content(
        self, workspace: str | None, *, now: datetime, skipped: Collection[NoteId] = ()
    ) -> Overview:
        """Return the current content of the home page.

        Args:
            skipped: Old notes that the user does not want to see again today.
        """
        here = now.astimezone()
        with self._store.read() as db:
            recent = lists.keys(db, ListFilter(workspace=workspace), limit=RECENT)
            return Overview(
                recent=notes.rows(db, recent),
                total=lists.count(db, ListFilter(workspace=workspace)),
                tasks=_tasks(db, workspace),
                resurfaced=_resurfaced(db, workspace, here, skipped),
                strip=_strip(db, workspace, here),
            )

    def coming_up(self, workspace: str | None, *, today: date) -> Sequence[DatedLine]:
        """Return the next days that notes name; takes longer than the rest (10,000 notes: 35 ms)."""
        with self._store.read() as db:
            notes = looking_back.with_parts(
                db, workspace, needles(today), limit=_SEARCHED_FOR_DATES, unread=_UNREAD
            )
        found = [
            DatedLine(note_id, title, one.day, one.line)
            for note_id, title, body, made in notes
            for one in upcoming(
                body[:_READ_FOR_DATES], written_on=made.astimezone().date(), today=today
            )
        ]
        return sorted(found, key=lambda dated: dated.day)[:COMING_UP]

    def written_on(self, day: date, workspace: str | None) -> Sequence[NoteId]:
        """Return the notes that were written on a day, newest first."""
        start, end = _midnight(day), _midnight(day + timedelta(days=1))
        with self._store.read() as db:
            return looking_back.written_notes(db, workspace, start, end)

    def never_again(self, note_id: NoteId) -> Future[Changes]:
        """Keep a note from being shown again on the home page; `again` undoes it."""

        def act(db: Connection) -> Changes:
            looking_back.never_again(db, note_id)
            return touched(Act.SETTINGS, [note_id])

        return self._store.write(act)

    def again(self, note_id: NoteId) -> Future[Changes]:
        """Let a note be shown again on the home page."""

        def act(db: Connection) -> Changes:
            looking_back.again(db, note_id)
            return touched(Act.SETTINGS, [note_id])

        return self._store.write(act)


def _tasks(db: Connection, workspace: str | None) -> list[Task]:
    found: list[Task] = []
    for note_id, title, body, _made in looking_back.with_parts(
        db, workspace, [looking_back.BOX], limit=_SEARCHED, unread=_UNREAD
    ):
        room = TO_DO - len(found)
        if room == 0:
            break
        found += [Task(note_id, title, box) for box in checkboxes.waiting(body, limit=room)]
    return found


def _resurfaced(
    db: Connection, workspace: str | None, now: datetime, skipped: Collection[NoteId]
) -> NoteRow | None:
    drawn = looking_back.draw(
        db,
        workspace,
        before=now - home.OLD_ENOUGH,
        lot=home.lot(now.date()),
        count=home.DRAWN,
    )
    chosen = home.choose(drawn, now=now, skipped=skipped)
    if chosen is None:
        return None
    return notes.rows(db, [notes.key_of(db, chosen.id)])[0]


def _strip(db: Connection, workspace: str | None, now: datetime) -> Strip | None:
    dates = home.last_days(now.date())
    start = _midnight(dates[0])
    first = looking_back.oldest(db, workspace)
    if first is None or first >= _midnight(dates[1]):
        return None
    shown = [
        Day(
            day,
            looking_back.written_between(
                db, workspace, _midnight(day), _midnight(day + timedelta(days=1))
            ),
        )
        for day in dates
    ]
    written = sum(day.notes for day in shown)
    return Strip(shown, written, looking_back.edited_since(db, workspace, start))


def _midnight(day: date) -> datetime:
    """Return when a day starts on this computer, with or without daylight saving time."""
    return datetime.combine(day, time()).astimezone()
