"""Searching: by words, by meaning given the vector, and both from the text typed."""

from collections.abc import Callable

from notebrain.app.services import Services, open_services
from notebrain.domain.search.types import Mode, SearchRequest
from notebrain.search.gatherer import LEAST_CHOSEN
from notebrain.search.meaning_arm import search_vectors
from notebrain.search.vector_matrix import Matrix
from notebrain.storage.connection import Connection
from tests.benchmarks import corpus, vaults
from tests.benchmarks.measuring import Row, Times, timed

_QUERIES = 100
_LARGE = 100_000
_MEANING_MS = {10_000: 0.5, 100_000: 12.0}
_HYBRID_MS = {10_000: 25.0, 100_000: 40.0}


def keyword(size: int) -> list[Row]:
    """Time searches of one to three words by words alone."""
    services = open_services(vaults.vault(size))
    rows: list[Row] = []
    together: list[float] = []
    for words in (1, 2, 3):
        times = timed([_words(services, query) for query in corpus.queries(_QUERIES, words=words)])
        together += times.values
        what = f"keyword search, {words} word{'s' if words > 1 else ''}, p50"
        rows.append(Row(what, f"{size:,}", times.p50, "ms", note="orientation"))
    services.close()
    large = size >= _LARGE
    all_of_them = Times(together)
    return [
        Row(
            "keyword search, 1 to 3 words, p50",
            f"{size:,}",
            all_of_them.p50,
            "ms",
            5 if large else None,
        ),
        Row(
            "keyword search, 1 to 3 words, p95",
            f"{size:,}",
            all_of_them.p95,
            "ms",
            50 if large else None,
        ),
        *rows,
    ]


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
    services.close()
    what = "meaning search given the vector"
    return [
        Row(f"{what}, p50", f"{len(matrix):,}", times.p50, "ms", _MEANING_MS.get(size)),
        Row(f"{what}, p95", f"{len(matrix):,}", times.p95, "ms", note="orientation"),
    ]


def hybrid(size: int) -> list[Row]:
    """Time a search from the text typed to results by words and meaning, the model being warm."""
    services = open_services(vaults.vault(size))
    asked = [f"where did I write about {query}" for query in corpus.queries(_QUERIES, words=3)]
    times = timed([_search(services, query) for query in asked])
    services.close()
    return [
        Row("text to hybrid results, p50", f"{size:,}", times.p50, "ms", _HYBRID_MS.get(size)),
        Row("text to hybrid results, p95", f"{size:,}", times.p95, "ms", note="orientation"),
    ]


def _words(services: Services, query: str, *, typing: bool = False) -> Callable[[], object]:
    request = SearchRequest(query, mode=Mode.KEYWORD, now=corpus.NOW, typing=typing)
    return lambda: services.search.words(request)


def _near(db: Connection, matrix: Matrix, question: bytes) -> Callable[[], object]:
    return lambda: search_vectors(
        db, matrix, question, also=(), allowed=None, hidden=frozenset(), top=LEAST_CHOSEN
    )


def _search(services: Services, query: str) -> Callable[[], object]:
    request = SearchRequest(query, now=corpus.NOW)
    return lambda: services.search.search(request)
