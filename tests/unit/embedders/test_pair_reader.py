"""Two notes read together: opposites in like words differ from the same in other words."""

from pathlib import Path

import pytest

from notebrain.app.core.resources import resource
from notebrain.domain.errors import NoEmbedder
from notebrain.domain.judge.verdict import RELATIONS, Kind
from notebrain.embedders.bundled import ENGLISH, MULTILINGUAL
from notebrain.embedders.encoders import open_tokenizer
from notebrain.embedders.local import LocalEmbedder
from notebrain.embedders.pair_reader import PairReader, pair_ids
from notebrain.embedders.subprocess_client import ApartEmbedder, from_pair, to_pair

MODELS = resource("models", "english").parent


@pytest.fixture(scope="module")
def reader() -> PairReader:
    return PairReader(MODELS)


def against(reader: PairReader, older: str, newer: str) -> float:
    """Return how much more the notes contradict each other than they say the same."""
    scores = dict(zip(RELATIONS, reader.scores(older, newer), strict=True))
    return scores[Kind.CONTRADICTION] - scores[Kind.DUPLICATE]


@pytest.mark.parametrize(
    ("older", "same", "opposite"),
    [
        (
            "Weir Street tip: open all week",
            "tip on Weir St opens every day",
            "The tip in Weir Street is shut on Tuesdays",
        ),
        ("Key safe at the barn: 4471", "4471 opens the barn's key safe", "Key safe, barn: 4417"),
        (
            "Le marché est ouvert le lundi",
            "le lundi il y a marché",
            "marché fermé le lundi",
        ),
    ],
)
def test_it_tells_opposites_from_other_wordings(
    reader: PairReader, older: str, same: str, opposite: str
) -> None:
    assert against(reader, older, opposite) > against(reader, older, same) + 1


def test_it_tells_other_things_in_the_same_words(reader: PairReader) -> None:
    scores = reader.scores("Weir Street tip: open all week", "Weir Street laundry: open all week")

    assert RELATIONS[scores.index(max(scores))] is Kind.DISTINCT


def test_both_texts_are_marked_and_cut_to_the_same_length() -> None:
    tokenizer = open_tokenizer(MULTILINGUAL, MODELS / "multilingual")
    start, end = tokenizer.start_id, tokenizer.end_id
    word, *_rest = tokenizer.ids("key")

    ids = pair_ids(tokenizer, "key " * 9, "key", 2)

    assert ids == [start, *tokenizer.ids("key key"), end, end, word, end]


def test_a_process_of_its_own_says_the_same_and_keeps_any_text_whole(reader: PairReader) -> None:
    texts = ("Gate code 4471 \ud800", "日本語\x00\nGate code 4417")
    apart = ApartEmbedder(resource("models", "english"), ENGLISH)

    assert list(apart.relate(*texts)) == pytest.approx(list(reader.scores(*texts)), abs=1e-5)
    apart.release()
    assert to_pair(from_pair(*texts)) == texts


def test_without_its_file_the_model_still_embeds(tmp_path: Path) -> None:
    for name in ("english", "multilingual"):
        (tmp_path / name).symlink_to(MODELS / name)
    embedder = LocalEmbedder(tmp_path / "english", ENGLISH)

    with pytest.raises(NoEmbedder, match="installing NoteBrain again"):
        embedder.relate("one", "two")
    assert embedder.embed(["one"])


def test_a_network_made_for_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "multilingual").symlink_to(MODELS / "multilingual")
    (tmp_path / "pairs").mkdir()
    (tmp_path / "pairs" / "encoder.onnx").symlink_to(MODELS / "multilingual" / "encoder.onnx")

    with pytest.raises(NoEmbedder, match="missing or damaged"):
        PairReader(tmp_path)


def test_a_missing_network_is_not_looked_for_again_until_the_models_are_released(
    tmp_path: Path,
) -> None:
    for name in ("english", "multilingual"):
        (tmp_path / name).symlink_to(MODELS / name)
    embedder = LocalEmbedder(tmp_path / "english", ENGLISH)
    with pytest.raises(NoEmbedder):
        embedder.relate("one", "two")
    (tmp_path / "pairs").symlink_to(MODELS / "pairs")

    with pytest.raises(NoEmbedder):
        embedder.relate("one", "two")
    embedder.release()

    assert len(embedder.relate("one", "two")) == len(RELATIONS)
