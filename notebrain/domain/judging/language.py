"""Which language two notes are in, and what of German is a name.

English writes names alone with a capital, German every noun. So a German word is a name only where something beside it
says so: "Frau Schneider", "in Kassel", "heißt Rocky".
"""

from functools import lru_cache

from notebrain.domain.judging.roots import words

_READ = 2_000
_GERMAN = words("""
der das dem des ein eine einen einem einer eines und oder ist sind nicht kein keine keinen auf für von vom bei beim zum
zur mit aus nach über unter vor ich wir ihr sie er es auch noch schon dass wie wenn wird werden wurde hatte heißt im ab
bis muss müssen soll sollen kann können darf gegen durch seit sich immer jetzt uhr beträgt kostet alle jeden jede jedes
ende anfang euro frau herr morgens mittags abends
""")
_ENGLISH = words("""
the is are of to for with and a on at from not has have had by it this that my our we you your be been will can his her
he she they its no new now use each every but there
""")
_UMLAUTS = frozenset("äöüßÄÖÜ")

_NAMED_BY = words("""
frau herr herrn dr prof familie tante onkel opa oma cousin cousine schwager nachbar nachbarin kollege kollegin chef
chefin lehrer lehrerin trainer trainerin arzt ärztin café hotel restaurant pension gasthof gasthaus firma praxis kanzlei
apotheke bäckerei werkstatt heißt heisst heißen namens
""")
"""What comes before a name."""

_PLACED_BY = words("in nach aus bei")
"""Before a noun without an article: mostly a place or a person."""

_NO_PLACES = words("""
hause haus rente ordnung betrieb urlaub zukunft zeit papier pappe holz stein metall eisen stahl glas plastik leder wolle
baumwolle eile ruhe kraft frage form farbe bar stücke stücken scheiben würfel würfeln wasser öl butter salzwasser bedarf
wunsch fieber schmerzen kopfschmerzen regen schnee sonne hitze kälte frost sturm bezug not gefahr richtung arbeit
vorbereitung prüfung planung reserve raten minuten stunden tagen wochen monaten jahren euro prozent absprache anmeldung
anfrage feierabend krankheit nebel sicht tisch bett
""")
"""Nouns that go without an article there, and are no names."""

_NOUN_ENDINGS = tuple(words("ung ungen heit keit schaft tion tionen tät ment nis tum chen ismus"))


def are_german(*texts: str) -> bool:
    """Tell whether texts are together German rather than English, by their small words and umlauts."""
    return sum(map(_more_german, texts)) > 0


# a new note is compared with several others
@lru_cache(maxsize=64)
def _more_german(text: str) -> int:
    """Return how many more words of a text are German than are English."""
    german = english = 0
    for word in text[:_READ].split():
        bare = word.strip(".,;:!?()[]\"'*_-").lower()
        german += bare in _GERMAN or not _UMLAUTS.isdisjoint(bare)
        english += bare in _ENGLISH
    return german - english


def is_german_name(word: str, before: str) -> bool:
    """Tell whether a German word with a capital is a name, by the word before it.

    Example:
        >>> (
        ...     is_german_name("Schneider", "Frau"),
        ...     is_german_name("Kassel", "in"),
        ...     is_german_name("Kassel", "der"),
        ... )
        (True, True, False)
    """
    lead = before.lower()
    if lead in _NAMED_BY:
        return True
    lowered = word.lower()
    return lead in _PLACED_BY and lowered not in _NO_PLACES and not lowered.endswith(_NOUN_ENDINGS)
