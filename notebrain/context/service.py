"""Gathers what a model should know for a question, and puts it together within a number of tokens."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from notebrain.domain.context.assembler import Context, Count, Part, Section, assemble
from notebrain.domain.context.tokens import most_tokens
from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _, ngettext
from notebrain.domain.procedures.matching import AskedWords
from notebrain.domain.procedures.procedures import Procedure, Trigger, TriggerKind
from notebrain.domain.profile.blocks import in_order
from notebrain.domain.search.query import parse
from notebrain.domain.search.sentences import spans_of
from notebrain.domain.search.types import Hit, SearchRequest, SearchResult
from notebrain.storage.connection import Connection
from notebrain.storage.conversations import episodes
from notebrain.storage.procedures import procedures
from notebrain.storage.profile import blocks
from notebrain.storage.search import neighbors
from notebrain.storage.store import Store

DEFAULT_BUDGET = 4_000
"""In tokens."""
DEFAULT_NOTES, MOST_NOTES = 8, 50
EPISODES = 5
LONGEST_QUESTION = 2_000
_PREVIEWED = 100
_READ, _BEFORE = 1_600, 300
"""How much of a note is told, in characters; of a longer one, from this many before the passage found."""

Search = Callable[[SearchRequest], SearchResult]
Finds = Callable[[Connection, str, Sequence[int]], Collection[int]]
"""Returns which of a few notes, by their keys, a query finds."""


@dataclass(frozen=True, slots=True)
class ContextRequest:
    """What a context is for.

    Attributes:
        question: What the user asks the model; operators of the search are honored. If it is empty, no note is told.
        budget: The most tokens of the context.
        notes: The most notes that are told.
        with_local_only: Whether also to tell what must not leave this computer.
        now: The time that ages are counted from; None uses the clock.
        count: Counts tokens by the rules of one model.
    """

    question: str
    budget: int = DEFAULT_BUDGET
    notes: int = DEFAULT_NOTES
    workspace: str | None = None
    with_local_only: bool = False
    now: datetime | None = None
    count: Count = most_tokens


@dataclass(frozen=True, slots=True)
class ContextReply:
    """A context, and what there is to say about it.

    Attributes:
        held_back: How many notes, blocks and episodes are missing because they stay on this computer.
        degraded: Why notes may be missing, as a sentence for the user, or None.
    """

    question: str
    context: Context
    held_back: int = 0
    degraded: str | None = None


@dataclass(frozen=True, slots=True)
class Matched:
    """A procedure that applies, and why, in the user's language."""

    procedure: Procedure
    why: str


@dataclass(slots=True)
class _Gathered:
    parts: list[Part] = field(default_factory=list[Part])
    held_back: int = 0

    def add(self, part: Part, *, held_back: bool) -> None:
        if held_back:
            self.held_back += 1
        else:
            self.parts.append(part)


