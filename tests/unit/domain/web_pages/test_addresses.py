"""Addresses in web pages."""

import pytest

from notebrain.domain.web_pages.addresses import absolute, is_same_site, is_web, known_by

BASE = "http://a.example/b/c/d?q"


# the examples of RFC 3986, 5.4, but for their letters
@pytest.mark.parametrize(
    ("relative", "expected"),
    [
        ("g", "http://a.example/b/c/g"),
        ("./g", "http://a.example/b/c/g"),
        ("g/", "http://a.example/b/c/g/"),
        ("/g", "http://a.example/g"),
        ("//g.example", "http://g.example"),
        ("?y", "http://a.example/b/c/d?y"),
        ("g?y#s", "http://a.example/b/c/g?y#s"),
        ("#s", "http://a.example/b/c/d?q#s"),
        ("..", "http://a.example/b/"),
        ("../g", "http://a.example/b/g"),
        ("../../g", "http://a.example/g"),
        ("../../../g", "http://a.example/g"),
        ("./", "http://a.example/b/c/"),
        ("https://h.example/x y", "https://h.example/x%20y"),
        ("ftp://h.example/", ""),
        ("javascript:alert(1)", ""),
        ("java\nscript:alert(1)", ""),
        ("data:text/html,x", ""),
        ("file:///etc/passwd", ""),
        ("", ""),
        ("x" * 9_000, ""),
    ],
)
def test_an_address_is_resolved_as_browsers_do(relative: str, expected: str) -> None:
    assert absolute(relative, BASE) == expected


def test_nothing_is_relative_to_nowhere() -> None:
    assert absolute("g", "") == ""


def test_a_page_is_known_without_what_follows_readers_around() -> None:
    same = {
        known_by(address)
        for address in (
            "https://a.example/x?id=4",
            "HTTPS://A.example/x?id=4#part",
            "https://a.example/x?utm_source=mail&id=4&fbclid=abc",
        )
    }

    assert same == {"https://a.example/x?id=4"}
    assert known_by("https://a.example") == "https://a.example/"
    assert known_by("https://a.example/#!/room") == "https://a.example/#!/room"


def test_a_site_is_the_same_for_telephones() -> None:
    assert is_same_site("https://m.a.example/x", "https://www.a.example/y")
    assert not is_same_site("https://a.example.evil.example/", "https://a.example/")
    assert not is_same_site("", "")


def test_only_pages_of_the_web_are_pages() -> None:
    assert is_web("https://a.example/x")
    assert not any(map(is_web, ("https://", "a.example", "https://a b/", "https://a.example/<x>")))
