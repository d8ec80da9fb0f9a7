from datetime import date, timedelta

import pytest

from notebrain.domain.search.dates.next_dates import AHEAD, needles, upcoming

TODAY = date(2026, 11, 19)


def days(text: str, written_on: date = date(2026, 9, 1)) -> list[str]:
    return [str(found.day) for found in upcoming(text, written_on=written_on, today=TODAY)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Dentist on 3 December", ["2026-12-03"]),
        ("Call back 2026-11-24, before noon", ["2026-11-24"]),
        ("Zahnarzt am 3.12. um neun", ["2026-12-03"]),
        ("3.12. Zahnarzt", ["2026-12-03"]),
        ("Ferry: Dec 3rd", ["2026-12-03"]),
        ("Today is 19 November", ["2026-11-19"]),
        ("It was 18 November", []),  # over
        ("In 3 January", []),  # too far
        ("Trip in December", []),  # no single day
        ("Python 3.12.", []),  # a version
        ("- [x] Dentist on 3 December", []),  # done
        ("- [ ] Dentist on 3 December", ["2026-12-03"]),
        ("From 1 December to 4 December", ["2026-12-01"]),  # once per line
        ("1 December\nand 2 December", ["2026-12-01", "2026-12-02"]),
        ("**Update 2026-11-24 07:18 UTC:**\nCalled back", []),  # when it was written
        ("**Update 2026-11-24 07:18 +01:00:**\nBack on 3 December", ["2026-12-03"]),
        ("# 2026-11-24\n\nDentist on 3 December", ["2026-12-03"]),  # the note of that day
        ("# Fair on 2026-11-24\n## 2026-11-25", ["2026-11-24", "2026-11-25"]),
        ("", []),
    ],
)
def test_days_to_come_are_read_from_the_lines_of_a_note(text: str, wanted: list[str]) -> None:
    assert days(text) == wanted


def test_a_date_without_a_year_is_of_the_time_when_the_note_was_written() -> None:
    assert days("Dentist on 3 December", written_on=date(2024, 9, 1)) == []


def test_the_line_is_kept_with_the_day() -> None:
    (found,) = upcoming("A\n  Dentist, 3 December  \nB", written_on=TODAY, today=TODAY)

    assert found.line == "Dentist, 3 December"


@pytest.mark.parametrize("ahead", range(AHEAD.days))
@pytest.mark.parametrize(
    "form", ["{0:%Y-%m-%d}", "x {0.day}.{0.month}. y", "{0.day} {0:%B}", "{0:%b} {0.day}", "{0:%d/%m/%Y}"]
)  # fmt: skip
def test_a_note_that_names_a_day_to_come_has_one_of_the_parts(ahead: int, form: str) -> None:
    text = form.format(TODAY + timedelta(days=ahead)).lower()

    assert any(part in f" {text} " for part in needles(TODAY))
