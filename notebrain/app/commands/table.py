"""All commands of the program; menus, shortcuts and the command palette are views of this table."""

import sys
from collections.abc import Sequence
from typing import Final

from notebrain.app.commands.command import Command, CommandId, Menu, Scope
from notebrain.domain.i18n import _


def commands() -> Sequence[Command]:
    """Return all commands, in the user's language, in the order of the menus."""
    return (
        *_file(),
        *_edit(),
        *_format(),
        *_note(),
        *_shared(),
        *_elsewhere(),
        *_linked(),
        *_saved_commands(),
        *_view(),
        *_text_modes(),
        *_themes(),
    )


def menu_titles() -> dict[Menu, str]:
    """Return the titles of the menus."""
    return {
        Menu.FILE: _("&File"),
        Menu.EDIT: _("&Edit"),
        Menu.FORMAT: _("F&ormat"),
        Menu.NOTE: _("&Note"),
        Menu.COPY: _("&Copy as"),
        Menu.EXPORT: _("E&xport as"),
        Menu.VIEW: _("&View"),
        Menu.TEXT: _("Te&xt"),
        Menu.THEME: _("&Theme"),
    }


SUBMENUS: Final = {CommandId.DUPLICATE: Menu.COPY, CommandId.REVEAL: Menu.EXPORT}
"""The menus inside the menu of notes, each by the command above it."""

CHOICES: Final = (Menu.TEXT, Menu.THEME)
"""The menus inside the menu of the view; of their commands that can be checked, one is."""


def name_of(row: Command) -> str:
    """Return the name of a command for use outside its menu."""
    if row.menu in (*CHOICES, *SUBMENUS.values()):
        return f"{menu_titles()[row.menu].replace('&', '')}: {row.text}"
    return row.text


def _file() -> Sequence[Command]:
    c, no_account = CommandId, _("No Cloudflare account is connected")
    return (
        Command(c.NEW_NOTE, _("New note"), Menu.FILE, ("Ctrl+N",)),
        Command(c.SEARCH, _("Search"), Menu.FILE, ("Ctrl+Shift+F",)),
        Command(c.ASK, _("Ask"), Menu.FILE, ("Ctrl+Shift+A",)),
        Command(c.HOME, _("Home"), Menu.FILE, _on_mac(("Alt+Home",), ("Ctrl+Shift+H",))),
        Command(c.REVIEW, _("Review"), Menu.FILE, ("Ctrl+R",)),
        Command(c.SWITCHER, _("Go to note…"), Menu.FILE, ("Ctrl+P",)),
        Command(c.IMPORT, _("Import folder…"), Menu.FILE, group=1),
        Command(c.IMPORT_FILE, _("Import file…"), Menu.FILE, group=1),
        Command(c.EXPORT, _("Export…"), Menu.FILE, group=1),
        Command(c.BACKUPS, _("Backups…"), Menu.FILE, group=1),
        Command(c.FILES, _("Files…"), Menu.FILE, group=1),
        Command(c.PROFILE, _("About you…"), Menu.FILE, group=1),
        Command(c.PROCEDURES, _("Procedures…"), Menu.FILE, group=1),
        Command(c.PROGRAMS, _("Other programs…"), Menu.FILE, group=1),
        Command(c.PAUSE_INDEX, _("Pause indexing"), Menu.FILE, group=2, checkable=True),
        Command(c.SYNC_NOW, _("Sync now"), Menu.FILE, group=2, lacking=no_account),
        Command(c.SYNC, _("Sync…"), Menu.FILE, group=2, lacking=no_account),
        Command(c.SETTINGS, _("Settings…"), Menu.FILE, ("Ctrl+,",), group=2),
        Command(c.QUIT, _("Quit"), Menu.FILE, ("Ctrl+Q",), group=3),
    )


def _edit() -> Sequence[Command]:
    c, edit = CommandId, Menu.EDIT
    lacking, unseen = _("No note is open for writing"), _("No note is open")
    # those without keys here are for whatever has the focus, which knows their usual keys by itself
    anywhere = (
        (c.UNDO, _("Undo"), 0),
        (c.REDO, _("Redo"), 0),
        (c.CUT, _("Cut"), 1),
        (c.COPY, _("Copy"), 1),
        (c.PASTE, _("Paste"), 1),
        (c.SELECT_ALL, _("Select all"), 1),
    )
    in_text = (
        (c.PASTE_PLAIN, _("Paste without formatting"), ("Ctrl+Shift+V",), 1),
        (c.INSERT_FILE, _("Insert files…"), ("Ctrl+Shift+O",), 3),
        (c.DESCRIBE_PICTURE, _("Describe picture…"), (), 3),
        (c.LINE_UP, _("Move line up"), ("Alt+Up",), 4),
        (c.LINE_DOWN, _("Move line down"), ("Alt+Down",), 4),
        (c.LINE_DOUBLE, _("Duplicate line"), ("Ctrl+Shift+D",), 4),
        (c.LINE_DELETE, _("Delete line"), ("Ctrl+Shift+K",), 4),
    )
    plain, *rest = (
        Command(command, text, edit, keys, Scope.TEXT, group, lacking=lacking)
        for command, text, keys, group in in_text
    )
    return (
        *(Command(command, text, edit, group=group) for command, text, group in anywhere),
        plain,
        Command(c.FIND, _("Find in note"), edit, ("Ctrl+F",), group=2, lacking=unseen),
        Command(c.REPLACE, _("Find and replace"), edit, ("Ctrl+H",), group=2, lacking=lacking),
        Command(c.FIND_NEXT, _("Find next"), edit, ("F3",), group=2, lacking=unseen),
        Command(c.FIND_PREVIOUS, _("Find previous"), edit, ("Shift+F3",), group=2, lacking=unseen),
        *rest,
    )


