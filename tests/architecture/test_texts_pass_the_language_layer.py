"""Every text a person reads goes through `domain.i18n`, so that a language is a file."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FRONT_ENDS = [
    *(ROOT / "notebrain" / "gui").rglob("*.py"),
    *(ROOT / "notebrain" / "cli").rglob("*.py"),
]

SHOWN_BY = {
    *(
        "setText",
        "setPlainText",
        "setToolTip",
        "setStatusTip",
        "setWhatsThis",
        "setPlaceholderText",
    ),
    *(
        "setAccessibleName",
        "setAccessibleDescription",
        "setWindowTitle",
        "setTitle",
        "setLabelText",
    ),
    *(
        "setInformativeText",
        "setDetailedText",
        "showMessage",
        "addMenu",
        "addAction",
        "addTab",
        "addRow",
    ),
    *(
        "QLabel",
        "QAction",
        "QMenu",
        "QPushButton",
        "QToolButton",
        "QCheckBox",
        "QRadioButton",
        "QGroupBox",
    ),
    "print",
}
SHOWN_AS = {"help", "description", "epilog", "metavar", "text", "title", "caption", "tooltip"}
NAME = "NoteBrain"
PROSE = re.compile(r"[A-Z][a-z]+|[a-z]{2,} [a-z]{2,}")


def shown(tree: ast.AST) -> Iterator[ast.expr]:
    """Return what is handed to a call or a keyword that shows it."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = (
            node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        )
        if name in SHOWN_BY:
            yield from node.args
        yield from (keyword.value for keyword in node.keywords if keyword.arg in SHOWN_AS)


def literal(expression: ast.expr) -> str:
    """Return the words written out in an expression."""
    if isinstance(expression, ast.Constant) and isinstance(expression.value, str):
        return expression.value
    if isinstance(expression, ast.JoinedStr):
        return " ".join(
            literal(part) for part in expression.values if isinstance(part, ast.Constant)
        )
    return ""


@pytest.mark.parametrize("path", FRONT_ENDS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_text_of_a_front_end_bypasses_the_language_layer(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))

    texts = {literal(expression).replace(NAME, "") for expression in shown(tree)}

    assert [text for text in texts if PROSE.search(text)] == []


def test_the_catalogs_hold_every_text_of_the_program() -> None:
    done = subprocess.run(
        [sys.executable, "packaging/messages.py", "--check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout
