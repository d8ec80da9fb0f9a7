"""The roots of words: without endings, irregular forms as their base, synonyms as one word."""

from collections.abc import Mapping

from notebrain.domain.ranking.stem import stem


def root(word: str) -> str:
    """Return a lower-case word without its endings, a doubled last consonant or a final y turned to i.

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
    """Return the root that a lower-case word is compared by: of a regular form, and of one word for its synonyms.

    Without a language model the few synonyms are all that is known of meanings.

    Example:
        >>> base("children") == base("kid")
        True
    """
    short = root(word)
    regular = _BASES.get(short, short)
    return _SAME.get(regular, regular)


def words(lines: str) -> frozenset[str]:
    """Return the words that stand in some lines."""
    return frozenset(lines.split())


def bases(lines: str) -> frozenset[str]:
    """Return the roots that the words in some lines are compared by."""
    return frozenset(map(base, lines.split()))
