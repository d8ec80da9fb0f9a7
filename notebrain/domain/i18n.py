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

_catalog: NullTranslations = NullTranslations()


def install(catalog: NullTranslations) -> None:
    """Translate every text with `catalog` from now on."""
    global _catalog  # noqa: PLW0603 - a process speaks one language at a time
    _catalog = catalog


def _(text: str) -> str:
    """Return `text` in the user's language."""
    return _catalog.gettext(text)


def ngettext(singular: str, plural: str, n: int) -> str:
    """Return the singular or plural form for `n` items, in the user's language."""
    return _catalog.ngettext(singular, plural, n)


def pgettext(context: str, text: str) -> str:
    """Return `text` in the user's language; `context` distinguishes it from identical texts."""
    return _catalog.pgettext(context, text)


def number(value: float, places: int = 0) -> str:
    """Return a number with the separators of the user's language.

    Example:
        >>> number(1230), number(0.5, 2)
        ('1,230', '0.50')
    """
    sample = pgettext("a number as your language writes it", "1,234.5")
    return f"{value:,.{places}f}".translate({ord(","): sample[1], ord("."): sample[-2]})


def marked(text: str) -> str:
    """Mark `text` for translation and return it as it is; `shown` translates it when it is displayed.

    Example:
        >>> shown(marked("Theme"))
        'Theme'
    """
    return text


def shown(text: str) -> str:
    """Return a `marked` text in the user's language."""
    return _catalog.gettext(text) if text else ""
