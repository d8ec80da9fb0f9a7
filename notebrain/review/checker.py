"""Compare new notes with others and create cards for what was found."""

import logging
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from notebrain.domain.embedding.scales import scale_of
from notebrain.domain.errors import NoEmbedder, NoteBrainError
from notebrain.domain.judge.judge import Impression, Judge
from notebrain.domain.judge.verdict import Bands, Cosines, Side, Statement, Verdict
from notebrain.domain.notes.changes import Act, Changes, touched
from notebrain.domain.notes.note import Note, NoteId
from notebrain.domain.ports import Clock, Embedder
from notebrain.domain.review.candidates import (
    Found,
    best,
    card_of,
    held,
    in_cluster,
    makes_way,
    may_ask,
    renewed,
    share_words,
)
from notebrain.domain.review.cards import Card, CardKind, CardState
from notebrain.domain.search.ranking.features import Shape
from notebrain.review import daily_cards
from notebrain.review.model_bands import Floats, WordLikeness, cosine, vector
from notebrain.review.relations import Relations
from notebrain.review.rules import ALL_WORKSPACES, Rules
from notebrain.review.series import SeriesFinder
from notebrain.storage.connection import Connection
from notebrain.storage.notes import notes
from notebrain.storage.review import cards, queue, replacements
from notebrain.storage.review.queue import Check
from notebrain.storage.review.replacements import Replacement
from notebrain.storage.search import fts
from notebrain.storage.store import Store

NEIGHBORS_CHECKED = 8
"""How many of the nearest notes are compared (true pairs are among the first three)."""
_RARE = 200
_WORDS = 10


@dataclass(frozen=True, slots=True)
class Candidate:
    """A note to compare with.

    Attributes:
        nearest: The highest cosine of one of its passages, or None if only its words are similar.
        shared: How many key words both notes have.
        asked: Whether something is known of it and this note, which is to be confirmed.
    """

    key: int
    note: Note
    nearest: float | None
    shared: int
    asked: bool = False


def candidates(
    db: Connection,
    key: int,
    note: Note,
    near: Mapping[int, float],
    *,
    least: float,
    also: Sequence[int] = (),
) -> list[Candidate]:
    """Return the notes outside the trash that are similar in meaning, share key words, or have exactly the same text.

    Notes that wait to be indexed are left out unless they have the same text: they are compared after it.

    Args:
        near: The nearest notes with their cosines.
        least: Notes below this cosine are not similar in meaning.
        also: Notes to compare in any case, e.g. because a card names them.
    """
    shape = Shape.of(note.body)
    by_meaning = sorted(
        (other for other, cosine in near.items() if other != key and cosine >= least),
        key=lambda other: -near[other],
    )[:NEIGHBORS_CHECKED]
    exact = [
        notes.key_of(db, repeat) for repeat in notes.repeats(db, note.body) if repeat != note.id
    ]
    sure = {*also, *exact[:2], *by_meaning}
    wanted = dict.fromkeys([*also, *exact[:2], *by_meaning, *_by_words(db, key, shape)])
    live = queue.live_ids(db, list(wanted))
    unread = queue.unread(db, wanted).difference(exact)
    found: list[Candidate] = []
    for other in wanted:
        if other not in live or other in unread:
            continue
        read = notes.get(db, live[other])
        its = Shape.of(read.body)
        if other in sure or share_words(shape, its):
            shared = len(shape.subject & its.subject)
            found.append(Candidate(other, read, near.get(other), shared, asked=other in also))
    return found


def _by_words(db: Connection, key: int, shape: Shape) -> list[int]:
    """Return the notes that share most of this note's rare words; long words are rare."""
    tally: Counter[int] = Counter()
    for word in sorted(shape.subject, key=lambda word: (-len(word), word))[:_WORDS]:
        if word.isalnum():
            tally.update(fts.newest(db, fts.phrase([word]), limit=_RARE))
    del tally[key]
    return [other for other, shared in tally.most_common(NEIGHBORS_CHECKED) if shared > 1]


