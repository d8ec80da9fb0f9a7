"""Moments as a person reads them, in their time zone and language."""

from datetime import datetime, timedelta

from PySide6.QtCore import QDate, QLocale, QTime

from notebrain.domain.i18n import _, ngettext


def short(moment: datetime, now: datetime) -> str:
    """Return the time for today, "Yesterday", the day within a year, else day and year."""
    local, today = moment.astimezone(), now.astimezone()
    if local.date() == today.date():
        return clock_time(moment)
    if local.date() == (today - timedelta(days=1)).date():
        return _("Yesterday")
    if local.year == today.year:
        return _day(local, _("d MMM"))
    return _day(local, _("d MMM yyyy"))


def stamp(moment: datetime, now: datetime) -> str:
    """Return what `short` does, and for today that it is today."""
    told = short(moment, now)
    if moment.astimezone().date() == now.astimezone().date():
        return _("today, {time}").format(time=told)
    return told


def within(moment: datetime, now: datetime) -> str:
    """Return the day as it stands within a sentence: "today", "yesterday", "3 March"."""
    local, today = moment.astimezone(), now.astimezone()
    if local.date() == today.date():
        return _("today")
    if local.date() == (today - timedelta(days=1)).date():
        return _("yesterday")
    return _day(local, _("d MMMM") if local.year == today.year else _("d MMMM yyyy"))


def day(moment: datetime, now: datetime) -> str:
    """Return "Today", "Yesterday", or the day with its weekday, with the year if it is another one."""
    local, today = moment.astimezone(), now.astimezone()
    if local.date() == today.date():
        return _("Today")
    if local.date() == (today - timedelta(days=1)).date():
        return _("Yesterday")
    if local.year == today.year:
        return _day(local, _("dddd, d MMMM"))
    return _day(local, _("d MMMM yyyy"))


def full(moment: datetime) -> str:
    """Return day and time, in words long enough to be read aloud."""
    local = moment.astimezone()
    return _("{day}, {time}").format(day=_day(local, _("d MMMM yyyy")), time=clock_time(moment))


def today(now: datetime) -> str:
    """Return the day with its weekday, as a title."""
    return _day(now.astimezone(), _("dddd, d MMMM"))


def ago(years: int, moment: datetime) -> str:
    """Return when something was written: how many years ago to the day, else the day."""
    if years:
        return ngettext("Written a year ago", "Written {n} years ago", years).format(n=years)
    return _("Written on {day}").format(day=_day(moment.astimezone(), _("d MMMM yyyy")))


def clock_time(moment: datetime) -> str:
    """Return hours and minutes."""
    local = moment.astimezone()
    return QLocale().toString(QTime(local.hour, local.minute), _("HH:mm"))


def number(count: int) -> str:
    """Return a count with the thousands set apart as the language does it."""
    return QLocale().toString(count)


def decimal(value: float, places: int) -> str:
    """Return a value with its places behind the point, or the comma, as the language has it."""
    return QLocale().toString(value, "f", places)


def _day(local: datetime, pattern: str) -> str:
    return QLocale().toString(QDate(local.year, local.month, local.day), pattern)
