"""The WordPiece tokenizer.

It follows BertNormalizer, BertPreTokenizer and WordPiece of the `tokenizers` package step by step, so that vectors made
here equal vectors made anywhere else with the same model.

The reference tokenizer classifies characters by the tables of Unicode 8, Python by those of its own release. Marks,
signs and punctuation added since then (found by testing every code point) are ordinary letters to it.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

_MARKS: Final = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
_MAX_WORD_LENGTH: Final = 100
_MAX_WORDS_KEPT: Final = 50_000  # about 10 MB of remembered words; then the cache starts over
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
    """Splits text into the pieces of a vocabulary.

    Example:
        >>> WordPiece(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "note", "##s"]).ids("Notes")
        [5, 6]
    """

    def __init__(self, vocabulary: Iterable[str]) -> None:
        self._ids = {piece: number for number, piece in enumerate(vocabulary)}
        self._unknown = [self._ids["[UNK]"]]
        self._longest = max(map(len, self._ids))
        self._known: dict[str, Sequence[int]] = {}
        # text that spells a special token becomes that token, as in the reference
        self._split_marks = re.compile("(" + "|".join(map(re.escape, _MARKS)) + ")").split
        self.start_id = self._ids["[CLS]"]
        self.end_id = self._ids["[SEP]"]

    def ids(self, text: str) -> list[int]:
        """Return the ids of all pieces of `text`, without the two special tokens around them."""
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
        """Return the ids of the longest pieces that make up `word`, or of the unknown token."""
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
    """Return `text` in lowercase without accents, with words and signs separated by spaces."""
    cleaned = text.translate(_CLEANED)
    if not text.isascii():
        cleaned = unicodedata.normalize("NFD", cleaned)
    return cleaned.translate(_SPACED).lower()


class _Cleaned(dict[int, str]):
    """Step one: drop control characters and separate Chinese characters by spaces."""

    def __missing__(self, code: int) -> str:
        cleaned = self[code] = _clean(chr(code))
        return cleaned


class _Spaced(dict[int, str]):
    """Step two, on decomposed text: drop accents and separate punctuation by spaces."""

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
    # str.lower() handles the final sigma, the reference does not
    return _SMALL_SIGMA if char == _CAPITAL_SIGMA else char


_NEWER_RANGES = (
    "5C8-5C9 61D 7FD 890-891 897-89F 8CA-8E2 9FD-9FE A76 AFA-AFF B53-B55 C04 C3C C77 C84 D00 "
    "D3B-D3C D81 EBA ECE 180F 1885-1886 1ABF-1AF0 1B4E-1B4F 1B7D-1B7F 1DF6-1DFB 2E43-2E4F "
    "2E52-2E5D 2E60-2E63 A82C A8C5 A8FF A9BD 10D24-10D27 10D69-10D6E 10EAB-10EAD 10ECB-10ED0 "
    "10EF0-10EFF 10F46-10F50 10F55-10F59 10F82-10F89 11070 11073-11074 110C2 110CD 111CF 1123E "
    "11241 1133B 113BB-113C0 113CE 113D0 113D2 113D4-113D5 113D7-113D8 113E1-113E2 11438-1143F "
    "11442-11444 11446 1144B-1144F 1145A-1145B 1145D-1145E 11660-1166C 116B9 1182F-11837 "
    "11839-1183B 1193B-1193C 1193E 11943-11946 119D4-119D7 119DA-119DB 119E0 119E2 11A01-11A0A "
    "11A33-11A38 11A3B-11A47 11A51-11A56 11A59-11A5B 11A8A-11A96 11A98-11A9C 11A9E-11AA2 "
    "11B00-11B09 11B60 11B62-11B64 11B66 11BE1 11C30-11C36 11C38-11C3D 11C3F 11C41-11C45 "
    "11C70-11C71 11C92-11CA7 11CAA-11CB0 11CB2-11CB3 11CB5-11CB6 11D31-11D36 11D3A 11D3C-11D3D "
    "11D3F-11D45 11D47 11D90-11D91 11D95 11D97 11DF0 11EF3-11EF4 11EF7-11EF8 11F00-11F01 "
    "11F36-11F3A 11F40 11F42-11F4F 11F5A 11FFF 12FF1-12FF2 13430-13440 13447-13455 1611E-16129 "
    "1612D-1612F 16D6D-16D6F 16E97-16E9A 16F4F 16FE2 16FE4 1CF00-1CF2D 1CF30-1CF46 1D127-1D128 "
    "1D25B-1D25C 1E000-1E006 1E008-1E018 1E01B-1E021 1E023-1E024 1E026-1E02A 1E08F 1E130-1E136 "
    "1E2AE 1E2EC-1E2EF 1E4EC-1E4EF 1E5EE-1E5EF 1E5FF 1E6E3 1E6E6 1E6EE-1E6EF 1E6F5 1E944-1E94A "
    "1E95E-1E95F "
)


def _characters(ranges: str) -> frozenset[str]:
    """Return the characters in space-separated hexadecimal ranges."""
    found: set[str] = set()
    for part in ranges.split():
        first, _, last = part.partition("-")
        found.update(map(chr, range(int(first, 16), int(last or first, 16) + 1)))
    return frozenset(found)


SEEN_AS_LETTERS = _characters(_NEWER_RANGES)
"""Marks, signs and punctuation that the reference treats as letters."""

SEEN_AS_PUNCTUATION = frozenset("\u166d\U000111c9")
"""Characters that were punctuation in Unicode 8 but are something else today."""

SEEN_AS_MARKS = frozenset("\u1734\U0001171e")
"""Characters that were non-spacing marks in Unicode 8 but are something else today."""
