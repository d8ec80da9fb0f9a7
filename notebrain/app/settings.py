"""The settings, declared as rows: name, default, limits, help; kept in the vault, some of them per workspace."""

from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass

from notebrain.domain.changes import Act, Changes, touched
from notebrain.domain.errors import UserError
from notebrain.domain.messages import _
from notebrain.storage import settings as table
from notebrain.storage.database import Connection
from notebrain.storage.store import Store

Value = str | int | float | bool


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting.

    Attributes:
        help: One line for the settings page, not yet in the user's language.
        choices: The values it takes, or none for any value between `least` and `most`.
        per_workspace: Whether a workspace can have a value of its own.
        renamed_from: A former name, under which an older vault may still keep it.
    """

    name: str
    default: Value
    help: str
    choices: tuple[Value, ...] = ()
    least: float | None = None
    most: float | None = None
    per_workspace: bool = False
    renamed_from: str | None = None


THEME = Setting(
    "appearance.theme",
    "system",
    "Light, dark, or as the system is set",
    ("system", "light", "dark"),
)
ZOOM = Setting("appearance.zoom", 1.0, "Size of all text and controls", least=0.8, most=2.0)
SORT = Setting("list.sort", "updated", "Order of the note list", ("updated", "created", "title"))
WORKSPACE = Setting("window.workspace", "", "The workspace that was open last; empty shows all")
PROFILE = Setting(
    "search.profile",
    "balanced",
    "How much age counts in search",
    ("balanced", "strict", "timeless", "memory"),
    per_workspace=True,
)
ALPHA = Setting(
    "search.alpha",
    0.5,
    "Weight of words against meaning: 1 only words, 0 only meaning",
    least=0.0,
    most=1.0,
    per_workspace=True,
)
HALF_LIFE = Setting(
    "search.half_life_days",
    30.0,
    "Days after which a note counts half as recent",
    least=0.1,
    most=36500.0,
    per_workspace=True,
)
FLOOR = Setting(
    "search.floor",
    0.9,
    "The least that age alone leaves of a note's score",
    least=0.0,
    most=1.0,
    per_workspace=True,
)
WINDOW = Setting("window.place", "", "Where the window was and how wide its parts were")
SHORTCUTS = Setting("shortcuts.chosen", "", "The shortcuts you chose yourself")
PALETTE_RECENT = Setting("palette.recent", "", "The commands that were used last from the palette")
INDEX_PAUSED = Setting("index.paused", False, "Indexing of meanings is paused")

ROWS: Sequence[Setting] = (
    THEME,
    ZOOM,
    SORT,
    WORKSPACE,
    WINDOW,
    PROFILE,
    ALPHA,
    HALF_LIFE,
    FLOOR,
    INDEX_PAUSED,
    SHORTCUTS,
    PALETTE_RECENT,
)


class Settings:
    """Reads and writes settings of one vault."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def get(self, setting: Setting, *, workspace: str | None = None) -> Value:
        """Return a setting: the workspace's own value, else the vault's, else the default."""
        with self._store.read() as db:
            for scope in (
                (workspace, table.APP) if workspace and setting.per_workspace else (table.APP,)
            ):
                for name in (setting.name, setting.renamed_from):
                    value = None if name is None else table.get(db, name, scope=scope or table.APP)
                    if isinstance(value, str | int | float | bool) and _allowed(setting, value):
                        return value
        return setting.default

    def put(
        self, setting: Setting, value: Value | None, *, workspace: str | None = None
    ) -> Future[Changes]:
        """Set a setting for the vault or for one workspace; None takes it back to its default.

        Reads see the value once the future is done.

        Raises:
            UserError: The setting does not take this value.
        """
        if value is not None and not _allowed(setting, value):
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


def _allowed(setting: Setting, value: Value) -> bool:
    if setting.choices:
        return value in setting.choices
    if isinstance(setting.default, bool) or isinstance(value, bool):
        return isinstance(value, bool) and isinstance(setting.default, bool)
    if isinstance(setting.default, str) or isinstance(value, str):
        return isinstance(value, str) and isinstance(setting.default, str)
    above = setting.least is None or value >= setting.least
    return above and (setting.most is None or value <= setting.most)
