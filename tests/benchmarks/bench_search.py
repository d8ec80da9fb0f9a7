"""Searching: by words, by meaning and by both, given the vector of the question."""

import json
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

import notebrain
from notebrain.app.services import Services, open_services
from notebrain.domain.search.types import Mode, SearchRequest, SearchResult
from notebrain.search.gatherer import LEAST_CHOSEN
from notebrain.search.meaning_arm import Near, search_vectors
from notebrain.search.vector_matrix import BLOCK, Floats, Matrix
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import vectors as stored
from notebrain.storage.notes import notes
from notebrain.storage.search import fts
from tests.benchmarks import corpus, vaults
from tests.benchmarks.bench_context import know
from tests.benchmarks.measuring import Row, Times, command_on, timed

_QUERIES = 100
_PLANTED = 200
_LARGE = 100_000
_PAGE = 10
_MIDDLING = slice(300, 5_000)
_WORDS_MS = {10_000: 2.0, 100_000: 3.0, 1_000_000: 8.0}
_MEANING_MS = {10_000: 0.5, 100_000: 8.0, 1_000_000: 60.0}
_HYBRID_MS = {10_000: 5.0, 100_000: 12.0, 1_000_000: 45.0}
_AS_OFTEN = 0.05
_FIRST_MS = {10_000: 50.0, 100_000: 150.0, 1_000_000: 1_000.0}
_PEAK_MB = {10_000: 60.0, 100_000: 90.0, 1_000_000: 450.0}


def keyword(size: int) -> list[Row]:
    """Time searches of one to three words by words alone, with the quotes of the first ten hits."""
    services = open_services(vaults.vault(size))
    rows: list[Row] = []
    wall: list[float] = []
    processor: list[float] = []
    for words in (1, 2, 3):
        times = timed([_words(services, query) for query in corpus.queries(_QUERIES, words=words)])
        wall += times.values
        processor += times.processor
        what = f"keyword search, {words} word{'s' if words > 1 else ''}, processor time, p50"
        rows.append(Row(what, f"{size:,}", times.processor_p50, "ms", note="orientation"))
    services.close()
    what, count, times = "keyword search, 1 to 3 words", f"{size:,}", Times(wall, processor)
    return [
        Row(f"{what}, p50", count, times.p50, "ms", _WORDS_MS.get(size)),
        Row(f"{what}, p95", count, times.p95, "ms", 50 if size >= _LARGE else None),
        Row(f"{what}, processor time, p50", count, times.processor_p50, "ms", note="orientation"),
        *rows,
    ]


def planted(size: int) -> list[Row]:
    """Count how often a note is among the first ten for two or three of its words, neither frequent nor rare.

    What can be found depends on the corpus; a plain index that lists notes with all words by BM25 says how much it is.
    """
    services = open_services(vaults.vault(size))
    rows: list[Row] = []
    for words in (2, 3):
        found = plain = 0
        for key, title, query in _planted(services, size, words=words):
            request = SearchRequest(query, limit=_PAGE, mode=Mode.KEYWORD, now=corpus.NOW)
            found += any(hit.title == title for hit in services.search.words(request).hits)
            with services.store.read() as db:
                scored = fts.ranked(db, " AND ".join(f'"{word}"' for word in query.split()))
            best = sorted(scored, key=lambda one: -one[1])[:_PAGE]
            plain += key in dict(best)
        what, least = f"planted note in the first ten, {words} of its words", plain / _PLANTED
        rows.append(Row(what, f"{size:,}", found / _PLANTED, "", least - _AS_OFTEN, at_least=True))
    services.close()
    return rows


def _planted(services: Services, size: int, *, words: int) -> list[tuple[int, str, str]]:
    """Return the keys and titles of notes, each with some words of its body that are neither frequent nor rare."""
    random = np.random.default_rng((corpus.SEED, words))
    middling = frozenset(corpus.vocabulary()[_MIDDLING])
    found: list[tuple[int, str, str]] = []
    for key in sorted(random.choice(size, _PLANTED, replace=False).tolist()):
        with services.store.read() as db:
            note = notes.get_by_key(db, key + 1)
        assert note is not None
        body = note.body.split("\n\n", 1)[1].split()
        telling = sorted(middling.intersection(body))
        found.append((key + 1, note.title, " ".join(random.choice(telling, words, replace=False))))
    return found


