"""All settings, declared as rows; their values are stored in the vault, some of them per workspace."""

from collections.abc import Sequence

from notebrain.app.settings import ask, programs, remembered, review, search
from notebrain.app.settings.setting import Edit, Group, Setting, Value
from notebrain.domain.embedding.usage import DEFAULT_BUDGET
from notebrain.domain.i18n import marked
from notebrain.domain.notes.templates import ISO_DATE
from notebrain.domain.sync.file_transfer import FetchFiles
from notebrain.storage.settings import FILES_TYPED_TAGS, OWN_NAME

# Appearance
THEME = Setting(
    "appearance.theme",
    "system",
    marked("Light, dark, or the same as the system"),
    ("system", "light", "dark"),
    group=Group.APPEARANCE,
    title=marked("Theme"),
    choice_titles=(marked("Match system"), marked("Light"), marked("Dark")),
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
    ("comfortable", "compact", "titles"),
    group=Group.APPEARANCE,
    title=marked("Rows of lists"),
    choice_titles=(marked("Comfortable"), marked("Compact"), marked("Titles only")),
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
    marked("How large the text of your notes is, before zoom"),
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
    marked("Whether parts of the window fade and slide as they appear and disappear"),
    ("system", "full", "reduced"),
    group=Group.APPEARANCE,
    title=marked("Animation"),
    choice_titles=(marked("Match system"), marked("Full"), marked("Reduced")),
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
    marked("What the window shows when it opens"),
    ("last", "home", "notes"),
    group=Group.APPEARANCE,
    title=marked("Start page"),
    choice_titles=(marked("Where you were"), marked("Home"), marked("Notes")),
)

# Integration with the desktop
KEEP_RUNNING = Setting(
    "desktop.keep_running",
    False,
    marked("It then waits in the tray and opens at once; “Quit” ends it"),
    group=Group.APPEARANCE,
    title=marked("Keep running when the window is closed"),
)
START_MINIMIZED = Setting(
    "desktop.start_minimised",
    False,
    marked("In the tray, or in the taskbar if there is no tray"),
    group=Group.APPEARANCE,
    title=marked("Start minimized"),
)
KEEP_NOTICED = Setting(
    "desktop.keep_noticed", False, "You were told that NoteBrain stays in the tray"
)

# Editor
TEXT_MODE = Setting(
    "editor.text_mode",
    "live",
    marked("Live hides the marks of Markdown except where you write; Markdown shows all of them"),
    ("live", "raw", "reading"),
    group=Group.EDITOR,
    title=marked("Show notes as"),
    choice_titles=(marked("Live"), marked("Markdown"), marked("Reading")),
)
LINE_WIDTH = Setting(
    "editor.line_width",
    620,
    marked("The maximum width of a line in a note; 620 is about 75 characters"),
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
    marked("Typing a bracket or quote adds the closing one; selected text is put between the two"),
    group=Group.EDITOR,
    title=marked("Close brackets and quotes"),
)
FILE_TYPED_TAGS = Setting(
    FILES_TYPED_TAGS,
    True,
    marked("Typing #garden tags the note “garden”; if off, the tag is only offered above the text"),
    group=Group.EDITOR,
    title=marked("File notes under typed tags"),
)
UPDATE_LINKS = Setting(
    "editor.update_links",
    "ask",
    marked("When a note gets another title, links in other notes can follow; you can undo that"),
    ("ask", "always", "never"),
    group=Group.EDITOR,
    title=marked("Update links to a renamed note"),
    choice_titles=(marked("Ask"), marked("Always"), marked("Never")),
)
DAILY_TITLE = Setting(
    "notes.daily_title",
    ISO_DATE,
    marked("The title of the daily note: YYYY year, MM month, DD day, dddd weekday"),
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
    marked("Dictionaries of this computer, such as “en_GB, de”; none means the system's languages"),
    group=Group.EDITOR,
    title=marked("Spelling languages"),
)