class ContextService:
    """Makes contexts from one vault, on any thread."""

    def __init__(self, store: Store, search: Search, finds: Finds) -> None:
        self._store = store
        self._search = search
        self._finds = finds

    def context(self, request: ContextRequest) -> ContextReply:
        """Return the context for a question.

        Raises:
            UserError: The question is too long, or the blocks about the user do not fit.
        """
        result = self._found(request)
        gathered = _Gathered()
        with self._store.read(much=True) as db:
            stays = not request.with_local_only
            _add_blocks(db, gathered, stays=stays)
            self._add_notes(db, gathered, result.hits, stays=stays)
            _add_episodes(db, gathered, stays=stays)
            matched = list(self._matched(db, request.question, result.hits))
        gathered.parts += [
            Part(
                Section.PROCEDURES,
                one.procedure.category,
                one.procedure.content,
                one.procedure.id,
                why=one.why,
            )
            for one in matched
        ]
        context = assemble(gathered.parts, request.budget, request.count)
        return ContextReply(request.question, context, gathered.held_back, _degraded(result))

    def matching(self, question: str) -> Sequence[Matched]:
        """Return the procedures that apply to a question, in the order in which they are told."""
        hits = self._found(ContextRequest(question)).hits
        with self._store.read() as db:
            return list(self._matched(db, question, hits))

    def would_match(self, trigger: Trigger, questions: Sequence[str]) -> Sequence[str]:
        """Return what a trigger applies to now: which of these questions have its words, or which notes it finds.

        Notes are given by their titles, and of many only the best are looked at.
        """
        if trigger.kind is TriggerKind.WORDS:
            return [one for one in questions if AskedWords(one).matched(trigger.text) is not None]
        hits = self._search(SearchRequest(trigger.text, limit=_PREVIEWED)).shown
        with self._store.read() as db:
            keys = neighbors.keys_of(db, [hit.note_id for hit in hits])
            found = self._finds(db, trigger.text, [*keys.values()])
        return [hit.title or _("Untitled") for hit in hits if keys.get(hit.note_id) in found]

    def _found(self, request: ContextRequest) -> SearchResult:
        if len(request.question) > LONGEST_QUESTION:
            text = _("A question can have {most} characters; this one has {n}.")
            raise UserError(text.format(most=LONGEST_QUESTION, n=len(request.question)))
        if not request.question.strip():
            return SearchResult(request.question, (), 0, 0)
        limit = max(1, min(MOST_NOTES, request.notes))
        return self._search(
            SearchRequest(
                request.question, limit=limit, workspace=request.workspace, now=request.now
            )
        )

    def _add_notes(
        self, db: Connection, gathered: _Gathered, hits: Sequence[Hit], *, stays: bool
    ) -> None:
        keys = neighbors.keys_of(db, [hit.note_id for hit in hits])
        for hit in hits:
            part = _of_note(db, keys.get(hit.note_id), hit)
            if part is not None:
                gathered.add(part, held_back=stays and part.local_only)

    def _matched(self, db: Connection, question: str, hits: Sequence[Hit]) -> Iterator[Matched]:
        asked = AskedWords(parse(question).text or question)
        keys = neighbors.keys_of(db, [hit.note_id for hit in hits])
        titles = {keys[hit.note_id]: hit.title for hit in hits if hit.note_id in keys}
        for one in procedures.all_procedures(db):
            why = None if one.is_off else self._why(db, asked, titles, one)
            if why is not None:
                yield Matched(one, why)

    def _why(
        self, db: Connection, asked: AskedWords, titles: Mapping[int, str], one: Procedure
    ) -> str | None:
        """Return why a procedure applies, or None if it does not."""
        trigger = one.trigger
        if trigger.kind is TriggerKind.WORDS:
            words = asked.matched(trigger.text)
            return None if words is None else _("the question has “{words}”").format(words=words)
        found = self._finds(db, trigger.text, list(titles)) if titles else ()
        first = next((title for key, title in titles.items() if key in found), None)
        if first is None:
            return None
        text = _("“{search}” finds the note “{title}”")
        return text.format(search=trigger.text, title=first or _("Untitled"))


def _add_blocks(db: Connection, gathered: _Gathered, *, stays: bool) -> None:
    for block in in_order(blocks.all_blocks(db)):
        part = Part(Section.BLOCKS, block.key.value, block.used_text, local_only=block.local_only)
        gathered.add(part, held_back=stays and block.local_only)


def _add_episodes(db: Connection, gathered: _Gathered, *, stays: bool) -> None:
    for episode in episodes.recent(db, limit=EPISODES):
        outcome = f"\n{episode.outcome}" if episode.outcome else ""
        part = Part(
            Section.EPISODES,
            episode.title,
            f"{episode.summary}{outcome}",
            episode.id,
            episode.made_at.date(),
            local_only=episode.stays,
        )
        gathered.add(part, held_back=stays and episode.stays)


def _of_note(db: Connection, key: int | None, hit: Hit) -> Part | None:
    """Return what is told of a note: all of a short one, of a longer one what is around the passage found."""
    note = None if key is None else neighbors.part(db, key, 0, _READ + 1)
    if key is None or note is None:
        return None
    text, (first, last), start = note.text, hit.span, 0
    if len(text) > _READ:
        start = max(0, first - _BEFORE)
        around = neighbors.part(db, key, start, _READ)
        text = "" if around is None else around.text
        cut = 0 if not start else text.find("\n") + 1 or text.find(" ") + 1
        cut = min(cut, first - start)
        text, start = _to_sentence_end(text[cut:], max(0, last - start - cut)), start + cut
    needed = min(len(text), max(0, last - start))
    if hit.file is not None:
        text = f"{text}\n\n{hit.file.name}: {hit.snippet}"
        needed = len(text)
    return Part(
        Section.NOTES,
        note.title,
        text,
        note.note_id,
        note.updated_at.date(),
        needed,
        local_only=note.local_only,
    )


def _to_sentence_end(text: str, least: int) -> str:
    """Return a text without the sentence that was cut off by reading only so much of a note."""
    if len(text) < _READ - _BEFORE:
        return text  # the end of the note
    ends = [end for _start, end in spans_of(text)][:-1]
    end = next((end for end in reversed(ends) if end >= least), len(text))
    return f"{text[:end]} …"


def _degraded(result: SearchResult) -> str | None:
    if result.degraded is not None:
        return result.degraded
    missing = result.indexed_total - result.indexed_done
    if missing <= 0:
        return None
    return ngettext(
        "{n} note can only be found by its words yet.",
        "{n} notes can only be found by their words yet.",
        missing,
    ).format(n=missing)
