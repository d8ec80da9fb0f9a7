"""Words of figures: numbers, weekdays, months, units. English and German."""

from collections.abc import Mapping

from notebrain.domain.judging.roots import words

_NUMBERS = (
    "zero null",
    "",
    "two zwei",
    "three drei",
    "four vier",
    "five fünf",
    "six sechs",
    "seven sieben",
    "eight acht",
    "nine neun",
    "ten zehn",
    "eleven elf",
    "twelve zwölf dozen",
)
_ORDINALS = (
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
)
_TENS = {
    "fifteen": 15,
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "ninety": 90,
    "hundred": 100,
}

NUMBER_WORDS: Mapping[str, int] = {
    **{word: number for number, same in enumerate(_NUMBERS) for word in same.split()},
    **_TENS,
    "both": 2,
    "twice": 2,
    "thrice": 3,
    "zweimal": 2,
    "dreimal": 3,
}
"""Numbers in words; "one" is left out, it mostly stands for a thing."""

ORDINALS: Mapping[str, int] = {word: number for number, word in enumerate(_ORDINALS, 1)}

FREQUENCIES: Mapping[str, str] = {
    "daily": "day",
    "weekly": "week",
    "monthly": "month",
    "yearly": "year",
    "annually": "year",
    "hourly": "hour",
    "täglich": "day",
    "wöchentlich": "week",
    "monatlich": "month",
    "jährlich": "year",
}

_WEEKDAYS = (
    "monday mondays mon montag montags",
    "tuesday tuesdays tues tue dienstag dienstags",
    "wednesday wednesdays wed mittwoch mittwochs",
    "thursday thursdays thu thurs donnerstag donnerstags",
    "friday fridays fri freitag freitags",
    "saturday saturdays samstag samstags sonnabend",
    "sunday sundays sonntag sonntags",
)
WEEKDAYS: Mapping[str, int] = {
    word: number for number, same in enumerate(_WEEKDAYS, 1) for word in same.split()
}

_MONTHS = (
    "january jan januar jänner",
    "february feb februar",
    "march mar märz",
    "april apr",
    "may mai",
    "june jun juni",
    "july jul juli",
    "august aug",
    "september sep sept",
    "october oct oktober okt",
    "november nov",
    "december dec dezember dez",
)
MONTHS: Mapping[str, int] = {
    word: number for number, same in enumerate(_MONTHS, 1) for word in same.split()
}
ALSO_WORDS = words("may march mar mon wed fri thu jun jul sep dec apr nov aug mai sun sat")
"""Names of days and months that are ordinary words unless they are written with a capital."""

_UNITS = {
    "mass": "mg g kg lb lbs oz gram grams kilo kilos ton tons gramm",
    "length": "mm cm m km mi mile miles ft feet inch inches meter meters metre metres",
    "volume": "ml cl dl l liter liters litre litres cup cups tsp tbsp",
    "span": "ms s sec secs second seconds min mins minute minutes h hr hrs hour hours "
    "day days week weeks month months year years "
    "sekunde sekunden minuten stunde stunden tag tage tagen woche wochen monat monate monaten jahr jahre jahren",
    "heat": "°c °f °",
    "share": "% percent prozent",
    "size": "kb mb gb tb kib mib gib tib",
    "speed": "km/h mph kbit/s mbit/s gbit/s rpm",
    "power": "w kw kwh mw mah wh",
    "pixels": "px rem dpi",
    "rate": "hz khz mhz ghz fps",
}
UNITS: Mapping[str, str] = {
    word: dimension for dimension, same in _UNITS.items() for word in same.split()
}
