"""How one note's words become the other's: what is replaced, added and left out, and where."""

from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher

from notebrain.domain.judge.compare import Comparison
from notebrain.domain.judge.matching import are_apart
from notebrain.domain.judge.parser import Token

_LONGEST = 150
"""Only this many words of a note are compared in order."""
_FEW = 6
_NOWHERE = -1.0
_SORTS = {
    "date": "date", "month": "date", "weekday": "date", "time": "time", "money": "money", "code": "code",
    "version": "code", "phone": "code", "url": "code", "path": "code", "ip": "code", "mail": "code",
}  # fmt: skip
"""The sort of a value by its dimension; anything else is a number."""
_NUMBER = "number"
_REPLACED = (*dict.fromkeys(_SORTS.values()), _NUMBER, "value by word", "name", "word")

Run = tuple[Sequence[Token], Sequence[Token], float]
"""Words of the older note that stand for words of the newer one, and where: 0 is the start, 1 the end."""


def edits(pair: Comparison) -> Mapping[str, float]:
    """Return the figures of what it takes to turn the older note into the newer one."""
    ours, theirs = pair.older.tokens[:_LONGEST], pair.newer.tokens[:_LONGEST]
    steps = SequenceMatcher(
        None, [one.key for one in ours], [one.key for one in theirs], autojunk=False
    ).get_opcodes()
    equal = sum(end - start for what, start, end, _, _ in steps if what == "equal")
    added = [theirs[start:end] for what, _, _, start, end in steps if what == "insert"]
    left_out = [ours[start:end] for what, start, end, _, _ in steps if what == "delete"]
    replaced = [
        (ours[a:b], theirs[c:d], (a / len(ours) + c / len(theirs)) / 2)
        for what, a, b, c, d in steps
        if what == "replace"
    ]
    first, last = (steps[0], steps[-1]) if steps else (("", 0, 0, 0, 0),) * 2
    return {
        "edits: unchanged": 2 * equal / max(1, len(ours) + len(theirs)),
        "edits: replaced": len(replaced),
        "edits: added": len(added),
        "edits: left out": len(left_out),
        "edits: words added": sum(map(len, added)),
        "edits: words left out": sum(map(len, left_out)),
        "edits: values added": _values(added),
        "edits: values left out": _values(left_out),
        "edits: longest replaced": max(
            (max(len(one), len(other)) for one, other, _ in replaced), default=0
        ),
        "edits: same words first": first[2] - first[1] if first[0] == "equal" else 0,
        "edits: same words last": last[2] - last[1] if last[0] == "equal" else 0,
        "edits: more at the start": first[0] in {"insert", "delete"},
        "edits: more at the end": last[0] in {"insert", "delete"},
        **_replacements(replaced),
        **_denials(replaced, added, left_out),
    }


def _values(runs: Iterable[Sequence[Token]]) -> int:
    return sum(token.value is not None for run in runs for token in run)


def _replacements(replaced: Sequence[Run]) -> Mapping[str, float]:
    counts = dict.fromkeys(_REPLACED, 0)
    places: dict[str, list[float]] = {"anything": [], "value": [], "word": []}
    spelling: list[float] = []
    alone = opposite = 0
    for one, other, place in replaced:
        sort = _sort(one, other)
        counts[sort] += 1
        places["anything"].append(place)
        if sort in {"name", "word"}:
            places["word"].append(place)
        elif sort != "value by word":
            places["value"].append(place)
            alone += len(one) == len(other) == 1
        if len(one) == len(other) == 1 and one[0].value is other[0].value is None:
            spelling.append(
                SequenceMatcher(None, one[0].text.lower(), other[0].text.lower()).ratio()
            )
        opposite += any(are_apart(a, b) for a in one[:_FEW] for b in other[:_FEW])
    return {
        **{f"edits: {sort} replaced": count for sort, count in counts.items()},
        **{f"edits: first {what}": min(at, default=_NOWHERE) for what, at in places.items()},
        **{f"edits: last {what}": max(at, default=_NOWHERE) for what, at in places.items()},
        "edits: a value for a value": alone,
        "edits: opposites": opposite,
        "edits: least like spelling": min(spelling, default=_NOWHERE),
        "edits: most like spelling": max(spelling, default=_NOWHERE),
    }


def _sort(one: Sequence[Token], other: Sequence[Token]) -> str:
    ours = [token for token in one if token.value is not None]
    theirs = [token for token in other if token.value is not None]
    if ours and theirs:
        return _SORTS.get(ours[0].value.dimension if ours[0].value else "", _NUMBER)
    if ours or theirs:
        return "value by word"
    return "name" if any(map(_is_capital, one)) and any(map(_is_capital, other)) else "word"


def _is_capital(token: Token) -> bool:
    return token.name or token.text[:1].isupper()


def _denials(
    replaced: Sequence[Run], added: Sequence[Sequence[Token]], left_out: Sequence[Sequence[Token]]
) -> Mapping[str, float]:
    gone = sum(
        token.negates for run in (*left_out, *(one for one, _, _ in replaced)) for token in run
    )
    come = sum(
        token.negates for run in (*added, *(other for _, other, _ in replaced)) for token in run
    )
    return {"edits: denials gone": gone - come, "edits: a denial more or less": abs(gone - come)}
