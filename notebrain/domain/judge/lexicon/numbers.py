"""Words for numbers, weekdays, months and units, in English and German."""

from collections.abc import Mapping

from notebrain.domain.judge.stemming import words

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
"""Numbers written as words; "one" is left out because it mostly stands for a thing."""

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
"""Names of days and months that are ordinary words unless capitalized."""

# By dimension: each unit in multiples of the first one.
_UNITS: Mapping[str, Mapping[str, float]] = {
    "mass": {
        "g gram grams gramm gr": 1, "mg": 0.001, "kg kilo kilos kilogramm": 1000, "lb lbs": 453.592, "oz": 28.3495,
        "ton tons": 1e6,
    },
    "length": {
        "m meter meters metre metres": 1, "mm": 0.001, "cm zentimeter": 0.01,
        "km kilometer kilometern": 1000, "mi mile miles": 1609.34,
        "ft feet": 0.3048, "inch inches": 0.0254,
    },
    "volume": {"l liter liters litre litres": 1, "ml": 0.001, "cl": 0.01, "dl": 0.1, "cup cups": 0.24,
        "tsp teaspoon teaspoons tl teelöffel": 0.005,
        "tbsp tablespoon tablespoons el esslöffel": 0.015},
    "span": {
        "s sec secs second seconds sekunde sekunden": 1, "ms": 0.001, "min mins minute minutes minuten": 60,
        "h hr hrs hour hours std stunde stunden": 3600, "day days tag tage tagen": 86_400,
        "week weeks woche wochen": 604_800, "month months monat monate monaten": 2_629_800,
        "year years jahr jahre jahren": 31_557_600,
    },
    "heat": {"°c ° grad": 1, "°f": 1.0001},
    "share": {"% percent prozent": 1},
    "size": {"kb kib": 1, "mb mib": 1024, "gb gib": 1_048_576, "tb tib": 1_073_741_824},
    "speed": {"km/h": 1, "mph": 1.60934},
    "throughput": {"kbit/s": 1, "mbit/s": 1000, "gbit/s": 1e6},
    "turns": {"rpm": 1},
    "power": {"w": 1, "kw": 1000, "mw": 1e6},
    "energy": {"wh": 1, "kwh": 1000},
    "charge": {"mah": 1},
    "pixels": {"px": 1},
    "rate": {"hz": 1, "khz": 1000, "mhz": 1e6, "ghz": 1e9},
    "frames": {"fps": 1},
}  # fmt: skip
UNITS: Mapping[str, tuple[str, float]] = {
    unit: (dimension, factor)
    for dimension, factors in _UNITS.items()
    for same, factor in factors.items()
    for unit in same.split()
}
"""The dimension of each unit, and its size in the first unit of that dimension."""
