"""The settings, declared as rows: name, default, limits, help; kept in the vault, some of them per workspace."""

from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from enum import Enum

from notebrain.domain.changes import Act, Changes, touched
from notebrain.domain.errors import UserError
from notebrain.domain.messages import _, marked
from notebrain.domain.templates import ISO_DATE
from notebrain.storage import settings as table
from notebrain.storage.database import Connection
from notebrain.storage.store import Store

Value = str | int | float | bool


class Group(Enum):
    """A page of the settings, under the name it has in English."""

    APPEARANCE = marked("Appearance")
    EDITOR = marked("Editor")
    SEARCH = marked("Search")
    INDEX = marked("Index")
    STORAGE = marked("Storage")
    SHORTCUTS = marked("Shortcuts")
    PRIVACY = marked("Privacy")


class Edit(Enum):
    """How a setting is changed on its page."""

    SWITCH = "switch"
    CHOICE = "choice"
    NUMBER = "number"
    SLIDER = "slider"
    TEXT = "text"
    FONT = "font"
    MONO_FONT = "mono_font"
    LANGUAGE = "language"


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting; its texts are `marked`, and put into the user's language when they are shown.

    Attributes:
        help: One line below the title on the settings page.
        choices: The values it takes, or none for any value between `least` and `most`.
        per_workspace: Whether a workspace can have a value of its own.
        renamed_from: A former name, under which an older vault may still keep it.
        group: The page it is shown on; None keeps it off the pages.
        title: What it is called there.
        choice_titles: What the values of `choices` are called there, in their order.
        unit: What follows its number there, e.g. "days".
        step: By how much a slider or a number moves; by its size where it is between 0 and 1.
        shown_as: How it is changed there; None takes what fits its kind of value.
    """

    name: str
    default: Value
    help: str
    choices: tuple[Value, ...] = ()
    least: float | None = None
    most: float | None = None
    per_workspace: bool = False
    renamed_from: str | None = None
    group: Group | None = None
    title: str = ""
    choice_titles: tuple[str, ...] = ()
    unit: str = ""
    step: float = 1.0
    shown_as: Edit | None = None

    @property
    def edit(self) -> Edit:
        """How it is changed on its page."""
        if self.shown_as is not None:
            return self.shown_as
        if self.choices:
            return Edit.CHOICE
        if isinstance(self.default, bool):
            return Edit.SWITCH
        return Edit.TEXT if isinstance(self.default, str) else Edit.NUMBER

    def takes(self, value: Value) -> bool:
        """Whether this is a value it can have."""
        if self.choices:
            return value in self.choices
        if isinstance(self.default, bool) or isinstance(value, bool):
            return isinstance(value, bool) and isinstance(self.default, bool)
        if isinstance(self.default, str) or isinstance(value, str):
            return isinstance(value, str) and isinstance(self.default, str)
        above = self.least is None or value >= self.least
        return above and (self.most is None or value <= self.most)


# Appearance
THEME = Setting(
    "appearance.theme",
    "system",
    marked("Light, dark, or as the system is set"),
    ("system", "light", "dark"),
    group=Group.APPEARANCE,
    title=marked("Theme"),
    choice_titles=(marked("As the system"), marked("Light"), marked("Dark")),
)
ZOOM = Setting(
    "appearance.zoom",
    1.0,
    marked("Size of all text and controls"),
    least=0.8,
    most=2.0,
    group=Group.APPEARANCE,
    title=marked("Zoom"),
    unit="%",
    step=0.1,
    shown_as=Edit.SLIDER,
)
DENSITY = Setting(
    "appearance.density",
    "comfortable",
    marked("How much room a note takes in the list"),
    ("comfortable", "compact"),
    group=Group.APPEARANCE,
    title=marked("Density"),
    choice_titles=(marked("Comfortable"), marked("Compact")),
)
TEXT_FONT = Setting(
    "appearance.text_font",
    "",
    marked("The typeface of your notes"),
    group=Group.APPEARANCE,
    title=marked("Text font"),
    shown_as=Edit.FONT,
)
TEXT_SIZE = Setting(
    "appearance.text_size",
    15,
    marked("How large your notes are written, before zoom"),
    least=11,
    most=28,
    group=Group.APPEARANCE,
    title=marked("Text size"),
    unit="px",
    shown_as=Edit.SLIDER,
)
CODE_FONT = Setting(
    "appearance.code_font",
    "",
    marked("The typeface of code and front matter"),
    group=Group.APPEARANCE,
    title=marked("Code font"),
    shown_as=Edit.MONO_FONT,
)
MOTION = Setting(
    "appearance.motion",
    "system",
    marked("Whether things fade and slide when they come and go"),
    ("system", "full", "reduced"),
    group=Group.APPEARANCE,
    title=marked("Motion"),
    choice_titles=(marked("As the system"), marked("Full"), marked("Reduced")),
)
LANGUAGE = Setting(
    "appearance.language",
    "",
    marked("Takes effect the next time NoteBrain starts"),
    group=Group.APPEARANCE,
    title=marked("Language"),
    shown_as=Edit.LANGUAGE,
)

START_PAGE = Setting(
    "window.start_page",
    "last",
    marked("What the window opens with"),
    ("last", "home", "notes"),
    group=Group.APPEARANCE,
    title=marked("Start page"),
    choice_titles=(marked("Where you were"), marked("Home"), marked("Notes")),
)

# Editor
LINE_WIDTH = Setting(
    "editor.line_width",
    620,
    marked("The longest line of a note; about 75 characters at 620"),
    least=420,
    most=1200,
    group=Group.EDITOR,
    title=marked("Line width"),
    unit="px",
    step=20,
    shown_as=Edit.SLIDER,
)
AUTO_PAIRS = Setting(
    "editor.auto_pairs",
    True,
    marked("A bracket or quote brings the closing one; around selected text, both are set"),
    group=Group.EDITOR,
    title=marked("Close brackets and quotes"),
)
DAILY_TITLE = Setting(
    "notes.daily_title",
    ISO_DATE,
    marked("What the note of a day is called: YYYY year, MM month, DD day, dddd weekday"),
    group=Group.EDITOR,
    title=marked("Title of today’s note"),
)

SPELL_CHECK = Setting(
    "editor.spell_check",
    True,
    marked("Marks words that no dictionary of this computer knows"),
    group=Group.EDITOR,
    title=marked("Check spelling"),
)
SPELL_LANGUAGES = Setting(
    "editor.spell_languages",
    "",
    marked("Languages of the dictionaries, such as “en_GB, de”; empty takes the system's"),
    group=Group.EDITOR,
    title=marked("Spelling languages"),
)

# Search
PROFILE = Setting(
    "search.profile",
    "balanced",
    marked("How much age counts in search"),
    ("balanced", "strict", "timeless", "memory"),
    per_workspace=True,
    group=Group.SEARCH,
    title=marked("Profile"),
    choice_titles=(marked("Balanced"), marked("Strict"), marked("Timeless"), marked("Memory")),
)
HALF_LIFE = Setting(
    "search.half_life_days",
    30.0,
    marked("Days after which a note counts half as recent"),
    least=0.1,
    most=36500.0,
    per_workspace=True,
    group=Group.SEARCH,
    title=marked("Half-life"),
    unit=marked("days"),
)
FLOOR = Setting(
    "search.floor",
    0.9,
    marked("The least that age alone leaves of a note's score"),
    least=0.0,
    most=1.0,
    per_workspace=True,
    group=Group.SEARCH,
    title=marked("Floor"),
    unit="%",
    step=0.05,
    shown_as=Edit.SLIDER,
)
ALPHA = Setting(
    "search.alpha",
    0.5,
    marked("Weight of words against meaning: 100 % only words, 0 % only meaning"),
    least=0.0,
    most=1.0,
    per_workspace=True,
    group=Group.SEARCH,
    title=marked("Words against meaning"),
    unit="%",
    step=0.05,
    shown_as=Edit.SLIDER,
)
KEEP_RECENT = Setting(
    "search.keep_recent",
    True,
    marked("The last searches are offered again; they stay on this computer"),
    group=Group.SEARCH,
    title=marked("Keep recent searches"),
)

# Index
INDEX_PAUSED = Setting(
    "index.paused",
    False,
    marked("New notes are found by their words only until it goes on"),
    group=Group.INDEX,
    title=marked("Pause indexing"),
)

# Privacy
COUNT_OPENS = Setting(
    "privacy.count_opens",
    True,
    marked(
        "The profile Memory finds what you open often more easily; the count stays in the vault"
    ),
    group=Group.PRIVACY,
    title=marked("Count how often a note is opened"),
)

# Storage
BACKUPS = Setting(
    "storage.backups",
    True,
    marked("Once a day, when something changed; made and checked in the background"),
    group=Group.STORAGE,
    title=marked("Automatic backups"),
)
BACKUP_FOLDER = Setting(
    "storage.backup_folder",
    "",
    marked("Where backups go; empty keeps them beside your notes"),
    group=Group.STORAGE,
    title=marked("Backup folder"),
)
BACKUP_DAYS = Setting(
    "storage.backup_days",
    7,
    marked("For how many days the newest backup of the day is kept"),
    least=1,
    most=90,
    group=Group.STORAGE,
    title=marked("Daily backups kept"),
)
BACKUP_WEEKS = Setting(
    "storage.backup_weeks",
    4,
    marked("For how many weeks the newest backup of the week is kept"),
    least=0,
    most=52,
    group=Group.STORAGE,
    title=marked("Weekly backups kept"),
)
BACKUP_MONTHS = Setting(
    "storage.backup_months",
    6,
    marked("For how many months the newest backup of the month is kept"),
    least=0,
    most=120,
    group=Group.STORAGE,
    title=marked("Monthly backups kept"),
)
TRASH_DAYS = Setting(
    "trash.days",
    30,
    marked("How long notes stay in the trash before they are removed for good; 0 keeps them"),
    least=0,
    most=3650,
    group=Group.STORAGE,
    title=marked("Days in the trash"),
    unit=marked("days"),
)

# Kept between two starts, and not shown as settings
SORT = Setting("list.sort", "updated", "Order of the note list", ("updated", "created", "title"))
WORKSPACE = Setting("window.workspace", "", "The workspace that was open last; empty shows all")
OPEN_TAGS = Setting("window.open_tags", "", "The tags whose lower tags are shown in the sidebar")
WINDOW = Setting("window.place", "", "Where the window was and how wide its parts were")
SHORTCUTS = Setting("shortcuts.chosen", "", "The shortcuts you chose yourself")
PALETTE_RECENT = Setting("palette.recent", "", "The commands that were used last from the palette")
SPELL_WORDS = Setting("editor.spell_words", "", "The words you taught the spelling check")
RECENT_SEARCHES = Setting("search.recent", "", "What was searched lately")
SAVED_SEARCHES = Setting("search.saved", "", "Searches that were saved, and their names")

ROWS: Sequence[Setting] = (
    *(THEME, ZOOM, DENSITY, TEXT_FONT, TEXT_SIZE, CODE_FONT, MOTION, LANGUAGE),
    START_PAGE,
    LINE_WIDTH,
    AUTO_PAIRS,
    *(SPELL_CHECK, SPELL_LANGUAGES, SPELL_WORDS),
    DAILY_TITLE,
    *(PROFILE, HALF_LIFE, FLOOR, ALPHA, KEEP_RECENT),
    INDEX_PAUSED,
    COUNT_OPENS,
    *(BACKUPS, BACKUP_FOLDER, BACKUP_DAYS, BACKUP_WEEKS, BACKUP_MONTHS, TRASH_DAYS),
    SORT,
    WORKSPACE,
    OPEN_TAGS,
    *(RECENT_SEARCHES, SAVED_SEARCHES),
    WINDOW,
    SHORTCUTS,
    PALETTE_RECENT,
)


class Settings:
    """Reads and writes settings of one vault."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def get(self, setting: Setting, *, workspace: str | None = None) -> Value:
        """Return a setting: the workspace's own value, else the vault's, else the default."""
        scopes = [workspace] if workspace and setting.per_workspace else []
        for scope in (*scopes, table.APP):
            value = self._kept(setting, scope)
            if value is not None:
                return value
        return setting.default

    def own(self, setting: Setting, *, workspace: str | None = None) -> Value | None:
        """Return what was set for this workspace, or for the vault without one; None if nothing was."""
        return self._kept(setting, workspace or table.APP)

    def put(
        self, setting: Setting, value: Value | None, *, workspace: str | None = None
    ) -> Future[Changes]:
        """Set a setting for the vault or for one workspace; None takes it back to its default.

        Reads see the value once the future is done.

        Raises:
            UserError: The setting does not take this value.
        """
        if value is not None and not setting.takes(value):
            raise UserError(
                _("{name} does not take {value}.").format(name=setting.name, value=value)
            )
        scope = workspace if workspace and setting.per_workspace else table.APP

        def act(db: Connection) -> Changes:
            for name in (setting.name, setting.renamed_from):
                if name is not None:
                    table.put(db, name, value if name == setting.name else None, scope=scope)
            return touched(Act.SETTINGS, (), filing=False)

        return self._store.write(act)

    def _kept(self, setting: Setting, scope: str) -> Value | None:
        with self._store.read() as db:
            for name in (setting.name, setting.renamed_from):
                value = None if name is None else table.get(db, name, scope=scope)
                if isinstance(value, str | int | float | bool) and setting.takes(value):
                    return value
        return None
