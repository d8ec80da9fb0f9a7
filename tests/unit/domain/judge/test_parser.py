"""How a text is read: `(word)` carries no meaning, `^` marks a name, `!` a denial, `~` a change, `|` ends a clause."""

from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.judge.parser import LONGEST_READ, Statement, Token, read
from notebrain.domain.judge.verdict import What


def as_read(text: str, *, german: bool = False) -> list[str]:
    """Return each statement of a text with the keys and marks of its tokens."""
    return [_line(statement) for statement in read(text, german=german).statements]


def _line(statement: Statement) -> str:
    first, rest = statement.tokens[0], statement.tokens[1:]
    parts = [_marked(first)]
    for before, token in zip(statement.tokens, rest, strict=False):
        parts += ["|"] * (token.clause - before.clause)
        parts.append(_marked(token))
    return " ".join(parts)


def _marked(token: Token) -> str:
    marks = "^" * token.name + "!" * token.negates + "~" * token.changes
    return (token.key if token.content else f"({token.key})") + marks


@pytest.mark.parametrize(
    ("text", "statements"),
    [
        ("", []),
        ("  \n\n ... ", []),
        ("Rent: 900 EUR", ["rent (:) | money:900"]),
        ("Dogs bark. Cats sleep!\nBirds sing", ["dog bark", "cat sleep", "bird sing"]),
        ("Dogs bark; cats sleep", ["dog bark", "cat sleep"]),
        ("Dogs bark, cats sleep", ["dog bark | cat sleep"]),
        ("Dogs (two) bark - often", ["dog | number:2 | bark | often"]),
        ("Dogs bark but cats sleep", ["dog bark (but) | cat sleep"]),
        ("Dogs bark because cats sleep", ["dog bark (because) | cat sleep"]),
        ("key = lock → door", ["key (=) | lock (→) | door"]),
        ("Well-known dogs don’t bark", ["well-known dog (don't)! bark"]),
        # a period does not always end a sentence
        ("Dr. Smith is at St. Paul", ["dr smith^ (is) (at) st^ paul^"]),
        ("See e.g. page 5", ["see e.g page number:5"]),
        ("It is 5. Ask her", ["(it) (is) number:5", "ask (her)"]),
        ("Is it Dr? Yes", ["(is) (it) dr^", "yes"]),
        # capitals within a statement are names, and so are letters that tell things apart
        ("Anna met Ben", ["anna meet ben^"]),
        ("Flat A is old", ["flat a^ (is) old"]),
        ("A flat is old", ["(a) flat (is) old"]),
        ("So am I", ["(so) (am) (i)"]),
        ("She sat On it", ["(she) sit (on) (it)"]),
        ("The Monday train", ["(the) weekday:1 train"]),
        # tags file a note
        ("Bake bread #food #home", ["bake bread"]),
        ("Bake bread\n#food", ["bake bread"]),
        ("Issue #7 is open", ["issu number:7 (is) open"]),
        # values
        ("May 4 at 9", ["date:05-04 (at) number:9"]),
        ("May 4th at 9", ["date:05-04 (at) number:9"]),
        ("May  4", ["date:05-04"]),
        ("May   4", ["month:05 number:4"]),
        ("May 40", ["month:05 number:40"]),
        ("Week 4 May", ["week date:05-04"]),
        ("On 5 and on 4", ["(on) number:5 (and) (on) number:4"]),
        ("two 4", ["number:2 number:4"]),
        ("ls -la --no-color", ["ls -la --no-color"]),
        ("Paid weekly", ["pay week"]),
        ("One used", ["number:1 use"]),
        ("One dog and one of them", ["number:1 dog (and) (one) (of) (them)"]),
        ("the last one", ["(the) last (one)"]),
    ],
)
def test_a_text_is_read_as_statements_of_words_and_values(text: str, statements: list[str]) -> None:
    assert as_read(text) == statements


@pytest.mark.parametrize(
    ("text", "statements"),
    [
        ("Anna does not swim", ["anna (does) (not)! swim"]),
        ("Anna can't swim", ["anna (can't)! swim"]),
        ("Anna cannot swim", ["anna (cannot)! swim"]),
        ("No dogs", ["(no)! dog"]),
        ("Hier sind keine Hunde", ["(hier) (sind) (keine)! hund^"]),
        # these deny nothing
        ("Not only Anna came", ["(not) (only) anna^ come"]),
        ("No later than nine", ["(no) later (than) number:9"]),
        ("See no. 5", ["see (no) number:5"]),
        ("See no 5", ["see (no) number:5"]),
        ("There are no five dogs", ["(there) (are) (no)! number:5 dog"]),
        ("The answer is no", ["(the) answer (is) (no)!"]),
    ],
)
def test_denials_are_marked_unless_they_deny_nothing(text: str, statements: list[str]) -> None:
    assert as_read(text) == statements


