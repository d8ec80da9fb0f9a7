"""Conversations as JSON documents; scripts depend on their structure. Apart because lists of them need no answers."""

from typing import TYPE_CHECKING, TypedDict

from notebrain.cli.json.ask import AnswerDocument, answer_document
from notebrain.cli.json.notes import stamp
from notebrain.domain.conversations.conversation import Conversation, Episode

if TYPE_CHECKING:
    from notebrain.ask.conversations import OpenConversation


class ConversationDocument(TypedDict):
    """A conversation in the output of `conversations list`; `outcome` is null until it has ended."""

    conversation_id: str
    title: str
    questions: int
    created_at: str
    updated_at: str
    outcome: str | None


class EpisodeDocument(TypedDict):
    """What a conversation came to; `made_by` is null if it consists of the conversation's own sentences."""

    summary: str
    topics: list[str]
    outcome: str
    messages: int
    made_by: str | None
    made_at: str
    local_only: bool


class TurnDocument(TypedDict):
    """A question with its answer; `local_only` says that it must not leave this computer."""

    asked_at: str
    local_only: bool
    answer: AnswerDocument


class WholeConversationDocument(ConversationDocument):
    """A conversation in the output of `conversations show`."""

    episode: EpisodeDocument | None
    turns: list[TurnDocument]


def conversation_document(conversation: Conversation) -> ConversationDocument:
    """Return a conversation as in a list."""
    return {
        "conversation_id": conversation.id,
        "title": conversation.title,
        "questions": conversation.turns,
        "created_at": stamp(conversation.created_at),
        "updated_at": stamp(conversation.updated_at),
        "outcome": conversation.outcome or None,
    }


def whole_document(opened: "OpenConversation") -> WholeConversationDocument:
    """Return a conversation with its questions and answers."""
    return {
        **conversation_document(opened.conversation),
        "episode": None if opened.episode is None else _episode(opened.episode),
        "turns": [
            {
                "asked_at": stamp(turn.at),
                "local_only": turn.stays,
                "answer": answer_document(turn.answer),
            }
            for turn in opened.turns
        ],
    }


def _episode(episode: Episode) -> EpisodeDocument:
    return {
        "summary": episode.summary,
        "topics": list(episode.topics),
        "outcome": episode.outcome,
        "messages": episode.messages,
        "made_by": episode.made_by or None,
        "made_at": stamp(episode.made_at),
        "local_only": episode.stays,
    }
