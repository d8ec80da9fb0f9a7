"""The one layer through which every text for a person passes.

The domain only holds the hook: the application installs a catalogue (`notebrain.app.core.language`), and until then
texts come out in English, as written in the source.

Example:
    >>> _("Saved")
    'Saved'
    >>> ngettext("{n} note", "{n} notes", 2).format(n=2)
    '2 notes'
"""

from gettext import NullTranslations

_catalogue: NullTranslations = NullTranslations()


def install(catalogue: NullTranslations) -> None:
    """Make `catalogue` the language of every text asked for from now on."""
    global _catalogue  # noqa: PLW0603 - a process speaks one language at a time
    _catalogue = catalogue


def _(text: str) -> str:
    """Return `text` in the user's language."""
    return _catalogue.gettext(text)


def ngettext(singular: str, plural: str, n: int) -> str:
    """Return the form of the text that fits `n` things, in the user's language."""
    return _catalogue.ngettext(singular, plural, n)


def pgettext(context: str, text: str) -> str:
    """Return `text` in the user's language, told apart from equal texts by its `context`."""
    return _catalogue.pgettext(context, text)


def marked(text: str) -> str:
    """Return `text` as it is: it stands in a table, and is put into the user's language by `shown` when it is read.

    Example:
        >>> shown(marked("Theme"))
        'Theme'
    """
    return text


def shown(text: str) -> str:
    """Return a `marked` text in the user's language."""
    return _catalogue.gettext(text) if text else ""
