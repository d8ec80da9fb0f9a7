"""Tells which language a text is in, by its function words, and lists these words.

Function words ("the", "und", "est") are half of what people write and hardly ever shared by all languages, so a line of
notes is enough. A word that several languages have counts for each.
"""

import re
from types import MappingProxyType
from typing import Final

ENGLISH: Final = "en"

_LISTS: Final = {
    ENGLISH: (
        "a about above after again against all am an and any are as at be because been before being below between "
        "both but by can could did do does doing down during each few for from further had has have having he her "
        "here hers herself him himself his how i if in into is it its itself just me more most my myself no nor not "
        "now of off on once only or other our ours ourselves out over own same she should so some such than that "
        "the their theirs them themselves then there these they this those through to too under until up very was "
        "we were what when where which while who whom why will with would you your yours yourself yourselves s t d "
        "ll m re ve don didn doesn isn wasn weren"
    ),
    "de": (
        "aber alle allem allen aller alles als also am an ander andere anderem anderen anderer anderes auch auf aus "
        "bei beim bin bis bist da damit dann das dass daß dazu dein deine deinem deinen deiner dem den denn der des "
        "dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines er "
        "es etwas euch euer eure für gegen gewesen hab habe haben hat hatte hatten hier hin hinter ich ihm ihn "
        "ihnen ihr ihre ihrem ihren ihrer im in ins ist ja jede jedem jeden jeder jedes jetzt kann kein keine "
        "keinem keinen keiner können man manche mehr mein meine meinem meinen meiner mich mir mit muss musste "
        "müssen nach nicht nichts noch nun nur ob oder ohne sehr sein seine seinem seinen seiner seit sich sie sind "
        "so soll sollte sollen über um und uns unser unsere unserem unseren unter viel vom von vor wann war waren "
        "warum was weil welche welchem welchen welcher welches wenn wer werde werden wie wieder will wir wird wo "
        "wollen wurde wurden zu zum zur zwischen"
    ),
    "fr": (
        "a à ai alors as au aux avait avant avec avez avoir avons c ce ceci cela ces cet cette ceux chez combien "
        "comme comment d dans de depuis des dès deux donc du elle elles en encore entre est et étaient était été "
        "être eu eux fait faut il ils j je jusqu jusque l la là le les leur leurs lui m ma mais me même mes moi "
        "moins mon n ne nos notre nous on ont ou où par pas peu peut plus pour pourquoi qu quand que quel quelle "
        "quelles quels qui quoi s sa sans se sera ses si soit son sont sous sur t ta tes toi ton tous tout toute "
        "toutes très tu un une va vers vont vos votre vous y"
    ),
    "es": (
        "a al algo algunas algunos ante antes aquí así aún aunque cada casi como cómo con contra cual cuál cuales "
        "cuando cuándo cuánto cuánta de del desde donde dónde dos durante e el él ella ellas ellos en entre era "
        "eran eres es esa esas ese eso esos esta está estaba están estar estas este esto estos fue fueron ha había "
        "hace hacia han hasta hay he la las le les lo los más me mi mí mientras mis mucho muchos muy nada ni no nos "
        "nosotros nuestra nuestro o os otra otro para pero poco por porque qué que quien quién se sea ser si sí "
        "sido sin sobre son soy su sus también tanto te tengo tenía tiene tienen toda todas todo todos tu tú tus un "
        "una uno unos va ya y yo"
    ),
    "it": (
        "a abbiamo ad agli ai al alla alle allo anche ancora avere aveva c che chi ci come con contro cosa cui d da "
        "dagli dai dal dalla dalle dallo degli dei del della delle dello di dove due e è ed era erano fa fino fra "
        "gli ha hai hanno ho i il in io l la là le lei li lo loro lui ma me mi mia mie miei mio molto ne negli nei "
        "nel nella nelle nello no noi non nostra nostro o ogni per perché però più poi prima qual quale quali "
        "quando quanto quella quelle quelli quello questa queste questi questo qui se sei sempre senza si sia siamo "
        "sono sta stata stato su sua sue sugli sui sul sulla sulle suo suoi tra tu tua tuo tutti tutto un una uno "
        "va vi voi"
    ),
    "pt": (
        "a à ao aos aquela aquele aquilo as às até com como da das de dela dele depois do dos e é ela elas ele eles "
        "em entre era essa essas esse esses esta está estão estas estava este estes eu foi foram há isso isto já la "
        "lhe lhes mais mas me mesmo meu meus minha minhas muito na não nas nem no nos nós nossa nosso num numa o "
        "onde os ou para pela pelas pelo pelos per por porque qual qualquer quando quanto que quem são se seja sem "
        "ser será seu seus só sob sobre sua suas também te tem têm tenho ter teu tinha tua tudo um uma uns vai você "
        "vocês vos"
    ),
    "nl": (
        "aan al alles als altijd andere ben bij daar dan dat de der deze die dit doch doen door dus een eens en er "
        "ge geen geweest haar had heb hebben heeft hem het hier hij hoe hun iemand iets ik in is ja je kan kon "
        "kunnen maar me meer men met mij mijn moet na naar niet niets nog nu of om omdat onder ons onze ook op over "
        "reeds te tegen toch toen tot u uit uw van veel voor waar waarom wanneer want waren was wat we wel werd wie "
        "wij wil worden wordt zal ze zelf zich zij zijn zo zonder zou"
    ),
}
STOP_WORDS: Final = MappingProxyType(
    {language: frozenset(words.split()) for language, words in _LISTS.items()}
)
"""By language: words that say little about what a text is about."""

_LANGUAGES: Final = {
    word: tuple(language for language, words in STOP_WORDS.items() if word in words)
    for words in STOP_WORDS.values()
    for word in words
}
"""By function word: the languages that have it."""

_WORD: Final = re.compile(r"[^\W\d_]+")
_LEAST_WORDS: Final = 2
_LEAST_LEAD: Final = 1.3
_LONGEST_READ: Final = 2_000


def language_of(text: str) -> str | None:
    """Return the language of a text, or None if its function words do not tell.

    Example:
        >>> (
        ...     language_of("Where is my car?"),
        ...     language_of("Der Schlüssel ist im Keller"),
        ...     language_of("Tesa 12 mm"),
        ... )
        ('en', 'de', None)
    """
    votes = dict.fromkeys(STOP_WORDS, 0)
    for word in _WORD.findall(text[:_LONGEST_READ].lower()):
        for language in _LANGUAGES.get(word, ()):
            votes[language] += 1
    best, second = sorted(votes, key=lambda language: -votes[language])[:2]
    most, next_most = votes[best], votes[second]
    return best if most >= _LEAST_WORDS and most >= _LEAST_LEAD * next_most else None