def typing(size: int) -> list[Row]:
    """Time the first results while a word is being typed, letter by letter."""
    services = open_services(vaults.vault(size))
    prefixes = [query[:length] for query in corpus.queries(20, words=1) for length in range(1, 7)]
    times = timed([_words(services, prefix, typing=True) for prefix in prefixes])
    services.close()
    return [Row("results while typing a word, p95", f"{size:,}", times.p95, "ms", 50)]


def meaning(size: int) -> list[Row]:
    """Time the meaning arm given the question's vector: every passage compared, the nearest notes chosen."""
    services = open_services(vaults.vault(size))
    matrix = Matrix(services.model.space)
    questions = services.model.embed([*corpus.queries(_QUERIES, words=3)])
    with services.store.read(much=True) as db:
        matrix.refresh(db)
        times = timed([_near(db, matrix, question) for question in questions])
        recall = _recall(db, matrix, questions)
    services.close()
    what, count = "meaning search given the vector", f"{len(matrix):,}"
    return [
        Row(f"{what}, p50", count, times.p50, "ms", _MEANING_MS.get(size)),
        Row(f"{what}, p95", count, times.p95, "ms", note="orientation"),
        Row(f"{what}, processor time, p50", count, times.processor_p50, "ms", note="orientation"),
        Row(f"{what}, recall of the first ten", count, recall, "", 0.995, at_least=True),
    ]


def _recall(db: Connection, matrix: Matrix, questions: Sequence[bytes]) -> float:
    """Return how many of the ten nearest notes are found, of all vectors compared in full."""
    columns = np.stack([np.frombuffer(question, "<f4") for question in questions], axis=1)
    cosines: list[Floats] = []
    keys: list[int] = []
    for rows in stored.since(db, matrix.space, 0, batch=BLOCK):
        keys += [row[1] for row in rows]
        cosines.append(np.stack([np.frombuffer(row[4] or b"", "<f4") for row in rows]) @ columns)
    nearest = np.argsort(-np.concatenate(cosines), axis=0)[:_PAGE].T.tolist()
    found = 0
    for question, rows in zip(questions, nearest, strict=True):
        near = _near(db, matrix, question)()
        best = sorted(zip(near.cosines, near.keys, strict=True), reverse=True)[:_PAGE]
        found += len({key for _cosine, key in best} & {keys[row] for row in rows})
    return found / (_PAGE * len(questions))


def hybrid(size: int) -> list[Row]:
    """Time a search from the question's vector to results by words and meaning: what the model takes is not in it."""
    services = open_services(vaults.vault(size))
    asked = [f"where did I write about {query}" for query in corpus.queries(_QUERIES, words=3)]
    know(services, asked)
    times = timed([_search(services, query) for query in asked])
    services.close()
    what, count = "hybrid results given the vector", f"{size:,}"
    return [
        Row(f"{what}, p50", count, times.p50, "ms", _HYBRID_MS.get(size)),
        Row(f"{what}, p95", count, times.p95, "ms", note="orientation"),
        Row(f"{what}, processor time, p50", count, times.processor_p50, "ms", note="orientation"),
    ]


def first(size: int) -> list[Row]:
    """Time the first search by meaning after the start, given the vector, and the memory it takes at its peak."""
    vaults.vault(size)
    command = command_on(Path(notebrain.__file__).parents[1], "tests.benchmarks.meaning_probe")
    figures = json.loads(subprocess.check_output((*command, str(size))))
    what, count = "first meaning search after the start", f"{size:,}"
    return [
        Row(what, count, figures["wall_ms"], "ms", _FIRST_MS.get(size)),
        Row(f"{what}, processor time", count, figures["cpu_ms"], "ms", note="orientation"),
        Row(f"{what}, memory at its peak", count, figures["peak_mb"], "MB", _PEAK_MB.get(size)),
    ]


def _words(services: Services, query: str, *, typing: bool = False) -> Callable[[], object]:
    request = SearchRequest(query, mode=Mode.KEYWORD, now=corpus.NOW, typing=typing)
    return lambda: _shown(services.search.words(request))


def _shown(result: SearchResult) -> list[str]:
    """Read the quotes that a page shows."""
    return [hit.snippet for hit in result.shown[:_PAGE]]


def _near(db: Connection, matrix: Matrix, question: bytes) -> Callable[[], Near]:
    return lambda: search_vectors(
        db, matrix, question, also=(), allowed=None, hidden=frozenset(), top=LEAST_CHOSEN
    )


def _search(services: Services, query: str) -> Callable[[], object]:
    request = SearchRequest(query, now=corpus.NOW)
    return lambda: _shown(services.search.search(request))
