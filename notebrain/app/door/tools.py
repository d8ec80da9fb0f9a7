"""The functions that other programs are offered: names, descriptions and arguments.

Their texts are English, since models read them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from notebrain.app.door.arguments import Argument, schema_of
from notebrain.app.door.replies import DEFAULT_BUDGET, FRAME_RULE, LEAST_BUDGET, MOST_BUDGET
from notebrain.domain.notes.note import Category
from notebrain.domain.programs.program import ProgramVerb


@dataclass(frozen=True, slots=True)
class Tool:
    """One function.

    Attributes:
        description: What it does, in fewer than 300 characters.
        writes: What it does to notes, or None if it only reads.
        is_repeatable: Whether calling it once more does nothing more.
        is_listed: Whether MCP offers it, where each tool costs every conversation some hundred tokens; HTTP has all.
    """

    name: str
    title: str
    description: str
    arguments: Sequence[Argument]
    writes: ProgramVerb | None = None
    is_repeatable: bool = True
    is_listed: bool = True

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of its arguments."""
        return schema_of(self.arguments)

    @property
    def destroys(self) -> bool:
        """Whether it replaces or removes something that was there."""
        return self.writes in {ProgramVerb.UPDATE, ProgramVerb.FORGET}


_LONGEST_TEXT: Final = 10_000_000
_BUDGET = Argument(
    "budget",
    "integer",
    "The most tokens of the answer.",
    least=LEAST_BUDGET,
    most=MOST_BUDGET,
    default=DEFAULT_BUDGET,
)
_CURSOR = Argument("cursor", "string", "`next` of an earlier answer, for what follows it.")
_WORKSPACE = Argument("workspace", "string", "Only notes of this workspace.")
_NOTE = Argument("note", "string", "The note_id of an earlier answer.", is_needed=True)
_VERSION = Argument(
    "version", "integer", "The version at which you read the note, from show.", is_needed=True
)


def _limit(default: int, most: int) -> Argument:
    return Argument("limit", "integer", "The most items.", least=1, most=most, default=default)


def _text(help_: str) -> Argument:
    return Argument("text", "string", help_, is_needed=True, most=_LONGEST_TEXT)


