"""Build the models in resources/models from published packages, and compare them with the files that ship.

    python -m venv build && build/bin/pip install onnx==1.23.2 onnxruntime==1.31.1 numpy==2.4.6 torch==2.13.0
    build/bin/python packaging/build_models.py english              # compares, writes nothing
    build/bin/python packaging/build_models.py multilingual --write # replaces the files
    build/bin/python packaging/build_models.py pairs --write

Needs pip, onnx, onnxruntime and torch while building, and ten minutes (english) or an hour (multilingual, pairs) for
training; NoteBrain itself needs only onnxruntime. The packages come from the index that pip is set up for. The recipes
are in `packaging/models`, which say what can differ between computers.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from importlib import import_module
from pathlib import Path

from models.parts import RESOURCES, sha256


def main() -> int:
    """Build one model; return 0 if all its files equal those that ship."""
    parser = argparse.ArgumentParser(description="Build a model that ships with NoteBrain.")
    parser.add_argument("model", choices=("english", "multilingual", "pairs"))
    parser.add_argument("--write", action="store_true", help="replace the files that ship")
    arguments = parser.parse_args()
    sys.path.append(str(RESOURCES.parents[1]))  # one recipe uses NoteBrain's own tokenizer
    recipe = import_module(f"models.{arguments.model}")
    with tempfile.TemporaryDirectory() as scratch:
        work, target = Path(scratch), RESOURCES / arguments.model
        recipe.build(work)
        equal = [report(work / name, expected) for name, expected in recipe.SHA256.items()]
        if arguments.write:
            for name in recipe.SHA256:
                shutil.copyfile(work / name, target / name)
            print(f"written to {target}")
    return 0 if all(equal) else 1


def report(path: Path, expected: str) -> bool:
    """Print a file's hash beside the one that ships and return whether they are equal."""
    found = sha256(path)
    print(f"{path.name}: {found} {'equal' if found == expected else f'DIFFERS from {expected}'}")
    return found == expected


if __name__ == "__main__":
    sys.exit(main())
