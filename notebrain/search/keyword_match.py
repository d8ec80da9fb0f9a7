"""What the words of a query found, and how well each note matches by them.

The score is BM25 with two changes that helped on all test sets: long notes are penalized less (b = 0.5), and words
that are adjacent as in the query count a fifth more. Notes with all words of the query come before all others.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from notebrain.domain.search.occurrences import Occurrences
from notebrain.domain.search.query import has_unspaced_script
from notebrain.domain.search.ranking.scores import rarity, weight_of
from notebrain.domain.search.types import FileMatch
from notebrain.domain.text.languages import ENGLISH
from notebrain.search.word_forms import PART_WEIGHT, Form
from notebrain.storage.connection import Connection
from notebrain.storage.search import fts
from notebrain.storage.search.fts import IndexSize

LENGTH_WEIGHT = 0.5
"""BM25's b instead of FTS5's fixed 0.75 (LoCoMo .526 to .532, Cranfield .432 to .435, SciFact unchanged)."""
SCORED = 400
BODY_READ = 20_000


@dataclass(frozen=True, slots=True)
class Term:
    """One word of a query, or a part of words.

    Attributes:
        count: How many notes contain it.
        prefix: Whether it is the beginning of a word that is still being typed.
        part: What may occur anywhere, even inside a word; empty if only whole words count.
        long: Whether what it may be short for counts.
        forms: The words of the index that stand for it, itself included; empty if only itself does.
    """

    word: str
    count: int
    prefix: bool = False
    part: str = ""
    long: bool = False
    forms: tuple[Form, ...] = ()

    @property
    def share(self) -> float:
        """How much an occurrence counts: less if it is looked for inside words."""
        return PART_WEIGHT if self.is_guess and not self.long else 1.0

    @property
    def is_guess(self) -> bool:
        """Whether a note that has the word itself need not be searched for it."""
        return self.long or (self.part.isalnum() and not has_unspaced_script(self.part))

    @property
    def expression(self) -> str:
        """The expression for the word index."""
        if self.prefix:
            return fts.begins(self.word)
        return fts.any_of([form.word for form in self.forms if form.share == 1.0] or [self.word])

    def times(self, occurrences: Occurrences, languages: Sequence[str]) -> float:
        """Return how often it occurs in a note."""
        if self.part:
            return occurrences.of_part(self.part)
        if self.long:
            return occurrences.of_long_form(self.word)
        return occurrences.of(self.word, languages, prefix=self.prefix)


@dataclass(slots=True)
class KeywordMatch:
    """What the words of a query found.

    Attributes:
        base: For every note with a selecting word, the BM25 of those words before the correction for length.
        every: The notes with all of several words.
        holders: For each selecting word, the notes that have it, with the share of it that they have.
        counted: The words that are scored by counting them in the text.
        languages: The languages that the question may be in.
        exact: Notes with the query's words side by side.
        titled: Notes with these words side by side in the title.
        unranked: Whether every note found matches equally (one to three letters typed).
        in_files: What files in notes have of the words, see `file_arm`.
    """

    size: IndexSize
    terms: Sequence[Term] = ()
    base: dict[int, float] = field(default_factory=dict[int, float])
    every: frozenset[int] = frozenset()
    holders: dict[str, dict[int, float]] = field(default_factory=dict[str, dict[int, float]])
    counted: Sequence[Term] = ()
    languages: tuple[str, ...] = (ENGLISH,)
    exact: frozenset[int] = frozenset()
    titled: frozenset[int] = frozenset()
    unranked: bool = False
    in_files: dict[int, FileMatch] = field(default_factory=dict[int, FileMatch])

    @property
    def weights(self) -> dict[str, float]:
        """The weight of each word of the query by how few notes have it."""
        return {term.word: weight_of(term.count, notes=self.size.notes) for term in self.terms}

    def best(self, number: int = SCORED) -> list[int]:
        """Return the keys of the best matches so far, those with the exact words first."""
        newest_first = list(reversed(self.base))
        total = self.base
        if self.in_files:
            total = {key: score + self._in_file(key) for key, score in self.base.items()}
        rest = sorted(newest_first, key=total.__getitem__, reverse=True)
        first = [key for key in self.base if key in self.titled or key in self.exact]
        then = [key for key in rest if key in self.every] if self.every else []
        return list(dict.fromkeys([*first, *then, *rest]))[:number]

    def add(self, other: "KeywordMatch") -> None:
        """Add the notes that a search for the same words found among fewer notes."""
        self.base = other.base | self.base
        self.every |= other.every
        self.holders = other.holders | self.holders
        self.exact |= other.exact
        self.titled |= other.titled
        self.in_files = other.in_files | self.in_files

    def _in_file(self, key: int) -> float:
        return self.in_files[key].score if key in self.in_files else 0.0

    def _held(self, keys: Sequence[int]) -> dict[str, dict[int, float]]:
        """Return for each word how much of it each of these notes has, in its text or in a file."""
        held: dict[str, dict[int, float]] = {}
        for term in self.terms:
            shares = self.holders.get(term.word, {})
            held[term.word] = {key: shares[key] for key in keys if key in shares}
        for key in self.in_files.keys() & keys:
            for word in self.in_files[key].words:
                held[word][key] = 1.0
        return held

    def rate(self, db: Connection, keys: Sequence[int]) -> "Rated":
        """Return the final keyword score of these notes and how much of the query each covers."""
        if self.unranked:
            return Rated({key: self.base.get(key, 0.0) for key in keys}, dict.fromkeys(keys, 1.0))
        lengths = fts.lengths(db, keys)
        relative = {key: lengths.get(key, 0) / self.size.average_length for key in keys}
        weights = self.weights
        scores = {
            key: self.base.get(key, 0.0) * _length_correction(length)
            for key, length in relative.items()
        }
        for key in self.in_files.keys() & scores.keys():
            scores[key] += self._in_file(key)
        held = self._held(keys)
        if self.counted:
            texts = fts.texts(db, keys, most_characters=BODY_READ)
            notes = {key: Occurrences(*text) for key, text in texts.items()}
            for term in self.counted:
                times, count = self._times(term, notes)
                weight = rarity(count, notes=self.size.notes)
                for key, number in times.items():
                    scores[key] += term.share * _bm25(number, weight, relative[key])
                if term.word in weights and times:
                    weights[term.word] = weight_of(count, notes=self.size.notes)
                    held[term.word] |= dict.fromkeys(times, term.share)
        if self.every:
            _put_first(scores, self.every)
        total = sum(weights.values())
        parts = dict.fromkeys(keys, 0.0)
        for word, shares in held.items():
            for key, share in shares.items():
                parts[key] += weights[word] * share
        covers = {key: part / total if total > 0 else 0.0 for key, part in parts.items()}
        return Rated(scores, covers, total, lengths)

    def _times(self, term: Term, notes: Mapping[int, Occurrences]) -> tuple[dict[int, float], int]:
        """Return how often each note has a word, if it does, and how many notes of the vault are likely to have it."""
        skipped = self.holders.get(term.word, {}) if term.is_guess else {}
        times = {
            key: number
            for key, note in notes.items()
            if key not in skipped and (number := term.times(note, self.languages))
        }
        if not term.long:
            return times, term.count
        # only the notes read tell how many have what the word may be short for
        return times, term.count + round(len(times) * self.size.notes / max(1, len(notes)))


@dataclass(frozen=True, slots=True)
class Rated:
    """How well notes match by their words.

    Attributes:
        scores: The keyword score, 0 for notes with none of the query's words.
        covers: The share of the query's words that the note has, weighted by their rarity, 0 to 1.
        weight: The sum of these weights.
        lengths: How many words the note has.
    """

    scores: dict[int, float]
    covers: dict[int, float]
    weight: float = 0.0
    lengths: Mapping[int, int] = field(default_factory=dict[int, int])


def _put_first(scores: dict[int, float], every: frozenset[int]) -> None:
    """Lower all other notes to the score of the last one that has every word, if they are above it."""
    first = min((score for key, score in scores.items() if key in every), default=0.0)
    best = max((score for key, score in scores.items() if key not in every), default=0.0)
    if best > first:
        others = {key: score * first / best for key, score in scores.items() if key not in every}
        scores.update(others)


def _bm25(occurrences: float, rarity: float, relative_length: float) -> float:
    if not occurrences:
        return 0.0
    damping = fts.K1 * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * relative_length)
    return rarity * occurrences * (fts.K1 + 1) / (occurrences + damping)


def _length_correction(relative_length: float) -> float:
    """Return the factor that converts FTS5's b to ours; exact for a word that occurs once."""
    theirs = 1 + fts.K1 * (1 - fts.B + fts.B * relative_length)
    return theirs / (1 + fts.K1 * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * relative_length))
