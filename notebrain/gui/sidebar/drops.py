"""What becomes of notes that are let go over an entry of the sidebar."""

from notebrain.domain.i18n import _
from notebrain.gui.places import Kind
from notebrain.gui.sidebar.entries import Entry
from notebrain.notes.service import Filing


def takes_notes(entry: Entry) -> bool:
    """Tell whether notes can be let go here."""
    return is_trash(entry) or filing_of(entry) is not None


def is_trash(entry: Entry) -> bool:
    """Tell whether notes let go here go to the trash."""
    return entry.place is not None and entry.place.kind is Kind.TRASH


def filing_of(entry: Entry) -> tuple[Filing, str] | None:
    """Return how notes let go here are filed, and the words for it; None where they cannot be."""
    if entry.workspace:
        return Filing(workspace=entry.workspace), _("Moved “{title}”")
    place = entry.place
    if place is None:
        return None
    if place.kind is Kind.PINNED:
        return Filing(pinned=True), _("Pinned “{title}”")
    if place.kind is Kind.TAG and place.tag:
        return Filing(add_tags=(place.tag,)), _("Tagged “{title}”")
    if place.kind is Kind.CATEGORY and place.category:
        return Filing(category=place.category), _("Changed the category of “{title}”")
    return None