# Index
INDEX_PAUSED = Setting(
    "index.paused",
    False,
    marked("Until you resume, new notes are found only by their words"),
    group=Group.INDEX,
    title=marked("Pause indexing"),
)

INDEX_LANGUAGES = Setting(
    "index.languages",
    "detect",
    marked(
        "English notes are found best by their own model; after a change, all notes are read again in the background"
    ),
    ("detect", "english", "others"),
    group=Group.INDEX,
    title=marked("Languages of your notes"),
    choice_titles=(marked("Detect"), marked("English only"), marked("Others too")),
)

# Privacy
COUNT_OPENS = Setting(
    "privacy.count_opens",
    True,
    marked("Helps the profile Memory find notes that you open often; the count stays in the vault"),
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
    marked("Where backups go; leave empty to keep them next to your notes"),
    group=Group.STORAGE,
    title=marked("Backup folder"),
    shown_as=Edit.FOLDER,
)
BACKUP_DAYS = Setting(
    "storage.backup_days",
    7,
    marked("For how many days the newest backup of the day is kept"),
    least=1,
    most=90,
    group=Group.STORAGE,
    title=marked("Daily backups kept"),
    unit=marked("days"),
)
BACKUP_WEEKS = Setting(
    "storage.backup_weeks",
    4,
    marked("For how many weeks the newest backup of the week is kept"),
    least=0,
    most=52,
    group=Group.STORAGE,
    title=marked("Weekly backups kept"),
    unit=marked("weeks"),
)
BACKUP_MONTHS = Setting(
    "storage.backup_months",
    6,
    marked("For how many months the newest backup of the month is kept"),
    least=0,
    most=120,
    group=Group.STORAGE,
    title=marked("Monthly backups kept"),
    unit=marked("months"),
)
TRASH_DAYS = Setting(
    "trash.days",
    30,
    marked("How long notes stay in the trash before they are deleted for good; 0 keeps them"),
    least=0,
    most=3650,
    group=Group.STORAGE,
    title=marked("Days in the trash"),
    unit=marked("days"),
)
FILE_MOST_MB = Setting(
    "files.most_mb",
    1_000,
    marked("The largest file that can be added to a note"),
    least=1,
    most=100_000,
    group=Group.STORAGE,
    title=marked("Largest file"),
    unit="MB",
    step=100,
)
FILE_TRACES = Setting(
    "files.without_traces",
    False,
    marked("Leave out where and when a photo was taken, and with which camera, when it is added"),
    group=Group.STORAGE,
    title=marked("Clean photos"),
)
FILE_DAYS = Setting(
    "files.unused_days",
    30,
    marked("How long a file that no note uses is kept before it is deleted; 0 keeps it"),
    least=0,
    most=3650,
    group=Group.STORAGE,
    title=marked("Keep unused files"),
    unit=marked("days"),
)

# The account; the connection itself is changed only by `Account`
ACCOUNT_CONNECTION = Setting("account.connection", "", "Which Cloudflare account is connected")
ACCOUNT_REMOVAL = Setting(
    "account.removal", "", "Which model's vectors are being removed, and how far"
)
ACCOUNT_MODEL = Setting(
    "account.model",
    "@cf/baai/bge-small-en-v1.5",
    marked(
        "It compares meanings there; another one reads all notes again, into an index of its own"
    ),
    (
        "@cf/baai/bge-small-en-v1.5",
        "@cf/baai/bge-base-en-v1.5",
        "@cf/baai/bge-large-en-v1.5",
        "@cf/baai/bge-m3",
    ),
    group=Group.ACCOUNT,
    title=marked("Model in your account"),
    choice_titles=(
        marked("Small (English)"),
        marked("Base (English)"),
        marked("Large (English)"),
        marked("M3 (many languages)"),
    ),
)

