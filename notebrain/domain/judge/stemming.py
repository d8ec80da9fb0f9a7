"""Reduces words to their roots, and detects German texts and names.

English capitalizes only names, German every noun. So a German word is a name only if a word next to it says so: "Frau
Schneider", "in Kassel", "heißt Rocky".
"""

from collections.abc import Mapping
from functools import lru_cache

from notebrain.domain.text.stemming import stem


def root(word: str) -> str:
    """Return a lower-case word without its endings, without a doubled last consonant, and with a final y as i.

    Apart from `stem` because a search needs prefixes (measured: with `stem` alone, recall of contradictions falls).

    Example:
        >>> root("sitting") == root("sits") == root("sit")
        True
    """
    short = stem(word)
    if len(short) > _SHORTEST_ROOT and short[-1] == short[-2]:
        short = short[:-1]
    return short[:-1] + "i" if short[-1:] == "y" and len(short) > _SHORTEST_ROOT else short


_SHORTEST_ROOT = 3


_SYNONYMS = """
child children kid toddler
man men guy gentleman gentlemen
woman women lady ladies
film movie
start begin launch
buy purchase
repair fix mend
ill sick unwell
delete remove erase
large big huge
small little tiny
quick fast
talk speak chat
slice cut chop
rock stone
photo picture image
sofa couch
bike bicycle
car automobile
gift present
user customer client
mum mom mother
dad father
doctor physician
shop store
flat apartment
test exam
job work
automatic automatically
happy glad
shout yell
run jog
"""


def _named_by_first(lines: str) -> Mapping[str, str]:
    return {
        root(word): root(line.split()[0])
        for line in filter(None, lines.splitlines())
        for word in line.split()
    }


_IRREGULAR = """
feed fed
run ran
eat ate eaten
sit sat
stand stood
sleep slept
write wrote written
ride rode ridden
drive drove driven
throw threw thrown
buy bought
sell sold
catch caught
take took taken
give gave given
make made
hold held
keep kept
leave left
lose lost
find found
pay paid
send sent
spend spent
speak spoke spoken
break broke broken
choose chose chosen
wear wore worn
swim swam swum
sing sang sung
drink drank drunk
begin began begun
fly flew flown
grow grew grown
know knew known
draw drew drawn
fall fell fallen
come came
go went gone
meet met
win won
build built
teach taught
think thought
bring brought
tell told
say said
see saw seen
do did done
foot feet
tooth teeth
mouse mice
goose geese
wife wives
knife knives
leaf leaves
shelf shelves
"""

_BASES = _named_by_first(_IRREGULAR)
_SAME = _named_by_first(_SYNONYMS)


def base(word: str) -> str:
    """Return the root for comparing a lower-case word: irregular forms and synonyms share the same root.

    Without a language model, these few synonyms are all that is known about meanings.

    Example:
        >>> base("children") == base("kid")
        True
    """
    short = root(word)
    regular = _BASES.get(short, short)
    return _SAME.get(regular, regular)


def words(lines: str) -> frozenset[str]:
    """Return the words in some lines."""
    return frozenset(lines.split())


def bases(lines: str) -> frozenset[str]:
    """Return the roots for comparing the words in some lines."""
    return frozenset(map(base, lines.split()))


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
"""Words that precede a name."""

_PLACED_BY = words("in nach aus bei")
"""Words that, before a noun without an article, mostly mean a place or a person."""

_NO_PLACES = words("""
hause haus rente ordnung betrieb urlaub zukunft zeit papier pappe holz stein metall eisen stahl glas plastik leder wolle
baumwolle eile ruhe kraft frage form farbe bar stücke stücken scheiben würfel würfeln wasser öl butter salzwasser bedarf
wunsch fieber schmerzen kopfschmerzen regen schnee sonne hitze kälte frost sturm bezug not gefahr richtung arbeit
vorbereitung prüfung planung reserve raten minuten stunden tagen wochen monaten jahren euro prozent absprache anmeldung
anfrage feierabend krankheit nebel sicht tisch bett
""")
"""Nouns that have no article there but are not names."""

_NOUN_ENDINGS = tuple(words("ung ungen heit keit schaft tion tionen tät ment nis tum chen ismus"))


def are_german(*texts: str) -> bool:
    """Return whether the texts as a whole are German rather than English, by their function words and umlauts."""
    return sum(map(_more_german, texts)) > 0


# a new note is compared with several others
@lru_cache(maxsize=64)
def _more_german(text: str) -> int:
    """Return how many more words of a text are German than English."""
    german = english = 0
    for word in text[:_READ].split():
        bare = word.strip(".,;:!?()[]\"'*_-").lower()
        german += bare in _GERMAN or not _UMLAUTS.isdisjoint(bare)
        english += bare in _ENGLISH
    return german - english


def is_german_name(word: str, before: str) -> bool:
    """Return whether a capitalized German word is a name, judging by the word before it.

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
