"""Answers as JSON text, as a vault keeps them: nothing of an answer is lost."""

import json
from dataclasses import asdict, fields
from datetime import datetime
from typing import Any, Final

from notebrain.domain.errors import BadText
from notebrain.domain.grounding.answers import Answer, AnswerSentence, Role, Source, Span
from notebrain.domain.grounding.quotes import Quote
from notebrain.domain.i18n import _
from notebrain.domain.notes.note import NoteId
from notebrain.domain.search.types import Why

_WHY: Final = frozenset(field.name for field in fields(Why))


def to_content(answer: Answer) -> str:
    """Return an answer as JSON; `from_content` reads it back."""
    return json.dumps(asdict(answer), ensure_ascii=False, default=_written)


def from_content(content: str) -> Answer:
    """Return the answer that a JSON text describes.

    Raises:
        BadText: The text does not describe an answer.
    """
    try:
        return _answer(json.loads(content))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise BadText(_("This is not an answer.")) from error


def _written(value: object) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(value)


def _answer(found: Any) -> Answer:  # noqa: ANN401 - JSON, checked here
    return Answer(
        str(found["question"]),
        tuple(_sentence(one) for one in found["sentences"]),
        tuple(_source(one) for one in found["sources"]),
        abstained=bool(found["abstained"]),
        reason=_maybe(found["reason"]),
        degraded=_maybe(found["degraded"]),
        model=_maybe(found["model"]),
        neurons=float(found["neurons"]),
    )


def _sentence(found: Any) -> AnswerSentence:  # noqa: ANN401 - JSON, checked here
    return AnswerSentence(
        str(found["text"]),
        _numbers(found["quotes"]),
        bool(found["supported"]),
        _spans(found["bold"]),
        _spans(found["unknown"]),
        _numbers(found["earlier"]),
        _numbers(found["contradicts"]),
        tuple(map(str, found.get("heads", ()))),
        str(found.get("noted", "")),
    )


def _numbers(found: Any) -> tuple[int, ...]:  # noqa: ANN401 - JSON, checked here
    return tuple(int(number) for number in found)


def _spans(found: Any) -> tuple[Span, ...]:  # noqa: ANN401 - JSON, checked here
    return tuple((int(start), int(end)) for start, end in found)


def _source(found: Any) -> Source:  # noqa: ANN401 - JSON, checked here
    quote, why = found["quote"], found["why"]
    at = datetime.fromisoformat(found["updated_at"])
    if at.tzinfo is None:
        raise ValueError(found)
    return Source(
        int(found["number"]),
        Quote(
            NoteId(str(quote["note_id"])),
            int(quote["revision"]),
            int(quote["start"]),
            int(quote["end"]),
            str(quote["text"]),
        ),
        Role(found["role"]),
        str(found["title"]),
        str(found["source"]),
        at,
        float(found["score"]),
        None if why is None else _why(why),
        bool(found["local_only"]),
    )


def _why(found: Any) -> Why:  # noqa: ANN401 - JSON, checked here
    known: dict[str, Any] = {name: value for name, value in found.items() if name in _WHY}
    known["words"] = tuple(known.get("words", ()))
    return Why(**known)


def _maybe(text: object) -> str | None:
    return None if text is None else str(text)
