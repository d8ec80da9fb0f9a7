"""A text made of two notes, for the user to look at: nothing of either is left out unasked."""

import re
from collections.abc import Iterator, Sequence

from notebrain.domain.judging.function_words import NEGATORS
from notebrain.domain.judging.reading import ABBREVIATION
from notebrain.domain.judging.values import VALUE
from notebrain.domain.syncing.textmerge import merge_texts

_END = re.compile(r"[.!?…]+(?:\s+|$)")
_WORD = re.compile(r"\w+(?:['’.,:/-]\w+)*")
_VALUE = re.compile(VALUE, re.VERBOSE | re.IGNORECASE)
_NAME = re.compile(r"(?<=[^\W\d_]\s)[^\W\d_][\w’'-]+")
_LONGEST = 200_000
_LONGEST_SHORT = 8


def propose(older: str, newer: str) -> str:
    """Return the older text with every sentence that only the newer one has, below it.

    A sentence whose every word the other text has in one sentence of its own says nothing new.
    """
    said = [_words(part) for part in _sentences(older)]
    missing = [part.strip() for part in _sentences(newer) if not _is_said(_words(part), said)]
    if not missing:
        return older
    inline = "\n" not in older.strip() and "\n" not in newer.strip()
    return (
        older.rstrip() + (" " if inline else "\n\n") + ("\n" if not inline else " ").join(missing)
    )


def propose_conflict(mine: str, theirs: str, base: str | None) -> str:
    """Return one text of what two computers wrote: both edits where they do not touch, else both texts' sentences."""
    merged = None if base is None else merge_texts(base, mine, theirs)
    return propose(mine, theirs) if merged is None else merged


def vanishing(merged: str, *texts: str) -> Sequence[str]:
    """Return the numbers, dates, addresses and names of the texts that a merged text has no longer, in order.

    Example:
        >>> vanishing("Rent is 1150", "Rent is 900 from 3 March", "Rent is 1150")
        ['900', '3 March']
    """
    kept = {_folded(fact) for fact in _facts(merged)}
    words = {word.casefold() for word in _WORD.findall(merged)}
    gone: dict[str, str] = {}
    for fact in (fact for text in texts for fact in _facts(text)):
        if _folded(fact) not in kept and not set(_folded(fact).split()) <= words:
            gone.setdefault(_folded(fact), fact)
    return list(gone.values())


def loses(merged: str, older: str, newer: str) -> bool:
    """Tell whether a merged text lacks a value or a name of either text, or denies less often than one of them."""
    denied = max(_denials(older), _denials(newer))
    return bool(vanishing(merged, older, newer)) or _denials(merged) < denied


def _denials(text: str) -> int:
    found = (word.casefold().replace("’", "'") for word in _WORD.findall(text))
    return sum(word in NEGATORS or word.endswith("n't") for word in found)


def _facts(text: str) -> Iterator[str]:
    """Yield what a text states in figures, and its names: words inside a sentence that begin with a capital."""
    found = [(match.start(), match.group()) for match in _VALUE.finditer(text[:_LONGEST])]
    found += [
        (match.start(), match.group())
        for match in _NAME.finditer(text[:_LONGEST])
        if match.group()[0].isupper()
    ]
    for _start, fact in sorted(found):
        yield fact


def _folded(fact: str) -> str:
    return " ".join(fact.casefold().split())


def _sentences(text: str) -> Iterator[str]:
    for line in text.splitlines():
        values = (match.span() for match in _VALUE.finditer(line[:_LONGEST]))
        within = {at for first, last in values for at in range(first, last - 1)}  # "3. März"
        start = 0
        for end in _END.finditer(line):
            point = end.start()
            shortened = ABBREVIATION.search(line, max(start, point - _LONGEST_SHORT), point)
            if point not in within and not shortened:
                yield line[start : end.end()]
                start = end.end()
        if line[start:].strip():
            yield line[start:]


def _words(sentence: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in _WORD.findall(sentence))


def _is_said(words: frozenset[str], said: Sequence[frozenset[str]]) -> bool:
    return any(words <= other for other in said)
