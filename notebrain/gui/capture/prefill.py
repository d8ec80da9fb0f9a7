"""What the user wants the capture window to begin with: what is selected, or what was copied."""

from PySide6.QtGui import QClipboard, QGuiApplication

from notebrain.app.settings.store import Settings
from notebrain.app.settings.table import CAPTURE_PREFILL
from notebrain.gui.capture.text import LONGEST_PASTE


def prefill(settings: Settings) -> str:
    """Return the text, or nothing where there is none, where it is too long, or where the user wants none."""
    wanted = str(settings.get(CAPTURE_PREFILL))
    if wanted == "nothing":
        return ""
    clipboard = QGuiApplication.clipboard()
    mode = QClipboard.Mode.Clipboard if wanted == "clipboard" else QClipboard.Mode.Selection
    if mode is QClipboard.Mode.Selection and not clipboard.supportsSelection():
        return ""
    text = clipboard.text(mode)
    return text if len(text) <= LONGEST_PASTE else ""
