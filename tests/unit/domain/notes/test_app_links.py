"""Addresses that other programs call NoteBrain by: what they may ask for, and what is refused."""

import pytest
from hypothesis import example, given, strategies as st

from notebrain.domain.notes.addresses import (
    LONGEST,
    AppLink,
    BadLink,
    CaptureLink,
    NoteLink,
    SearchLink,
    app_link,
    is_app_link,
)

NOTE = "018f3a2b-1c2d-7e3f-8a4b-5c6d7e8f9a0b"


@pytest.mark.parametrize(
    ("address", "link"),
    [
        ("notebrain://capture", CaptureLink()),
        ("notebrain:capture", CaptureLink()),
        ("notebrain://capture?", CaptureLink()),
        ("notebrain://capture?text=a;rm -rf", CaptureLink("a;rm -rf")),
        ("NoteBrain://Capture/?text=Bread", CaptureLink("Bread")),
        ("notebrain://capture?text=Bread%20and+milk", CaptureLink("Bread and milk")),
        ("notebrain://capture?text=C%2B%2B", CaptureLink("C++")),
        ("notebrain://capture?text=K%C3%A4se", CaptureLink("Käse")),
        ("notebrain://capture?text=Käse", CaptureLink("Käse")),
        ("notebrain://capture?text=a%0D%0Ab%09c", CaptureLink("a\nb\tc")),
        ("notebrain://capture?text=a&tag=garden%2Fwinter", CaptureLink("a #garden/winter")),
        ("notebrain://capture?tag=%23home&workspace=My%20work", CaptureLink("#home", "My work")),
        (
            "notebrain://capture?title=Tulips%20%26%20roses&url=https%3A%2F%2Fexample.org%2Fa%3Fb%3D1&text=Not%20yet&tag=garden",
            CaptureLink("# Tulips & roses\n\nNot yet\n\n<https://example.org/a?b=1>\n\n#garden"),
        ),
        ("notebrain://capture?url=HTTP://example.org", CaptureLink("<HTTP://example.org>")),
        (
            "notebrain://capture?text=a&url=https://b.example",
            CaptureLink("a\n\n<https://b.example>"),
        ),
        ("notebrain://capture?title=Only%20this", CaptureLink("# Only this")),
        ("notebrain://capture?text=%3Cb%3E%26%3D", CaptureLink("<b>&=")),
        (f"notebrain://note/{NOTE}", NoteLink(NOTE)),
        (f"notebrain://note?id={NOTE.upper()}", NoteLink(NOTE)),
        ("notebrain://note/018f3a2b", NoteLink("018f3a2b")),
        ("notebrain://search?query=tag%3Agarden+tulips", SearchLink("tag:garden tulips")),
        ("notebrain://search", SearchLink("")),
    ],
)
def test_an_address_asks_for_one_thing(address: str, link: AppLink) -> None:
    assert app_link(address) == link


@pytest.mark.parametrize(
    "address",
    [
        "",
        "https://example.org",
        "notebrain",
        "notebrain:",
        "notebrain://",
        "notebrain://delete?id=018f3a2b",
        "notebrain://capture/../note/018f3a2b",
        "notebrain://capture@evil?text=x",
        "notebrain://user:pass@capture?text=x",
        "notebrain://capture:80?text=x",
        "notebrain://capture?text=a&text=b",
        "notebrain://capture?text=a&te%78t=b",
        "notebrain://capture?text",
        "notebrain://capture?&",
        "notebrain://capture?save=1",
        "notebrain://capture?text=%",
        "notebrain://capture?text=%4",
        "notebrain://capture?text=%zz",
        "notebrain://capture?text=%+1",
        "notebrain://capture?text=%FF",
        "notebrain://capture?text=%C3",
        "notebrain://capture?text=%ED%A0%80",
        "notebrain://capture?text=%C0%80",
        "notebrain://capture?text=%00",
        "notebrain://capture?text=%1B%5B2J",
        "notebrain://capture?text=a%C2%85",
        "notebrain://capture?text=\ud800",
        "notebrain://capture?text=a#tag",
        "notebrain://capture?tag=a%0Ab",
        "notebrain://capture?title=a%0Ab",
        "notebrain://capture?url=javascript%3Aalert(1)",
        "notebrain://capture?url=file%3A%2F%2F%2Fetc%2Fpasswd",
        "notebrain://capture?url=https%3A%2F%2Fa%3E%20b",
        "notebrain://capture?url=https%3A%2F%2Fa%0A%23tag",
        f"notebrain://capture?url=https%3A%2F%2F{'x' * 8_000}",
        "notebrain://capture?tag=two%20words",
        "notebrain://capture?tag=x%23y",
        f"notebrain://capture?workspace={'w' * 201}",
        f"notebrain://capture?text={'x' * LONGEST}",
        "notebrain://note",
        "notebrain://note/",
        "notebrain://note/018",
        "notebrain://note/018f3a2b?id=018f3a2b",
        "notebrain://note/../../etc/passwd",
        "notebrain://note/%2e%2e%2f",
        "notebrain://note?id=' OR 1=1 --",
        "notebrain://note?id=018f3a2b%00",
        "notebrain://search?query=a%0Ab",
        f"notebrain://search?query={'q' * 1_001}",
    ],
)
def test_what_is_not_plainly_one_of_ours_is_refused_whole(address: str) -> None:
    with pytest.raises(BadLink) as refused:
        app_link(address)

    assert str(refused.value).endswith(".")


@given(st.text(max_size=200))
@example("%")
@example("?&=#%")
def test_no_text_at_all_breaks_the_reading(text: str) -> None:
    for address in (text, f"notebrain:{text}", f"notebrain://capture?text={text}"):
        try:
            link = app_link(address)
        except BadLink:
            continue
        assert is_app_link(address)
        assert isinstance(link, CaptureLink | NoteLink | SearchLink)
        if isinstance(link, CaptureLink):
            link.text.encode()
            assert "\x00" not in link.text
