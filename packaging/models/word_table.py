"""The pieces of the multilingual model that ship, and the word vectors of both models in 3 bits.

Rare pieces are the nouns of notes, so that all pieces of a script stay: with the 136,000 most frequent ones, nDCG@10 on
notes in four languages fell from .73 to .68, with 96,000 to .61. Instead the vectors go from 4 bits to 3: no loss was
measured. Texts in scripts that are left out (Thai, Georgian, Armenian, most of India's …) become single letters.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_Array = np.ndarray[Any, Any]
MARKS: Final = 4  # <s>, <pad>, </s> and <unk>
_WORD_START: Final = "\u2581"
_SCRIPTS: Final = frozenset(
    {
        "LATIN",
        "CYRILLIC",
        "GREEK",
        "ARABIC",
        "HEBREW",
        "DEVANAGARI",
        "CJK",
        "IDEOGRAPHIC",
        "HIRAGANA",
        "KATAKANA",
        "HANGUL",
    }
)
_LATIN: Final = frozenset({"COMBINING", "MODIFIER", "FULLWIDTH", "HALFWIDTH"})
_LEVELS: Final = np.array(
    [-2.1520, -1.3439, -0.7560, -0.2451, 0.2451, 0.7560, 1.3439, 2.1520], np.float32
)
"""The values of the codes: the best eight for normally distributed numbers; as in `notebrain/embedders/encoders.py`."""
_SCALES: Final = np.linspace(0.7, 1.3, 13)  # tried for each block, as parts of its deviation
_AT_ONCE: Final = 10_000  # rows, for the sake of memory
_BLOCK: Final = 32


def kept(pieces: Sequence[str]) -> _Array:
    """Return the ids of the pieces that ship: marks, single characters, and all of the scripts above."""
    # the last one is <mask>
    return np.array([number for number, piece in enumerate(pieces[:-1]) if _is_kept(number, piece)])


def _is_kept(number: int, piece: str) -> bool:
    return number < MARKS or len(piece.lstrip(_WORD_START)) <= 1 or _has_known_script(piece)


def _has_known_script(piece: str) -> bool:
    letters = (c for c in piece if c.isalpha() or unicodedata.category(c).startswith("M"))
    scripts = Counter(map(_script, letters))
    return not scripts or scripts.most_common(1)[0][0] in _SCRIPTS


def _script(letter: str) -> str:
    name = unicodedata.name(letter, "?").split()[0].split("-")[0]
    return "LATIN" if name in _LATIN else name


def table(rows: _Array, read: Callable[[_Array], _Array] = lambda rows: rows) -> _Array:
    """Return word vectors with 3 bits for each number.

    Args:
        read: Turns some of the rows into float32.
    """
    parts = [_packed(read(rows[at : at + _AT_ONCE])) for at in range(0, len(rows), _AT_ONCE)]
    return np.concatenate(parts)


def _packed(rows: _Array) -> _Array:
    values = rows.reshape(-1, _BLOCK)
    deviation = np.sqrt((values * values).mean(1))
    least = np.full(len(values), np.inf, np.float32)
    scales, codes = np.zeros(len(values), np.float16), np.zeros(values.shape, np.uint8)
    middles = (_LEVELS[1:] + _LEVELS[:-1]) / 2
    for part in _SCALES:
        scale = (deviation * part).astype(np.float16)
        wide = scale.astype(np.float32)[:, None]
        code = np.searchsorted(middles, values / np.maximum(wide, 1e-12)).astype(np.uint8)
        error = ((_LEVELS[code] * wide - values) ** 2).sum(1)
        better = error < least
        least[better], scales[better], codes[better] = error[better], scale[better], code[better]
    bits = codes[:, :, None] >> np.array([2, 1, 0], np.uint8) & 1
    packed = np.packbits(bits.reshape(len(codes), -1), axis=1)
    return np.concatenate([scales[:, None].view(np.uint8), packed], 1).reshape(len(rows), -1)


def word_vectors(rows: _Array) -> _Array:
    """Return rows of 3 bits as float32."""
    blocks = rows.reshape(len(rows), -1, 14)
    scale = np.ascontiguousarray(blocks[:, :, :2]).view("<f2").astype(np.float32)
    bits = np.unpackbits(blocks[:, :, 2:], axis=2).reshape(*blocks.shape[:2], _BLOCK, 3)
    codes = bits[..., 0] * 4 + bits[..., 1] * 2 + bits[..., 2]
    vectors: _Array = (_LEVELS[codes] * scale).reshape(len(rows), -1)
    return vectors
