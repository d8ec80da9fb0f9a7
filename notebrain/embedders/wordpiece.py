"""Uncased BERT WordPiece: text in, the token ids of the reference tokenizer out.

Follows BertNormalizer, BertPreTokenizer and WordPiece of the `tokenizers` package step by step, so
that vectors made here equal vectors made anywhere else with the same model.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

from notebrain.embedders.unicode8 import SEEN_AS_LETTERS, SEEN_AS_MARKS, SEEN_AS_PUNCTUATION

_MARKS: Final = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
_MAX_WORD_LENGTH: Final = 100
_MAX_WORDS_KEPT: Final = 50_000  # about 10 MB of remembered words; then it starts afresh
_CAPITAL_SIGMA: Final = "\u03a3"
_SMALL_SIGMA: Final = "\u03c3"
_CJK_RANGES: Final = (
    (0x4E00, 0x9FFF),
    (0x3400, 0x4DBF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F),
    (0x2B920, 0x2CEAF),
    (0xF900, 0xFAFF),
    (0x2F800, 0x2FA1F),
)


class WordPiece:
    """Cuts text into the pieces of a vocabulary.

    Example:
        >>> WordPiece(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "note", "##s"]).ids("Notes")
        [5, 6]
    """

    def __init__(self, vocabulary: Iterable[str]) -> None:
        self._ids = {piece: number for number, piece in enumerate(vocabulary)}
        self._unknown = [self._ids["[UNK]"]]
        self._longest = max(map(len, self._ids))
        self._known: dict[str, Sequence[int]] = {}
        # text that spells a mark of the model is that mark, as in the reference
        self._split_marks = re.compile("(" + "|".join(map(re.escape, _MARKS)) + ")").split
        self.start_id = self._ids["[CLS]"]
        self.end_id = self._ids["[SEP]"]

    def ids(self, text: str) -> list[int]:
        """Return the ids of all pieces of `text`, without the two marks around them."""
        found: list[int] = []
        for part in self._split_marks(text) if "[" in text else (text,):
            if part in _MARKS:
                found.append(self._ids[part])
            else:
                self._add_ids(part, found)
        return found

    def _add_ids(self, text: str, found: list[int]) -> None:
        known = self._known
        for word in _plain(text).split():
            pieces = known.get(word)
            if pieces is None:
                pieces = self._pieces(word)
                if len(known) >= _MAX_WORDS_KEPT:
                    known.clear()
                known[word] = pieces
            found += pieces

    def _pieces(self, word: str) -> Sequence[int]:
        """Return the ids of the longest pieces that make up `word`, or the unknown mark."""
        if len(word) > _MAX_WORD_LENGTH:
            return self._unknown
        pieces: list[int] = []
        start = 0
        while start < len(word):
            prefix = "##" if start else ""
            for end in range(min(len(word), start + self._longest), start, -1):
                number = self._ids.get(prefix + word[start:end])
                if number is not None:
                    pieces.append(number)
                    start = end
                    break
            else:
                return self._unknown
        return pieces


def _plain(text: str) -> str:
    """Return `text` in small letters without accents, its words and signs apart by spaces."""
    cleaned = text.translate(_CLEANED)
    if not text.isascii():
        cleaned = unicodedata.normalize("NFD", cleaned)
    return cleaned.translate(_SPACED).lower()


class _Cleaned(dict[int, str]):
    """Step one: drop control characters, set Chinese characters apart."""

    def __missing__(self, code: int) -> str:
        cleaned = self[code] = _clean(chr(code))
        return cleaned


class _Spaced(dict[int, str]):
    """Step two, on decomposed text: drop accents, set punctuation apart."""

    def __missing__(self, code: int) -> str:
        spaced = self[code] = _space(chr(code))
        return spaced


_CLEANED: Final = _Cleaned()
_SPACED: Final = _Spaced()


def _clean(char: str) -> str:
    if char in "\t\n\r":
        return " "
    if char == "\ufffd" or (
        unicodedata.category(char) in {"Cc", "Cf", "Co", "Cs"} and char not in SEEN_AS_LETTERS
    ):
        return ""
    if char.isspace():
        return " "
    if any(first <= ord(char) <= last for first, last in _CJK_RANGES):
        return f" {char} "
    return char


def _space(char: str) -> str:
    if char in SEEN_AS_LETTERS:
        return char
    category = unicodedata.category(char)
    if char in SEEN_AS_PUNCTUATION or category[0] == "P" or (char.isascii() and category[0] == "S"):
        return f" {char} "
    if category == "Mn" or char in SEEN_AS_MARKS:
        return ""
    # str.lower() knows the final sigma, the reference does not
    return _SMALL_SIGMA if char == _CAPITAL_SIGMA else char
