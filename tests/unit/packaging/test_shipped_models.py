"""The models that ship: they are those of their recipes, and each lies beside its license."""

import ast
import hashlib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
RECIPES = ROOT / "packaging" / "models"
MODELS = ROOT / "resources" / "models"
TEXTS = {"LICENSE", "NOTICE"}
SHIPPED = ("english", "multilingual", "pairs")


def test_every_folder_is_checked() -> None:
    assert sorted(path.name for path in MODELS.iterdir()) == sorted(SHIPPED)


def expected_hashes(model: str) -> dict[str, str]:
    """The hashes a recipe gives, read without its imports: onnx is not installed here."""
    tree = ast.parse((RECIPES / f"{model}.py").read_text(encoding="utf-8"))
    values = {
        node.target.id: node.value
        for node in tree.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    hashes = values["SHA256"]
    assert isinstance(hashes, ast.Dict)
    found: dict[str, str] = ast.literal_eval(hashes)
    return found


@pytest.mark.parametrize("model", SHIPPED)
def test_the_files_that_ship_are_those_of_the_recipe(model: str) -> None:
    files = [path for path in (MODELS / model).iterdir() if path.name not in TEXTS]

    found = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}

    assert found == expected_hashes(model)


@pytest.mark.parametrize("model", SHIPPED)
def test_the_notice_beside_a_model_names_its_files_and_a_recipe_that_exists(model: str) -> None:
    notice = " ".join((MODELS / model / "NOTICE").read_text(encoding="utf-8").split())

    assert all(name in notice for name in expected_hashes(model))
    assert f"packaging/models/{model}.py" in notice
    assert (RECIPES / f"{model}.py").is_file()


@pytest.mark.parametrize(
    ("model", "license_name"),
    [("english", "Apache License"), ("multilingual", "MIT License"), ("pairs", "MIT License")],
)
def test_the_license_of_a_model_is_beside_it_and_in_the_list(model: str, license_name: str) -> None:
    text = (MODELS / model / "LICENSE").read_text(encoding="utf-8")
    listed = (ROOT / "THIRD-PARTY-NOTICES.md").read_text(encoding="utf-8")

    assert license_name in text
    assert f"`resources/models/{model}/`" in listed
