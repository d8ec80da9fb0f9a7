"""What the users of the fuzzed computers did and were told is saved: what must be found again in the end."""

import re
from dataclasses import dataclass, field

# an edit may add a line to a text that has no end of line: `w1ww2w` are two words
_WORD = re.compile(r"w\d+w")


def words_in(text: str) -> set[str]:
    """Return the marked words of a text; every one of them was written once, in one note."""
    return set(_WORD.findall(text))


def doubled(text: str) -> set[str]:
    """Return the marked words a text has more than once."""
    found = _WORD.findall(text)
    return {word for word in found if found.count(word) > 1}


@dataclass
class Ledger:
    """Facts about notes, by id.

    Attributes:
        written: Every word somebody wrote and was told is saved, and in which note.
        taken_out: Words that somebody took out of a text on purpose.
        seen_purged: What was in the sight of those who removed a note for good.
        binned: Notes that somebody once threw away.
        restored: Notes that somebody took out of the trash, as (computer, note).
        kept_back: Notes that were local only at some time.
        private: Notes that were local only all the time.
        tags: Tags that somebody gave, as (note, tag).
        tags_taken_off: Tags that somebody took off.
        lost_with_a_vault: Words that only a vault had in whose place an older copy was put.
        notes_perhaps_lost: Notes of such a vault.
        may_differ: Notes of a vault that was copied: they may be local only in one and shared by the other.
    """

    notes: set[str] = field(default_factory=set[str])
    written: dict[str, str] = field(default_factory=dict[str, str])
    taken_out: set[str] = field(default_factory=set[str])
    seen_purged: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    binned: set[str] = field(default_factory=set[str])
    restored: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    kept_back: set[str] = field(default_factory=set[str])
    private: set[str] = field(default_factory=set[str])
    tags: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    tags_taken_off: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    lost_with_a_vault: set[str] = field(default_factory=set[str])
    notes_perhaps_lost: set[str] = field(default_factory=set[str])
    may_differ: set[str] = field(default_factory=set[str])
    number: int = 0

    def word(self) -> str:
        """Return a word nobody has written yet."""
        self.number += 1
        return f"w{self.number}w"

    def saved(self, note: str, before: str, after: str) -> None:
        """Note down that a text took the place of another."""
        self.notes.add(note)
        for word in words_in(after) - words_in(before):
            self.written.setdefault(word, note)
        self.taken_out |= words_in(before) - words_in(after)

    def purged(self, note: str, seen: str) -> None:
        """Note down that somebody removed a note for good, and what of it was to be seen there."""
        self.seen_purged.setdefault(note, set()).update(words_in(seen))
