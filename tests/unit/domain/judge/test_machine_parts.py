import pytest
from hypothesis import given, strategies as st

from notebrain.domain.judge.machine_parts import without_machine_parts


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("---\ntitle: Bread\ntags:\n- food\n---\nKnead well", "Knead well"),
        ('+++\ndate = "2026-01-02"\n+++\nKnead well', "Knead well"),
        ("* Bread\n:PROPERTIES:\n:ID: 9f1c-22\n:END:\nKnead", "* Bread Knead"),
        (":ID: 20b3-11\nKnead", "Knead"),
        ("run 0d9e5b0e-8a3c-4f55-9b7d-0f1f5a2c3d4e done", "run done"),
        ("sum d41d8cd98f00b204e9800998ecf8427e ok", "sum ok"),
        (
            "https://a.example/x?id=7&utm_source=mail&fbclid=Iw3 ok",
            "https://a.example/x?id=7& & ok",
        ),
    ],
)
def test_what_machines_wrote_is_blank(text: str, left: str) -> None:
    assert without_machine_parts(text).split() == left.split()


@pytest.mark.parametrize(
    "text",
    [
        "---\nA line between two rules.\nAnother one\n---\nText",
        "10:30 standup\n12:00 lunch",
        "The code is 4471",
        "deadbeefdeadbeefdeadbeefdeadbeef",
        "Tea :smile: and cake",
        "https://a.example/?q=tea&ref=7",
        "commit 3fa9c21 fixed it",
    ],
)
def test_what_people_wrote_stays(text: str) -> None:
    assert without_machine_parts(text) == text


@given(st.text(alphabet="-+:=\n #aAfF09ID.&?utm_", max_size=200))
def test_all_positions_stay(text: str) -> None:
    blanked = without_machine_parts(text)

    assert len(blanked) == len(text)
    assert all(new in {old, " "} for old, new in zip(text, blanked, strict=True))
