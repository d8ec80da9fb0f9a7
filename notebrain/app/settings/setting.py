"""A setting: its name, default and limits, how it is shown and found, and its value in a vault."""

from collections.abc import Iterable
from concurrent.futures import Future
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _, marked, shown
from notebrain.domain.notes.changes import Act, Changes, touched
from notebrain.storage import settings as table
from notebrain.storage.connection import Connection
from notebrain.storage.store import Store

Value = str | int | float | bool
T_co = TypeVar("T_co", bound=Value, covariant=True)


class Group(Enum):
    """A page of the settings; the value is its name in English."""

    APPEARANCE = marked("Appearance")
    EDITOR = marked("Editor")
    CAPTURE = marked("Capture")
    SEARCH = marked("Search")
    INDEX = marked("Index")
    REVIEW = marked("Review")
    ACCOUNT = marked("Cloudflare")
    STORAGE = marked("Storage")
    PROGRAMS = marked("Other programs")
    SHORTCUTS = marked("Shortcuts")
    PRIVACY = marked("Privacy")


class Edit(Enum):
    """How a setting is edited on its page."""

    SWITCH = "switch"
    CHOICE = "choice"
    NUMBER = "number"
    SLIDER = "slider"
    TEXT = "text"
    FONT = "font"
    MONO_FONT = "mono_font"
    LANGUAGE = "language"
    FOLDER = "folder"
    MODEL = "model"


@dataclass(frozen=True, slots=True)
class Setting(Generic[T_co]):
    """A setting, generic in the type of its value; its texts are `marked` and translated when shown.

    Attributes:
        help: A line below the title on the settings page.
        choices: The allowed values; empty for any value between `least` and `most`.
        per_workspace: Whether a workspace can have its own value.
        renamed_from: A former name that an older vault may still use.
        group: The page that shows it; None hides it.
        title: Its title on the page.
        choice_titles: The titles of `choices` on the page, in the same order.
        unit: The unit after the number on the page, such as "days".
        step: By how much a slider or number field changes the value; may be a fraction.
        shown_as: How it is edited on the page; None picks what fits its type.
    """

    name: str
    default: T_co
    help: str
    choices: tuple[T_co, ...] = ()
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
        """How it is edited on its page."""
        if self.shown_as is not None:
            return self.shown_as
        if self.choices:
            return Edit.CHOICE
        if isinstance(self.default, bool):
            return Edit.SWITCH
        return Edit.TEXT if isinstance(self.default, str) else Edit.NUMBER

    def typed(self, value: Value) -> T_co:
        """Return a value that the setting takes as its own type: 45 becomes 45.0 if the default is 30.0."""
        return type(self.default)(value)

    def takes(self, value: Value) -> bool:
        """Whether the setting can have this value."""
        if self.choices:
            return value in self.choices
        if isinstance(self.default, bool) or isinstance(value, bool):
            return isinstance(value, bool) and isinstance(self.default, bool)
        if isinstance(self.default, str) or isinstance(value, str):
            return isinstance(value, str) and isinstance(self.default, str)
        above = self.least is None or value >= self.least
        return above and (self.most is None or value <= self.most)


T = TypeVar("T", bound=Value)


class Settings:
    """Reads and writes settings of one vault."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def get(self, setting: Setting[T], *, workspace: str | None = None) -> T:
        """Return a setting: the workspace's own value, else the vault's, else the default."""
        scopes = [workspace] if workspace and setting.per_workspace else []
        for scope in (*scopes, table.APP):
            value = self._stored(setting, scope)
            if value is not None:
                return value
        return setting.default

    def own(self, setting: Setting[T], *, workspace: str | None = None) -> T | None:
        """Return the value set for this workspace, or for the vault if none is given; None if not set."""
        return self._stored(setting, workspace or table.APP)

    def stored(self) -> dict[tuple[str, str], table.Value]:
        """Return what the vault holds, whether a setting takes it or not, by workspace ("" for all) and name."""
        with self._store.read() as db:
            return table.all_values(db)

    def put(
        self, setting: Setting[Value], value: Value | None, *, workspace: str | None = None
    ) -> Future[Changes]:
        """Set a value for the vault or for one workspace; None restores the default.

        Reads return the new value once the future is done.

        Raises:
            UserError: The setting does not allow this value.
        """
        if value is not None and not setting.takes(value):
            raise UserError(
                _("{name} does not accept {value}.").format(name=setting.name, value=value)
            )
        scope = workspace if workspace and setting.per_workspace else table.APP

        def act(db: Connection) -> Changes:
            for name in (setting.name, setting.renamed_from):
                if name is not None:
                    table.put(db, name, value if name == setting.name else None, scope=scope)
            return touched(Act.SETTINGS, (), filing=False)

        return self._store.write(act)

    def put_silently(self, setting: Setting[Value], value: Value) -> Future[None]:
        """Set a value for the vault that gives nobody else anything to do, so that nobody is told."""
        return self._store.write(lambda db: table.put(db, setting.name, value, scope=table.APP))

    def _stored(self, setting: Setting[T], scope: str) -> T | None:
        with self._store.read() as db:
            for name in (setting.name, setting.renamed_from):
                value = None if name is None else table.get(db, name, scope=scope)
                if isinstance(value, str | int | float | bool) and setting.takes(value):
                    return setting.typed(value)
        return None


def texts_of(setting: Setting[Value]) -> list[str]:
    """Return all texts shown for a setting, in the user's language."""
    group = [setting.group.value] if setting.group else []
    return [shown(text) for text in (setting.title, setting.help, *group, *setting.choice_titles)]


def finds(query: str, texts: Iterable[str]) -> bool:
    """Return whether every word of a query occurs in one of the texts; an empty query matches everything.

    Example:
        >>> finds("dark th", ["Theme", "Light or dark"])
        True
        >>> finds("zoom", ["Theme"])
        False
    """
    haystack = "\n".join(texts).casefold()
    return all(word in haystack for word in query.casefold().split())
