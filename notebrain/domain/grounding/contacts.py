"""Phone numbers, e-mail addresses and web addresses: how a question asks for one, and where a text has one.

A customer number is no phone number: who asks for one is not helped by the other.
"""

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import Final

Span = tuple[int, int]


class Contact(StrEnum):
    """How somebody can be reached."""

    PHONE = "phone"
    MAIL = "mail"
    WEB = "web"


_ASKED: Final = {
    Contact.PHONE: r"(?:(?:tele|cell ?|mobile ?)?phone|mobile|cell|landline|contact|fax) number"
    r"|number (?:do|can|should|must) (?:i|we) (?:call|ring|dial)|phone (?:of|for)"
    r"|(?:telefon|handy|mobil|mobilfunk|festnetz|fax|ruf)nummer|durchwahl",
    Contact.MAIL: r"e-?mail[- ]?address|mail address|e-?mail (?:of|for)|(?:e-?)?mail-?adresse",
    Contact.WEB: r"web ?(?:site|page|address)|internet address|homepage|url"
    r"|internet-?adresse|web-?(?:seite|adresse)",
}
_ONES: Final = (
    r"(?: (?:the|his|her|my|our|their|your|its|der|die|das|mein\w*|sein\w*|ihre?\w*|unser\w*|old|new|current|alte|neue"
    r"|private|(?!does|is|was|has)[^\W_]+['’]?s))*"
)
_BEGIN: Final = (
    rf"\b(?:what(?:['’]s| is| was| are)?|which|wie (?:ist|war|lautet|heißt)|was ist|welche){_ONES} "
)
_QUESTION: Final = re.compile(
    _BEGIN
    + "(?:"
    + "|".join(f"(?P<{kind}>(?:{words})\\b)" for kind, words in _ASKED.items())
    + ")",
    re.IGNORECASE,
)

_SPOKEN_OF: Final = re.compile(
    r"\b(?:phones?|telephone|mobile|cell|call|ring|dial|text|sms|fax|hotline|tel|telefon\w*|handy\w*|mobil\w*|anruf\w*"
    r"|durchwahl|whatsapp|erreich\w*)\b",
    re.IGNORECASE,
)
_FIGURES: Final = re.compile(r"(?<![\w.,+-])\(?[+\d][\d() /-]{1,20}\d(?![\w-]|[.,]\d)")
_LIKE_A_PHONE: Final = re.compile(
    r"\(?(?:\+\d|\d{2,5}\)|0[1-9]|00[1-9])|\d{3}[- ]\d{3,4}[- ]\d{4}$"
)
_DAY: Final = re.compile(r"(?:19|20)\d\d-\d\d(?:-\d\d)?|\d{1,2}/\d{1,2}(?:/\d{2,4})?")
_OTHER_NUMBER: Final = re.compile(
    r"(?:\b\w+ )?(?:\w*(?:number|nummer)|\w*nr|no|id|code|iban|bic|invoice|rechnung|policy|contract|vertrag)"
    r"\W{0,3}(?:\w{1,6}\W)?$",
    re.IGNORECASE,
)
_FEWEST, _FEWEST_SPOKEN_OF, _MOST = 7, 3, 15
"""How many digits a phone number has; the second where the text speaks of calling, as of 112."""
_MAIL: Final = re.compile(r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_WEB: Final = re.compile(r"(?<![\w@.])(?:https?://|www\.)[^\s<>()\"“”]*[\w/]", re.IGNORECASE)
_DOMAIN: Final = re.compile(
    r"(?<![\w@./-])(?:[a-z0-9-]+\.)+(?:com|org|net|de|at|ch|eu|uk|io|info)\b(?!@)"
)


def asked_for(question: str) -> tuple[Contact, Span] | None:
    """Return which contact a question asks for, and the words that say so.

    Example:
        >>> asked_for("What is the phone number of the dentist?")
        (<Contact.PHONE: 'phone'>, (12, 24))
    """
    found = _QUESTION.search(question)
    if found is None or found.lastgroup is None:
        return None
    return Contact(found.lastgroup), found.span(found.lastgroup)


def places(text: str, contact: Contact) -> list[Span]:
    """Return where a text has such a contact."""
    if contact is Contact.MAIL:
        return [found.span() for found in _MAIL.finditer(text)]
    if contact is Contact.WEB:
        return [found.span() for one in (_WEB, _DOMAIN) for found in one.finditer(text)]
    return list(_phones(text))


def _phones(text: str) -> Iterator[Span]:
    spoken_of = _SPOKEN_OF.search(text) is not None
    for found in _FIGURES.finditer(text):
        digits = sum(map(str.isdigit, found[0]))
        fewest = _FEWEST_SPOKEN_OF if spoken_of else _FEWEST
        if not fewest <= digits <= _MOST or _DAY.fullmatch(found[0]):
            continue
        before = _OTHER_NUMBER.search(text, max(0, found.start() - 30), found.start())
        if before is not None and not _SPOKEN_OF.search(before[0]):
            continue
        if spoken_of or _LIKE_A_PHONE.match(found[0]):
            yield found.span()
