"""Blanks out what machines write into notes: it says nothing, and differs between any two notes.

Front matter, the drawers of Org mode, identifiers, hashes, and the parameters with which links track readers. Apart
because it knows formats of files, not language.
"""

import re
from functools import lru_cache

_LINE = r"[ \t]*(?:[\w .-]+[:=].*|-[ \t].*|\#.*)?\n"
_MACHINE = re.compile(
    rf"""
    \A(?P<fence>---|\+\+\+)[ \t]*\n(?:{_LINE}){{0,60}}?(?P=fence)[ \t]*(?:\n|\Z)
    |^[ \t]*:(?:PROPERTIES|LOGBOOK):[ \t]*\n(?:[ \t]*(?::[\w-]+:|CLOCK:|-[ ]).*\n){{0,60}}?[ \t]*:END:[ \t]*$
    |^[ \t]*:(?-i:[A-Z][A-Z_-]+):[ \t]+\S+[ \t]*$
    |\battachment:[0-9a-f]{{64}}/?
    |\b[0-9a-f]{{8}}-[0-9a-f]{{4}}-[0-9a-f]{{4}}-[0-9a-f]{{4}}-[0-9a-f]{{12}}\b
    |\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{{32,64}}\b
    |(?<=[?&])(?:utm_\w+|fbclid|gclid|msclkid|mc_[ce]id|igshid|ref_src|_hs\w+)=[^\s&#)\]>"']*
    """,
    re.VERBOSE | re.MULTILINE | re.IGNORECASE,
)
_NO_SPACE = re.compile(r"\S")


# a new note is compared with several others, and they with each other
@lru_cache(maxsize=64)
def without_machine_parts(text: str) -> str:
    """Return the text with blanks in place of what machines wrote, so that all positions stay.

    Example:
        >>> without_machine_parts("See https://a.example/?utm_source=mail")
        'See https://a.example/?               '
    """
    return _MACHINE.sub(lambda found: _NO_SPACE.sub(" ", found[0]), text)
