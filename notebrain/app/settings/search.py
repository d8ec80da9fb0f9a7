"""Searching settings by name and description."""

from collections.abc import Iterable

from notebrain.app.settings.setting import Setting
from notebrain.domain.i18n import shown


def texts_of(setting: Setting) -> list[str]:
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
    said = "\n".join(texts).casefold()
    return all(word in said for word in query.casefold().split())
