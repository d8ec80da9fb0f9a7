"""The definition of a command: its permanent name, its menu, its shortcuts."""

from dataclasses import dataclass
from enum import Enum, StrEnum


class CommandId(StrEnum):
    """The permanent name of a command; it never changes, because users bind keys to it."""

    NEW_NOTE = "note.new"
    IMPORT = "vault.import"
    IMPORT_FILE = "vault.import_file"
    EXPORT = "vault.export"
    QUIT = "app.quit"
    UNDO_FILING = "list.undo"
    REDO_FILING = "list.redo"
    TAG = "note.tag"
    ADD_TYPED_TAGS = "note.tag_typed"
    INSPECTOR = "view.inspector"
    SHOW_LIST = "view.list"
    PIN = "note.pin"
    DUPLICATE = "note.duplicate"
    COPY_MARKDOWN = "note.copy_markdown"
    COPY_RICH = "note.copy_rich"
    COPY_LINK = "note.copy_link"
    COPY_FILE = "note.copy_file"
    EXPORT_MARKDOWN = "note.export_markdown"
    EXPORT_HTML = "note.export_html"
    EXPORT_PDF = "note.export_pdf"
    PRINT = "note.print"
    REVEAL = "note.reveal"
    STATISTICS = "note.statistics"
    OPEN_BESIDE = "note.open_beside"
    OPEN_WINDOW = "note.open_window"
    CLOSE_BESIDE = "note.close_beside"
    TRASH = "note.trash"
    RESTORE = "note.restore"
    EMPTY_TRASH = "trash.empty"
    SEARCH = "search.open"
    HOME = "home.open"
    REVIEW = "review.open"
    REMOVE_WELCOME = "welcome.remove"
    BACKUPS = "vault.backups"
    FILES = "vault.files"
    ASK = "vault.ask"
    PROFILE = "vault.profile"
    PROCEDURES = "vault.procedures"
    PROGRAMS = "vault.programs"
    HISTORY = "note.history"
    FOLLOW_LINK = "note.follow_link"
    TEMPLATE = "note.template"
    TODAY = "note.today"
    LINKS = "view.links"
    PREVIEW = "view.preview"
    NEXT_NOTE = "list.next"
    PREVIOUS_NOTE = "list.previous"
    SIDEBAR = "view.sidebar"
    NEXT_REGION = "view.next_region"
    PREVIOUS_REGION = "view.previous_region"
    ZOOM_IN = "view.zoom_in"
    ZOOM_OUT = "view.zoom_out"
    ZOOM_RESET = "view.zoom_reset"
    FULL_SCREEN = "view.full_screen"
    THEME_LIGHT = "view.theme.light"
    THEME_DARK = "view.theme.dark"
    THEME_SYSTEM = "view.theme.system"
    PAUSE_INDEX = "index.pause"
    SETTINGS = "app.settings"
    SYNC = "account.sync_page"
    SYNC_NOW = "account.sync_now"
    PALETTE = "view.palette"
    SWITCHER = "note.switch"
    BACK = "go.back"
    FORWARD = "go.forward"
    UNDO = "edit.undo"
    REDO = "edit.redo"
    CUT = "edit.cut"
    COPY = "edit.copy"
    PASTE = "edit.paste"
    SELECT_ALL = "edit.select_all"
    FIND = "text.find"
    FIND_NEXT = "text.find_next"
    FIND_PREVIOUS = "text.find_previous"
    REPLACE = "text.replace"
    PASTE_PLAIN = "text.paste_plain"
    INSERT_FILE = "text.insert_file"
    DESCRIBE_PICTURE = "text.describe_picture"
    LINE_UP = "text.line_up"
    LINE_DOWN = "text.line_down"
    LINE_DOUBLE = "text.line_double"
    LINE_DELETE = "text.line_delete"
    BOLD = "text.bold"
    ITALIC = "text.italic"
    CODE = "text.code"
    STRIKE = "text.strike"
    LINK = "text.link"
    HEADING_1 = "text.heading_1"
    HEADING_2 = "text.heading_2"
    HEADING_3 = "text.heading_3"
    HEADING_4 = "text.heading_4"
    HEADING_5 = "text.heading_5"
    HEADING_6 = "text.heading_6"
    BULLETS = "text.bullets"
    NUMBERS = "text.numbers"
    CHECK_BOX = "text.check_box"
    QUOTE = "text.quote"
    FOCUS_MODE = "view.writing_mode"
    SPELL_CHECK = "editor.spelling"
    TEXT_LIVE = "view.text_live"
    TEXT_RAW = "view.text_raw"
    TEXT_READING = "view.text_reading"
    NEXT_TEXT_MODE = "view.text_next"


class Menu(Enum):
    """The menu that contains a command."""

    FILE = "file"
    EDIT = "edit"
    FORMAT = "format"
    NOTE = "note"
    COPY = "copy"
    EXPORT = "export"
    VIEW = "view"
    TEXT = "text"
    THEME = "theme"


class Scope(Enum):
    """Where the shortcut of a command works."""

    WINDOW = "window"
    LIST = "list"
    """Only while the list of notes has the keyboard focus."""
    TEXT = "text"
    """Only while the text of a note has the keyboard focus."""


@dataclass(frozen=True, slots=True)
class Command:
    """Something the user can ask the program to do.

    Attributes:
        keys: Its shortcuts; the first one is displayed.
        group: Commands of one menu in different groups are separated by a line.
        checkable: Whether it switches something on and off.
        lacking: What the user is told is missing while the command is unavailable.
    """

    id: CommandId
    text: str
    menu: Menu
    keys: tuple[str, ...] = ()
    scope: Scope = Scope.WINDOW
    group: int = 0
    checkable: bool = False
    lacking: str = ""
