"""The words of dates in English, German, French and Spanish, as parts of regular expressions.

The languages share one table each: people mix languages, and a word counts only where a date can stand. Patterns match
lower-case text.
"""

import re
from collections.abc import Callable, Sequence
from enum import Enum, auto
from functools import cache
from typing import Final

from notebrain.domain.search.dates.days import (
    Days,
    Yearly,
    christmas_days,
    easter_days,
    months,
    new_year_days,
    pentecost_days,
    season,
)

MONTHS: Final = (
    "january|januar|jänner|janvier|enero",
    "february|februar|f[ée]vrier|febrero",
    "march|märz|maerz|mars|marzo",
    "april|avril|abril",
    "may|mai|mayo",
    "june|juni|juin|junio",
    "july|juli|juillet|julio",
    "august|ao[uû]t|agosto",
    "septembre|septi?embre|setiembre|september",
    "october|oktober|octobre|octubre",
    "november|novembre|noviembre",
    "december|dezember|d[ée]cembre|diciembre",
)
SHORT_MONTHS: Final = (
    "jan|janv|ene",
    "feb|févr?",
    "mar|mär|mrz",
    "apr|avr|abr",
    "may|mai",
    "jun",
    "jul|juil",
    "aug|ago",
    "sept?",
    "o[ck]t",
    "nov",
    "de[cz]|déc|dic",
)
"""Months only beside a day or a year: most of these are other words, too."""
DOUBTFUL_MONTHS: Final = re.compile(r"may|march|mars|mayo")
"""Verbs, a planet and a sauce: months only after a preposition, or beside a day or a year."""
WEEKDAYS: Final = (
    "monday|montag|lundi|lunes",
    "tuesday|dienstag|mardi|martes",
    "wednesday|mittwoch|mercredi|mi[ée]rcoles",
    "thursday|donnerstag|jeudi|jueves",
    "friday|freitag|vendredi|viernes",
    "saturday|samstag|sonnabend|samedi|s[áa]bado",
    "sunday|sonntag|dimanche|domingo",
)
SEASONS: Final = (
    "spring|frühling|frühjahr|printemps|primavera",
    "summer|sommer|été|verano",
    "autumn|fall|herbst|automne|otoño",
    "winter|hiver|invierno",
)
_HOLIDAYS: Final = (
    "easter|ostern|p[âa]ques|pascua",
    "christmas|xmas|weihnachten|no[ëe]l|navidad",
    r"new year(?:['’]?s)?(?: eve| day)?|silvester|neujahr|nouvel an|año nuevo|nochevieja",
    "pentecost|whitsun|pfingsten|pentec[ôo]te|pentecost[ée]s",
)
_HOLIDAY_DAYS: Final = (easter_days, christmas_days, new_year_days, pentecost_days)


class Unit(Enum):
    """What time is counted in."""

    MOMENT = auto()
    """Minutes and hours: the day they lie in is exact enough."""
    DAY = auto()
    WEEK = auto()
    WEEKEND = auto()
    MONTH = auto()
    QUARTER = auto()
    YEAR = auto()


UNITS: Final = {
    Unit.MOMENT: "minutes?|minuten?|minutos?|hours?|stunden?|heures?|horas?",
    Unit.DAY: "days?|tag(?:en?|s)?|jours?|d[ií]as?",
    Unit.WEEK: "weeks?|wochen?|semaines?|semanas?",
    Unit.WEEKEND: "week-?ends?|wochenenden?|fin(?:es)? de semana|finde",
    Unit.MONTH: "months?|monat(?:en?|s)?|mois|mes(?:es)?",
    Unit.QUARTER: "quarters?|quartal(?:en?|s)?|trimestres?",
    Unit.YEAR: "years?|jahr(?:en?|e?s)?|ann[ée]es?|ans?|años?",
}
NUMBERS: Final = (
    "an?|one|ein(?:e[mnr]?)?|une?|una",
    "two|a couple of|zwei|deux|dos",
    "three|a few|drei|ein paar|trois|tres|quelques|un(?:os|as)",
    "four|vier|quatre|cuatro",
    "five|fünf|cinq|cinco",
    "six|sechs|seis",
    "seven|sieben|sept|siete",
    "eight|acht|huit|ocho",
    "nine|neun|neuf|nueve",
    "ten|zehn|dix|diez",
    "eleven|elf|onze|once",
    "twelve|zwölf|douze|doce",
)
LAST: Final = (
    r"last|past|previous|letzte[nrsm]?|vergangene[nrsm]?|vorige[nrsm]?"
    r"|derni(?:er|[èe]re)s?|[úu]ltim[oa]s?|pasad[oa]s?"
)
THIS: Final = r"this|current|diese[nrsm]?|aktuelle[nrsm]?|ce|cet|cette|est[ea]"
NEXT: Final = r"next|coming|upcoming|n(?:ä|ae)chste[nrsm]?|kommende[nrsm]?|prochaine?|pr[óo]xim[oa]"
LAST_BEHIND: Final = r"derni(?:er|[èe]re)s?|pass[ée]e?s?|pasad[oa]s?|[úu]ltim[oa]"
NEXT_BEHIND: Final = r"prochaine?|pr[óo]xim[oa]|que viene"

