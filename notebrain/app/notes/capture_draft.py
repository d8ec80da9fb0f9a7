"""The unfinished text of the capture window, saved in the vault so that neither Esc nor a crash loses a word.

Apart because only the window has such a text: commands do not load this.
"""

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from notebrain.app.settings.remembered import CAPTURE_DRAFT
from notebrain.app.settings.setting import Settings
from notebrain.domain.notes.note import DEFAULT_WORKSPACE

if TYPE_CHECKING:
    from concurrent.futures import Future


@dataclass(frozen=True, slots=True)
class CaptureDraft:
    """Text that is not a note yet.

    Attributes:
        workspace: Where the note will be filed; also used for the next note.
    """

    text: str = ""
    workspace: str = DEFAULT_WORKSPACE

    def to_text(self) -> str:
        """Return the draft as text for the vault."""
        return json.dumps({"text": self.text, "workspace": self.workspace}, ensure_ascii=False)

    @classmethod
    def from_text(cls, stored: str) -> "CaptureDraft":
        """Return the saved draft, or an empty one if it cannot be read."""
        try:
            parts: object = json.loads(stored) if stored else None
        except ValueError:
            return cls()
        if not isinstance(parts, dict):
            return cls()
        values = cast("dict[str, object]", parts)
        text, workspace = values.get("text"), values.get("workspace")
        return cls(
            text if isinstance(text, str) else "",
            workspace if isinstance(workspace, str) and workspace else DEFAULT_WORKSPACE,
        )


class CaptureDrafts:
    """Saves the one draft of a vault."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def get(self) -> CaptureDraft:
        """Return the draft saved last."""
        return CaptureDraft.from_text(self._settings.get(CAPTURE_DRAFT))

    def save(self, draft: CaptureDraft) -> "Future[None]":
        """Replace the saved draft; the future is done once it is on disk."""
        return self._settings.put_silently(CAPTURE_DRAFT, draft.to_text())
