"""Labeled pairs of notes: what the pair reader and the judge of two notes learn from.

The pairs are those of `tests/quality/training` and `tests/data/judging`, and the versions of one fact in the vaults of
`tests/quality/training/vaults`. Most notes that stand near to each other have nothing to do with each other, so that
each text is also paired with a near one of the same person (`neighbors`). No text of a set that search and review are
measured with is among them: pairs near such a text were removed (letter trigrams, Jaccard .6).
"""

from __future__ import annotations

import json
import random
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from notebrain.domain.judge.verdict import RELATIONS, Kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from notebrain.domain.embedding.scales import Scale

_Array = np.ndarray[Any, Any]
_ROOT: Final = Path(__file__).resolve().parents[2]
TRAINING: Final = _ROOT / "tests" / "quality" / "training"
FOLDS: Final = 5
UNREAD: Final = frozenset({"tj", "tq", "tn", "wh", "train_5", "en_sam", "de_jonas"})
"""The pair reader does not learn from these persons' notes, so that it can be measured on them."""
_NEAREST, _CHOSEN_FROM = 12, 4
_SAME: Final = 0.7
"""Two notes of one person that are nearer than this may well say the same; their relation is not known.

In the vaults it is known: only the versions of a fact say the same.
"""
_SEED: Final = 1


class Pair(NamedTuple):
    """A labeled pair.

    Attributes:
        accept: The other kinds that are right, too.
        source: One person's notes.
        is_neighbor: Whether it was not labeled but put together here.
    """

    older: str
    newer: str
    kind: Kind
    accept: tuple[Kind, ...]
    source: str
    look_alike: bool = False
    is_neighbor: bool = False

    @property
    def fold(self) -> int:
        """The same for all pairs with the same older note."""
        return sha256(self.older.encode()).digest()[0] % FOLDS

    @property
    def right(self) -> frozenset[Kind]:
        """The kinds that are right."""
        return frozenset((self.kind, *self.accept))


def labeled_pairs() -> list[Pair]:
    """Return the pairs that somebody has labeled, and the versions of the facts in the vaults."""
    return [*_written(), *_examples(), *_versions()]


def singles() -> Iterator[tuple[str, str]]:
    """Yield each note of the vaults that tells no fact of several versions, and its source."""
    for path in _vaults():
        yield from ((note["text"], path.stem) for note in _notes(path) if "fact" not in note)


def neighbors(
    pairs: Sequence[Pair],
    alone: Iterable[tuple[str, str]],
    vectors: Mapping[str, _Array],
    scale: Scale,
) -> Iterator[Pair]:
    """Yield, for each text, one of the nearest other texts of the same person: nearly always another thing."""
    luck = random.Random(_SEED)
    by_source: dict[str, list[str]] = {}
    linked: dict[str, set[str]] = {}
    for pair in pairs:
        by_source.setdefault(pair.source, []).extend((pair.older, pair.newer))
        linked.setdefault(pair.older, set()).add(pair.newer)
        linked.setdefault(pair.newer, set()).add(pair.older)
    for text, source in alone:
        by_source.setdefault(source, []).append(text)
    vaults = {path.stem for path in _vaults()}
    for source, all_texts in by_source.items():
        texts = list(dict.fromkeys(all_texts))
        matrix = np.array([vectors[text] / np.linalg.norm(vectors[text]) for text in texts])
        cosines = matrix @ matrix.T
        for at, text in enumerate(texts):
            same = _linked(text, linked)
            limit = _SAME if len(same) > 1 and source not in vaults else 1.0
            near = [
                texts[other]
                for other in np.argsort(-cosines[at])[:_NEAREST]
                if texts[other] not in same and scale.of_notes(float(cosines[at, other])) < limit
            ]
            if near:
                (other,) = luck.sample(near[:_CHOSEN_FROM], 1)
                yield Pair(other, text, Kind.DISTINCT, (), source, is_neighbor=True)


def _linked(text: str, linked: Mapping[str, set[str]]) -> set[str]:
    """Return all texts that stand in a chain of pairs with a text, and the text itself."""
    seen, todo = {text}, [text]
    while todo:
        new = linked.get(todo.pop(), set()) - seen
        seen |= new
        todo += new
    return seen


def _written() -> Iterator[Pair]:
    for path in sorted(TRAINING.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").split("\n"):
            if line:
                row = json.loads(line)
                accept = tuple(map(Kind, row["accept"]))
                kind, alike = Kind(row["label"]), row["look_alike"]
                yield Pair(row["older"], row["newer"], kind, accept, path.stem, alike)


def _examples() -> Iterator[Pair]:
    for path in sorted((_ROOT / "tests" / "data" / "judging").glob("*.tsv")):
        for line in path.read_text(encoding="utf-8").splitlines():
            label, *_language, older, newer = line.split("\t")
            if label in set(RELATIONS):
                yield Pair(_plain(older), _plain(newer), Kind(label), (), path.stem)


def _versions() -> Iterator[Pair]:
    """Yield what was written down about a fact with what was written next and after that."""
    for path in _vaults():
        facts: dict[str, list[str]] = {}
        for note in _notes(path):
            if "fact" in note:
                facts.setdefault(note["fact"], []).append(note["text"])
        for texts in facts.values():
            for older, newer in [*pairwise(texts), *zip(texts, texts[2:], strict=False)]:
                yield Pair(older, newer, Kind.REPLACED, (Kind.CONTRADICTION,), path.stem)


def _vaults() -> list[Path]:
    return sorted((TRAINING / "vaults").glob("*.jsonl"))


def _notes(path: Path) -> list[dict[str, Any]]:
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return [row for row in rows if "text" in row]


def _plain(text: str) -> str:
    return text.replace("\\n", "\n").replace("\\r", "\r")
