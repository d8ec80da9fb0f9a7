"""The first heading of a note."""

import pytest

from notebrain.domain.markdown.headings import first_heading


@pytest.mark.parametrize(
    ("body", "heading"),
    [
        ("# Title\ntext", "Title"),
        ("text\r\n\r\n### The **good** one ###\r\n", "The good one"),
        ("text\r# Title\r", "Title"),
        ("Title\n=====\ntext", "Title"),
        ("Title\n---\ntext", "Title"),
        ("```\n# comment\n```\n# Title", "Title"),
        ("~~~~\n# comment\n~~~\n# more\n~~~~\n# Title", "Title"),
        ("   ## Title", "Title"),
        ("# \n# Title", "Title"),
        ("", ""),
        ("no heading", ""),
        ("#hashtag", ""),
        ("####### too deep", ""),
        ("    # code", ""),
        ("- item\n---\n", ""),
        ("\n---\n", ""),
        ("```\n# never closed", ""),
        ("a\n=b", ""),
    ],
)
def test_the_first_heading_outside_code_is_found(body: str, heading: str) -> None:
    assert first_heading(body) == heading
