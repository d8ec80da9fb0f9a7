import json
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.errors import BadText
from notebrain.domain.notes.note import Category
from notebrain.domain.sync.records import BadRecord, NoteRecord, record_from

NOTE = NoteRecord(
    id="0198f0a0-0000-7000-8000-000000000001",
    workspace="Personal",
    title="Bread",
    title_is_set=False,
    body="# Bread\r\n\x00 flour \u2028 🌻\n",
    front_matter="---\na: b\n---\n",
    category=Category.FACT,
    importance=4,
    pinned=True,
    source="typed",
    tags=("garden/winter", "Äpfel"),
    created_at=1_700_000_000_123,
    updated_at=1_700_000_000_456,
    deleted_at=None,
)
texts = st.text(st.characters(codec="utf-8"))
records = st.builds(
    NoteRecord,
    id=st.uuids().map(str),
    workspace=texts.filter(lambda text: bool(text.strip())),
    title=texts,
    title_is_set=st.booleans(),
    body=texts,
    front_matter=texts,
    category=st.sampled_from(Category),
    importance=st.integers(1, 5),
    pinned=st.booleans(),
    source=texts,
    tags=st.sampled_from([(), ("a",), ("a", "B/c")]),
    created_at=st.integers(-(10**13), 10**13),
    updated_at=st.integers(-(10**13), 10**13),
    deleted_at=st.none() | st.integers(0, 10**13),
    extra=st.dictionaries(
        texts.map(lambda name: f"x{name}"), st.none() | st.integers() | texts, max_size=2
    ),
)


@pytest.mark.slow
@given(records)
def test_a_record_comes_back_as_it_was_sent(record) -> None:
    content = record.to_json()

    assert record_from(content) == record
    assert record_from(content).to_json() == content


def test_what_a_newer_version_keeps_with_a_note_survives() -> None:
    content = json.dumps(json.loads(NOTE.to_json()) | {"colour": {"of": ["red", 1, None]}})

    record = record_from(content)

    assert record.extra == {"colour": {"of": ["red", 1, None]}}
    assert json.loads(record.to_json()) == json.loads(content)


def test_a_note_never_tells_whether_it_is_local_only() -> None:
    assert "local_only" not in NOTE.to_json()


def test_a_tag_may_be_spelled_otherwise_and_the_notes_still_say_the_same() -> None:
    other = replace(NOTE, tags=("Garden/Winter", "äpfel"))

    assert other.says_the_same(NOTE)


@pytest.mark.parametrize(
    "change",
    [
        {"body": "# Bread\n"},
        {"title_is_set": True},
        {"tags": ("Äpfel",)},
        {"deleted_at": 0},
        {"updated_at": 1},
        {"extra": {"colour": "red"}},
    ],
    ids=lambda change: next(iter(change)),
)
def test_any_other_difference_has_to_be_sent(change) -> None:
    assert not replace(NOTE, **change).says_the_same(NOTE)


def test_half_a_character_is_not_sent() -> None:
    with pytest.raises(BadText):
        replace(NOTE, body="\ud83c").to_json()


def broken(**values: object) -> str:
    return json.dumps(json.loads(NOTE.to_json()) | values)


@pytest.mark.parametrize(
    "content",
    [
        "",
        "null",
        "[]",
        "{",
        "7",
        '"text"',
        "{}",
        "[" * 100_000,
        '{"a":' * 100_000,
        broken(id=""),
        broken(id="x" * 65),
        broken(id=None),
        broken(workspace=" "),
        broken(body=None),
        broken(body=7),
        broken(body="\ud83c"),
        broken(title_is_set=1),
        broken(category="idea"),
        broken(importance=0),
        broken(importance=True),
        broken(importance=3.0),
        broken(tags="a"),
        broken(tags=["a", 1]),
        broken(created_at=None),
        broken(created_at=10**20),
        broken(updated_at="now"),
        broken(deleted_at=float("nan")),
        broken(colour=float("inf")),
        broken(colour="\udfff"),
        "1" * 10_000,
    ],
    ids=range(30),
)
def test_what_is_no_note_is_told_and_never_a_crash(content) -> None:
    with pytest.raises(BadRecord):
        record_from(content)


@pytest.mark.parametrize(
    "name",
    ["id", "workspace", "title", "title_is_set", "body", "front_matter", "category", "importance", "pinned", "source",
     "tags", "created_at", "updated_at", "deleted_at"],
)  # fmt: skip
def test_the_value_that_is_wrong_is_named(name: str) -> None:
    with pytest.raises(BadRecord, match=f"^{name} "):
        record_from(broken(**{name: {"a": 1}}))


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("{}", "importance is missing"),
        ("{", "not JSON"),
        ("7", "not an object"),
        (broken(tags=["a", 1]), "tags holds more than texts"),
        (broken(category="idea"), "category is not known"),
        (broken(body="\ud83c"), "a text that cannot be kept"),
        (broken(body="x" * 20_000_001), "a text too long for a note"),
        (broken(id=""), "no id or no workspace"),
        (broken(workspace=" "), "no id or no workspace"),
    ],
    ids=range(9),
)
def test_what_is_wrong_with_a_note_is_told(content: str, told: str) -> None:
    with pytest.raises(BadRecord, match=f"^{told}$"):
        record_from(content)
