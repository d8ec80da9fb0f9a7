"""A context and procedures as JSON documents; scripts depend on their structure."""

from typing import TypedDict

from notebrain.cli.json.notes import stamp
from notebrain.context.service import ContextReply, Matched
from notebrain.domain.context.assembler import Cut, Part, Used
from notebrain.domain.procedures.procedures import Procedure


class PartDocument(TypedDict):
    """A part of a context, or what is missing of one."""

    section: str
    id: str | None
    name: str
    tokens: int
    characters: int
    why: str | None
    local_only: bool


class CutDocument(PartDocument):
    """What is missing of a part; `whole` if nothing of it is there."""

    whole: bool


class ContextDocument(TypedDict):
    """What to tell a model; `tokens` are at most as many as the `budget`."""

    question: str
    text: str
    tokens: int
    budget: int
    parts: list[PartDocument]
    cut: list[CutDocument]
    held_back: int
    degraded: str | None


class ProcedureDocument(TypedDict):
    """A procedure; `trigger_kind` is `words` or `search`, `source` is `manual` or `extracted`."""

    procedure_id: str
    content: str
    category: str
    trigger_kind: str
    trigger: str
    source: str
    off: bool
    created_at: str
    updated_at: str


class MatchedDocument(ProcedureDocument):
    """A procedure that applies to a question, and why."""

    why: str


def context_document(reply: ContextReply) -> ContextDocument:
    """Return a context."""
    context = reply.context
    return {
        "question": reply.question,
        "text": context.text,
        "tokens": context.tokens,
        "budget": context.budget,
        "parts": [_part(one.part, one) for one in context.used],
        "cut": [{**_part(one.part, one), "whole": one.whole} for one in context.cut],
        "held_back": reply.held_back,
        "degraded": reply.degraded,
    }


def procedure_document(one: Procedure) -> ProcedureDocument:
    """Return a procedure."""
    return {
        "procedure_id": one.id,
        "content": one.content,
        "category": one.category,
        "trigger_kind": one.trigger.kind.value,
        "trigger": one.trigger.text,
        "source": one.source.value,
        "off": one.is_off,
        "created_at": stamp(one.created_at),
        "updated_at": stamp(one.updated_at),
    }


def matched_document(one: Matched) -> MatchedDocument:
    """Return a procedure that applies."""
    return {**procedure_document(one.procedure), "why": one.why}


def _part(part: Part, amount: Used | Cut) -> PartDocument:
    return {
        "section": part.section.value,
        "id": part.id or None,
        "name": part.name,
        "tokens": amount.tokens,
        "characters": amount.characters,
        "why": part.why or None,
        "local_only": part.local_only,
    }
