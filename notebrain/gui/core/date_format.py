"""Dates and times formatted for people, in their time zone and language."""

from datetime import date, datetime, timedelta

from PySide6.QtCore import QDate, QLocale, Qt, QTime

from notebrain.domain.i18n import _, ngettext
from notebrain.domain.notes.date_groups import DateGroup, Period
from notebrain.domain.notes.templates import Names

_MONTHS, _DAYS = range(1, 13), range(1, 8)


def short(moment: datetime, now: datetime) -> str:
    """Return the time for today, "Yesterday", the day within a year, otherwise day and year."""
    local, today = moment.astimezone(), now.astimezone()
    if local.date() == today.date():
        return clock_time(moment)
    if local.date() == (today - timedelta(days=1)).date():
        return _("Yesterday")
    if local.year == today.year:
        return _day(local, _("d MMM"))
    return _day(local, _("d MMM yyyy"))


def stamp(moment: datetime, now: datetime) -> str:
    """Return the same as `short`, but say for today that it is today."""
    text = short(moment, now)
    if moment.astimezone().date() == now.astimezone().date():
        return _("today, {time}").format(time=text)
    return text


def within(moment: datetime, now: datetime) -> str:
    """Return the day as used within a sentence: "today", "yesterday", "3 March"."""
    local, today = moment.astimezone(), now.astimezone()
    if local.date() == today.date():
        return _("today")
    if local.date() == (today - timedelta(days=1)).date():
        return _("yesterday")
    return _day(local, _("d MMMM") if local.year == today.year else _("d MMMM yyyy"))


def in_words(text: str) -> str:
    """Return a day written as 2026-03-09 as people write it; what is no such day as it is."""
    found = QDate.fromString(text, Qt.DateFormat.ISODate)
    return QLocale().toString(found, _("d MMMM yyyy")) if found.isValid() else text


def day(moment: datetime, now: datetime) -> str:
    """Return "Today", "Yesterday", or the weekday and day, with the year unless it is the current one."""
    local, today = moment.astimezone(), now.astimezone()
    if local.date() == today.date():
        return _("Today")
    if local.date() == (today - timedelta(days=1)).date():
        return _("Yesterday")
    if local.year == today.year:
        return _day(local, _("dddd, d MMMM"))
    return _day(local, _("d MMMM yyyy"))


def period(group: DateGroup, now: datetime) -> str:
    """Return the name of a group of notes: "Today", "This week", or a month, with its year unless that is now."""
    match group.period:
        case Period.AHEAD:
            return _("Dated ahead")
        case Period.TODAY:
            return _("Today")
        case Period.YESTERDAY:
            return _("Yesterday")
        case Period.WEEK:
            return _("This week")
        case Period.MONTH:
            this_year = group.first.year == now.astimezone().year
            return _day(group.first, _("MMMM") if this_year else _("MMMM yyyy"))


def first_weekday() -> int:
    """Return the day a week starts with in the language of the window, 1 for Monday to 7 for Sunday."""
    return QLocale().firstDayOfWeek().value


def full(moment: datetime) -> str:
    """Return day and time in a form long enough to be read aloud."""
    local = moment.astimezone()
    return _("{day}, {time}").format(day=_day(local, _("d MMMM yyyy")), time=clock_time(moment))


def days(start: datetime, end: datetime) -> str:
    """Return a day, or the first and the last day of a time that ends before `end`."""
    first, last = (moment.astimezone() for moment in (start, end - timedelta(microseconds=1)))
    if first.date() == last.date():
        return _day(first, _("d MMMM yyyy"))
    return _("{first} to {last}").format(
        first=_day(first, _("d MMMM yyyy")), last=_day(last, _("d MMMM yyyy"))
    )


def today(now: datetime) -> str:
    """Return today's date with its weekday, for a title."""
    return weekday(now.astimezone())


def weekday(day: date) -> str:
    """Return a date with its weekday, for a title."""
    return _day(day, _("dddd, d MMMM"))


def plain_day(day: date) -> str:
    """Return a day of this year."""
    return _day(day, _("d MMM"))


def ago(years: int, moment: datetime) -> str:
    """Return how many years ago to the day something was written; otherwise return the day."""
    if years:
        return ngettext("Written a year ago", "Written {n} years ago", years).format(n=years)
    return _("Written on {day}").format(day=_day(moment.astimezone(), _("d MMMM yyyy")))


def clock_time(moment: datetime) -> str:
    """Return hours and minutes."""
    local = moment.astimezone()
    return QLocale().toString(QTime(local.hour, local.minute), _("HH:mm"))


def number(count: int) -> str:
    """Return a count with the language's thousands separator."""
    return QLocale().toString(count)


def decimal(value: float, places: int) -> str:
    """Return a value with this many decimal places and the language's decimal separator."""
    return QLocale().toString(value, "f", places)


def minutes(count: int) -> str:
    """Return a duration in minutes, or in hours and minutes."""
    hours, rest = divmod(count, 60)
    spoken = ngettext("{n} minute", "{n} minutes", rest).format(n=number(rest))
    if not hours:
        return spoken
    long = ngettext("{n} hour", "{n} hours", hours).format(n=number(hours))
    return f"{long} {spoken}" if rest else long


def _day(local: date, pattern: str) -> str:
    return QLocale().toString(QDate(local.year, local.month, local.day), pattern)


def names() -> Names:
    """Return the names of months and days in the user's language."""
    locale, brief = QLocale(), QLocale.FormatType.ShortFormat
    return Names(
        [locale.standaloneMonthName(number) for number in _MONTHS],
        [locale.standaloneMonthName(number, brief) for number in _MONTHS],
        [locale.standaloneDayName(number) for number in _DAYS],
        [locale.standaloneDayName(number, brief) for number in _DAYS],
    )
