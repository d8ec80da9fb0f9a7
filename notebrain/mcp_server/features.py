"""What an MCP client sees of the door: tools, resources and prompts in the words of the protocol."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

from notebrain.app.door.door import Door
from notebrain.app.door.replies import FRAME_RULE, Reply, refusal
from notebrain.app.door.resources import RESOURCES, TEMPLATES
from notebrain.app.door.tools import TOOLS, Tool
from notebrain.domain.errors import NoteBrainError
from notebrain.mcp_server.protocol import INVALID_PARAMS, RESOURCE_NOT_FOUND, Json, RpcError

INSTRUCTIONS: Final = (
    "NoteBrain holds the user's own notes. Look with recall before you answer about the user's life or work, and name "
    f"the notes you used by title and address. Write only when the user asks for it. {FRAME_RULE}"
)


@dataclass(frozen=True, slots=True)
class Prompt:
    """A request that a user can choose in their client.

    Attributes:
        argument: The name of its one argument.
        about: What the argument is.
        text: What the model is asked, with the argument as `{given}`.
    """

    name: str
    title: str
    argument: str
    about: str
    text: str


_PROMPTS: Final = (
    Prompt(
        "what_do_my_notes_say",
        "What do my notes say about …?",
        "topic",
        "What you want to know.",
        "What do my notes say about this: {given}\n\nLook with recall, read with show what matters, and answer only "
        "from the notes. Name each note you used by its title and address, and say so if they do not tell.",
    ),
    Prompt(
        "put_into_my_notes",
        "Put this into my notes",
        "text",
        "What to keep.",
        "Put this into my notes: {given}\n\nLook with recall first. If a note is about it already, add to that one "
        "with append; otherwise save a new one with capture. Tell which note it is, with its address.",
    ),
)


class Features:
    """The tools, resources and prompts of one vault.

    Args:
        door: Returns the door, and opens the vault for it when called first; raises `NoteBrainError` if it cannot.
    """

    def __init__(self, door: Callable[[], Door]) -> None:
        self._door = door

    def tools(self, program: str) -> Json:
        """Return the list of tools that a program may use; those that read if the vault cannot be opened now."""
        try:
            offered: Sequence[Tool] = self._door().offered(program)
        except NoteBrainError:
            offered = [tool for tool in TOOLS.values() if tool.is_listed and tool.writes is None]
        return {"tools": [_tool(tool) for tool in offered]}

    def call(self, program: str, name: str, arguments: object) -> Json:
        """Run a tool.

        Raises:
            RpcError: There is no such tool, or its arguments are no object.
        """
        if name not in TOOLS or not TOOLS[name].is_listed:
            raise RpcError(INVALID_PARAMS, f"Unknown tool: {name[:60]}")
        if not isinstance(arguments, dict | None):
            raise RpcError(INVALID_PARAMS, "“arguments” is no object")
        given = cast("dict[str, object]", arguments or {})
        reply = self._asked(lambda door: door.call(program, name, given))
        return {"content": [{"type": "text", "text": reply.text}], "isError": reply.is_error}

    def resources(self) -> Json:
        """Return the list of resources that always exist."""
        listed = [
            {"uri": uri, "name": name, "description": about, "mimeType": "text/plain"}
            for uri, (name, about) in RESOURCES.items()
        ]
        return {"resources": listed}

    def templates(self) -> Json:
        """Return the list of resources that have a name in them."""
        listed = [
            {"uriTemplate": uri, "name": name, "description": about, "mimeType": "text/plain"}
            for uri, (name, about) in TEMPLATES.items()
        ]
        return {"resourceTemplates": listed}

    def read(self, program: str, uri: str) -> Json:
        """Return a resource.

        Raises:
            RpcError: There is none of this address, or it may not be read.
        """
        reply = self._asked(lambda door: door.read(program, uri))
        if reply.is_error:
            message = str(reply.document.get("message", ""))
            raise RpcError(RESOURCE_NOT_FOUND, message, {"uri": uri[:200], **reply.document})
        return {"contents": [{"uri": uri, "mimeType": "text/plain", "text": reply.text}]}

    def mark_of(self, program: str, uri: str) -> str:
        """Return what changes whenever a resource does; empty while it cannot be read."""
        try:
            return self._door().mark_of(program, uri)
        except NoteBrainError:
            return ""

    def prompts(self) -> Json:
        """Return the list of prompts."""
        return {
            "prompts": [
                {
                    "name": one.name,
                    "title": one.title,
                    "description": one.title,
                    "arguments": [
                        {"name": one.argument, "description": one.about, "required": True}
                    ],
                }
                for one in _PROMPTS
            ]
        }

    def prompt(self, name: str, arguments: object) -> Json:
        """Return what a prompt asks.

        Raises:
            RpcError: There is no such prompt, or its argument is missing.
        """
        one = next((one for one in _PROMPTS if one.name == name), None)
        if one is None:
            raise RpcError(INVALID_PARAMS, f"Unknown prompt: {name[:60]}")
        given: object = None
        if isinstance(arguments, dict):
            given = cast("Mapping[str, object]", arguments).get(one.argument)
        if not isinstance(given, str) or not given.strip():
            raise RpcError(INVALID_PARAMS, f"“{one.argument}” is missing")
        text = one.text.replace("{given}", given)
        message: Json = {"role": "user", "content": {"type": "text", "text": text}}
        return {"description": one.title, "messages": [message]}

    def _asked(self, ask: Callable[[Door], Reply]) -> Reply:
        """Return what the door says, or why it cannot be opened."""
        try:
            return ask(self._door())
        except NoteBrainError as error:
            return refusal("unavailable", str(error))


def _tool(tool: Tool) -> Json:
    hints: Json = {"title": tool.title, "readOnlyHint": tool.writes is None, "openWorldHint": False}
    if tool.writes is not None:
        hints |= {"destructiveHint": tool.destroys, "idempotentHint": tool.is_repeatable}
    return {
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "inputSchema": tool.schema,
        "annotations": hints,
    }
