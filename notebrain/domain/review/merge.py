"""Proposes merged texts, and checks those written by a model.

A model is not trusted. Every value is compared as written, and every word except a few without meaning must come from
the notes. A text that cannot be checked is rejected; this program's own text is always available.
"""

import re
from collections.abc import Iterator, Sequence

from notebrain.domain.judge.lexicon.function_words import NEGATORS
from notebrain.domain.judge.parser import ABBREVIATION
from notebrain.domain.judge.stemming import words
from notebrain.domain.judge.values import VALUE
from notebrain.domain.text.merge import merge_texts

_END = re.compile(r"[.!?…]+(?:\s+|$)")
_WORD = re.compile(r"\w+(?:['’.,:/-]\w+)*")
_VALUE = re.compile(VALUE, re.VERBOSE | re.IGNORECASE)
_NAME = re.compile(r"(?<=[^\W\d_]\s)[^\W\d_][\w’'-]+")
_HEADING = re.compile(r"\s{0,3}#{1,6}\s+(?=\S)")
_ITEM = re.compile(r"\s*(?:(?:[-*+>]|\d{1,3}[.)])\s+)*")
_BULLET = re.compile(r"^[-*+]\s+(?=\w)")
_BEFORE, _AFTER = r"(?<![\w.,:/+−<>≤≥±~€$£-])", r"(?![\w%°€$£])(?![.,:/-]\w)"
"""What must not stand around a sentence that is a part of another one: it would belong to its first or last value."""
_LONGEST = 200_000
_LONGEST_SHORT = 8


def propose(older: str, newer: str) -> str:
    """Return the older text, followed by every sentence that only the newer one has.

    A sentence adds nothing if a sentence of the other text contains it as it is and denies nothing more. The text has
    one title: a heading above the newer text stands above all if the older one has none, and is left out otherwise.
    `left_out` tells what is left out.
    """
    if not older.strip():
        return newer
    title, rest = _titled(newer)
    if title and not rest.strip():
        rest = _HEADING.sub("", title)  # there is nothing but the heading
    elif title and not _titled(older)[0]:
        older = "\n\n".join((title, older.strip("\n")))
    missing = _missing(rest, older)
    if not missing:
        return older
    kept = older.rstrip()
    if "\n" in older.strip() or "\n" in newer.strip():
        return "\n\n".join((kept, "\n".join(missing)))
    in_one_line = " ".join((kept, *missing))
    run_together = any(True for _line in left_out(in_one_line, older, *missing))
    return "\n".join((kept, *missing)) if run_together else in_one_line


def left_out(merged: str, *texts: str) -> Iterator[str]:
    """Yield the lines of the texts, or the sentences of a line, that a merged text does not have as they are.

    Example:
        >>> list(left_out("Rice. Add cumin.", "Rice. Salt.", "Add cumin."))
        ['Salt.']
    """
    lines = {_spaced(line) for line in merged.splitlines()}
    sentences = {_spaced(sentence) for sentence in _sentences(merged)}
    known = {""}
    for line in (line for text in texts for line in text.splitlines()):
        if _spaced(line) in lines:
            continue
        missing = [part for part in _sentences(line) if _spaced(part) not in sentences]
        lost = "".join(missing).strip()
        if _spaced(lost) not in known:
            known.add(_spaced(lost))
            yield lost


def _missing(newer: str, older: str) -> list[str]:
    """Return the lines, or parts of them, that only the newer text has, with an empty line between paragraphs."""
    said = [_said(sentence) for sentence in _sentences(older)]
    found: list[str] = []
    parted = False
    for line in newer.splitlines():
        sentences = list(_sentences(line))
        missing = [one for one in sentences if not _is_said(one, said)]
        parted = parted or not sentences
        if not missing:
            continue
        if found and parted:
            found.append("")
        parted = False
        found.append(line.rstrip() if missing == sentences else "".join(missing).strip())
    return found


def _titled(text: str) -> tuple[str, str]:
    """Return the heading that a text begins with, or an empty string, and the rest."""
    first, _break, rest = text.strip("\n").partition("\n")
    return (first.strip(), rest) if _HEADING.match(first) else ("", text)


def _said(sentence: str) -> tuple[str, int]:
    """Return what a sentence says, without what does not change that, and how often it denies."""
    bare = _HEADING.sub("", _BULLET.sub("", " ".join(sentence.split())))
    return bare.rstrip(".,;:!… ").casefold() or bare, _denials(sentence)


