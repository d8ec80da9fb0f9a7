"""Assistants and editors that speak MCP: where each is configured, and the lines that make NoteBrain known to it."""

import json
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

SERVER: Final = "notebrain"
"""What the server is called in the configuration of a client."""


@dataclass(frozen=True, slots=True)
class Client:
    """A program that speaks MCP.

    Attributes:
        title: Its name, which also names it in the list of programs that asked.
        section: What servers are listed under in its configuration; empty if a command adds them.
        paths: Where its configuration is, by `sys.platform`; with `{home}`, the user's folder, and `{config}`.
        extra: What an entry needs besides command and arguments.
    """

    title: str
    section: str
    paths: Mapping[str, str]
    extra: Mapping[str, str]

    def entry(self, command: Sequence[str]) -> dict[str, object]:
        """Return what its configuration says about a server that this command starts."""
        return {**self.extra, "command": command[0], "args": list(command[1:])}

    def lines(self, command: Sequence[str], *, windows: bool = False) -> str:
        """Return what the user pastes: a part of the configuration, or a command for a terminal."""
        if self.section:
            return written({self.section: {SERVER: self.entry(command)}})
        words = ["claude", "mcp", "add", "--scope", "user", SERVER, "--", *command]
        return " ".join(
            _quoted_on_windows(word) if windows else shlex.quote(word) for word in words
        )


def written(value: object, step: str = "  ", depth: int = 0) -> str:
    """Return a value as JSON: the members of an object on lines of their own, lists on one line."""
    if not isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    members = cast("dict[str, object]", value).items()
    lines = [
        f"{step * (depth + 1)}{json.dumps(name, ensure_ascii=False)}: {written(one, step, depth + 1)}"
        for name, one in members
    ]
    return "\n".join(["{", ",\n".join(lines), f"{step * depth}}}"])


def _quoted_on_windows(word: str) -> str:
    return f'"{word}"' if not word or " " in word else word


def _everywhere(path: str) -> dict[str, str]:
    return dict.fromkeys(("linux", "darwin", "win32"), path)


CLIENTS: Final[Sequence[Client]] = (
    Client(
        "Claude Desktop",
        "mcpServers",
        _everywhere("{config}/Claude/claude_desktop_config.json"),
        {},
    ),
    Client("Claude Code", "", {}, {}),
    Client("Cursor", "mcpServers", _everywhere("{home}/.cursor/mcp.json"), {}),
    Client("VS Code", "servers", _everywhere("{config}/Code/User/mcp.json"), {"type": "stdio"}),
    Client(
        "Zed",
        "context_servers",
        {
            **_everywhere("{home}/.config/zed/settings.json"),
            "win32": "{config}/Zed/settings.json",
        },
        {"source": "custom"},
    ),
    Client("LM Studio", "mcpServers", _everywhere("{home}/.lmstudio/mcp.json"), {}),
)
