"""The exact stored text behind each step of an editor's undo stack."""

from notebrain.domain.textmap import TextMap


class EditHistory:
    """Follows the edits of one open note and its walks through the undo stack.

    The widget's undo brings back characters as shown; what is stored for them comes from the state
    kept here for the same place on the undo stack. States share all they have in common, so that
    one costs a few kilobytes at most.
    """

    def __init__(self, stored: str) -> None:
        self._states: dict[int, TextMap] = {}
        self._current = TextMap.of(stored)
        self._states[0] = self._current

    @property
    def current(self) -> TextMap:
        """The text now."""
        return self._current

    def edit(self, step: int, text: TextMap) -> None:
        """Take an edit that left the undo stack at `step`; what could be redone before is gone."""
        for later in [known for known in self._states if known > step]:
            del self._states[later]
        self._states[step] = self._current = text

    def walk(self, step: int) -> bool:
        """Go where undo or redo led; False when that place was never seen."""
        if step not in self._states:
            return False
        self._current = self._states[step]
        return True
