"""Decides which words of a line to spell-check, and with which dictionaries."""

import re
import unicodedata
from collections.abc import Iterator, Sequence

# an address, a path, the name of a file or an identifier: not in any dictionary
_NO_PROSE = re.compile(r"://|@|\\|\w\.\w|/[^/]*/|_|^~?/|^#")
_CHUNK = re.compile(r"\S+")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_HUMP = re.compile(r"[^\W\d_A-Z][A-Z]")

LONGEST = 60
"""Maximum length of a word to check; anything longer is not a word, and suggestions for it would take seconds."""

Range = tuple[int, int]


def words_in(line: str, skipped: Sequence[Range] = ()) -> Iterator[Range]:
    """Yield the ranges of the words in a line that a dictionary may know.

    This leaves out addresses, paths, words with digits in or beside them, upper-case abbreviations, camelCase, single
    letters, and everything that overlaps `skipped`, e.g. code.
    """
    chunks = (found.span() for found in _CHUNK.finditer(line) if _NO_PROSE.search(found[0]))
    closed = sorted([*skipped, *chunks], reverse=True)
    reach = 0  # where what is left out and begins before the end of the word ends
    for found in _WORD.finditer(line):
        start, end = found.span()
        while closed and closed[-1][0] < end:
            reach = max(reach, closed.pop()[1])
        if reach <= start and _is_prose(found[0]) and not _beside_digit(line, start, end):
            yield start, end


def plain(word: str) -> str:
    """Return a word as written in dictionaries: with a straight apostrophe."""
    return word.replace("’", "'")


_ENGLISH = ("en_US", "en_GB")


def chosen(wanted: Sequence[str], there: Sequence[str]) -> list[str]:
    """Return the dictionaries among `there` for the `wanted` languages.

    An exact match is used (`de_AT`), or else the plain language (`de`), or else any of its countries, preferably its
    own (`de_DE` for `de`). English without a country is American and British: a word of either is correct. If a country
    is used, its plain language is left out.
    """
    found: list[str] = []
    for name in wanted:
        language = name.replace("-", "_")
        has_english = "en" in there or any(one.startswith("en_") for one in found)
        taken = [one for one in _ENGLISH if language == "en" and not has_english and one in there]
        if not taken and (best := _best(language, there)) is not None:
            taken = [best]
        found += [one for one in taken if one not in found]
    countries = {name.partition("_")[0] for name in found if "_" in name}
    return [name for name in found if name not in countries]


_SCRIPTS = {
    script: frozenset(languages.split())
    for script, languages in {
        "ARABIC": "ar fa ps sd ug ur",
        "ARMENIAN": "hy",
        "BENGALI": "as bn",
        "CJK": "ja zh",
        "CYRILLIC": "be bg ce kk ky mk mn os ru sr tg tt uk",
        "DEVANAGARI": "hi mr ne sa",
        "ETHIOPIC": "am ti",
        "GEORGIAN": "ka",
        "GREEK": "el grc",
        "GUJARATI": "gu",
        "GURMUKHI": "pa",
        "HANGUL": "ko",
        "HEBREW": "he yi",
        "HIRAGANA": "ja",
        "KANNADA": "kn",
        "KATAKANA": "ja",
        "KHMER": "km",
        "LAO": "lo",
        "MALAYALAM": "ml",
        "MYANMAR": "my",
        "ORIYA": "or",
        "SINHALA": "si",
        "TAMIL": "ta",
        "TELUGU": "te",
        "THAI": "th",
        "TIBETAN": "bo dz",
    }.items()
}
"""Which languages are written in a script; the others are written in Latin letters, and Serbian in both."""
_NOT_LATIN = frozenset(name for names in _SCRIPTS.values() for name in names) - {"sr"}


def can_be_checked(word: str, languages: Sequence[str]) -> bool:
    """Return whether the dictionaries of these languages hold words in the letters of a word.

    Example:
        >>> can_be_checked("שלום", ["en_GB"]), can_be_checked("shalom", ["en_GB"])
        (False, True)
    """
    plain_names = {name.partition("_")[0] for name in languages}
    for script in {_script(letter) for letter in word if letter.isalpha()}:
        if script == "LATIN":
            readable = bool(plain_names - _NOT_LATIN)
        else:
            readable = bool(plain_names & _SCRIPTS.get(script, frozenset()))
        if not readable:
            return False
    return True


def _script(letter: str) -> str:
    return "LATIN" if letter.isascii() else unicodedata.name(letter, "").partition(" ")[0]


def _best(language: str, there: Sequence[str]) -> str | None:
    plain_name = language.partition("_")[0]
    own = f"{plain_name}_{plain_name.upper()}"
    for name in (language, plain_name, own):
        if name in there:
            return name
    return next((name for name in sorted(there) if name.startswith(f"{plain_name}_")), None)


def _is_prose(word: str) -> bool:
    return 1 < len(word) <= LONGEST and not word.isupper() and not _HUMP.search(word)


def _beside_digit(line: str, start: int, end: int) -> bool:
    return line[max(0, start - 1) : start].isdigit() or line[end : end + 1].isdigit()
