"""Conversations with the notes: `conversations`."""

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING

from notebrain.cli.command import EXIT_DONE, Handler, add_json
from notebrain.cli.json.conversations import conversation_document, whole_document
from notebrain.cli.terminal import Terminal, local, printable, shortened
from notebrain.domain.i18n import _, ngettext, number as number_text

if TYPE_CHECKING:
    from notebrain.ask.conversations import OpenConversation
    from notebrain.domain.conversations.conversation import Conversation
    from notebrain.domain.search.types import FoundConversation


def _list(args: argparse.Namespace, terminal: Terminal) -> int:
    """List the conversations, the last one first, or those that a query finds."""
    with terminal.services() as services:
        found = services.memory.conversations.listed(" ".join(args.query))
    if args.json:
        terminal.document([conversation_document(one) for one in found])
        return EXIT_DONE
    for one in found:
        terminal.write_line(shortened(line_of(one), terminal.width))
    if not found:
        terminal.write_remark(_("No conversations."))
    return EXIT_DONE


def _show(args: argparse.Namespace, terminal: Terminal) -> int:
    """Show a conversation: what was asked and answered, and what it came to."""
    with terminal.services() as services:
        conversations = services.memory.conversations
        opened = conversations.open(conversations.find(args.conversation))
    if args.json:
        terminal.document(whole_document(opened))
    else:
        _print(opened, terminal)
    return EXIT_DONE


def _rename(args: argparse.Namespace, terminal: Terminal) -> int:
    """Give a conversation another title."""
    with terminal.services() as services:
        conversations = services.memory.conversations
        found = conversations.find(args.conversation)
        conversations.rename(found, " ".join(args.title)).result()
        title = conversations.open(found).conversation.title
    terminal.write_line(printable(title))
    return EXIT_DONE


def _delete(args: argparse.Namespace, terminal: Terminal) -> int:
    """Delete a conversation; it can be restored for 30 days."""
    with terminal.services() as services:
        conversations = services.memory.conversations
        found = conversations.find(args.conversation)
        conversations.delete(found).result()
    text = _("Deleted. To bring it back within 30 days: notebrain conversations restore {id}")
    terminal.write_remark(text.format(id=found))
    return EXIT_DONE


def _restore(args: argparse.Namespace, terminal: Terminal) -> int:
    """Bring a deleted conversation back."""
    with terminal.services() as services:
        conversations = services.memory.conversations
        found = conversations.find(args.conversation, deleted=True)
        conversations.restore(found).result()
    terminal.write_remark(_("Restored."))
    return EXIT_DONE


def line_of(conversation: "Conversation | FoundConversation") -> str:
    """Return the line of a conversation in a list."""
    count = ngettext("{n} question", "{n} questions", conversation.turns)
    count = count.format(n=number_text(conversation.turns))
    parts = [
        conversation.id,
        local(conversation.updated_at),
        printable(conversation.title),
        printable(conversation.outcome) or count,
    ]
    return "  ".join(parts)


def _print(opened: "OpenConversation", terminal: Terminal) -> None:
    terminal.write_line(printable(opened.conversation.title))
    for turn in opened.turns:
        terminal.write_line()
        terminal.write_line(f"? {_one_line(turn.question)}  {local(turn.at)}")
        for sentence in turn.answer.sentences:
            marks = "".join(f"[{number}]" for number in sentence.quotes)
            terminal.write_line(f"  {_one_line(sentence.text)} {marks}".rstrip())
        if turn.answer.reason:
            terminal.write_line(f"  {_one_line(turn.answer.reason)}")
        for source in turn.answer.sources:
            title = _one_line(source.title) or _("(no title)")
            terminal.write_line(f"    [{source.number}] {title}  {source.quote.note_id}")
    episode = opened.episode
    if episode is not None:
        terminal.write_line()
        text = _("Outcome: {outcome}").format(outcome=_one_line(episode.outcome))
        terminal.write_line(text)
        topics = ", ".join(map(printable, episode.topics))
        terminal.write_line(_("Topics: {topics}").format(topics=topics))


def _one_line(text: str) -> str:
    return " ".join(printable(text).split())


def _one(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "conversation",
        metavar="ID",
        help=_("the conversation's id, or a unique beginning or end of it"),
    )


def _one_with_json(parser: argparse.ArgumentParser) -> None:
    _one(parser)
    add_json(parser)


def _list_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "query",
        nargs="*",
        metavar=_("QUERY"),
        help=_("words, or what it was about; without it, all conversations"),
    )
    add_json(parser)


def _rename_arguments(parser: argparse.ArgumentParser) -> None:
    _one(parser)
    parser.add_argument(
        "title", nargs="*", metavar=_("TITLE"), help=_("the title; without it, the first question")
    )


HANDLERS: Mapping[str, Handler] = {
    "conversations list": Handler(
        _list_arguments, _list, summary=lambda: _("List the conversations, the last one first")
    ),
    "conversations show": Handler(
        _one_with_json, _show, summary=lambda: _("Show what was asked and answered")
    ),
    "conversations rename": Handler(
        _rename_arguments, _rename, summary=lambda: _("Give a conversation another title")
    ),
    "conversations delete": Handler(
        _one, _delete, summary=lambda: _("Delete a conversation; it can be restored")
    ),
    "conversations restore": Handler(
        _one, _restore, summary=lambda: _("Bring a deleted conversation back")
    ),
}
