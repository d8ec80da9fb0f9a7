"""Count texts by public vocabularies, and compare that with the bound that the context uses.

Needs, in an environment of its own, `tiktoken` with its vocabularies cl100k_base and o200k_base at hand (see
TIKTOKEN_CACHE_DIR) and `mistral-common`, which brings its own. Run it from the root of the project:

    python packaging/measure_tokens.py                      compare the texts of the tests, and count them anew
    python packaging/measure_tokens.py FILE.jsonl.gz ...    compare notes, and each of their lines
"""

# The packages that count are not among the project's own, so no type checker knows them.
# mypy: ignore-errors
# pyright: basic

import gzip
import json
import random
import string
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COUNTED = ROOT / "tests" / "data" / "tokens" / "counted.json"
_RANGES = {
    "lower": string.ascii_lowercase, "upper": string.ascii_uppercase, "mixed": string.ascii_letters,
    "base64": string.ascii_letters + string.digits + "+/", "hex": "0123456789abcdef", "digits": string.digits,
    "marks": string.punctuation, "umlauts": "äöüßéèêñçåøæœ", "cyrillic": (0x430, 0x450), "greek": (0x3B1, 0x3CA),
    "hebrew": (0x5D0, 0x5EB), "arabic": (0x627, 0x64B), "devanagari": (0x904, 0x940), "tamil": (0xB85, 0xBBA),
    "thai": (0xE01, 0xE2F), "han": (0x4E00, 0x9FA0), "kana": (0x3041, 0x3097), "hangul": (0xAC00, 0xD7A4),
    "emoji": (0x1F300, 0x1F650), "rare han": (0x20000, 0x20400), "latin": (0x100, 0x180),
    "vietnamese": (0x1EA0, 0x1EF0), "arrows": "→←↑↓⇒–—“”„…•·°§", "boxes": "─│┌┐└┘├┤█", "accents": (0x300, 0x370),
    "mathematics": (0x1D400, 0x1D500),
}  # fmt: skip
_PROSE = (
    "The boiler was repaired on 3 March 2026; the landlord pays for it, as agreed by e-mail.",
    "Am 3. März wurde die Heizung repariert. Die Hausverwaltung übernimmt die Kosten, wie besprochen.",
    "def check(path: Path) -> bool:\n    with path.open('rb') as file:\n        return bool(file.read(16))\n",
    "| name | size | date |\n| --- | ---: | --- |\n| notes.db | 49,214,208 | 2026-06-08 |\n",
    "- [x] buy milk\n- [ ] call Ana (+49 30 1234567)\n\t- ask about the key\n\n\n\n## Next",
    "Le café est fermé le dimanche ; l'été prochain, nous irons à la mer.",
    "今日は朝から雨が降っていたので、家で本を読みました。",
    "我们昨天和房东谈过锅炉的问题,他同意支付维修费用。",
    "Сегодня утром шёл дождь, поэтому мы остались дома и читали.",
    "Σήμερα το πρωί έβρεχε και μείναμε σπίτι.",
    "اليوم كان الجو ممطرا فبقينا في البيت.",
    "आज सुबह बारिश हो रही थी, इसलिए हम घर पर रहे।",
    "👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽 done ✅✅✅",
    "https://example.org/a?id=7f3c9e1b-42aa-4c0e-9d1f-5b7e8a6c2d10&q=%E2%9C%93#top",
    "    " * 30 + "x", "\n" * 40, "\t" * 40, "a", " ", "aB cD eF", "qzx vbn xkq wrt",
)  # fmt: skip

Counters = dict[str, Callable[[str], int]]


def counters() -> Counters:
    """Return the four vocabularies."""
    import sentencepiece
    import tiktoken
    from mistral_common.tokens.tokenizers import tekken
    from mistral_common.tokens.tokenizers.mistral import MistralTokenizer

    data = Path(str(MistralTokenizer._data_path()))
    newest = max(data.glob("tekken_*.json"))
    third = sentencepiece.SentencePieceProcessor(model_file=str(next(data.glob("*.model.v3"))))
    tiktokens = {
        name: tiktoken.get_encoding(name).encode_ordinary for name in ("cl100k_base", "o200k_base")
    }
    tekken_model = tekken.Tekkenizer.from_file(newest)._model
    ways = {**tiktokens, "tekken": tekken_model.encode_ordinary, "mistral_v3": third.encode}
    return {name: lambda text, way=way: len(way(text)) for name, way in ways.items()}


def test_texts() -> Iterator[str]:
    """Yield the texts of the tests: sentences, code, and random characters of many kinds, alone and in words."""
    yield from _PROSE
    draw = random.Random(17)
    for letters in _RANGES.values():
        known = letters if isinstance(letters, str) else "".join(map(chr, range(*letters)))
        for length in (1, 2, 3, 5, 12, 60):
            words = ("".join(draw.choices(known, k=length)) for _ in range(max(1, 40 // length)))
            yield " ".join(words)


def _texts_of(path: Path) -> Iterator[str]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            text = json.loads(line)["text"]
            yield text
            yield from (part for part in text.split("\n") if part)


def main(paths: list[str]) -> int:
    sys.path.insert(0, str(ROOT))
    from notebrain.domain.context.tokens import most_tokens

    counts, over, bound, most = counters(), 0, 0, 0
    rows: list[list[object]] = []
    for text in (
        (text for path in paths for text in _texts_of(Path(path))) if paths else test_texts()
    ):
        counted = {name: count(text) for name, count in counts.items()}
        rows.append([text, counted])
        bound += most_tokens(text)
        most += max(counted.values())
        if max(counted.values()) > most_tokens(text):
            over += 1
            print(f"over: {most_tokens(text)} < {counted}: {text[:80]!r}")
    print(
        f"{len(rows):,} texts, {over} over the bound, which is {bound / most:.2f} times the most counted"
    )
    if not paths:
        COUNTED.parent.mkdir(parents=True, exist_ok=True)
        lines = ",\n".join(json.dumps(row, ensure_ascii=True) for row in rows)
        COUNTED.write_text(f"[\n{lines}\n]\n", "utf-8")
    return over > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
