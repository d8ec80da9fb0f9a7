"""Words that carry the logic of a statement, in English and German: negations, changes, words without content."""

from collections.abc import Mapping

from notebrain.domain.judge.stemming import bases, words
from notebrain.domain.text.stemming import STOP_WORDS

NEGATORS = words("""
no not never none nobody nothing nowhere neither nor without cannot cant dont doesnt isnt arent wont
nicht kein keine keinen keinem keiner keines nie niemals niemand nichts ohne weder
""")
"""Words that deny; words ending in "n't" deny too."""

AFFIRMED: Mapping[str, str] = {
    "no": "a",
    "nobody": "somebody",
    "none": "some",
    "nothing": "something",
    "nowhere": "somewhere",
    "never": "always",
    "neither": "either",
    "nor": "or",
    "without": "with",
    "cannot": "can",
    "cant": "can",
    "kein": "ein",
    "keine": "eine",
    "keinen": "einen",
    "nie": "immer",
    "niemals": "immer",
    "niemand": "jemand",
    "nichts": "etwas",
    "ohne": "mit",
}
"""What replaces a denying word when its denial is removed; other denying words are dropped."""

NOT_DENYING = (
    "no matter",
    "no doubt",
    "no problem",
    "no later",
    "no earlier",
    "no less",
    "no sooner",
    "no more than",
    "not only",
    "not just",
    "nothing but",
    "nicht nur",
    "ohne problem",
    "ohne probleme",
    "ohne weiteres",
    "kein problem",
)
"""Beginnings that look like a denial but are not."""

CHANGE_WORDS = words("""
still effective henceforth onwards retired left quit replaces
verschoben verlegt geändert umgezogen gewechselt umgestellt
neu neue neuer neues neuen jetzt nun stattdessen erhöht gesenkt
""")
"""Words that announce a change, in addition to those that search knows."""

WEAK_CHANGES = words(
    "still new since now actually became dropped cut raised increased decreased neu neue neuer neues neuen"
)
"""Words that support a change but do not announce one on their own."""

IDLE_CHANGES = words("move cut gone updates")
"""Words that search treats as a change but that rarely announce one."""

CHANGE_PHRASES = (
    "no longer",
    "not anymore",
    "nicht mehr",
    "from now on",
    "as of",
    "ab sofort",
    "in future",
    "used to",
    "went up",
    "goes up",
    "went down",
    "goes down",
    "took over",
    "takes over",
)

FUNCTION_WORDS = (
    STOP_WORDS
    | NEGATORS
    | words("""
may might must shall per via also just get gets got getting ones someone somebody anyone anybody everyone one
person people thing things something anything there lot lots many much most several every each any okay ok group bunch
longer anymore please really quite rather etc eg ie vs us let lets make makes always
der die das den dem des ein eine einen einem einer eines und oder ist sind waren wird werden wurde hat haben
im in am an um zu zum zur mit auf für von vom bei beim aus nach über unter vor es er sie wir ich ihr du auch
noch schon dass als wie wenn bis muss müssen soll sollen kann können darf sein seine seinen ihre ihren ihrem unser
unsere mein meine sich mich dich uns ihn ihm ihnen gegen durch seit dann dort hier wieder bitte habe hatte hatten
dieser diese dieses diesen jeder jede jedes jeden alle
""")
)
"""Words that do not show what a statement is about."""

INDEFINITE = words("a an some another ein eine einen einem einer")
"""Words before something that has not been mentioned yet."""

JOINTS = words(
    "while who whose which that when where because although whereas but aber während sondern weil"
)
"""Words that begin a separate claim within a sentence."""

COPULAS = words("is are was were has have had be been will = : -> → ist sind war hat heißt lautet")
"""Words between the subject and what is said about it."""

CHOICES = bases("use uses run runs choose chose prefer pick support target deploy live work")
"""Verbs that take one object at a time: we use Postgres, we run on Jenkins."""

ANSWERS = words("""
liegt liegen wohnt wohnen lebt arbeitet steht stehen hängt wird werden bleibt sitzt gehört treffen trifft findet kommt
fährt geht übernimmt macht parkt spielt
""")
"""German verbs followed by the answer to where, with whom or by whom."""

FREE = bases("free gratis complimentary kostenlos umsonst")
"""Words for something that costs nothing."""

NUMBERED = bases("""
room bus tram train line gate server host node track platform house flat apartment seat table bay floor level unit
module class grade group team player section article paragraph rule step phase task case option plan stage box
shelf order invoice ticket issue run week day sprint chapter episode lesson lecture part volume page question
exercise problem figure zimmer raum haus gleis linie tisch
""")
"""Things whose name includes a number: room 12 and room 14 are two rooms."""

STATES = words("is are has have ist sind hat haben") | bases("""
needs takes costs contains holds wants uses requires weighs measures braucht brauchen kostet enthält benötigt
wiegt misst
""")
"""Verbs that describe how a thing is, as opposed to what happened."""

RECORDS = bases("""
log diary journal workout training exercise benchmark run test measurement result reading breakfast lunch dinner today
yesterday stats score report load tagebuch messung lauf frühstück mittagessen abendessen heute gestern ergebnis bericht
""")
"""Words of notes that record how something was at one time."""

JOURNEYS = bases(
    "flight fly plane train bus coach ferry flug hinflug rückflug zug bahn fähre fernbus"
)
"""Words for journeys whose name is the carrier's letters and a number."""

PAST = words("""
was were did had got went came made took gave paid bought sold spent ate drank ran swam rode drove flew walked hiked
cycled slept woke weighed measured met said told sent saw felt won lost cost used read wrote finished started stopped
needed ended arrived left refuelled refueled filled visited called ordered received delivered earned scored lifted
war waren hatte gekauft bezahlt gelaufen geschlafen gegessen getrunken gefahren getankt gewogen
""")
"""Verbs for what happened once, which an event on another day does not contradict."""
