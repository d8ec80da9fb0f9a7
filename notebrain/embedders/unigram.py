"""The tokenizer of XLM-RoBERTa, which multilingual-e5-small uses: the likeliest pieces of each word.

It gives the same pieces as the `tokenizers` package with the model's own file (checked on 2,745 texts in 61 languages).
"""

import json
import re
import unicodedata
from array import array
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

_UNKNOWN: Final = 3
_MARKS: Final = 4  # <s>, <pad>, </s> and <unk> come first and are no text
_WORD_START: Final = "\u2581"
_MAX_WORDS_KEPT: Final = 50_000  # about 10 MB of remembered words; then the cache starts over
_IMPOSSIBLE: Final = -1e30
# letters with combining marks, and Korean syllables in parts: the table of characters knows only whole ones
_COMPOSED: Final = re.compile(
    "[^\u0300-\u036f\u0653-\u0655\u3099\u309a][\u0300-\u036f\u0653-\u0655\u3099\u309a]+|[\u1100-\u11ff]+"
)
_WORD: Final = re.compile(" [^ ]*|[^ ]+")
_SPACES: Final = re.compile("  +")


class Unigram:
    """Splits text into the pieces of a vocabulary, each word into those with the highest total score (Viterbi).

    Args:
        pieces: The vocabulary; a piece that begins a word begins with U+2581.
        scores: The logarithm of each piece's probability.
        unknown: The score of a character that no piece contains.
        replaced: What characters are replaced by, by their code point, before the text is split.

    Example:
        >>> marks = ["<s>", "<pad>", "</s>", "<unk>"]
        >>> Unigram([*marks, "\u2581no", "te", "\u2581note"], [0, 0, 0, 0, -2, -2, -3], -9, {}).ids(
        ...     "note no"
        ... )
        [6, 4]
    """

    def __init__(
        self,
        pieces: Sequence[str],
        scores: Sequence[float],
        unknown: float,
        replaced: Mapping[int, str],
    ) -> None:
        self.start_id, self.end_id = 0, 2
        self._ids = {piece: number for number, piece in enumerate(pieces[_MARKS:], start=_MARKS)}
        self._scores = scores
        self._unknown = unknown
        self._replaced = replaced
        self._longest = {piece[:2]: len(piece) for piece in sorted(self._ids, key=len)}
        """How long the longest piece is that begins with these two characters."""
        self._known: dict[str, Sequence[int]] = {}

    @classmethod
    def read(cls, path: Path) -> "Unigram":
        """Return the tokenizer in a file of `packaging/models/multilingual.py`.

        Raises:
            OSError, ValueError, KeyError: The file is missing or damaged.
        """
        import numpy as np

        with path.open("rb") as file, np.load(file, allow_pickle=False) as parts:
            pieces = parts["pieces"].tobytes().decode().split("\n")
            # a list of floats would take four times the memory
            scores = array("f", parts["scores"].tobytes())
            replaced = json.loads(parts["normal"].tobytes())
            unknown = float(parts["unknown"])
        if len(pieces) != len(scores):
            raise ValueError("pieces and scores differ in number")
        return cls(pieces, scores, unknown, {int(code): text for code, text in replaced.items()})

    def ids(self, text: str) -> list[int]:
        """Return the ids of all pieces of `text`, without the marks around them."""
        if not text:
            return []
        if not text.isascii():
            text = _COMPOSED.sub(lambda found: unicodedata.normalize("NFC", found[0]), text)
        text = _SPACES.sub(" ", text.translate(self._replaced))
        if not text.startswith(" "):
            text = f" {text}"
        found: list[int] = []
        known = self._known
        for word in _WORD.findall(text):
            pieces = known.get(word)
            if pieces is None:
                pieces = self._pieces(_WORD_START + word[1:] if word[0] == " " else word)
                if len(known) >= _MAX_WORDS_KEPT:
                    known.clear()
                known[word] = pieces
            found += pieces
        return found

    def _pieces(self, word: str) -> list[int]:
        size = len(word)
        best = [0.0] + [_IMPOSSIBLE] * size
        last, came_from = [_UNKNOWN] * (size + 1), [0] * (size + 1)
        for start in range(size):
            number = self._ids.get(word[start])
            score = best[start] + (self._unknown if number is None else self._scores[number])
            if score > best[start + 1]:
                best[start + 1], came_from[start + 1] = score, start
                last[start + 1] = _UNKNOWN if number is None else number
            reach = self._longest.get(word[start : start + 2], 1)
            for end in range(start + 2, min(size, start + reach) + 1):
                number = self._ids.get(word[start:end])
                if number is not None and (score := best[start] + self._scores[number]) > best[end]:
                    best[end], came_from[end], last[end] = score, start, number
        return _backwards(last, came_from)


def _backwards(last: Sequence[int], came_from: Sequence[int]) -> list[int]:
    """Return the pieces on the best way, first one first; neighboring unknown ones become one."""
    found: list[int] = []
    end = len(last) - 1
    while end > 0:
        if last[end] != _UNKNOWN or found[-1:] != [_UNKNOWN]:
            found.append(last[end])
        end = came_from[end]
    return found[::-1]
