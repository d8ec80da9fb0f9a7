"""The translation layer for every text that users see.

The domain only provides the hook: the application installs a catalog (`notebrain.app.core.language`), and until then
texts are in English, as written in the source.

Example:
    >>> _("Saved")
    'Saved'
    >>> ngettext("{n} note", "{n} notes", 2).format(n=2)
    '2 notes'
"""

from gettext import NullTranslations

_catalogue: NullTranslations = NullTranslations()


def install(catalogue: NullTranslations) -> None:
    """Translate every text with `catalogue` from now on."""
    global _catalogue  # noqa: PLW0603 - a process speaks one language at a time
    _catalogue = catalogue


def _(text: str) -> str:
    """Return `text` in the user's language."""
    return _catalogue.gettext(text)


def ngettext(singular: str, plural: str, n: int) -> str:
    """Return the singular or plural form for `n` items, in the user's language."""
    return _catalogue.ngettext(singular, plural, n)


def pgettext(context: str, text: str) -> str:
    """Return `text` in the user's language; `context` distinguishes it from identical texts."""
    return _catalogue.pgettext(context, text)


def marked(text: str) -> str:
    """Mark `text` for translation and return it as it is; `shown` translates it when it is displayed.

    Example:
        >>> shown(marked("Theme"))
        'Theme'
    """
    return text


def shown(text: str) -> str:
    """Return a `marked` text in the user's language."""
    return _catalogue.gettext(text) if text else ""
