r"""The procedures as one Markdown file, which people can read, and the way back.

Each procedure stands between two comments, which no Markdown viewer shows; the first has what the text does not say.
"""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _
from notebrain.domain.procedures.procedures import (
    DEFAULT_CATEGORY,
    Procedure,
    ProcedureDraft,
    Source,
    Trigger,
    TriggerKind,
    checked,
)

_MARK: Final = "<!-- notebrain-procedures 1 -->"
_END: Final = "<!-- end of procedure -->"
_ONE: Final = re.compile(
    rf"^<!-- procedure (?P<facts>\{{[^\n]*\}}) -->\n(?P<text>.*?)\n^{_END}$",
    re.DOTALL | re.MULTILINE,
)
# A line of a text that would end it gets a backslash, and one that has backslashes before such a mark gets one more.
_LOOKS_LIKE_END: Final = re.compile(rf"^(?=\\*{_END})", re.MULTILINE)
_ESCAPED: Final = re.compile(rf"^\\(?=\\*{_END})", re.MULTILINE)
_SEARCHED: Final = 1_000


@dataclass(frozen=True, slots=True)
class FiledProcedure:
    """A procedure as a file has it."""

    draft: ProcedureDraft
    source: Source


def to_markdown(procedures: Iterable[Procedure]) -> str:
    """Return a file with these procedures."""
    parts = [f"# {_('Procedures')}\n\n{_MARK}\n"]
    for one in procedures:
        facts = {
            one.trigger.kind.value: one.trigger.text,
            "category": one.category,
            "source": one.source.value,
            **({"off": True} if one.is_off else {}),
        }
        # no comment may end inside of it
        head = json.dumps(facts, ensure_ascii=False).replace(">", r"\u003e")
        text = _LOOKS_LIKE_END.sub(r"\\", one.content)
        parts.append(f"\n<!-- procedure {head} -->\n{text}\n{_END}\n")
    return "".join(parts)


def is_procedures(text: str) -> bool:
    """Return whether a Markdown file has procedures rather than a note."""
    return f"\n{_MARK}" in text[:_SEARCHED].replace("\r\n", "\n")


def from_markdown(text: str) -> Sequence[FiledProcedure]:
    """Return the procedures in a file, in its order; what is not one is left out."""
    if f"{_MARK}\r\n" in text:  # another program wrote the file anew, with its own line ends
        text = text.replace("\r\n", "\n")
    found = [_filed(one["facts"], _ESCAPED.sub("", one["text"])) for one in _ONE.finditer(text)]
    return [one for one in found if one is not None]


def _filed(head: str, content: str) -> FiledProcedure | None:
    try:
        facts: Any = json.loads(head)
        kind = next(kind for kind in TriggerKind if kind.value in facts)
        trigger = Trigger(kind, str(facts[kind.value]))
        category = str(facts.get("category", DEFAULT_CATEGORY))
        draft = checked(ProcedureDraft(content, trigger, category, bool(facts.get("off"))))
        return FiledProcedure(draft, Source(facts.get("source", Source.MANUAL)))
    except (ValueError, TypeError, AttributeError, StopIteration, UserError):
        return None
