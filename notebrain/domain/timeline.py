"""The states a note went through, as its history shows them: each by the act that made it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

CREATED = "created"


@dataclass(frozen=True, slots=True)
class Kept:
    """An earlier text of a note without the text itself: it stood until `made_at`, then `reason` replaced it.

    Attributes:
        written_at: When it last changed; None where nobody noted that down.
        size: How many characters it has.
    """

    id: int
    title: str
    written_at: datetime | None
    made_at: datetime
    reason: str
    session: str
    size: int


@dataclass(frozen=True, slots=True)
class State:
    """A state of a note.

    Attributes:
        revision: The id of the kept text; None is the text as it is now.
        before: The id of the state it was made from; None for the first one.
        at: When it last changed.
        begun_at: When the act began that made it.
        how: That act: `created edit append restore import rename link ...`.
        begins_session: Whether the state above belongs to another sitting.
        size: How many characters it has; None for the text as it is now.
    """

    revision: int | None
    before: int | None
    title: str
    at: datetime
    begun_at: datetime
    how: str
    begins_session: bool
    size: int | None = None


def states(
    title: str, created_at: datetime, updated_at: datetime, kept: Sequence[Kept]
) -> Sequence[State]:
    """Return the states of a note, the present one first.

    Args:
        updated_at: When the present text last changed.
        kept: Its earlier texts, newest first.
    """
    return list(_states(title, created_at, updated_at, kept))


def _states(
    title: str, created_at: datetime, updated_at: datetime, kept: Sequence[Kept]
) -> Iterator[State]:
    above: str | None = None
    for place in range(len(kept) + 1):
        here = kept[place - 1] if place else None
        cause = kept[place] if place < len(kept) else None
        begun_at = cause.made_at if cause else created_at
        written_at = here.written_at if here else updated_at
        session = cause.session if cause and cause.reason == "edit" else None
        yield State(
            revision=here.id if here else None,
            before=cause.id if cause else None,
            title=here.title if here else title,
            at=written_at or begun_at,
            begun_at=begun_at,
            how=cause.reason if cause else CREATED,
            begins_session=session is None or session != above,
            size=here.size if here else None,
        )
        above = session