CHECKS_PER_STEP = 20
PAIRS_READ = 3
"""With how many of the others a note is read together; each takes the time of embedding a note, or of several.

With 8, the answers to 390 questions and their order come out the same.
"""
NEAREST_PASSAGES = 32
"""How many passages are examined for each of a note's; several may belong to one note."""
NOTES_PER_PASS = 8
"""How many notes are compared with all passages at once: 27 ms for 100,000 passages, and 13 ms for a single note."""

Nearest = Callable[[Sequence[Sequence[bytes]]], Sequence[Mapping[int, float]]]
"""Returns, for the vectors of each note, the keys of the nearest notes with their highest cosine."""

log = logging.getLogger("notebrain.review")


@dataclass(frozen=True, slots=True)
class _Read:
    """A note to compare.

    Attributes:
        note: None if it is gone.
        vectors: Those of its first, middle and last passages.
        lets: Whether it may be compared; without vectors it is compared by its words.
    """

    check: Check
    note: Note | None
    vectors: Sequence[bytes]
    lets: bool


@dataclass(frozen=True, slots=True)
class _Weighed:
    """Two notes before they are read together, in order of date."""

    older: Note
    newer: Note
    said: Impression | Verdict
    cosine: float | None
    other: Candidate

    @property
    def related(self) -> float:
        """How likely they have to do with each other."""
        return self.said.related if isinstance(self.said, Impression) else 1.0


@dataclass(frozen=True, slots=True)
class _Checked:
    """A note that was compared; None if it is gone.

    Attributes:
        others: Those it was compared with, by their keys.
    """

    check: Check
    note: Note | None
    found: Sequence[Found] = ()
    others: Sequence[int] = ()


