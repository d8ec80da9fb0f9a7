"""What a note amounts to: words, characters, boxes, links and the time it takes to read."""

import pytest

from notebrain.domain.markdown.statistics import Statistics, statistics


@pytest.mark.parametrize(
    ("text", "words", "characters", "letters"),
    [
        ("", 0, 0, 0),
        ("one two", 2, 7, 6),
        ("- [x] buy **rice**", 2, 18, 15),
        ("- [ ] a\r\n* b", 2, 11, 6),
        ("don't snake_case – well-known", 3, 29, 26),
        ("Gr\u00f6\u00dfe", 1, 5, 5),
        ("Gro\u0308\u00dfe", 1, 5, 5),
        ("___ _a_", 1, 7, 6),
        ("done 🎉", 1, 6, 5),
        ("👍🏽 and 👨‍👩‍👧", 1, 7, 5),
        ("שלום עולם", 2, 9, 8),
        ("夜は静かだ", 1, 5, 5),
    ],
)
def test_words_and_characters_are_counted_as_a_reader_sees_them(
    text: str, words: int, characters: int, letters: int
) -> None:
    found = statistics(text)

    assert (found.words, found.characters, found.letters) == (words, characters, letters)


@pytest.mark.parametrize(
    ("text", "paragraphs", "boxes", "ticked", "links"),
    [
        ("a\nb\n\nc\r\n\r\n\r\nd", 3, 0, 0, 0),
        ("- [ ] a\n- [x] b\n\n```\n- [ ] code\n```", 2, 2, 1, 0),
        ("[[A]] and `[[code]]` and [[B|c]]", 1, 0, 0, 2),
        ("  \n\t\n", 0, 0, 0, 0),
    ],
)
def test_paragraphs_boxes_and_links_are_counted(
    text: str, paragraphs: int, boxes: int, ticked: int, links: int
) -> None:
    found = statistics(text)

    assert (found.paragraphs, found.boxes, found.ticked, found.links) == (
        paragraphs,
        boxes,
        ticked,
        links,
    )


@pytest.mark.parametrize(
    ("text", "minutes"),
    [("", 0), ("word", 1), ("word " * 230, 1), ("word " * 231, 2), ("夜" * 1_001, 3)],
)
def test_reading_takes_whole_minutes(text: str, minutes: int) -> None:
    assert statistics(text).minutes == minutes


def test_the_numbers_of_several_notes_add_up() -> None:
    one, other = statistics("a b\n\n- [x] c"), statistics("d [[e]]")

    assert one + other == Statistics(
        words=5,
        characters=one.characters + other.characters,
        letters=one.letters + other.letters,
        paragraphs=3,
        boxes=1,
        ticked=1,
        links=1,
        seconds=one.seconds + other.seconds,
    )
