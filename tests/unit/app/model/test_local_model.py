"""The model is in memory only while it is used."""

from notebrain.app.model.local_model import ModelCache
from tests.fakes.embedder import FakeEmbedder


class Seconds:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def keeper() -> tuple[ModelCache, FakeEmbedder, Seconds]:
    embedder, seconds = FakeEmbedder(), Seconds()
    return ModelCache(embedder, idle_s=60, monotonic=seconds), embedder, seconds


def test_it_answers_as_the_embedder_does() -> None:
    model, embedder, _ = keeper()

    vectors = model.embed(["one", "two"])

    assert vectors == FakeEmbedder().embed(["one", "two"])
    assert (model.space, model.max_tokens) == (embedder.space, embedder.max_tokens)
    assert model.count_tokens("two words") == 2


def test_counting_tokens_does_not_load_it() -> None:
    model, _, _ = keeper()

    model.count_tokens("words")

    assert not model.loaded
    assert model.idle_left_s() is None


def test_after_a_minute_of_rest_its_memory_is_given_back() -> None:
    model, embedder, seconds = keeper()
    model.embed(["one"])
    seconds.now += 30
    model.embed(["two"])
    seconds.now += 59

    early = model.release_if_idle()
    left = model.idle_left_s()
    seconds.now += 1
    late = model.release_if_idle()

    assert (early, left, late) == (False, 1.0, True)
    assert embedder.released == 1
    assert not model.loaded
    assert not model.release_if_idle()


def test_it_can_be_released_at_once() -> None:
    model, embedder, _ = keeper()
    model.embed(["one"])

    model.release()

    assert (model.loaded, embedder.released) == (False, 1)


def test_it_says_each_time_that_it_was_loaded() -> None:
    model, _, _ = keeper()
    loaded: list[bool] = []
    model.when_loaded(lambda: loaded.append(model.loaded))

    model.embed(["one", "two"])
    model.embed(["three"])
    model.release()
    model.embed(["four"])

    assert loaded == [True, True]


def test_others_can_let_go_of_their_memory_with_it() -> None:
    model, embedder, _ = keeper()
    released_before: list[int] = []
    model.when_released(lambda: released_before.append(embedder.released))
    model.embed(["one"])

    model.release()

    assert released_before == [0]