class Checker:
    """Works through the queue of checks, on the thread that calls it."""

    def __init__(
        self,
        store: Store,
        embedder: Embedder,
        clock: Clock,
        nearest: Nearest,
        judge: Callable[[], Judge],
        *,
        relate: Callable[[str, str], Sequence[float]],
        rules: Callable[[str], Rules] = lambda _workspace: Rules(),
        bands: Callable[[], Bands] = Bands,
    ) -> None:
        self._store = store
        self._embedder = embedder
        self._clock = clock
        self._nearest = nearest
        self._rules = rules
        self._bands = bands
        self._judge = cache(judge)
        self._relate = relate
        self._relations = cache(lambda: Relations(judge().weights.relations))
        self._like = WordLikeness(embedder)

    def step(self, keep_going: Callable[[], bool] = lambda: True) -> int:
        """Compare a few notes; return how many (0 if none is waiting or it was stopped).

        Raises:
            VaultError: The vault cannot be written; the checks stay queued.
        """
        with self._store.read() as db:
            due = queue.due(db, now=self._clock.now(), limit=CHECKS_PER_STEP)
        checked: list[_Checked] = []
        each = self._each(due)
        while keep_going() and (read := next(each, None)) is not None:
            checked.append(read)
        if checked:
            self._store.write(lambda db: self._settle_all(db, checked)).result()
        return len(checked)

    def _each(self, due: Sequence[Check]) -> Iterator[_Checked]:
        """Judge notes one after the other against others, without writing."""
        scale = scale_of(self._embedder.space.model)
        for start in range(0, len(due), NOTES_PER_PASS):
            some = [self._read(check) for check in due[start : start + NOTES_PER_PASS]]
            nearest = self._nearest([read.vectors for read in some])
            for read, near in zip(some, nearest, strict=True):
                on_scale = {key: scale.of_notes(cosine) for key, cosine in near.items()}
                yield self._compare(read, on_scale)

    def _read(self, check: Check) -> _Read:
        with self._store.read() as db:
            note = notes.get_by_key(db, check.note_key)
            vectors = queue.sample_vectors(db, check.note_key, self._embedder.space)
        if note is None or note.deleted_at or not self._rules(note.workspace).lets(note):
            return _Read(check, note, (), lets=False)
        return _Read(check, note, vectors, lets=True)

    def _compare(self, read: _Read, near: Mapping[int, float]) -> _Checked:
        check, note = read.check, read.note
        if note is not None and read.lets:
            try:
                return self._checked(check, note, near)
            except NoteBrainError:
                raise
            except Exception:  # one unexpected note must not stop all others
                log.exception("a note could not be compared with the others")
        return _Checked(check, note)

    def _checked(self, check: Check, note: Note, near: Mapping[int, float]) -> _Checked:
        bands = self._bands()
        rules = cache(self._rules)  # uncached, it took a twentieth of a check
        with self._store.read() as db:
            asked = [*_asked_with(db, note), *replacements.beside(db, check.note_key)]
            series = SeriesFinder(db, note)
            similar = candidates(db, check.note_key, note, near, least=bands.related, also=asked)
            others = [
                (other, queue.all_vectors(db, other.key, self._embedder.space))
                for other in similar
                if rules(other.note.workspace).lets(other.note)
                and rules(note.workspace).lets_both(note, other.note)
                and not series.includes(other.note)
            ]
            mine = queue.all_vectors(db, check.note_key, self._embedder.space)
        compared = [self._weighed(note, mine, other, theirs, bands) for other, theirs in others]
        found = [*self._decided(compared)]
        return _Checked(check, note, found, [other.key for other in similar])

    def _weighed(
        self, note: Note, mine: list[bytes], other: Candidate, theirs: list[bytes], bands: Bands
    ) -> _Weighed:
        older, newer = sorted((note, other.note), key=lambda side: (side.updated_at, side.id))
        cosines = self._cosines(*((mine, theirs) if older is note else (theirs, mine)))
        said = self._judge().weigh(
            Statement(older.body, older.title, older.updated_at),
            Statement(newer.body, newer.title, newer.updated_at),
            replace(cosines, nearest=other.nearest),
            bands,
            self._like,
        )
        return _Weighed(older, newer, said, cosines.whole, other)

    def _decided(self, compared: Sequence[_Weighed]) -> Iterator[Found]:
        """Yield what was found, after reading the likeliest together; others worth reading are left undecided."""
        left = PAIRS_READ
        for one in sorted(compared, key=lambda one: (not one.other.asked, -one.related)):
            said, read = one.said, None
            if isinstance(said, Impression):
                if said.worth_reading:
                    if left <= 0 and not one.other.asked:
                        continue
                    read = self._read_both(said.older.body, said.newer.body)
                    left -= read is not None
                said = self._judge().decide(said, read)
            yield Found(one.older, one.newer, said, one.cosine, one.other.shared)

    def _read_both(self, older: str, newer: str) -> Sequence[float] | None:
        try:
            return self._relate(older, newer)
        except NoEmbedder:
            return None

    def _cosines(self, older: list[bytes], newer: list[bytes]) -> Cosines:
        """Compare whole notes; one of them may have no vectors."""
        if not older or not newer:
            return Cosines()
        model = self._embedder.space.model
        one, other = _summed(older), _summed(newer)
        return Cosines(
            scale_of(model).of_notes(cosine(one, other)),
            relation=self._relations().between(model, one, other),
        )

    def _settle_all(self, db: Connection, checked: Sequence["_Checked"]) -> Changes | None:
        """Write the results; return the changes for views to show, or None."""
        changed = [
            checked.note.id
            for checked in checked
            if checked.note is not None and self._settle(db, checked)
        ]
        per_day = self._rules(ALL_WORKSPACES).per_day
        for card in daily_cards.bring_out(db, now=self._clock.now(), per_day=per_day):
            changed += card.notes
        return touched(Act.REVIEW, dict.fromkeys(changed)) if changed else None

    def _settle(self, db: Connection, checked: "_Checked") -> bool:
        """Write the results of a check; where one of the notes changed meanwhile, the check is made again."""
        note, found = checked.note, checked.found
        if note is None or not queue.is_current(db, checked.check):
            return False
        if not all(_is_as_read(db, side) for one in found for side in (one.older, one.newer)):
            return False
        queue.done(db, checked.check)
        replacements.put(db, checked.check.note_key, checked.others, _replacements(db, found))
        now = self._clock.now()
        cards_of = [card_of(one, at=now) for one in found if one.verdict.is_card]
        changed = self._withdraw(db, note, {card.id for card in cards_of})
        askable = [
            one
            for one in found
            if one.verdict.is_card and self._may_come(db, one, card_of(one, at=now))
        ]
        chosen = best(askable)
        if chosen is not None:
            changed = self._put(db, card_of(chosen, at=now), askable) or changed
        return changed

    def _withdraw(self, db: Connection, note: Note, still: set[str]) -> bool:
        """Withdraw the open cards of a note that its text no longer justifies.

        A card about a note that waits to be indexed stays until that note is compared.
        """
        gone = [
            card
            for card in cards.about(db, note.id)
            if card.state is CardState.OPEN
            and card.kind is not CardKind.CONFLICT
            and card.id not in still
            and not _is_unread(db, card)
        ]
        for card in gone:
            cards.withdraw(db, card)
        return bool(gone)

    def _may_come(self, db: Connection, found: Found, card: Card) -> bool:
        if cards.settled_texts(db, card.older_hash, card.newer_hash) is not None:
            return False
        before = cards.maybe(db, card.id)
        if not may_ask(before, card, found.older.body, found.newer.body):
            return False
        return self._rules_of(db, card).wants(card)

    def _rules_of(self, db: Connection, card: Card) -> Rules:
        return self._rules(notes.get(db, card.newer).workspace)

    def _put(self, db: Connection, card: Card, askable: list[Found]) -> bool:
        related = {one for found in askable for one in found.pair}
        beside = [one for note in related for one in cards.about(db, NoteId(note))]
        waiting = {one.id: one for one in beside if one.state is CardState.OPEN}
        cluster = in_cluster(card, waiting.values(), related)
        if not all(makes_way(other, card) for other in cluster):
            return False
        for other in cluster:
            cards.withdraw(db, other)
        before = cards.maybe(db, card.id)
        wanted = renewed(before, card)
        if before is None or before.state is not CardState.OPEN:
            wanted = held(wanted)
        if wanted == before:
            return False
        cards.put(db, wanted)
        return True


