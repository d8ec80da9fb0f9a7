"""The interface language: finds the user's language and installs its catalog.

A language is a file, `resources/locale/<language>/LC_MESSAGES/notebrain.mo`, made by
`packaging/messages.py`.
"""

import gettext
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from notebrain.app.core.resources import resource
from notebrain.domain import i18n

DOMAIN = "notebrain"
VARIABLE = "NOTEBRAIN_LANGUAGE"
SOURCE_LANGUAGE = "en"

# the first one set wins; LANGUAGE may list several
_VARIABLES = (VARIABLE, "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
_NO_LANGUAGE = {"", "C", "POSIX"}


def install(wanted: str | None = None, folder: Path | None = None) -> str:
    """Install the user's language, or the `wanted` one, for all texts; return the language installed.

    If a language has no catalog, English is used, in which the texts are written.
    """
    languages = [wanted] if wanted else preferred()
    catalog = _catalog(languages, folder or resource("locale"))
    i18n.install(catalog)
    return catalog.info().get("language", SOURCE_LANGUAGE)


def installed(folder: Path | None = None) -> list[str]:
    """Return the languages that have a catalog, and English, in which the texts are written."""
    found = (folder or resource("locale")).glob(f"*/LC_MESSAGES/{DOMAIN}.mo")
    return sorted({SOURCE_LANGUAGE, *(path.parent.parent.name for path in found)})


def preferred(environ: Mapping[str, str] = os.environ) -> list[str]:
    """Return the user's preferred languages, best first, such as `["de_AT", "en"]`."""
    for variable in _VARIABLES:
        languages = [_plain(part) for part in environ.get(variable, "").split(":")]
        languages = [language for language in languages if language not in _NO_LANGUAGE]
        if languages:
            return languages
    return _of_the_system()


def _plain(name: str) -> str:
    """Return a locale's name without its encoding: de_AT.UTF-8 -> de_AT."""
    return name.partition(".")[0].strip()


def _of_the_system() -> list[str]:
    """Return the language set in Windows; elsewhere the environment decides."""
    if sys.platform == "win32":
        import ctypes
        import locale

        code = ctypes.windll.kernel32.GetUserDefaultUILanguage()
        return [locale.windows_locale[code]] if code in locale.windows_locale else []
    return []


def _catalog(languages: Sequence[str], folder: Path) -> gettext.NullTranslations:
    """Return the catalog of the first language that has one; English needs none and ends the search."""
    for language in languages:
        if language.partition("_")[0] == SOURCE_LANGUAGE:
            break
        if gettext.find(DOMAIN, str(folder), [language]):
            return gettext.translation(DOMAIN, str(folder), [language])
    return gettext.NullTranslations()