_READING = (
    Tool(
        "recall",
        "Find notes",
        f"Find notes by words and by meaning, best first, each with a quote and its place. {FRAME_RULE}",
        (
            Argument(
                "query",
                "string",
                "Words or a question; may have tag:x, in:Workspace, before:2026-01-01, after:2025.",
                is_needed=True,
            ),
            _WORKSPACE,
            _limit(8, 50),
            _CURSOR,
            _BUDGET,
        ),
    ),
    Tool(
        "context",
        "What to know for a question",
        f"Return what the user told about themselves, and the notes that matter for a question. {FRAME_RULE}",
        (
            Argument("question", "string", "What you want to answer.", is_needed=True),
            _WORKSPACE,
            Argument("notes", "integer", "The most notes.", least=1, most=50, default=8),
            _BUDGET,
        ),
    ),
    Tool(
        "show",
        "Read a note",
        f"Return a note with its version and text, or a part or an earlier text of it. {FRAME_RULE}",
        (
            Argument("note", "string", "A note_id, or an exact title.", is_needed=True),
            Argument("start", "integer", "The first character.", default=0),
            Argument("end", "integer", "The character after the last one."),
            Argument("earlier", "integer", "The number of an earlier text, from history.", least=1),
            _CURSOR,
            _BUDGET,
        ),
    ),
    Tool(
        "list",
        "List notes",
        f"List notes, last changed first, or those in the trash. {FRAME_RULE}",
        (
            _WORKSPACE,
            Argument("tag", "string", "Only notes with this tag or one below it."),
            Argument(
                "category",
                "string",
                "Only notes of this category.",
                choices=tuple(one.value for one in Category),
            ),
            Argument("pinned", "boolean", "Only pinned notes, or only others."),
            Argument("after", "string", "Only notes changed then or later, ISO 8601."),
            Argument("before", "string", "Only notes changed before, ISO 8601."),
            Argument("trashed", "boolean", "The notes in the trash.", default=False),
            _limit(20, 100),
            _CURSOR,
            _BUDGET,
        ),
    ),
    Tool(
        "links",
        "Links of a note",
        f"Return which notes a note links to, and which link to it. {FRAME_RULE}",
        (_NOTE, _limit(20, 100), _CURSOR, _BUDGET),
    ),
    Tool(
        "history",
        "Earlier texts of a note",
        f"List the earlier texts of a note, newest first; show returns one of them. {FRAME_RULE}",
        (_NOTE, _limit(20, 100), _CURSOR, _BUDGET),
    ),
    Tool(
        "status",
        "What you may do",
        f"Return what is here, what you may do and still write, and what you wrote last. {FRAME_RULE}",
        (_limit(5, 50), _BUDGET),
    ),
)
_UNLISTED = (
    Tool(
        "ask",
        "Answer a question",
        f"Answer a question with sentences of the notes, word for word, each with its place. {FRAME_RULE}",
        (
            Argument("question", "string", "What the user wants to know.", is_needed=True),
            _WORKSPACE,
            Argument("tag", "string", "Only notes with this tag or one below it."),
            Argument(
                "model",
                "boolean",
                "Let a model in the user's account answer, if they allow that.",
                default=False,
            ),
            _BUDGET,
        ),
        is_listed=False,
    ),
    Tool(
        "tags",
        "List tags",
        f"List the tags of the notes. {FRAME_RULE}",
        (_WORKSPACE, _limit(100, 500), _CURSOR, _BUDGET),
        is_listed=False,
    ),
    Tool(
        "workspaces",
        "List workspaces",
        f"List the workspaces. {FRAME_RULE}",
        (_limit(100, 500), _CURSOR, _BUDGET),
        is_listed=False,
    ),
    Tool(
        "review",
        "Open review cards",
        f"List what NoteBrain noticed about notes, or show one card; only the user answers them. {FRAME_RULE}",
        (Argument("card", "string", "The card to show."), _limit(20, 100), _CURSOR, _BUDGET),
        is_listed=False,
    ),
    Tool(
        "episodes",
        "Earlier conversations",
        f"List what the last conversations with the notes came to. {FRAME_RULE}",
        (_limit(5, 50), _CURSOR, _BUDGET),
        is_listed=False,
    ),
)
_WRITING = (
    Tool(
        "capture",
        "Save a note",
        "Save a new note; the user sees that it is from you and can take it back.",
        (
            _text("The note, in Markdown."),
            Argument("title", "string", "Its title; otherwise the first line is.", most=500),
            Argument("tags", "strings", "Tags, such as garden or home/garden."),
            Argument("workspace", "string", "A workspace that exists."),
            Argument(
                "category",
                "string",
                "What it records.",
                choices=tuple(one.value for one in Category),
                default=Category.GENERAL.value,
            ),
        ),
        writes=ProgramVerb.CAPTURE,
        is_repeatable=False,
    ),
    Tool(
        "append",
        "Add to a note",
        "Add a dated update at the end of a note. Refused if the note was changed since you read it.",
        (_NOTE, _VERSION, _text("What to add, in Markdown.")),
        writes=ProgramVerb.APPEND,
        is_repeatable=False,
    ),
    Tool(
        "update",
        "Change a note",
        "Replace one passage of a note, given in `old`, by `text`; without `old`, all of its text. The text from "
        "before stays in the history. Refused if the note was changed since you read it.",
        (
            _NOTE,
            _VERSION,
            _text("The new text."),
            Argument("old", "string", "The passage, exactly, once.", most=_LONGEST_TEXT),
        ),
        writes=ProgramVerb.UPDATE,
    ),
    Tool(
        "forget",
        "Move a note to the trash",
        "Move one note to the trash, from which the user or restore brings it back. Only on request of the user.",
        (_NOTE, _VERSION),
        writes=ProgramVerb.FORGET,
    ),
    Tool(
        "restore",
        "Restore a note",
        "Restore a note from the trash.",
        (_NOTE, _VERSION),
        writes=ProgramVerb.RESTORE,
    ),
)

TOOLS: Final[Mapping[str, Tool]] = {tool.name: tool for tool in (*_READING, *_UNLISTED, *_WRITING)}
