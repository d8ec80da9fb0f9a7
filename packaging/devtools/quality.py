"""Measures search and review on sets that no rule was made on; `dev.py quality` starts it.

Every set in `tests/quality/data` is split into two halves by a hash of each item's id. Rules are worked on with one
half. The other half is held out: it is measured at most once a day, its figures are written to `held_out.tsv` with the
day, and its errors are never printed. A gap of more than .05 between the halves says that the rules fit their examples;
it is marked and makes the exit code 1.

pairs       two notes; right if the judge's kind is the label or another that the label's author accepts. A look-alike
            (the same frame or words, another thing) should raise no card at all.
questions   one person's notes over two years, by kind of question. A question without an answer is right if the
            search abstains.
languages   the same short notes in four languages, a vault for each.
quotes      long notes, and questions with the words that answer them; right if the quote of the note holds them.
asked       two vaults of 30 notes; right if a sentence of the answer holds the words that answer it. Some questions are
            about somebody or something that the notes do not name; right if the answer declines.
diary       a year of log-like notes with a few planted pairs; every other card is one too many. A card belongs to the
            half of its newer note.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, Final

from devtools import environment

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

ROOT: Final = Path(__file__).resolve().parents[2]
SETS: Final = ROOT / "tests" / "quality" / "data"
LOG: Final = ROOT / "tests" / "quality" / "held_out.tsv"
LARGEST_GAP: Final = 0.05
NAMES: Final = ("pairs", "questions", "languages", "quotes", "asked", "diary")
SEEN: Final = "x-"
HITS: Final = 10
TWO_LINES: Final = 170
"""How many characters of a quote the window shows at its usual width."""


def is_held_out(identity: str) -> bool:
    """Tell which half an item belongs to; of sets that were looked at as a whole, all belong to the one worked on."""
    return (
        not identity.startswith(SEEN)
        and hashlib.sha256(f"quality:{identity}".encode()).digest()[0] % 2 == 1
    )


@dataclass(slots=True)
class Figure:
    """A share of items that came out right, in one half.

    Attributes:
        errors: What came out wrong, each in one line.
    """

    right: float = 0
    of: int = 0
    errors: list[str] = field(default_factory=list[str])

    def add(self, right: bool, error: str) -> None:
        self.of += 1
        self.right += right
        if not right:
            self.errors.append(error)

    @property
    def share(self) -> float:
        return self.right / self.of if self.of else 0.0


Figures = dict[str, Figure]


class Measure:
    """Runs NoteBrain and counts, for both halves at once or for the one worked on alone."""

    def __init__(self, *, held_out: bool) -> None:
        self._with_held_out = held_out
        self.work: Figures = defaultdict(Figure)
        self.held: Figures = defaultdict(Figure)

    def wanted(self, identity: str) -> bool:
        return self._with_held_out or not is_held_out(identity)

    def add(self, identity: str, figures: Sequence[str], right: bool, error: str) -> None:
        if not self.wanted(identity):
            return
        half = self.held if is_held_out(identity) else self.work
        for name in figures:
            half[name].add(right, error)

    def pairs(self) -> None:
        """Judge pairs of texts."""
        rows = [row for row in _lines("pairs_*.jsonl") if self.wanted(row["id"])]
        texts = [{"older": row["older"], "newer": row["newer"]} for row in rows]
        with tempfile.TemporaryDirectory() as folder:
            batch = _written(folder, (json.dumps(text) for text in texts))
            verdicts = _json_lines(Vault(folder).run("review", "judge", "--batch", batch, "--json"))
        for row, verdict in zip(rows, verdicts, strict=True):
            kind, label = verdict["kind"], row["label"]
            error = f"{row['id']} {label} -> {kind}: {row['older']!r} / {row['newer']!r}"
            right = kind in {label, *row["accept"]}
            self.add(row["id"], ["pairs right", f"pairs: {label}"], right, error)
            self.add(row["id"], [f"pairs: {row['language']}"], right, error)
            if row["look_alike"]:
                self.add(row["id"], ["look-alikes without a card"], kind == "distinct", error)

    def questions(self) -> None:
        """Ask one person's vault."""
        for path in sorted(SETS.glob("vault_*.json")):
            data = json.loads(path.read_text(encoding="utf-8"))
            questions = [one for one in data["questions"] if self.wanted(one["id"])]
            notes = {note["id"]: (note["text"], note["at"]) for note in data["notes"]}
            with tempfile.TemporaryDirectory() as folder:
                vault = Vault(folder, notes)
                answers = vault.search([one["question"] for one in questions], now=data["now"])
            for one, answer in zip(questions, answers, strict=True):
                self._question(one, answer)

    def _question(self, one: Mapping[str, Any], answer: Mapping[str, Any]) -> None:
        names = [_id_of(hit) for hit in answer["hits"]]
        wanted, kind = set(one["want"]), one["about"]
        error = f"{one['id']} [{kind}] {one['question']!r}: want {sorted(wanted)}, got {names[:4]}"
        if not wanted:
            self.add(one["id"], ["questions without an answer"], bool(answer["abstained"]), error)
            return
        first, in_three = bool(wanted & set(names[:1])), bool(wanted & set(names[:3]))
        self.add(one["id"], ["questions first", f"questions: {kind}, first"], first, error)
        self.add(one["id"], ["questions in three"], in_three, error)
        self.add(one["id"], ["questions with a page"], bool(names), error)

    def languages(self) -> None:
        """Ask vaults in four languages."""
        data = json.loads((SETS / "languages.json").read_text(encoding="utf-8"))
        asked = [item for item in data if self.wanted(item["id"])]
        for language in ("en", "de", "fr", "es"):
            now = "2026-11-20T12:00:00+00:00"
            notes = {item["id"]: (item["notes"][language], now) for item in data}
            with tempfile.TemporaryDirectory() as folder:
                questions = [item["questions"][language] for item in asked]
                answers = Vault(folder, notes).search(questions, now=now)
            for item, question, answer in zip(asked, questions, answers, strict=True):
                names = [_id_of(hit) for hit in answer["hits"]]
                note, share = item["notes"][language], item["share"]
                error = f"{item['id']} {language} {question!r} ({share}): {note!r}, got {names[:4]}"
                self.add(item["id"], [f"{language} in three"], item["id"] in names[:3], error)
                self.add(item["id"], [f"{language} first"], item["id"] in names[:1], error)

    def quotes(self) -> None:
        """Ask long notes, and look for the answer in the passage shown."""
        data = json.loads((SETS / "quotes.json").read_text(encoding="utf-8"))
        asked = [one for one in data["questions"] if self.wanted(one["id"])]
        notes = {note["id"]: (note["text"], note["at"]) for note in data["notes"]}
        with tempfile.TemporaryDirectory() as folder:
            questions = [one["question"] for one in asked]
            answers = Vault(folder, notes).search(questions, now=data["now"])
        for one, answer in zip(asked, answers, strict=True):
            quotes = {_id_of(hit): hit["snippet"] for hit in answer["hits"]}
            quote = quotes.get(one["note"], "")
            error = f"{one['id']} {one['question']!r}: want {one['answer']!r}, got {quote!r}"
            right, at_once = one["answer"] in quote, one["answer"] in quote[:TWO_LINES]
            self.add(one["id"], ["quotes with the answer"], right, error)
            self.add(one["id"], ["quotes: answer in two lines"], at_once, error)

    def asked(self) -> None:
        """Ask vaults of few notes, and look for the answer among the sentences quoted."""
        for path in sorted(SETS.glob("asked_*.json")):
            data = json.loads(path.read_text(encoding="utf-8"))
            asked = [one for one in data["questions"] if self.wanted(one["id"])]
            notes = {note["id"]: (note["text"], note["at"]) for note in data["notes"]}
            with tempfile.TemporaryDirectory() as folder:
                questions = [one["question"] for one in asked]
                answers = Vault(folder, notes).ask(questions, now=data["now"])
            for one, answer in zip(asked, answers, strict=True):
                said = [sentence["text"] for sentence in answer["answer"]]
                error = f"{one['id']} {one['question']!r}: want {one['answer']!r}, got {said}"
                if one["answer"] is None:
                    self.add(one["id"], ["asked: about another"], answer["abstained"], error)
                    continue
                fitting = sum(one["answer"] in text for text in said)
                self.add(one["id"], ["asked: quoted"], fitting > 0, error)
                self.add(one["id"], ["asked: nothing else quoted"], fitting == len(said), error)

    def diary(self) -> None:
        """Count the cards of log-like notes."""
        for path in sorted(SETS.glob("diary_*.json")):
            data = json.loads(path.read_text(encoding="utf-8"))
            texts = {note["id"]: note["text"] for note in data["notes"]}
            at = {note["id"]: note["at"] for note in data["notes"]}
            with tempfile.TemporaryDirectory() as folder:
                vault = Vault(folder, {name: (texts[name], at[name]) for name in texts})
                cards = json.loads(vault.run("review", "list", "--all", "--json"))
            kinds = {
                frozenset((_id_of(card["older"]), _id_of(card["newer"]))): card["kind"]
                for card in cards
            }
            planted = {frozenset((one["older"], one["newer"])): one for one in data["planted"]}
            for pair, one in planted.items():
                kind = kinds.get(pair, "no card")
                error = (
                    f"{one['kind']} -> {kind}: {texts[one['older']]!r} / {texts[one['newer']]!r}"
                )
                self.add(one["newer"], ["diary: planted found"], pair in kinds, error)
                right = kind in {one["kind"], *one.get("accept", ())}
                self.add(one["newer"], ["diary: planted with the right kind"], right, error)
            false = {pair: kind for pair, kind in kinds.items() if pair not in planted}
            spared = dict.fromkeys(texts, "")
            for pair, kind in false.items():
                older, newer = sorted(pair, key=lambda name: (at[name], name))
                spared[newer] += f"{kind}: {texts[older]!r} / {texts[newer]!r}\n"
            for name, errors in spared.items():
                self.add(name, ["diary: notes without a false card"], not errors, errors.strip())


