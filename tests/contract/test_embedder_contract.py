"""What every embedder promises, the fake included."""

import struct
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from math import isfinite

import pytest

from notebrain.app.core.resources import resource
from notebrain.domain.judge.verdict import RELATIONS
from notebrain.domain.ports import LocalModel
from notebrain.embedders.bundled import ENGLISH, MULTILINGUAL
from notebrain.embedders.local import LocalEmbedder
from notebrain.embedders.subprocess_client import ApartEmbedder
from tests.fakes.embedder import FakeEmbedder

MAKERS: dict[str, Callable[[], LocalModel]] = {
    "fake": lambda: FakeEmbedder(relations=[0.0] * len(RELATIONS)),
    "english": lambda: LocalEmbedder(resource("models", "english"), ENGLISH),
    "multilingual": lambda: LocalEmbedder(resource("models", "multilingual"), MULTILINGUAL),
    "apart": lambda: ApartEmbedder(resource("models", "english"), ENGLISH),
    "multilingual, apart": lambda: ApartEmbedder(resource("models", "multilingual"), MULTILINGUAL),
}


@pytest.fixture(autouse=True)
def models_stay_loaded() -> None:
    """Here each model is loaded and released for itself."""


@pytest.fixture(scope="module", params=MAKERS)
def embedder(request: pytest.FixtureRequest) -> Iterator[LocalModel]:
    made = MAKERS[request.param]()
    yield made
    made.release()


def numbers(vector: bytes) -> tuple[float, ...]:
    return struct.unpack(f"<{len(vector) // 4}f", vector)


def cosine(one: bytes, other: bytes) -> float:
    return sum(a * b for a, b in zip(numbers(one), numbers(other), strict=True))


def test_every_text_gets_one_vector_of_the_size_of_the_space(embedder: LocalModel) -> None:
    vectors = embedder.embed(["one note", "another", ""])

    assert [len(vector) for vector in vectors] == [4 * embedder.space.dimensions] * 3


def test_no_texts_give_no_vectors(embedder: LocalModel) -> None:
    assert embedder.embed([]) == []


@pytest.mark.parametrize("text", ["a note", "", " \n", "😀", "\x00", "日本語のメモ", "\ud800"])
def test_vectors_have_unit_length(embedder: LocalModel, text: str) -> None:
    (vector,) = embedder.embed([text])

    assert cosine(vector, vector) == pytest.approx(1.0, abs=1e-5)


def test_the_same_text_gives_the_same_vector_alone_and_among_others(embedder: LocalModel) -> None:
    (alone,) = embedder.embed(["the rate limit is 1200 a minute"])

    among = embedder.embed(["x", "the rate limit is 1200 a minute", "a longer note about cats"])[1]

    assert among == alone


def test_texts_about_the_same_thing_are_closer_than_others(embedder: LocalModel) -> None:
    one, near, far = embedder.embed(
        ["how to bake bread", "to bake bread you need flour", "git rebase keeps history straight"]
    )

    assert cosine(one, near) > cosine(one, far) + 0.2


def test_text_beyond_the_limit_changes_nothing(embedder: LocalModel) -> None:
    full = "note " * embedder.max_tokens

    assert embedder.embed([full]) == embedder.embed([full + "bread and butter"])


def test_tokens_are_counted_without_the_marks_of_the_model(embedder: LocalModel) -> None:
    assert embedder.count_tokens("") == 0
    assert embedder.count_tokens("one note.") == 3


def test_a_released_embedder_works_again(embedder: LocalModel) -> None:
    before = embedder.embed(["a note"])

    embedder.release()
    embedder.release()

    assert embedder.embed(["a note"]) == before
    assert embedder.count_tokens("a note") == 2


def test_threads_may_embed_and_release_at_once(embedder: LocalModel) -> None:
    texts = [f"note number {n}" for n in range(16)]
    expected = embedder.embed(texts)

    def act(n: int) -> list[bytes]:
        if n % 8 == 3:
            embedder.release()
        return embedder.embed([texts[n]])

    with ThreadPoolExecutor(4) as pool:
        found = [vector for vectors in pool.map(act, range(len(texts))) for vector in vectors]

    assert found == expected


def test_a_question_is_nearest_to_the_note_that_answers_it(embedder: LocalModel) -> None:
    answer, other = embedder.embed(
        ["the key to the shed hangs in the kitchen", "git rebase keeps history straight"]
    )
    question = embedder.embed_question("where is the key to the shed")

    assert cosine(question, question) == pytest.approx(1.0, abs=1e-5)
    assert cosine(question, answer) > cosine(question, other) + 0.2


@pytest.mark.parametrize(
    "texts", [("a note", "another"), ("", ""), ("\ud800", "\x00 日本語"), ("x " * 3000, "y")]
)
def test_two_notes_get_a_score_for_each_relation(
    embedder: LocalModel, texts: tuple[str, str]
) -> None:
    scores = embedder.relate(*texts)

    assert len(scores) == len(RELATIONS)
    assert all(isfinite(score) for score in scores)
    assert embedder.relate(*texts) == scores
