"""Whether a text that a model made of two notes may be shown: all it says stands in one of them.

A model's word is not taken for it. Every value is compared as it is written, and every word but a few that carry no
meaning has to come from the notes. What cannot be checked is refused; the text of this program is there anyway.
"""

import re
from collections.abc import Iterator

from notebrain.domain.judging.roots import words
from notebrain.domain.judging.values import VALUE

LONGEST = 20_000
"""Characters of a text that is looked at; no model is asked for as much."""
_JOINING = words("""
a an the and also of in on at is are it its this s
der die das den dem des ein eine einen einem einer und auch im am ist sind es
""")
"""Words that a merge may bring in: none that denies, limits, orders in time, or tells who did what to whom."""
_SIGNS = frozenset(" \n.,;:()*#-–'\"“”„")
"""What a merge may set between words, whatever the notes have: nothing that asks, ticks, strikes out or compares."""
_WORD = re.compile(r"\w+")
_SIGN = re.compile(r"\W")
_VALUE = re.compile(VALUE, re.VERBOSE | re.IGNORECASE)
_SIGNED = re.compile(r"(?<!\w)(?:[-−+]|[<>≤≥±~]\s?)\d+(?:[.,]\d+)*")
_COMPOUND = re.compile(r"\w+(?:[.,:/@_'’&=?#%+-]+\w+)+")


def stands(merged: str, older: str, newer: str) -> bool:
    """Tell whether a merged text is neither empty nor longer than both texts, and says nothing of its own.

    Example:
        >>> stands("Rent was 900, is 1150", "Rent is 900", "It was raised: Rent is 1150")
        True
        >>> stands("Rent is 1200", "Rent is 900", "It was raised: Rent is 1150")
        False
    """
    if not merged.strip() or len(merged) > LONGEST:
        return False
    if _size(merged) > _size(older) + _size(newer):
        return False
    return not any(True for _one in foreign(merged, older, newer))


def foreign(merged: str, *texts: str) -> Iterator[str]:
    """Yield the values, words and signs of a merged text that none of the texts has, as they stand in it."""
    known = {_folded(fact) for text in texts for fact in _facts(text)}
    # what a line break parts in a note may stand in one line of the merge
    known |= {_folded(fact) for text in texts for fact in _facts(" ".join(text.split()))}
    for fact in _facts(merged):
        if _folded(fact) not in known:
            yield fact
    said = {word.casefold() for text in texts for word in _WORD.findall(text)} | _JOINING
    for word in _WORD.findall(merged):
        if word.casefold() not in said:
            yield word
    signs = _SIGNS.union(*texts)
    yield from (sign for sign in _SIGN.findall(merged) if sign not in signs)


def _facts(text: str) -> Iterator[str]:
    """Yield what has to be kept as it is written, line by line: values, figures with a sign, compounds."""
    for line in text.splitlines():
        for pattern in (_VALUE, _SIGNED, _COMPOUND):
            for match in pattern.finditer(line):
                yield match.group()


def _folded(fact: str) -> str:
    return " ".join(fact.casefold().split())


def _size(text: str) -> int:
    """Return how much a text says: breaks between lines do not count."""
    return len("".join(text.split()))