class Vault:
    """A vault of its own, in a folder that is removed with it."""

    def __init__(self, folder: str, notes: Mapping[str, tuple[str, str]] | None = None) -> None:
        data = Path(folder) / "vault"
        self._folder = folder
        self._variables = {**os.environ, "NOTEBRAIN_DATA_DIR": str(data)}
        if notes is None:
            return
        source = Path(folder) / "notes"
        source.mkdir()
        for name, (text, at) in notes.items():
            path = source / f"{name}.md"
            path.write_text(text, encoding="utf-8", newline="")
            stamp = datetime.datetime.fromisoformat(at).timestamp()
            os.utime(path, (stamp, stamp))
        self.run("import", str(source))
        self.run("index")

    def run(self, *arguments: str) -> str:
        command = [str(environment.python()), "-m", "notebrain", *arguments]
        return subprocess.run(
            command, env=self._variables, check=True, stdout=subprocess.PIPE, encoding="utf-8"
        ).stdout

    def search(self, questions: Sequence[str], *, now: str) -> list[dict[str, Any]]:
        return self._batch(questions, "search", "--limit", str(HITS), "--now", now)

    def ask(self, questions: Sequence[str], *, now: str) -> list[dict[str, Any]]:
        return self._batch(questions, "ask", "--no-model", "--now", now)

    def _batch(self, questions: Sequence[str], *command: str) -> list[dict[str, Any]]:
        batch = _written(self._folder, (" ".join(one.split()) for one in questions))
        return list(_json_lines(self.run(*command, "--batch", batch, "--json")))


