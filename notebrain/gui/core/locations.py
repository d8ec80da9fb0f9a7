"""The locations of the sidebar; each is a set of notes."""

from dataclasses import dataclass
from enum import Enum

from notebrain.domain.i18n import _
from notebrain.domain.notes.note import Category, ListFilter, NoteId, SortKey


class LocationKind(Enum):
    """The kind of a location."""

    NOTES = "notes"
    PINNED = "pinned"
    CATEGORY = "category"
    TAG = "tag"
    TRASH = "trash"
    CHOSEN = "chosen"
    """Notes that a page chose, such as the hits of a search."""


@dataclass(frozen=True, slots=True)
class Location:
    """One set of notes to show.

    Attributes:
        name: The name of a chosen set.
        notes: The notes of a chosen set, in order.
        quotes: What their rows show in place of the beginnings of the notes, in the same order; or nothing.
        page: The page that chose them, to which the user can go back.
    """

    kind: LocationKind = LocationKind.NOTES
    category: Category | None = None
    tag: str | None = None
    name: str = ""
    notes: tuple[NoteId, ...] = ()
    quotes: tuple[str, ...] = ()
    page: str = ""

    def filter(
        self, workspace: str | None, sort: SortKey, *, oldest_first: bool = False
    ) -> ListFilter:
        """Return the filter for the notes here, in this workspace and order."""
        if self.kind is LocationKind.CHOSEN:
            return ListFilter(only=self.notes, sort=sort)
        return ListFilter(
            workspace=workspace,
            tag=self.tag,
            category=self.category,
            pinned=True if self.kind is LocationKind.PINNED else None,
            trashed=self.kind is LocationKind.TRASH,
            sort=sort,
            oldest_first=oldest_first,
        )

    @property
    def title(self) -> str:
        """The name of the location."""
        if self.kind is LocationKind.TAG:
            return self.tag or ""
        if self.kind is LocationKind.CHOSEN:
            return self.name
        if self.kind is LocationKind.CATEGORY and self.category:
            return category_title(self.category)
        return {
            LocationKind.NOTES: _("Notes"),
            LocationKind.PINNED: _("Pinned"),
            LocationKind.TRASH: _("Trash"),
        }.get(self.kind, "")

    @property
    def icon(self) -> str:
        """The icon beside the title; a tag has a dot instead."""
        if self.kind is LocationKind.CATEGORY and self.category:
            return CATEGORY_ICONS[self.category]
        return {
            LocationKind.NOTES: "file-text",
            LocationKind.PINNED: "pin",
            LocationKind.TRASH: "trash-2",
        }.get(self.kind, "")


@dataclass(frozen=True, slots=True)
class Place:
    """One list: the notes of a location in a workspace; None stands for all workspaces."""

    workspace: str | None
    location: Location


ALL_NOTES = Location()
PINNED = Location(LocationKind.PINNED)
TRASH = Location(LocationKind.TRASH)

CATEGORY_ICONS = {
    Category.GENERAL: "file-text",
    Category.FACT: "lightbulb",
    Category.DECISION: "scale",
    Category.PREFERENCE: "heart",
    Category.PROJECT: "folder-kanban",
}

FILED_CATEGORIES = (Category.FACT, Category.DECISION, Category.PREFERENCE, Category.PROJECT)
"""The categories that have a location of their own; everything else is general."""


def category_title(category: Category) -> str:
    """Return the plural name of this category."""
    return {
        Category.GENERAL: _("General"),
        Category.FACT: _("Facts"),
        Category.DECISION: _("Decisions"),
        Category.PREFERENCE: _("Preferences"),
        Category.PROJECT: _("Projects"),
    }[category]


def category_name(category: Category) -> str:
    """Return the singular name of this category."""
    return {
        Category.GENERAL: _("General"),
        Category.FACT: _("Fact"),
        Category.DECISION: _("Decision"),
        Category.PREFERENCE: _("Preference"),
        Category.PROJECT: _("Project"),
    }[category]
