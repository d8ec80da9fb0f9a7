"""Cards as JSON text, shared with the user's other computers."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from notebrain.domain.errors import BadText
from notebrain.domain.i18n import _
from notebrain.domain.judge.verdict import Evidence, Side, What
from notebrain.domain.notes.note import NoteId
from notebrain.domain.review.cards import Answer, Card, CardId, CardKind, CardState, Theirs


def to_content(card: Card) -> str:
    """Return a card as canonical JSON; `from_content` reads it back."""
    return json.dumps(_document(card), ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def from_content(content: str) -> Card:
    """Return the card that a JSON text describes.

    Raises:
        BadText: The text does not describe a card.
    """
    try:
        return _card(json.loads(content))
    except (ValueError, KeyError, TypeError) as error:
        raise BadText(_("This is not a card.")) from error


def evidence_document(evidence: tuple[Evidence, ...]) -> list[list[object]]:
    """Return evidence as JSON lists of side, start, end, text and kind."""
    return [[part.side, part.start, part.end, part.text, part.what] for part in evidence]


def evidence_of(document: Any) -> tuple[Evidence, ...]:  # noqa: ANN401 - JSON, checked here
    """Return the evidence written by `evidence_document`; unknown kinds from a newer version count as words.

    Raises:
        ValueError, TypeError: The document is not evidence.
    """
    return tuple(
        Evidence(Side(side), int(start), int(end), str(text), _what(what))
        for side, start, end, text, what in document
    )


def theirs_document(theirs: Theirs | None) -> dict[str, object] | None:
    """Return the other text of a conflict as JSON."""
    if theirs is None:
        return None
    here: dict[str, object] = {"here": theirs.here} if theirs.here else {}
    return here | {
        "body": theirs.body,
        "title": theirs.title,
        "base": theirs.base,
        "device": theirs.device,
        "at": _written(theirs.at),
    }


def theirs_of(document: Any) -> Theirs | None:  # noqa: ANN401 - JSON, checked here
    """Return the other text written by `theirs_document`.

    Raises:
        ValueError, KeyError, TypeError: The document is not such a text.
    """
    if document is None:
        return None
    at = _moment(document["at"])
    if at is None:
        raise ValueError(document)
    base = document["base"]
    return Theirs(
        str(document["body"]),
        str(document["title"]),
        None if base is None else str(base),
        str(document["device"]),
        at,
        str(document.get("here", "")),
    )


@dataclass(frozen=True, slots=True)
class _Fields:
    """Reads the fields of a document."""

    found: dict[str, Any]

    def moment(self, name: str) -> datetime | None:
        return _moment(self.found.get(name))

    def text(self, name: str) -> str:
        return str(self.found[name])


def _document(card: Card) -> dict[str, object]:
    # omitted if empty, so that cards already in the account keep the same text
    optional = {"judged_by": card.judged_by, "merge": card.merge}
    judged: dict[str, object] = {name: text for name, text in optional.items() if text}
    return judged | {
        "id": card.id,
        "kind": card.kind,
        "older": card.older,
        "newer": card.newer,
        "older_hash": card.older_hash.hex(),
        "newer_hash": card.newer_hash.hex(),
        "confidence": round(card.confidence, 4),
        "made_at": _written(card.made_at),
        "evidence": evidence_document(card.evidence),
        "proposed": card.proposed,
        "meaning": None if card.meaning is None else round(card.meaning, 4),
        "shared": card.shared,
        "state": card.state,
        "answer": card.answer,
        "answered_at": _written(card.answered_at),
        "later_until": _written(card.later_until),
        "theirs": theirs_document(card.theirs),
    }


def _card(found: Any) -> Card:  # noqa: ANN401 - JSON, checked here
    fields = _Fields(found)
    made_at = fields.moment("made_at")
    if made_at is None:
        raise ValueError(found)
    return Card(
        id=CardId(fields.text("id")),
        kind=CardKind(found["kind"]),
        older=NoteId(fields.text("older")),
        newer=NoteId(fields.text("newer")),
        older_hash=bytes.fromhex(found["older_hash"]),
        newer_hash=bytes.fromhex(found["newer_hash"]),
        confidence=float(found["confidence"]),
        made_at=made_at,
        evidence=evidence_of(found["evidence"]),
        proposed=_answer(found["proposed"]),
        meaning=None if found["meaning"] is None else float(found["meaning"]),
        shared=int(found["shared"]),
        state=CardState(found["state"]),
        answer=_answer(found["answer"]),
        answered_at=fields.moment("answered_at"),
        later_until=fields.moment("later_until"),
        theirs=theirs_of(found["theirs"]),
        judged_by=str(found.get("judged_by", "")),
        merge=str(found.get("merge", "")),
    )


def _answer(name: str | None) -> Answer | None:
    return None if name is None else Answer(name)


def _what(name: str) -> What:
    try:
        return What(name)
    except ValueError:
        return What.WORDS


def _written(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat()


def _moment(written: Any) -> datetime | None:  # noqa: ANN401 - JSON, checked here
    if written is None:
        return None
    at = datetime.fromisoformat(written)
    if at.tzinfo is None:
        raise ValueError(written)
    return at
