"""Templates are filled in with date, time and title, and nothing else in them changes."""

from datetime import UTC, datetime

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.notes.note import Category, Note, NoteId
from notebrain.domain.notes.templates import (
    daily_title,
    draft_from,
    fill,
    is_daily,
    plain_draft,
    written,
)

AT = datetime(2026, 3, 7, 15, 4, 9, tzinfo=UTC)


def template(body: str, **more) -> Note:
    return Note(NoteId("t"), "Home", more.pop("title", "T"), body, AT, AT, **more)


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("{{date}} {{time}}", "2026-03-07 15:04"),
        ("{{ Date : D.M.YY }}", "7.3.26"),
        ("{{date:dddd, D MMMM}}", "Saturday, 7 March"),
        ("{{time:h:mm a}} {{time:hh A}} {{time:H.ss}}", "3:04 pm 03 PM 15.09"),
        ("{{date:[Week] WW ddd MMM}}", "Week 10 Sat Mar"),
        ("# {{title}}\r\n{{name}} {{}} {date}", "# Call\r\n{{name}} {{}} {date}"),
    ],
)
def test_placeholders_are_filled_in(text, filled) -> None:
    assert fill(text, title="Call", at=AT) == filled


@given(st.text().filter(lambda text: "{{" not in text))
def test_a_text_without_placeholders_stays_byte_for_byte(text) -> None:
    assert fill(text, title="x", at=AT) == text


@given(st.text("YMDdHhmsAaW[] .-"), st.datetimes())
def test_every_format_gives_something(form, at) -> None:
    assert isinstance(written(at, form), str)
    assert daily_title(at, form)


def test_a_format_that_says_nothing_gives_the_plain_date() -> None:
    assert daily_title(AT, " ") == "2026-03-07"
    assert daily_title(AT, "D. MMMM") == "7. March"


def test_a_note_has_what_its_template_has_but_for_the_mark() -> None:
    draft = draft_from(
        template("# Call {{date}}\n{{title}}", title="Call {{date}}", tags=("Template", "work"),
                 category=Category.PROJECT, importance=4),
        at=AT,
    )  # fmt: skip

    assert draft.body == "# Call 2026-03-07\nCall 2026-03-07"
    assert (draft.title, draft.tags, draft.workspace) == (None, ("work",), "Home")
    assert (draft.category, draft.importance) == (Category.PROJECT, 4)


def test_a_note_that_has_to_have_a_title_gets_it_whatever_its_text() -> None:
    assert draft_from(template("## Plan"), at=AT, title="2026-03-07").title == "2026-03-07"
    assert draft_from(template("# {{title}}"), at=AT, title="2026-03-07").title is None
    assert draft_from(template("x", title="Own", title_is_set=True), at=AT).title == "Own"
    assert plain_draft("Gas").body == "# Gas\n\n"
    assert plain_draft("**Gas**").title == "**Gas**"


def test_the_template_of_days_is_known_by_title_or_tag() -> None:
    assert is_daily(template("x", title="Daily"))
    assert is_daily(template("x", tags=("DAILY", "template")))
    assert not is_daily(template("x", tags=("template",)))
