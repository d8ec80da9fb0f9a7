"""How two texts stand to each other, as a JSON document; others rely on its shape."""

from typing import TypedDict

from notebrain.domain.judge.verdict import Evidence, Verdict


class EvidenceDocument(TypedDict):
    """A stretch of a text that a verdict rests on."""

    side: str
    span: list[int]
    text: str
    what: str


class ScoresDocument(TypedDict):
    """How much two texts say the same, and how much they cannot both be true, 0 to 1."""

    duplicate: float
    contradiction: float


class VerdictDocument(TypedDict):
    """How two texts stand to each other."""

    kind: str
    confidence: float
    scores: ScoresDocument
    newer: str
    evidence: list[EvidenceDocument]


def evidence_document(evidence: Evidence) -> EvidenceDocument:
    """Return what a verdict rests on."""
    return {
        "side": evidence.side.value,
        "span": [evidence.start, evidence.end],
        "text": evidence.text,
        "what": evidence.what.value,
    }


def verdict_document(verdict: Verdict) -> VerdictDocument:
    """Return a verdict as `review judge` gives it."""
    return {
        "kind": verdict.kind.value,
        "confidence": verdict.confidence,
        "scores": {
            "duplicate": verdict.duplicate_score,
            "contradiction": verdict.contradiction_score,
        },
        "newer": verdict.newer.value,
        "evidence": [evidence_document(one) for one in verdict.evidence],
    }
