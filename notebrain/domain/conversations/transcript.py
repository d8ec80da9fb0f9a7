"""A conversation as a model reads it: numbered messages between lines with a drawn word, as data.

Turns that must not leave this computer are not in it. What a model hands back as JSON is read here, too: it may hold
anything, so every field is checked, and a text is used only if it says nothing that the conversation does not say.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final, cast

from notebrain.domain.conversations.conversation import Turn
from notebrain.domain.grounding.claims import check
from notebrain.domain.grounding.prompt import TOKENS_A_MESSAGE, cut, harmless, visible
from notebrain.domain.ports import Message, Prompt

_ROOM: Final = 12_000
"""The maximum size of all messages, in bytes; the last ones are read if there are more."""
_LONGEST_MESSAGE: Final = 1_500
_FENCED: Final = re.compile(r"\A\s*```(?:json)?\s*\n(.*?)\n?\s*```\s*\Z", re.DOTALL | re.IGNORECASE)
_LONGEST_ANSWER: Final = 60_000
"""In characters; more is no answer of any request."""


def free(turns: Sequence[Turn]) -> Sequence[Turn]:
    """Return the turns that may leave this computer."""
    return [turn for turn in turns if not turn.stays]


def said(turn: Turn) -> str:
    """Return the answer of a turn as one text, without marks; empty if nothing was found."""
    return " ".join(" ".join(one.text.split()) for one in turn.answer.sentences)


def prompt_of(
    rules: str,
    turns: Sequence[Turn],
    schema: Mapping[str, object],
    *,
    most_tokens: int,
    context_tokens: int,
    draw: Callable[[], str],
    after: str = "",
) -> Prompt:
    """Return what to tell a model about a conversation, within its context whatever its tokens are.

    Args:
        rules: What the model is to do; `%s` in it is the word that frames the conversation.
        draw: Returns a random word each time.
        after: What follows the conversation, as data, too.

    Raises:
        ValueError: A turn must not leave this computer.
    """
    if any(turn.stays for turn in turns):
        raise ValueError("this conversation must not leave this computer")
    texts = [part for turn in turns for part in (("user", turn.question), ("answer", said(turn)))]
    lines = [
        f"{who}: {cut(harmless(text).strip(), _LONGEST_MESSAGE)}" for who, text in texts if text
    ]
    beside = harmless(after).strip()
    frame = draw()
    while any(frame in text for text in (*lines, beside)):
        frame = draw()
    told = rules % frame
    room = context_tokens - most_tokens - 3 * TOKENS_A_MESSAGE - 200
    room = min(_ROOM, room - _size(told) - _size(beside))
    kept: list[str] = []
    for line in reversed(lines):
        room -= _size(line) + 1
        if room < 0:
            break
        kept.append(line)
    parts = [f"== {frame} conversation", *reversed(kept), f"== {frame} end"]
    parts += [f"== {frame} known", beside, f"== {frame} end"] if beside else []
    return Prompt((Message("system", told), Message("user", "\n".join(parts))), most_tokens, schema)


def json_in(text: str) -> object:
    """Return the JSON value in a model's answer, which may be fenced; None if it is none."""
    fenced = _FENCED.match(text[:_LONGEST_ANSWER])
    try:
        return cast("object", json.loads(fenced[1] if fenced else text[:_LONGEST_ANSWER]))
    except (ValueError, RecursionError):
        return None


def field_of(found: object, name: str) -> object:
    """Return a field of a JSON object, or None."""
    return cast("Mapping[str, object]", found).get(name) if isinstance(found, dict) else None


def text_in(found: object, name: str, *, most: int) -> str:
    """Return a text of a JSON object on one line, or "" if it is missing, no text, or too long."""
    value = field_of(found, name)
    if not isinstance(value, str) or len(value) > 2 * most:
        return ""
    line = " ".join(visible(value.encode("utf-8", "replace").decode()).split())
    return line if len(line) <= most else ""


def items_in(found: object, name: str) -> Sequence[object]:
    """Return a list of a JSON object, empty if it is missing or none."""
    value = field_of(found, name)
    return cast("list[object]", value) if isinstance(value, list) else ()


def says_more(text: str, turns: Sequence[Turn]) -> bool:
    """Return whether a text states a value, name or denial that the conversation does not have."""
    there = [part for turn in turns for part in (turn.question, said(turn)) if part]
    found = check(text, there)
    return bool(found.values) or found.contradicts


def _size(text: str) -> int:
    return len(text.encode("utf-8", "replace"))
