"""Words that cannot both be true of the same thing at the same time, in English and some German."""

from collections.abc import Iterable, Mapping

from notebrain.domain.judge.stemming import base

# Each line: words before the bar exclude words after it for the same thing at the same time.
_OPPOSITES = """
open opened|close closed shut
on|off
up|down
in|out
inside indoors indoor|outside outdoors outdoor
uphill|downhill
upstairs|downstairs
enable enabled|disable disabled
allow allowed permit permitted|forbid forbidden prohibit prohibited ban banned deny denied
accept accepted approve approved|reject rejected decline declined refuse refused
increase raise|decrease reduce lower
start begin|stop end finish quit
add|remove delete subtract
install|uninstall
lock locked|unlock unlocked
love like|hate dislike
always|never
full crowded busy|empty deserted
fill|empty drain
awake|asleep sleep
full-time|part-time
alive|dead
true|false
right correct|wrong incorrect
hot warm|cold cool
dark|bright light
wet|dry
clean|dirty
big large huge|small little tiny
long|short
tall|short small
old|young new
high|low
fast quick quickly fast|slow slowly
loud loudly noisy|quiet quietly silent silently
heavy|light
thick|thin
hard tough|easy
hard|soft
strong|weak
rich|poor
early|late
early|late
before|after
near close|far distant
front|back behind
above over|below under
left|right
top|bottom
first|last
more|less fewer
many|few
most|least
maximum max|minimum min
public|private
online|offline
internal|external
mandatory required compulsory|optional
safe|dangerous unsafe
possible|impossible
available|unavailable
legal|illegal
visible shown|hidden invisible
present|absent
win|lose
buy|sell
push|pull
throw|catch
give|take
send|receive
arrive|leave depart
sit|stand lie
stand|lie
laugh smile|cry weep frown
rise|fall
land landing|takeoff
pass|fail
success succeed|failure fail
agree|disagree
trust|distrust
vegetarian vegan|meat
married|single divorced
occupied taken|free vacant
asynchronous async|synchronous sync
ascending|descending
sink|float
tie|untie
wrap|unwrap
pack|unpack
dress|undress
plug|unplug
connect|disconnect
load|unload
freeze|melt
attach|detach
enter|leave exit
climb ascend|descend
accelerate|brake
advance|retreat
appear|disappear vanish
attack|defend
borrow|lend
build|destroy demolish
bend|straighten
spread|gather
zip|unzip
fold|unfold
roll|unroll
cover|uncover expose
hide|show reveal
help|hinder
join attach|separate split
live|die
remember|forget
save|spend waste
shout yell scream|whisper
wake|sleep
strengthen|weaken
stretch|shrink compress
tighten|loosen
work|rest
write|erase
soak|dry
stand|kneel squat crouch
follow|lead
chase|flee
pick lift|drop
happy glad cheerful|sad unhappy
calm relaxed|angry excited nervous tense
beautiful pretty|ugly
smooth|rough
sharp|blunt dull
deep|shallow
wide broad|narrow
fat|thin slim
fresh|stale rotten
raw|cooked
alone|together
clothed dressed|naked
still motionless stationary|moving
sunny|rainy cloudy
day|night
busy|idle
careful carefully|careless carelessly
gently gentle|roughly rough
cheap inexpensive|expensive
same identical|different
famous|unknown
guilty|innocent
healthy|sick ill
hungry|full sated
interesting|boring
major|minor
male|female
normal|strange
polite|rude
positive|negative
real genuine|fake
sober|drunk
solid|liquid
sweet|sour bitter
straight|curly crooked
useful|useless
vertical|horizontal
victory|defeat
wild|tame
backward backwards|forward forwards
toward towards|away
onto|off
near|away
import|export
upload|download
increase|drop
tense|relax
ja|nein
offen geöffnet|geschlossen zu
immer|nie
erlaubt|verboten
aktiviert|deaktiviert
voll|leer
laut|leise
warm heiß|kalt
groß|klein
alt|neu jung
früh|spät
innen drinnen|außen draußen
"""


def _paired(lines: str) -> frozenset[tuple[str, str]]:
    """Return the pairs of stems in the lines, in both orders."""
    pairs: set[tuple[str, str]] = set()
    for line in filter(None, lines.splitlines()):
        ones, others = (part.split() for part in line.split("|"))
        for one in ones:
            for other in others:
                pairs |= {(base(one), base(other)), (base(other), base(one))}
    return frozenset(pairs)


OPPOSITES = _paired(_OPPOSITES)

_PREFIXES = frozenset(("un", "dis", "in", "im", "non-", "non"))


def are_opposite(one: str, other: str) -> bool:
    """Return whether two stems are opposites: by the table, or because a negating prefix turns one into the other."""
    if (one, other) in OPPOSITES:
        return True
    shorter, longer = (one, other) if len(one) <= len(other) else (other, one)
    return (
        len(shorter) >= _LEAST_BEHIND_PREFIX
        and longer.endswith(shorter)
        and longer.removesuffix(shorter) in _PREFIXES
    )


_LEAST_BEHIND_PREFIX = 4

# Groups of which one word applies at a time. Two words of a group may contradict or just distinguish things.
_EXCLUSIVE = (
    "red blue green yellow white black brown orange purple pink grey gray",
    "man woman boy girl child baby men women boys girls",
    "dog cat horse bird fish cow monkey rabbit",
    "north south east west",
    "morning afternoon evening night noon",
    "spring summer autumn winter",
    "breakfast lunch dinner",
    "north south",
    "monthly weekly daily yearly",
    "mother father brother sister son daughter aunt uncle",
    "guitar piano violin flute drum trumpet",
    "rot blau grün gelb weiß schwarz braun",
)


def _grouped(groups: Iterable[str]) -> Mapping[str, int]:
    return {base(word): number for number, words in enumerate(groups) for word in words.split()}


EXCLUSIVE = _grouped(_EXCLUSIVE)
"""Maps each word to its group, whose words exclude each other."""