def _is_said(sentence: str, said: Sequence[tuple[str, int]]) -> bool:
    own, denials = _said(sentence)
    if (own, denials) in said:
        return True
    if not _WORD.search(own):
        return False
    within = re.compile(f"{_BEFORE}{re.escape(own)}{_AFTER}")
    return any(denials == other_denials and within.search(other) for other, other_denials in said)


def _spaced(text: str) -> str:
    return " ".join(text.split())


def propose_conflict(mine: str, theirs: str, base: str | None) -> str:
    """Return one text from two computers: both edits if they do not overlap, otherwise the sentences of both texts."""
    merged = None if base is None else merge_texts(base, mine, theirs)
    return propose(mine, theirs) if merged is None else merged


def vanishing(merged: str, *texts: str) -> Sequence[str]:
    """Return the numbers, dates, addresses and names in the texts that are missing from a merged text, in order.

    Example:
        >>> vanishing("Rent is 1150", "Rent is 900 from 3 March", "Rent is 1150")
        ['900', '3 March']
    """
    present = {_folded(fact) for fact in _facts(merged)}
    words = {word.casefold() for word in _WORD.findall(merged)}
    lost: dict[str, str] = {}
    for fact in (fact for text in texts for fact in _facts(text)):
        if _folded(fact) not in present and not set(_folded(fact).split()) <= words:
            lost.setdefault(_folded(fact), fact)
    return list(lost.values())


def loses(merged: str, older: str, newer: str) -> bool:
    """Return whether a merged text lacks a value or name of either text, or contains fewer denials than one of them."""
    denied = max(_denials(older), _denials(newer))
    return bool(vanishing(merged, older, newer)) or _denials(merged) < denied


def _denials(text: str) -> int:
    found = (word.casefold().replace("’", "'") for word in _WORD.findall(text))
    return sum(word in NEGATORS or word.endswith("n't") for word in found)


def _facts(text: str) -> Iterator[str]:
    """Yield the values and names of a text; names are capitalized words within a sentence."""
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
        marker = _ITEM.match(line)  # the point of "1." ends nothing
        for end in _END.finditer(line, marker.end() if marker else 0):
            point = end.start()
            shortened = ABBREVIATION.search(line, max(start, point - _LONGEST_SHORT), point)
            if point not in within and not shortened:
                yield line[start : end.end()]
                start = end.end()
        if line[start:].strip():
            yield line[start:]


LONGEST = 20_000
"""The most characters of a text that are checked; no model is asked for that much."""
_JOINING = words("""
a an the and also of in on at is are it its this s
der die das den dem des ein eine einen einem einer und auch im am ist sind es
""")
"""Words that a merge may add: none that denies, limits, orders in time, or says who did what to whom."""
_SIGNS = frozenset(" \n.,;:()*#-–'\"“”„")
"""Characters that a merge may add whatever the notes contain: none that asks, ticks, strikes out or compares."""
_PLAIN_WORD = re.compile(r"\w+")
_SIGN = re.compile(r"\W")
_VALUE_AS_WRITTEN = re.compile(VALUE, re.VERBOSE | re.IGNORECASE)
_SIGNED = re.compile(r"(?<!\w)(?:[-−+]|[<>≤≥±~]\s?)\d+(?:[.,]\d+)*")
_COMPOUND = re.compile(r"\w+(?:[.,:/@_'’&=?#%+-]+\w+)+")


def stands(merged: str, older: str, newer: str) -> bool:
    """Return whether a merged text is valid: not empty, not longer than both texts, with nothing of its own.

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
    """Yield the values, words and characters of a merged text that none of the texts contains, as written."""
    known = {_folded(fact) for text in texts for fact in _facts_as_written(text)}
    # lines of a note may be joined in the merge
    known |= {_folded(fact) for text in texts for fact in _facts_as_written(" ".join(text.split()))}
    for fact in _facts_as_written(merged):
        if _folded(fact) not in known:
            yield fact
    present = {word.casefold() for text in texts for word in _PLAIN_WORD.findall(text)} | _JOINING
    for word in _PLAIN_WORD.findall(merged):
        if word.casefold() not in present:
            yield word
    signs = _SIGNS.union(*texts)
    yield from (sign for sign in _SIGN.findall(merged) if sign not in signs)


def _facts_as_written(text: str) -> Iterator[str]:
    """Yield what must be preserved as written, line by line: values, figures with a sign, compounds."""
    for line in text.splitlines():
        for pattern in (_VALUE_AS_WRITTEN, _SIGNED, _COMPOUND):
            for match in pattern.finditer(line):
                yield match.group()


def _size(text: str) -> int:
    """Return the length of a text without line breaks."""
    return len("".join(text.split()))
