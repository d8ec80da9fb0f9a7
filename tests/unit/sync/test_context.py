"""A fault is called by its kind and its place in the program, never by its message."""

import pytest

from notebrain.domain.errors import VaultError
from notebrain.domain.sync.records import BadRecord, record_from
from notebrain.sync.context import is_unrelated_to_item, name_of


def test_a_fault_is_called_by_its_kind_and_the_place_where_it_was_met() -> None:
    with pytest.raises(BadRecord) as met:
        record_from("a secret that is no JSON")

    name = name_of(met.value)

    assert name.startswith("BadRecord (records.py:")
    assert "secret" not in name
    assert name_of(ValueError("a secret")) == "ValueError"


def test_only_what_anything_would_have_met_is_no_fault_of_the_thing() -> None:
    assert is_unrelated_to_item(VaultError("full"))
    assert is_unrelated_to_item(OSError())
    assert is_unrelated_to_item(MemoryError())
    assert not is_unrelated_to_item(BadRecord("no JSON"))
