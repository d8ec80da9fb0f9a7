"""The icon beside each row of the palette."""

from notebrain.app.commands.command import CommandId
from notebrain.gui.palette.rows import CommandRow, NewRow, Row

_ICONS = {
    CommandId.NEW_NOTE: "square-pen",
    CommandId.SEARCH: "search",
    CommandId.SWITCHER: "file-text",
    CommandId.IMPORT: "download",
    CommandId.IMPORT_FILE: "download",
    CommandId.EXPORT: "upload",
    CommandId.PAUSE_INDEX: "pause",
    CommandId.PIN: "pin",
    CommandId.TRASH: "trash-2",
    CommandId.EMPTY_TRASH: "trash-2",
    CommandId.RESTORE: "rotate-ccw",
    CommandId.UNDO_FILING: "undo-2",
    CommandId.NEXT_NOTE: "arrow-right",
    CommandId.FORWARD: "arrow-right",
    CommandId.BACK: "undo-2",
    CommandId.SIDEBAR: "panel-left",
    CommandId.THEME_LIGHT: "sun",
    CommandId.THEME_DARK: "moon",
    CommandId.THEME_SYSTEM: "monitor",
    CommandId.QUIT: "x",
    CommandId.HOME: "house",
    CommandId.REVIEW: "inbox",
    CommandId.SETTINGS: "settings",
    CommandId.TAG: "tag",
    CommandId.INSPECTOR: "info",
    CommandId.HISTORY: "history",
    CommandId.LINKS: "link",
    CommandId.LINK: "link",
    CommandId.FOLLOW_LINK: "external-link",
    CommandId.TEMPLATE: "copy-plus",
    CommandId.TODAY: "calendar",
    CommandId.FIND: "text-search",
    CommandId.REPLACE: "text-search",
    CommandId.PREVIOUS_NOTE: "undo-2",
}


def symbol_of(row: Row) -> str:
    """Return the name of the icon of a row."""
    match row:
        case CommandRow():
            return _ICONS.get(row.command, "command")
        case NewRow():
            return "plus"
        case _:
            return "file-text"
