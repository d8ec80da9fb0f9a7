"""Cards and verdicts as JSON documents; scripts depend on their structure."""

from typing import TYPE_CHECKING, TypedDict

from notebrain.cli.json.notes import WholeNoteDocument, stamp, whole_note_document
from notebrain.domain.judge.verdict import Evidence, Verdict

if TYPE_CHECKING:
    from notebrain.app.notes.card_views import OpenCard
    from notebrain.domain.conversations.learned import Learned


class EvidenceDocument(TypedDict):
    """A span of text that a verdict is based on."""

    side: str
    span: list[int]
    text: str
    what: str


class ScoresDocument(TypedDict):
    """How similar the statements of two texts are, and how strongly they contradict each other, from 0 to 1."""

    duplicate: float
    contradiction: float


class VerdictDocument(TypedDict):
    """How two texts relate to each other."""

    kind: str
    confidence: float
    scores: ScoresDocument
    newer: str
    evidence: list[EvidenceDocument]


def evidence_document(evidence: Evidence) -> EvidenceDocument:
    """Return a piece of evidence for a verdict."""
    return {
        "side": evidence.side.value,
        "span": [evidence.start, evidence.end],
        "text": evidence.text,
        "what": evidence.what.value,
    }


def verdict_document(verdict: Verdict) -> VerdictDocument:
    """Return a verdict for the output of `review judge`."""
    return {
        "kind": verdict.kind.value,
        "confidence": verdict.confidence,
        "scores": {
            "duplicate": verdict.duplicate_score,
            "contradiction": verdict.contradiction_score,
        },
        "newer": verdict.newer.value,
        "evidence": [evidence_document(evidence) for evidence in verdict.evidence],
    }


class MergeDocument(TypedDict):
    """A possible merged text: who wrote it (null for this program), and which values and lines it would lose."""

    text: str
    by: str | None
    vanishing: list[str]
    left_out: list[str]


class LearnedDocument(TypedDict):
    """What a card wants to remember of a conversation: a memory, a procedure or a line of a block."""

    conversation_id: str
    what: str
    text: str
    quote: str
    own_words: bool
    category: str
    importance: int
    trigger: str | None
    block: str | None
    differs_from: str | None


class CardDocument(TypedDict):
    """A card in the output of `review list`."""

    card_id: str
    kind: str
    older: WholeNoteDocument
    newer: WholeNoteDocument
    older_computer: str | None
    newer_computer: str | None
    confidence: float
    proposed: str | None
    answers: list[str]
    evidence: list[EvidenceDocument]
    merge: str | None
    merges: list[MergeDocument]
    state: str
    answer: str | None
    judged_by: str | None
    made_at: str
    learned: LearnedDocument | None


def card_document(asked: "OpenCard") -> CardDocument:
    """Return a card; in a conflict, one side is the note with the other computer's text."""
    card = asked.card
    older, newer = whole_note_document(asked.older), whole_note_document(asked.newer)
    if card.theirs is not None:
        other = older if asked.note_is_newer else newer
        other["title"], other["body"] = card.theirs.title, card.theirs.body
        other["updated_at"] = stamp(card.theirs.at)
    by_note, by_other = asked.computer_in_note or None, asked.other_computer or None
    by = (by_other, by_note) if asked.note_is_newer else (by_note, by_other)
    merges: list[MergeDocument] = [
        {
            "text": merge.text,
            "by": merge.by or None,
            "vanishing": asked.vanishing(merge.text),
            "left_out": list(asked.lost_lines(merge.text)),
        }
        for merge in asked.merges
    ]
    return {
        "card_id": card.id,
        "kind": card.kind.value,
        "older": older,
        "newer": newer,
        "older_computer": by[0],
        "newer_computer": by[1],
        "confidence": round(card.confidence, 4),
        "proposed": None if card.proposed is None else card.proposed.value,
        "answers": [answer.value for answer in (*card.offer.answers, *card.offer.more)],
        "evidence": [evidence_document(evidence) for evidence in card.evidence],
        "merge": next((merge["text"] for merge in merges), None),
        "merges": merges,
        "state": card.state.value,
        "answer": None if card.answer is None else card.answer.value,
        "judged_by": card.judged_by or None,
        "made_at": stamp(card.made_at),
        "learned": None if asked.learned is None else _learned(asked.learned),
    }


def _learned(learned: "Learned") -> LearnedDocument:
    candidate = learned.candidate
    return {
        "conversation_id": learned.conversation,
        "what": candidate.what.value,
        "text": candidate.text,
        "quote": candidate.quote,
        "own_words": candidate.own,
        "category": candidate.category.value,
        "importance": candidate.importance,
        "trigger": candidate.trigger or None,
        "block": candidate.block or None,
        "differs_from": learned.note,
    }