_PART_OF_DAY: Final = (
    " (?:early )?(?:morning|afternoon|evening|night)| (?:früh|morgen|mittag|nachmittag|abend|nacht)"
    "| (?:matin|midi|après-midi|soir)| (?:por|en|a) la (?:mañana|tarde|noche)"
)
RELATIVE_DAYS: Final = (
    ("the day before yesterday|day before yesterday|vorgestern|avant[- ]?hier|anteayer|antier", -2),
    (f"(?:yesterday|gestern|hier|ayer)(?:{_PART_OF_DAY})?", -1),
    ("last night|letzte nacht|la nuit dernière|cette nuit|anoche", -1),
    (f"(?:today|heute|aujourd['’]hui|hoy)(?:{_PART_OF_DAY})?", 0),
    ("this (?:morning|afternoon|evening)|tonight|ce matin|cet après-midi|ce soir", 0),
    ("diesen (?:morgen|abend)|esta (?:mañana|tarde|noche)", 0),
    (f"(?:tomorrow|demain)(?:{_PART_OF_DAY})?", 1),
    # the morning, unless it stands alone
    (f"(?<!am )(?<!guten )(?<!jeden )(?<!der )(?<!den )(?<!diesen )morgen(?:{_PART_OF_DAY})?", 1),
    (r"(?<!la )(?<!esta )(?<!cada )mañana", 1),
    ("the day after tomorrow|day after tomorrow|übermorgen|après-demain|pasado mañana", 2),
)
"""Words for a day, and how many days it is from today."""
NEAR_WORDS: Final = "hier"
"""French for yesterday, German for here: it counts only if the rest is not German."""

ARTICLE: Final = r"the |der |die |das |den |dem |le |la |les |l['’]|el |los |las "
OPENS: Final = (
    "in|on|at|during|from|of|over|around|im|am|an|vom|von|zu|zum|zur|während|en|au|à|a|le|de|du|pendant|durant|el|del"
    "|durante"
)
"""Words before a date that make a doubtful word one."""
LEADS: Final = "for|about|by|für|über|aus|pour|sur|para|por|sobre"
"""Words that belong to a date behind them, but stand before other things as often."""
FILLS: Final = r"the month of |the year |monat |jahre? |mois d['’]|mois de |mes de |l['’]an(?:née)? |année |año "
SINCE: Final = "since|seit|ab|depuis|dès|desde"
UNTIL: Final = r"until|till|up to|bis|jusqu['’](?:à|au|en|aux)|hasta"
BEFORE: Final = "before|vor|avant|antes del?"
AFTER: Final = "after|nach|après|despu[ée]s del?|tras"
BETWEEN: Final = "between|from|zwischen|von|vom|entre|desde|del?|du"
TO: Final = r"and|to|until|till|through|or|und|bis|oder|et|ou|à|au|jusqu['’](?:à|au|en)|y|e|o|al?|hasta|-|–|—"
AGO: Final = ("{n} {unit} ago", "vor {n} {unit}", "il y a {n} {unit}", "hace {n} {unit}")
RECENT: Final = (
    "(?:{last}) {n} {unit}",
    "{n} (?:derni(?:er|[èe]re)s) {unit}",
    "(?:since|seit|depuis|desde hace) {n} {unit}",
)
EARLY: Final = (
    "early|(?:the )?(?:beginning|start) of|anfang|début|(?:a )?(?:principios|comienzos) de"
)
MIDDLE: Final = "mid|(?:the )?middle of|mitte|mi|(?:a )?mediados de"
LATE: Final = "late|(?:the )?end of|ende|fin|(?:a )?(?:finales|fines) de"
QUANTITY: Final = (
    r"\s?(?:%|€|\$|£|°|[kcm]?m|[km]?g|[mc]?l|kcal|cal|k?wh?|eur|euros?|usd|chf|steps|words|pages|calories|schritte"
    r"|wörter|seiten|kalorien|pas|mots|pasos|palabras|p[áa]ginas|times|mal|fois|veces|x)(?!\w)"
)
"""What makes a number before it an amount, not a year."""
_ASKING = (
    "note notes happened happen wrote write written noted did does done do made make everything anything something all "
    "show list find today date day days notiz notizen gemacht getan passiert geschehen los geschrieben notiert alles "
    "mache machst machen macht zeig zeige finde tag tage nota notas passé passe écrit noté tout liste montre trouve "
    "fais faisons jour jours hago hice hicimos hecho pasó escribí escrito anoté muestra lista busca día días"
)
NOTES: Final = frozenset(_ASKING.split())
"""Words that ask for whatever there is; with function words alone, they leave nothing to search for."""


def one_of(patterns: Sequence[str]) -> str:
    """Return the pattern for any of these."""
    return "|".join(patterns)


def index_of(patterns: Sequence[str], word: str) -> int:
    """Return which pattern a word matches as a whole; raises `ValueError` if none does."""
    for index, pattern in enumerate(_compiled(tuple(patterns))):
        if pattern.fullmatch(word):
            return index
    raise ValueError(word)


@cache
def _compiled(patterns: tuple[str, ...]) -> tuple["re.Pattern[str]", ...]:
    return tuple(re.compile(pattern) for pattern in patterns)


def month_number(word: str) -> int:
    """Return the number of a month, 1 to 12, by its name or abbreviation."""
    try:
        return index_of(MONTHS, word) + 1
    except ValueError:
        return index_of(SHORT_MONTHS, word) + 1


def yearly(*, month: str | None, season_name: str | None, holiday: str | None) -> Yearly:
    """Return what a word for a month, a season or a holiday means in each year; one of them must be given."""
    if month is not None:
        return _with(months, month_number(month))
    if season_name is not None:
        return _with(season, index_of(SEASONS, season_name))
    return _HOLIDAY_DAYS[index_of(_HOLIDAYS, holiday or "")]


def _with(rule: Callable[[int, int], Days], number: int) -> Yearly:
    return lambda year: rule(year, number)


HOLIDAYS: Final = one_of(_HOLIDAYS)