def _format() -> Sequence[Command]:
    c = CommandId
    headings = (c.HEADING_1, c.HEADING_2, c.HEADING_3, c.HEADING_4, c.HEADING_5, c.HEADING_6)
    rows = (
        (c.BOLD, _("Bold"), ("Ctrl+B",), 0),
        (c.ITALIC, _("Italic"), ("Ctrl+I",), 0),
        (c.CODE, _("Code"), ("Ctrl+E", "Ctrl+`"), 0),
        (c.STRIKE, _("Strikethrough"), ("Ctrl+Shift+X",), 0),
        (c.LINK, _("Link"), ("Ctrl+K",), 0),
        *(
            (heading, _("Heading {level}").format(level=level), (f"Ctrl+{level}",), 1)
            for level, heading in enumerate(headings, start=1)
        ),
        (c.BULLETS, _("List"), ("Ctrl+Shift+8",), 2),
        (c.NUMBERS, _("Numbered list"), ("Ctrl+Shift+7",), 2),
        (c.CHECK_BOX, _("Check box"), ("Ctrl+L",), 2),
        (c.QUOTE, _("Quote"), ("Ctrl+Shift+.",), 2),
    )
    lacking = _("No note is open for writing")
    return tuple(
        Command(command, text, Menu.FORMAT, keys, Scope.TEXT, group, lacking=lacking)
        for command, text, keys, group in rows
    )


def _note() -> Sequence[Command]:
    c, note = CommandId, Menu.NOTE
    no_note, no_list = _("No note is selected"), _("The list of notes is not shown")
    return (
        Command(c.PIN, _("Pin or unpin"), note, ("Ctrl+D",), lacking=no_note),
        Command(c.TAG, _("Tag…"), note, ("Ctrl+Shift+T",), lacking=no_note),
        Command(
            c.ADD_TYPED_TAGS,
            _("Add the tags typed in the text"),
            note,
            ("Ctrl+Shift+G",),
            lacking=_("The text has no new #tags"),
        ),
        Command(c.TRASH, _("Move to trash"), note, ("Del",), Scope.LIST, lacking=no_note),
        Command(c.RESTORE, _("Restore from trash"), note, lacking=_("Only for notes in the trash")),
        Command(c.EMPTY_TRASH, _("Empty trash…"), note, lacking=_("Only in the trash")),
        Command(
            c.REMOVE_WELCOME,
            _("Remove the welcome notes"),
            note,
            lacking=_("The welcome notes are already gone"),
        ),
        # wherever the focus is after the action: a text field gets the key before the window does
        Command(c.UNDO_FILING, _("Undo last change to notes"), note, ("Ctrl+Z",), group=1),
        Command(c.REDO_FILING, _("Redo last change to notes"), note, ("Ctrl+Shift+Z",), group=1),
        Command(
            c.BACK,
            _("Back"),
            note,
            _on_mac(("Alt+Left",), ("Ctrl+[",)),
            group=2,
            lacking=_("There is no note to go back to"),
        ),
        Command(
            c.FORWARD,
            _("Forward"),
            note,
            _on_mac(("Alt+Right",), ("Ctrl+]",)),
            group=2,
            lacking=_("There is no note to go forward to"),
        ),
        Command(c.NEXT_NOTE, _("Next note"), note, ("Ctrl+PgDown",), group=2, lacking=no_list),
        Command(
            c.PREVIOUS_NOTE, _("Previous note"), note, ("Ctrl+PgUp",), group=2, lacking=no_list
        ),
    )


def _shared() -> Sequence[Command]:
    """Return the commands for what happens with whole notes, one or several."""
    c, note, lacking = CommandId, Menu.NOTE, _("No note is selected")
    rows = (
        (c.DUPLICATE, _("Duplicate"), note),
        (c.COPY_MARKDOWN, _("Markdown"), Menu.COPY),
        (c.COPY_RICH, _("Rich text"), Menu.COPY),
        (c.COPY_LINK, _("Link"), Menu.COPY),
        (c.COPY_FILE, _("File"), Menu.COPY),
        (c.REVEAL, _("Reveal in list"), note),
        (c.EXPORT_MARKDOWN, _("Markdown…"), Menu.EXPORT),
        (c.EXPORT_HTML, _("Web page (HTML)…"), Menu.EXPORT),
        (c.EXPORT_PDF, _("PDF…"), Menu.EXPORT),
        (c.PRINT, _("Print…"), note),
        (c.STATISTICS, _("Statistics…"), note),
    )
    return tuple(
        Command(command, text, menu, group=5 if menu is note else 0, lacking=lacking)
        for command, text, menu in rows
    )