def main(arguments: Sequence[str]) -> int:
    """Measure the sets named, or all; print the table, and the errors of the half that is worked on if asked to."""
    parser = argparse.ArgumentParser(prog="dev.py quality", description=__doc__)
    parser.add_argument("sets", nargs="*", choices=[*NAMES, []])
    parser.add_argument("--errors", action="store_true", help="print what came out wrong")
    parser.add_argument(
        "--held-out", action="store_true", help="measure the other half too, once a day"
    )
    given = parser.parse_args(arguments)
    today = datetime.date.today().isoformat()  # noqa: DTZ011 - the day of the person who measures
    before = _logged()
    if given.held_out and any(row[0] == today for row in before):
        print("The held-out half was measured today; its figures stand in the table.")
    measure = Measure(held_out=given.held_out and all(row[0] != today for row in before))
    for name in given.sets or NAMES:
        getattr(measure, name)()
    held = {name: float(share) for _day, name, share, _of in before}
    if measure.held:
        _log(today, measure.held)
        held |= {name: figure.share for name, figure in measure.held.items()}
    return _print(measure.work, held, errors=given.errors)


def _print(work: Figures, held: Mapping[str, float], *, errors: bool) -> int:
    print(f"{'':42} {'worked on':>16} {'held out':>9}")
    gaps = 0
    for name, figure in sorted(work.items()):
        other = held.get(name)
        gap = other is not None and figure.share - other > LARGEST_GAP
        # a part of a set has too few items for its gap to mean anything
        gap = gap and ": " not in name.removeprefix("diary: ")
        gaps += gap
        shown = "" if other is None else f"{other:9.3f}"
        print(
            f"{name:42} {figure.share:7.3f} of {figure.of:4} {shown}{'  fits its examples' * gap}"
        )
    if errors:
        for name, figure in sorted(work.items()):
            if figure.errors and (": " not in name or name.startswith("diary")):
                print(f"\n{name}")
                print("\n".join(f"  {error}" for error in figure.errors))
    return 1 if gaps else 0


def _logged() -> list[list[str]]:
    """Return the rows of the log: day, figure, share, number of items; the newest last."""
    if not LOG.exists():
        return []
    lines = LOG.read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def _log(today: str, held: Figures) -> None:
    with LOG.open("a", encoding="utf-8") as file:
        for name, figure in sorted(held.items()):
            file.write(f"{today}\t{name}\t{figure.share:.3f}\t{figure.of}\n")


def _lines(pattern: str) -> Iterator[dict[str, Any]]:
    for path in sorted(SETS.glob(pattern)):
        yield from _json_lines(path.read_text(encoding="utf-8"))


def _json_lines(text: str) -> Iterator[dict[str, Any]]:
    # not splitlines(): a text may contain other characters that end a line
    return (json.loads(line) for line in text.split("\n") if line.strip())


def _written(folder: str, lines: Iterable[str]) -> str:
    path = Path(folder) / "batch"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return str(path)


def _id_of(note: Mapping[str, Any]) -> str:
    return PurePath(note["source"].removeprefix("import:")).stem


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