NEURON_BUDGET = Setting(
    "account.neurons_a_day",
    DEFAULT_BUDGET,
    marked("Neurons are what Cloudflare counts work in; it gives you 10,000 a day for free"),
    least=0,
    most=10_000_000,
    group=Group.ACCOUNT,
    title=marked("Daily budget"),
    unit=marked("neurons"),
    step=500,
)
EMBEDDING_PAUSED = Setting(
    "account.embedding_paused",
    False,
    marked("Until you resume, your account reads no new notes for it; notes are still sent"),
    group=Group.ACCOUNT,
    title=marked("Pause search by meaning in your account"),
)
COMPUTER_NAME = Setting(
    OWN_NAME,
    "",
    marked(
        "What your other computers call it, for example in conflicts; leave empty to use its system name"
    ),
    group=Group.ACCOUNT,
    title=marked("Name of this computer"),
)
# paused and resumed on the sync page
SYNC_PAUSED = Setting("sync.paused", False, "Nothing is sent to the account or fetched from it")
FETCH_FILES = Setting(
    "sync.fetch_files",
    FetchFiles.SMALL.value,
    marked(
        "The others stay in your account until you fetch them; “when shown” fetches those of a note you open"
    ),
    (FetchFiles.SMALL.value, FetchFiles.ALL.value, FetchFiles.SHOWN.value),
    group=Group.ACCOUNT,
    title=marked("Fetch files of other computers"),
    choice_titles=(marked("Up to 20 MB"), marked("All"), marked("When shown")),
)
FILES_WAIT_METERED = Setting(
    "sync.files_wait_metered",
    True,
    marked(
        "On a connection that costs by the byte, such as a phone’s; notes are sent all the same"
    ),
    group=Group.ACCOUNT,
    title=marked("Files wait on metered connections"),
)
# paused and resumed on the sync page
FILES_PAUSED = Setting(
    "sync.files_paused", False, "No file is sent to the account or fetched from it"
)
FILES_DAY_MB = Setting(
    "sync.files_day_mb",
    0,
    marked("How much may be sent and fetched in a day; 0 is no limit, and notes are never limited"),
    least=0,
    most=1_000_000,
    group=Group.ACCOUNT,
    title=marked("Daily limit for files"),
    unit="MB",
    step=100,
)

# Capture
CAPTURE_PREFILL = Setting(
    "capture.prefill",
    "nothing",
    marked("It is selected, so that your first key replaces it; Ctrl+Z brings it back"),
    ("nothing", "selection", "clipboard"),
    group=Group.CAPTURE,
    title=marked("The capture window starts with"),
    choice_titles=(
        marked("Nothing"),
        marked("The selected text"),
        marked("The copied text"),
    ),
)

ROWS: Sequence[Setting[Value]] = (
    *(THEME, ZOOM, DENSITY, TEXT_FONT, TEXT_SIZE, CODE_FONT, MOTION, LANGUAGE),
    START_PAGE,
    *(KEEP_RUNNING, START_MINIMIZED, KEEP_NOTICED),
    TEXT_MODE,
    LINE_WIDTH,
    AUTO_PAIRS,
    FILE_TYPED_TAGS,
    UPDATE_LINKS,
    *(SPELL_CHECK, SPELL_LANGUAGES),
    DAILY_TITLE,
    CAPTURE_PREFILL,
    *search.ROWS,
    INDEX_PAUSED,
    INDEX_LANGUAGES,
    *review.ROWS,
    COUNT_OPENS,
    *(BACKUPS, BACKUP_FOLDER, BACKUP_DAYS, BACKUP_WEEKS, BACKUP_MONTHS, TRASH_DAYS),
    *(FILE_MOST_MB, FILE_TRACES, FILE_DAYS),
    *(
        ACCOUNT_CONNECTION,
        ACCOUNT_REMOVAL,
        ACCOUNT_MODEL,
        NEURON_BUDGET,
        EMBEDDING_PAUSED,
        COMPUTER_NAME,
        SYNC_PAUSED,
        *(FETCH_FILES, FILES_DAY_MB, FILES_WAIT_METERED, FILES_PAUSED),
    ),
    *ask.ROWS,
    *programs.ROWS,
    *remembered.ROWS,
)
