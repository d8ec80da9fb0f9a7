"""What NoteBrain remembers between two starts.

Apart from the table because these rows are not shown as settings: no page offers them, and they have no title.
"""

from collections.abc import Sequence

from notebrain.app.settings.setting import Setting, Value

CAPTURE_DRAFT = Setting("capture.draft", "", "What is being written in the capture window")
SORT = Setting("list.sort", "updated", "Order of the note list", ("updated", "created", "title"))
OLDEST_FIRST = Setting("list.oldest_first", False, "Show the oldest notes first in the note list")
GROUPED = Setting("list.grouped", True, "Group the note list by date")
WORKSPACE = Setting("window.workspace", "", "The workspace that was open last; empty shows all")
OPEN_TAGS = Setting("window.open_tags", "", "The tags whose lower tags are shown in the sidebar")
WINDOW = Setting("window.place", "", "Where the window was and how wide its parts were")
BESIDE = Setting("window.beside", "", "The notes beside the main one and in windows of their own")
SHORTCUTS = Setting("shortcuts.chosen", "", "The shortcuts you chose yourself")
# empty: no combination is taken from other programs unless the user chose it
HOTKEY_CAPTURE = Setting("hotkeys.capture", "", "The keys that write a note from any program")
HOTKEY_SEARCH = Setting("hotkeys.search", "", "The keys that search notes from any program")
PALETTE_RECENT = Setting("palette.recent", "", "The commands that were used last from the palette")
SPELL_WORDS = Setting("editor.spell_words", "", "The words you taught the spelling check")
RECENT_SEARCHES = Setting("search.recent", "", "What was searched lately")
SAVED_SEARCHES = Setting("search.saved", "", "Searches that were saved, and their names")
ENGLISH_KEPT = Setting(
    "account.english_kept", False, "Whether you keep an English model for notes in other languages"
)
LAST_FOLDER = Setting("files.folder", "", "The folder in which you chose a file last")
SAVED_OPEN = Setting("window.saved_open", True, "Show saved searches below the search")
HISTORY_SIDES = Setting("history.side_by_side", False, "Show versions side by side in the history")

ROWS: Sequence[Setting[Value]] = (
    CAPTURE_DRAFT,
    SORT,
    OLDEST_FIRST,
    GROUPED,
    WORKSPACE,
    OPEN_TAGS,
    WINDOW,
    BESIDE,
    SHORTCUTS,
    HOTKEY_CAPTURE,
    HOTKEY_SEARCH,
    PALETTE_RECENT,
    SPELL_WORDS,
    RECENT_SEARCHES,
    SAVED_SEARCHES,
    LAST_FOLDER,
    SAVED_OPEN,
    ENGLISH_KEPT,
    HISTORY_SIDES,
)