def _is_as_read(db: Connection, read: Note) -> bool:
    """Return whether the text of a note and its date are still those that were judged."""
    if not notes.is_live(db, read.id):
        return False
    present = notes.get(db, read.id)
    return (present.version, present.updated_at) == (read.version, read.updated_at)


_LEAST_REPLACED = 0.2
"""Less likely replacements are not kept."""


def _replacements(db: Connection, found: Sequence[Found]) -> Iterator[Replacement]:
    """Yield which notes no longer hold, as far as can be told."""
    for finding in found:
        likely = finding.verdict.contradiction_score
        if likely >= _LEAST_REPLACED:
            older, newer = (notes.key_of(db, note.id) for note in (finding.older, finding.newer))
            if finding.verdict.newer is Side.OLDER:
                older, newer = newer, older
            yield Replacement(older, newer, likely)


def _is_unread(db: Connection, card: Card) -> bool:
    keys = [notes.key_of(db, note_id) for note_id in card.notes if notes.is_live(db, note_id)]
    return bool(queue.unread(db, keys))


def _asked_with(db: Connection, note: Note) -> list[int]:
    """Return the keys of the notes that an open card names together with this one."""
    beside = {
        other
        for card in cards.about(db, note.id)
        if card.state is CardState.OPEN
        for other in card.notes
        if other != note.id and notes.is_live(db, other)
    }
    return [notes.key_of(db, other) for other in beside]


def _summed(vectors: list[bytes]) -> Floats:
    """Return the sum of a note's vectors, which represents the whole note."""
    summed: Floats = vector(b"".join(vectors)).reshape(len(vectors), -1).sum(axis=0)
    return summed
