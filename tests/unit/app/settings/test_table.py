"""Settings as rows: defaults, limits, workspaces, former names."""

import pytest

from notebrain.app.settings.remembered import SORT, WORKSPACE
from notebrain.app.settings.search import ALPHA, HALF_LIFE, PROFILE
from notebrain.app.settings.setting import Edit, Setting, Settings, Value
from notebrain.app.settings.table import INDEX_PAUSED, ROWS
from notebrain.domain.errors import UserError
from notebrain.domain.notes.changes import Act, Changes
from notebrain.storage import settings as table
from notebrain.storage.store import Store


@pytest.fixture
def settings(store: Store) -> Settings:
    return Settings(store)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_every_default_is_a_value_its_setting_takes(
    settings: Settings, row: Setting[Value]
) -> None:
    settings.put(row, row.default).result()

    assert settings.get(row) == row.default


def test_a_value_comes_back_as_the_type_of_its_default(settings: Settings) -> None:
    settings.put(HALF_LIFE, 45).result()

    assert (settings.get(HALF_LIFE), type(settings.get(HALF_LIFE))) == (45.0, float)
    assert type(settings.own(HALF_LIFE)) is float


def test_names_are_used_once() -> None:
    assert len({row.name for row in ROWS}) == len(ROWS)


def test_a_setting_is_kept_and_given_back(settings: Settings) -> None:
    before = settings.get(SORT)
    changes = settings.put(SORT, "title").result()
    kept = settings.get(SORT)
    settings.put(SORT, None).result()

    assert (before, kept, settings.get(SORT)) == ("updated", "title", "updated")
    assert changes.act is Act.SETTINGS


@pytest.mark.parametrize(
    ("row", "value"),
    [
        (SORT, "colour"),
        (ALPHA, 1.5),
        (ALPHA, -0.1),
        (ALPHA, "0.5"),
        (ALPHA, True),
        (INDEX_PAUSED, 1),
        (INDEX_PAUSED, "yes"),
        (WORKSPACE, 3),
    ],
)
def test_what_a_setting_does_not_take_is_refused(
    settings: Settings, row: Setting[Value], value: Value
) -> None:
    with pytest.raises(UserError, match="does not accept"):
        settings.put(row, value)


def test_a_workspace_may_have_a_value_of_its_own(settings: Settings) -> None:
    settings.put(ALPHA, 0.2).result()
    settings.put(ALPHA, 0.9, workspace="Work").result()
    settings.put(SORT, "title", workspace="Work").result()

    assert settings.get(ALPHA) == 0.2
    assert settings.get(ALPHA, workspace="Work") == 0.9
    assert settings.get(ALPHA, workspace="Home") == 0.2
    assert settings.get(SORT) == "title"


def test_a_value_from_elsewhere_that_makes_no_sense_is_not_used(
    settings: Settings, store: Store
) -> None:
    store.write(lambda db: table.put(db, PROFILE.name, "nonsense")).result()
    store.write(lambda db: table.put(db, ALPHA.name, ["list"])).result()

    assert settings.get(PROFILE) == "balanced"
    assert settings.get(ALPHA) == 0.5


def test_a_renamed_setting_is_found_under_its_old_name_until_it_is_set(
    settings: Settings, store: Store
) -> None:
    renamed = Setting("new.name", 1, "help", renamed_from="old.name")
    store.write(lambda db: table.put(db, "old.name", 7)).result()
    old = settings.get(renamed)

    settings.put(renamed, 8).result()
    new = settings.get(renamed)
    settings.put(renamed, None).result()

    assert (old, new, settings.get(renamed)) == (7, 8, 1)


def test_what_a_workspace_set_for_itself_is_told_from_what_it_takes_over(
    settings: Settings,
) -> None:
    settings.put(ALPHA, 0.2).result()
    settings.put(ALPHA, 0.9, workspace="Home").result()

    assert settings.own(ALPHA) == 0.2
    assert settings.own(ALPHA, workspace="Home") == 0.9
    assert settings.own(ALPHA, workspace="Work") is None


@pytest.mark.parametrize(
    "row", [row for row in ROWS if row.group is not None], ids=lambda row: row.name
)
def test_every_row_of_a_page_has_a_title_a_help_line_and_a_name_for_each_choice(
    row: Setting[Value],
) -> None:
    assert row.title
    assert row.help
    assert len(row.choice_titles) == len(row.choices)


@pytest.mark.parametrize(
    ("row", "edit"),
    [(INDEX_PAUSED, Edit.SWITCH), (PROFILE, Edit.CHOICE), (HALF_LIFE, Edit.NUMBER)],
)
def test_a_row_is_changed_as_its_kind_of_value_asks_for(row: Setting[Value], edit: Edit) -> None:
    assert row.edit is edit


def test_a_value_that_concerns_nobody_else_is_kept_without_telling(
    settings: Settings, store: Store
) -> None:
    told: list[Changes] = []
    store.subscribe(told.append)

    settings.put_silently(SORT, "title").result()

    assert (settings.get(SORT), told) == ("title", [])
