"""The text of a note: live, as Markdown, and for reading."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from notebrain.app.settings.table import TEXT_MODE
from notebrain.domain.notes.draft import Draft
from notebrain.gui.editor.live_view import TextMode
from notebrain.storage.notes import notes
from screenshots.shot import Shot, settle

if TYPE_CHECKING:
    from notebrain.gui.app.features import AppWindow

_NOTE = (
    "# Seed order for spring\n"
    "\n"
    "Order *before* **15 January**, see [the "
    "catalog](https://example.org/seeds?year=2027) and [[Greenhouse heater settings|the "
    "heater]]; ~~peas~~ are left over. #garden\n"
    "\n"
    "## To do\n"
    "\n"
    "- [x] Count what is left in the `tin`, with the labels that fell off last autumn "
    "and were never glued on again\n"
    "- [ ] Ask Ines about the *Black Krim*\n"
    "- Tomatoes\n"
    "  - Black Krim, the only one that ripened in the cold summer of the year before "
    "last, on the south side\n"
    "    - San Marzano\n"
    "1. First the ones that must be cold\n"
    "\n"
    "> Sow thin, and sow again: two thin rows a fortnight apart are worth more than one "
    "that stands too close.\n"
    "\n"
    "> [!warning] Frost\n"
    "> The pots by the door froze at **−3 °C** last year.[^1]\n"
    "\n"
    "> [!tip]\n"
    "> Water is $V = a_1 b_1 h$, as always.\n"
    "\n"
    "| Seed | Sown | Price |\n"
    "|:-----|:----:|------:|\n"
    "| Tomato, *Black Krim* | February | 3.20 € |\n"
    "| Pea | April | 12 € |\n"
    "\n"
    "```python\n"
    "def order(seeds: list[str]) -> int:\n"
    '    """Count what is new."""\n'
    "    return len([s for s in seeds if s not in TIN])  # not the old ones\n"
    "```\n"
    "\n"
    "---\n"
    "\n"
    "[^1]: By the thermometer of the neighbors.\n"
)


def _show(app: "AppWindow", mode: TextMode) -> None:
    made = app.services.notes.capture(Draft(_NOTE)).result().note
    app.browser.open_note(made)
    app.settings.put(TEXT_MODE, mode.value)
    settle()
    app.services.settings.put(TEXT_MODE, None).result()
    view = app.editor.view
    if mode is TextMode.LIVE:
        cursor = view.textCursor()
        cursor.setPosition(_NOTE.index("see [the"))
        view.setTextCursor(cursor)
        view.setFocus(Qt.FocusReason.OtherFocusReason)
    settle()
    app.services.notes.forget([made]).result()
    app.services.store.write(lambda db: notes.remove(db, [made])).result()


def _live(app: "AppWindow") -> None:
    _show(app, TextMode.LIVE)


def _raw(app: "AppWindow") -> None:
    _show(app, TextMode.RAW)


def _reading(app: "AppWindow") -> None:
    _show(app, TextMode.READING)


SHOTS = (
    Shot("text-live", _live, size=(1280, 1300), large=False),
    Shot("text-raw", _raw, size=(1280, 1300), large=False),
    Shot("text-reading", _reading, size=(1280, 1300), large=False),
    Shot("text-live-narrow", _live, size=(900, 600), large=False),
)
