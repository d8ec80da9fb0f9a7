"""`notebrain capture --window` and `notebrain search --window`, for shortcuts set up in the desktop's settings."""

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from notebrain.app.core.instance import LONGEST_TEXT, MessageKind, refusal, send_message
from notebrain.app.core.paths import data_folder, socket_path
from notebrain.domain.i18n import _

_WORDS = {"capture": MessageKind.CAPTURE, "search": MessageKind.QUICK_SEARCH}
_TOKENS = ("XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID")


@dataclass(frozen=True, slots=True)
class WindowRequest:
    """Which small window to show, for which vault, and its initial text."""

    folder: Path
    text: str = ""
    word: MessageKind = MessageKind.CAPTURE


def asked(arguments: Sequence[str]) -> WindowRequest | None:
    """Parse the arguments; return None if they say anything else, or contain too much or no text for a window."""
    parser = argparse.ArgumentParser(add_help=False, exit_on_error=False)
    parser.add_argument("--data-dir", type=Path)
    parser.add_argument("command", choices=[*_WORDS])
    parser.add_argument("--window", action="store_true", required=True)
    parser.add_argument("text", nargs="?", default="")
    try:
        given, rest = parser.parse_known_intermixed_args(arguments)
    except (argparse.ArgumentError, SystemExit):  # exits on some errors here
        return None
    if rest or given.text == "-" or len(given.text) > LONGEST_TEXT or not _is_text(given.text):
        return None
    return WindowRequest(data_folder(given.data_dir), given.text, _WORDS[given.command])


def _is_text(given: str) -> bool:
    """Return whether an argument is text; bytes that are not text arrive as unpaired surrogates."""
    try:
        given.encode()
    except UnicodeEncodeError:
        return False
    return True


def ask_running(request: WindowRequest) -> bool:
    """Ask the window that has the vault open; return whether it complies, with the text on disk."""
    address = socket_path(request.folder)
    why = refusal(address)
    if why is not None:
        note = _("NoteBrain opens the small window separately.")
        print(why, note, file=sys.stderr)
        return False
    token = next((os.environ[name] for name in _TOKENS if os.environ.get(name)), "")
    return send_message(address, request.word, text=request.text, token=token)