def _elsewhere() -> Sequence[Command]:
    """Return the commands for a note beside the main editor or in a window of its own."""
    c, note, lacking = CommandId, Menu.NOTE, _("No note is open")
    return (
        Command(c.OPEN_BESIDE, _("Open beside"), note, ("Ctrl+Shift+B",), group=6, lacking=lacking),
        Command(
            c.OPEN_WINDOW,
            _("Open in new window"),
            note,
            ("Ctrl+Shift+N",),
            group=6,
            lacking=lacking,
        ),
        Command(
            c.CLOSE_BESIDE,
            _("Close the note beside"),
            note,
            ("Ctrl+W",),
            group=6,
            lacking=_("No note is open beside"),
        ),
    )


def _linked() -> Sequence[Command]:
    c, note, unseen = CommandId, Menu.NOTE, _("No note is open")
    return (
        Command(c.TEMPLATE, _("Template…"), Menu.FILE, ("Ctrl+T",), group=4),
        Command(c.TODAY, _("Today’s note"), Menu.FILE, ("Ctrl+Shift+J",), group=4),
        Command(c.FOLLOW_LINK, _("Open the link at the cursor"), note, ("Alt+Return",), group=3),
        Command(c.PREVIEW, _("Preview"), Menu.VIEW, ("Ctrl+Shift+M",), group=3, lacking=unseen),
        Command(
            c.LINKS, _("Links of the note"), Menu.VIEW, ("Ctrl+Shift+L",), group=3, lacking=unseen
        ),
    )


def _saved_commands() -> Sequence[Command]:
    c, note = CommandId, Menu.NOTE
    return (
        Command(
            c.HISTORY,
            _("History"),
            note,
            ("Ctrl+Shift+H",),
            group=4,
            checkable=True,
            lacking=_("No note is selected"),
        ),
    )


def _view() -> Sequence[Command]:
    c, unseen = CommandId, _("No note is open")
    return (
        Command(c.PALETTE, _("Commands…"), Menu.VIEW, ("Ctrl+Shift+P",)),
        Command(c.SIDEBAR, _("Sidebar"), Menu.VIEW, ("Ctrl+\\",), checkable=True),
        Command(c.SHOW_LIST, _("List of notes"), Menu.VIEW, ("Ctrl+Shift+E",)),
        Command(c.INSPECTOR, _("About this note"), Menu.VIEW, ("Ctrl+Shift+I",), lacking=unseen),
        Command(c.FULL_SCREEN, _("Full screen"), Menu.VIEW, ("F11",), checkable=True),
        Command(
            c.FOCUS_MODE,
            _("Writing mode"),
            Menu.VIEW,
            ("Ctrl+Shift+Return",),
            checkable=True,
            lacking=_("No note is open"),
        ),
        Command(c.SPELL_CHECK, _("Check spelling"), Menu.VIEW, ("F7",), checkable=True),
        Command(c.NEXT_REGION, _("Next region"), Menu.VIEW, ("F6",), group=1),
        Command(c.PREVIOUS_REGION, _("Previous region"), Menu.VIEW, ("Shift+F6",), group=1),
        Command(c.ZOOM_IN, _("Larger"), Menu.VIEW, ("Ctrl++", "Ctrl+="), group=2),
        Command(c.ZOOM_OUT, _("Smaller"), Menu.VIEW, ("Ctrl+-",), group=2),
        Command(c.ZOOM_RESET, _("Normal size"), Menu.VIEW, ("Ctrl+0",), group=2),
    )


def _text_modes() -> Sequence[Command]:
    c = CommandId
    return (
        Command(c.TEXT_LIVE, _("Live"), Menu.TEXT, checkable=True),
        Command(c.TEXT_RAW, _("Markdown"), Menu.TEXT, checkable=True),
        Command(c.TEXT_READING, _("Reading"), Menu.TEXT, checkable=True),
        Command(c.NEXT_TEXT_MODE, _("Next of these"), Menu.TEXT, ("Ctrl+Shift+R",), group=1),
    )


def _themes() -> Sequence[Command]:
    c = CommandId
    return (
        Command(c.THEME_SYSTEM, _("Match system"), Menu.THEME, checkable=True),
        Command(c.THEME_LIGHT, _("Light"), Menu.THEME, checkable=True),
        Command(c.THEME_DARK, _("Dark"), Menu.THEME, checkable=True),
    )


def _on_mac(keys: tuple[str, ...], there: tuple[str, ...]) -> tuple[str, ...]:
    """Return the shortcuts for this system: on macOS, Alt with an arrow key moves by words."""
    return there if sys.platform == "darwin" else keys
