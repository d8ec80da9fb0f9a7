"""The pages for developers stay short, and every path they name exists."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MOST_LINES = {"ARCHITECTURE.md": 140, "CONTRIBUTING.md": 60}
PAGES = {page: (ROOT / page).read_text("utf-8") for page in MOST_LINES}
NAMED = re.compile(r"(?<![\w/])(?:notebrain|packaging|resources|tests)/[\w./-]*\w")


def named(text: str) -> list[str]:
    """Return the paths that a page names, from the top of the repository."""
    return sorted(set(NAMED.findall(text)))


def test_paths_are_found_in_sentences_tables_and_commands() -> None:
    text = "See `tests/fakes`, or run `python3 packaging/dev.py test`.\n| a | `notebrain/gui/gone.py` |"

    assert named(text) == ["notebrain/gui/gone.py", "packaging/dev.py", "tests/fakes"]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_stays_short(page: str) -> None:
    assert len(PAGES[page].splitlines()) <= MOST_LINES[page]


@pytest.mark.parametrize(
    ("page", "path"), [(page, path) for page in PAGES for path in named(PAGES[page])]
)
def test_a_path_on_a_page_exists(page: str, path: str) -> None:
    assert (ROOT / path).exists(), f"{page} names {path}"


@pytest.mark.parametrize("page", PAGES)
def test_the_readme_leads_to_a_page(page: str) -> None:
    assert f"]({page})" in (ROOT / "README.md").read_text("utf-8")
