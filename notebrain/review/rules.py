"""The user's rules for which notes are compared and which cards are shown."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from notebrain.domain.judge.verdict import Bands
from notebrain.domain.notes.note import Note
from notebrain.domain.notes.tags import fold_tag
from notebrain.domain.review.cards import Card, CardKind
from notebrain.domain.review.places import frame_of, in_folder

ALL_WORKSPACES = ""
"""The scope of rules that every workspace shares, such as the number of cards per day."""

_WITH_WORDS = Bands().same_with_words - Bands().same


def with_own(bands: Bands, *, same: float | None, flagged: float | None) -> Bands:
    """Return bands with those that the user set; the others make room, so that all keep their order.

    Args:
        same: From here on, different words can say the same; None leaves it as measured.
        flagged: From here on, two notes deserve a look; None leaves it as measured.
    """
    if same is not None:
        bands = replace(
            bands,
            unlike=min(bands.unlike, same),
            related=min(bands.related, same),
            same=same,
            same_with_words=same + _WITH_WORDS,
            near=max(bands.near, same),
            close=max(bands.close, same),
        )
    return bands if flagged is None else replace(bands, flagged=flagged)


@dataclass(frozen=True, slots=True)
class Rules:
    """The user's rules for comparing notes and showing cards.

    Attributes:
        on: Whether notes are compared at all.
        quiet_tags: Notes with one of these tags (folded) are not compared.
        quiet_frames: Notes that both have one of these frames, in small letters, are not compared with each other.
        quiet_folders: The same for notes from one of these folders.
        per_day: How many new cards come out per day, the surest first. Exact repeats do not count.
        least: The minimum confidence of cards of each kind.
    """

    on: bool = True
    quiet_tags: frozenset[str] = frozenset()
    quiet_frames: frozenset[str] = frozenset()
    quiet_folders: frozenset[str] = frozenset()
    per_day: int = 30
    least: tuple[tuple[CardKind, float], ...] = ()

    def lets(self, note: Note) -> bool:
        """Return whether a note may be compared."""
        return self.on and self.quiet_tags.isdisjoint(fold_tag(tag) for tag in note.tags)

    def lets_both(self, one: Note, other: Note) -> bool:
        """Return whether two notes may be compared with each other, if each of them may be compared."""
        if self.quiet_frames:
            frame = frame_of(one.body).casefold()
            if frame in self.quiet_frames and frame == frame_of(other.body).casefold():
                return False
        return not (in_folder(one, self.quiet_folders) and in_folder(other, self.quiet_folders))

    def wants(self, card: Card) -> bool:
        """Return whether a card's confidence is high enough."""
        return card.confidence >= dict(self.least).get(card.kind, 0.0)


def let_compare(rules: Callable[[str], Rules], older: Note, newer: Note) -> bool:
    """Return whether the rules of their workspaces let two notes be compared with each other."""
    each = all(rules(note.workspace).lets(note) for note in (older, newer))
    return each and rules(newer.workspace).lets_both(older, newer)
