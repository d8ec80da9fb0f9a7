"""A network as an ONNX file in int8, as both models ship."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from models.parts import int8

if TYPE_CHECKING:
    from pathlib import Path

    from models.network import Network

_Array = np.ndarray[Any, Any]
ALPHA: Final = 0.7
"""How much of the size of a channel the weights take over."""
_RUNTIME: Final = "com.microsoft"  # operators of onnxruntime's own


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

    def save(self, width: int, target: Path, result: tuple[str, int]) -> None:
        """Write the graph; the result has a name and so many numbers for each text."""
        import onnx

        def value(name: str, shape: list[str | int]) -> Any:  # noqa: ANN401 - onnx has no types
            return onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, shape)

        inputs = [value("embeddings", ["batch", "length", width])]
        name, size = result
        outputs = [value(name, ["batch", size])]
        graph = onnx.helper.make_graph(self.nodes, "encoder", inputs, outputs, self.tensors)
        opsets = [onnx.helper.make_opsetid("", 17), onnx.helper.make_opsetid(_RUNTIME, 1)]
        # the producer is part of the bytes
        model = onnx.helper.make_model(
            graph, opset_imports=opsets, ir_version=8, producer_name="notebrain"
        )
        onnx.save(model, target)


def write_encoder(
    network: Network, target: Path, head: tuple[_Array, _Array] | None = None
) -> None:
    """Write the network as ONNX: word vectors in, unit vectors out. It has no mask: one length in a batch.

    Args:
        head: Weights (scores by twice the width) and biases of the scores that come out in place of the vector: of the
            first mark and the mean of all pieces.
    """
    graph = Graph()
    graph.tensor("zero", np.array([0], np.int64))
    graph.node("Shape", ["embeddings"], "length.of", start=1, end=2)
    positions = graph.tensor("positions", network.position)
    graph.node("Slice", [positions, "zero", "length.of", "zero"], "position")
    graph.node("Add", ["embeddings", "position"], "sum")
    factor, bias = network.norms["emb"]
    norm = [graph.tensor("gamma", factor), graph.tensor("beta", bias)]
    epsilon = network.epsilon
    x = graph.node("LayerNormalization", ["sum", *norm], "x", axis=-1, epsilon=epsilon)
    for number in range(network.depth):
        x = _layer(graph, network, x, f"l{number}.")
    graph.node("ReduceMean", [x], "mean", axes=[1], keepdims=0)
    if head is None:
        graph.node("LpNormalization", ["mean"], "vector", axis=1, p=2)
        graph.save(network.width, target, ("vector", network.width))
        return
    weights, bias = head
    graph.node("Gather", [x, "zero"], "first", axis=1)
    graph.node("Squeeze", ["first", graph.tensor("one", np.array([1], np.int64))], "mark")
    graph.node("Concat", ["mark", "mean"], "both", axis=1)
    tensors = [graph.tensor("head.weight", weights), graph.tensor("head.bias", bias)]
    graph.node("Gemm", ["both", *tensors], "scores", transB=1)
    graph.save(network.width, target, ("scores", len(bias)))


def _layer(graph: Graph, network: Network, x: str, layer: str) -> str:
    qkv = _linear(graph, network, x, f"{layer}qkv", smooth=True)
    parts = [layer + part for part in "qkv"]
    graph.node("Split", [qkv], *parts, axis=2)
    heads = network.heads
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
    epsilon = network.epsilon
    return graph.node("SkipLayerNormalization", inputs, name, domain=_RUNTIME, epsilon=epsilon)