@pytest.mark.parametrize(
    ("text", "statements"),
    [
        ("The rent is now 900", ["(the) rent (is) (now)~ number:900"]),
        ("Now it is 900", ["(now)~ (it) (is) number:900"]),
        ("The Now is 900", ["(the) (now) (is) number:900"]),
        ("She changed rooms", ["(she) (chang)~ room"]),
        ("It is no longer open", ["(it) (is) (no)!~ (longer) open"]),
        ("We used to swim", ["(we) use~ (to) swim"]),
        ("We used the boat", ["(we) use (the) boat"]),
        ("As of noon", ["(as)~ (of) noon"]),
        ("Move the bed", ["move (the) bed"]),
        # a day from which it applies
        ("From March it is 900", ["(from)~ month:03 (it) (is) number:900"]),
        ("From 4 May it is 900", ["(from)~ date:05-04 (it) (is) number:900"]),
        ("Ab Montag gilt es", ["ab~ weekday:1 gilt (es)"]),
        ("From March to May", ["(from) month:03 (to) month:05"]),
        ("From March it rains to May", ["(from) month:03 (it) rain (to) month:05"]),
        ("From March it rains so to May", ["(from)~ month:03 (it) rain (so) (to) month:05"]),
        ("From March it rains so much to May", ["(from)~ month:03 (it) rain (so) (much) (to) month:05"]),
        ("From March", ["(from) month:03"]),
        ("From home it is near", ["(from) home (it) (is) near"]),
        ("From 9 it is open", ["(from) number:9 (it) (is) open"]),
        ("Open from March on", ["open (from) month:03 (on)"]),
        ("In March it is 900", ["(in) month:03 (it) (is) number:900"]),
        # the direction, and the verb
        ("She left Ana", ["(she) (leav)~ ana^"]),
        ("Turn left there", ["turn (leav) (there)"]),
        ("Left of the church", ["(leav) (of) (the) church"]),
        ("Keep to the left", ["keep (to) (the) (leav)"]),
    ],
)  # fmt: skip
def test_what_announces_a_change_is_marked(text: str, statements: list[str]) -> None:
    assert as_read(text) == statements


def test_values_have_dimensions() -> None:
    values = [token.value for token in read("Rent 900 EUR via ls -la on May 4").content]

    assert [value.dimension for value in values if value] == ["money", "option", "date"]
    assert [value.what for value in values if value] == [What.MONEY, What.NAME, What.DATE]


@pytest.mark.parametrize(
    ("text", "statements"),
    [
        ("Das Auto ist bei Anna", ["(das) auto (ist) (bei) anna^"]),
        ("Das Auto von Frau Weber", ["(das) auto (von) (frau) weber^"]),
        ("Das Auto parkt in Kassel", ["(das) auto parkt (in) kassel^"]),
        ("Das Auto ist in Arbeit", ["(das) auto (ist) (in) arbeit"]),
        ("Das Auto im Hof", ["(das) auto (im) hof"]),
    ],
)
def test_a_german_noun_is_a_name_where_the_word_before_it_says_so(
    text: str, statements: list[str]
) -> None:
    read_as_german = [line.replace("frau^", "frau") for line in as_read(text, german=True)]

    assert [line.replace("(frau)", "frau") for line in statements] == read_as_german
    assert "auto^" in as_read(text)[0]


@pytest.mark.parametrize(
    ("text", "value", "counted"),
    [
        ("Buy 2 onions", "2", "onions"),
        ("Add 7 g yeast", "7 g", "yeast"),
        ("Buy 2", "2", None),
        ("Buy 2, onions come later", "2", None),
        ("Buy 2 of them", "2", None),
        ("Between 2 3 times", "2", None),
    ],
)
def test_the_word_behind_a_value_names_what_it_counts(
    text: str, value: str, counted: str | None
) -> None:
    (statement,) = read(text).statements
    token = next(one for one in statement.tokens if one.text == value)

    found = statement.counted_by(token)

    assert (found and found.text) == counted


def test_only_the_beginning_of_a_long_text_is_read() -> None:
    text = "word " * (LONGEST_READ // 5)

    assert len(read(f"{text}more words").content) == LONGEST_READ // 5


WORDS = st.sampled_from(
    [
        "Rent", "is", "900", "EUR", "May", "4th", "not", "no longer", "Anna", "one", "from", ":", ",", ". ", "\n",
        "(", ")", "#tag", "--flag", "left", "https://a.example/b", "n't", "don’t", "½", "🙂", "dr.", "no. 5", "→",
    ]
)  # fmt: skip


NUMBERS = st.text("0123456789.,:-+ kgm€%ſ½")


@given(st.one_of(st.text(), NUMBERS, st.lists(WORDS, max_size=30).map(" ".join)), st.booleans())
def test_tokens_quote_the_text_in_order_without_overlap(text: str, german: bool) -> None:
    statements = read(text, german=german).statements
    tokens = [token for statement in statements for token in statement.tokens]

    assert all(text[one.start : one.end].startswith(one.text) for one in tokens)
    assert all(one.end <= other.start for one, other in pairwise(tokens))
    assert all(one.clause <= other.clause for one, other in pairwise(tokens))
    assert all(statement.keys == {one.key for one in statement.content} for statement in statements)
