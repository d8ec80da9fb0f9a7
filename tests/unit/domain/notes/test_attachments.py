"""Files in Markdown: one spelling, found whatever stands around it, and never a hash where people read."""

from datetime import UTC, datetime

import pytest
from hypothesis import example, given, strategies as st

from notebrain.domain.embedding.passages import passage_text
from notebrain.domain.judge.machine_parts import without_machine_parts
from notebrain.domain.markdown.plain_text import plain
from notebrain.domain.notes.attachments import (
    Attachment,
    Sha,
    alt_parts,
    clean_name,
    find_in,
    link_to,
    mentioned_in,
    readable,
    readdressed,
    sha_in,
    size_text,
    with_alt,
)
from notebrain.domain.notes.content import snippet_of, title_of

SHA = Sha("0123456789abcdef" * 4)
OTHER = Sha("f" * 64)
NAMES = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


def file(name: str = "tap.png", media_type: str = "image/png", sha: Sha = SHA) -> Attachment:
    return Attachment(sha, 7, media_type, name, datetime(2026, 11, 19, tzinfo=UTC))


@pytest.mark.parametrize(
    ("given_name", "name"),
    [
        ("../../etc/passwd", "passwd.png"),
        ("C:\\Users\\Ana\\leak.jpg", "leak.jpg"),
        ("..", "file.png"),
        ("", "file.png"),
        ("a\0b\n.png", "a-b-.png"),
        ("CON", "CON_.png"),
        ("con.txt", "con_.txt"),
        ("invoice\u202egnp.exe", "invoice-gnp.exe"),
        ("no ending", "no ending.png"),
        ("half \udcff.png", "half -.png"),
    ],
)
def test_a_name_is_safe_to_show_and_to_write(given_name: str, name: str) -> None:
    assert clean_name(given_name, "image/png") == name


def test_a_name_of_three_hundred_letters_keeps_its_ending() -> None:
    name = clean_name("ä" * 300 + ".tar.jpeg")

    assert name.endswith("ä.jpeg")
    assert len(name.encode()) <= 200


@given(name=NAMES, alt=NAMES)
def test_a_link_is_found_again_with_its_words_and_its_name(name: str, alt: str) -> None:
    one = file(clean_name(name, "image/png"))
    text = f"before {link_to(one, alt=alt)} after"

    (link,) = find_in(text)

    assert (link.sha, link.name) == (SHA, one.name)
    assert text[: link.start] + text[link.end :] == "before  after"
    assert link.alt == " ".join(alt.split()) or link.width is not None


def test_a_picture_is_shown_and_another_file_is_linked() -> None:
    assert link_to(file()) == f"![](attachment:{SHA}/tap.png)"
    assert link_to(file("a (1).pdf", "application/pdf")) == (
        f"[a (1).pdf](attachment:{SHA}/a%20%281%29.pdf)"
    )
    assert link_to(file("live.heic", "image/heic")).startswith("[live.heic](")


def test_a_width_is_no_part_of_the_words() -> None:
    (link,) = find_in(link_to(file(), alt="The tap", width=300))

    assert (link.alt, link.width) == ("The tap", 300)


@pytest.mark.parametrize(
    "address", ["attachment:abc/x.png", "https://a.example/", f"attachment:{SHA.upper()}/x", ""]
)
def test_other_addresses_are_no_files(address: str) -> None:
    assert sha_in(address) is None
    assert not list(find_in(f"![x]({address})"))


def test_a_file_named_in_code_or_in_json_is_named() -> None:
    assert mentioned_in(f"`attachment:{SHA}`") == {SHA}
    assert mentioned_in(f'{{"body": "![](attachment:{OTHER}/a.png)"}}') == {OTHER}


TEXTS = [
    f"![](attachment:{SHA}/tap.png)",
    f"![The tap|300](attachment:{SHA}/tap.png)",
    f"![|300](attachment:{SHA}/tap.png)",
    f"Look: [a \\[b\\]](attachment:{SHA}/a.pdf), and more.",
    f"- [ ] call, see ![](attachment:{SHA})",
    f"| ![](attachment:{SHA}/a.png) | b |",
    " ".join(f"![](attachment:{SHA}/{n}.png)" for n in range(60)),
    f"plumber's bill](attachment:{SHA}/a.pdf) is paid",
    f"see ![the bill](attachment:{SHA[:40]}",
    f'![](attachment:{SHA}/tap.png "seen in May")',
    f"[![tap](attachment:{SHA}/tap.png)](attachment:{SHA}/bill.pdf)",
    f"see [x]\n\n[x]: attachment:{SHA}/tap.png",
    f"`attachment:{SHA}/tap.png`",
    f"<attachment:{SHA}>",
]


@pytest.mark.parametrize("text", TEXTS)
def test_a_hash_is_nowhere_where_people_or_models_read(text: str) -> None:
    shown = [readable(text), title_of(text), snippet_of(text), plain(text, ())[0]]
    shown.append(passage_text(text, 0, len(text)))

    assert not [one for one in shown if SHA[:8] in one or "attachment:" in one]


def test_the_words_or_the_name_stand_for_a_file() -> None:
    text = f"Leak ![](attachment:{SHA}/the%20tap.png), ![Ana|40](attachment:{SHA}/a.png)"

    assert readable(text) == "Leak the tap.png, Ana"
    assert title_of(text) == "Leak the tap.png, Ana"
    assert title_of(f"![](attachment:{SHA}/tap.png)") == "tap.png"


def test_marked_words_stay_in_place_beside_a_file() -> None:
    text = f"![](attachment:{SHA}/tap.png) drips"
    at = text.index("drips")

    words, (span,) = plain(text, [(at, at + 5)])

    assert words == "tap.png drips"
    assert words[slice(*span)] == "drips"


def test_notes_are_not_compared_by_the_hashes_of_their_files() -> None:
    one, other = (f"Drips: ![](attachment:{sha}/tap.png)" for sha in (SHA, OTHER))

    assert without_machine_parts(one) == without_machine_parts(other)
    assert "tap.png" in without_machine_parts(one)
    assert "attachment" not in without_machine_parts(one)


@pytest.mark.parametrize(
    ("size", "text"), [(0, "0 B"), (999, "999 B"), (1_000, "1.0 kB"), (14_000_000_000, "14 GB")]
)
def test_a_size_is_short(size: int, text: str) -> None:
    assert size_text(size) == text


def test_a_picture_that_is_a_link_is_only_its_words() -> None:
    text = f"[![tap](attachment:{SHA}/tap.png)](attachment:{SHA}/bill.pdf) drips"

    assert readable(text) == plain(text, ())[0] == title_of(text) == "tap drips"


def test_a_picture_with_only_a_width_is_its_name() -> None:
    assert plain(f"![|300](attachment:{SHA}/tap.png)", ())[0] == "tap.png"


def test_a_link_with_a_title_is_a_link() -> None:
    text = f'![](attachment:{SHA}/tap.png "seen / May")'

    (link,) = find_in(text)

    assert (link.start, link.end, link.name) == (0, len(text), "tap.png")
    assert plain(text, ())[0] == "tap.png"


@given(NAMES, NAMES)
@example(alt="", other="\\")
@example(alt="a\\\\", other="b")
def test_a_picture_gets_other_words_and_keeps_the_rest(alt: str, other: str) -> None:
    link = link_to(file(), alt=alt, width=300)

    changed = with_alt(link, other)

    [found] = find_in(changed)
    assert (found.start, found.end, found.width) == (0, len(changed), 300)
    assert found.sha == SHA
    assert found.name == "tap.png"
    assert with_alt(changed, alt) == link


@pytest.mark.parametrize(
    ("alt", "words"), [(r"tap\|300", "tap"), (r"tap\\|300", "tap\\"), (r"tap\\\|300", "tap\\")]
)
def test_the_line_before_a_width_may_be_escaped_as_in_a_table(alt: str, words: str) -> None:
    assert alt_parts(alt) == (words, 300)


def test_a_title_and_a_width_with_a_height_stay_beside_other_words() -> None:
    link = f'![a|300x200](attachment:{SHA}/tap.png "drips")'

    assert with_alt(link, "b [1]") == f'![b \\[1\\]|300x200](attachment:{SHA}/tap.png "drips")'


def test_a_file_gets_another_name_wherever_it_is_named_and_no_other_file_does() -> None:
    text = (
        f"![drips|300](attachment:{SHA}/tap.png) [tap.png](attachment:{SHA}/tap.png) "
        f"![](attachment:{SHA}) `attachment:{SHA}/tap.png` ![](attachment:{OTHER}/tap.png)"
    )

    assert readdressed(text, SHA, file("new tap.png")) == (
        f"![drips|300](attachment:{SHA}/new%20tap.png) "
        f"[new tap.png](attachment:{SHA}/new%20tap.png) "
        f"![](attachment:{SHA}/new%20tap.png) `attachment:{SHA}/new%20tap.png` "
        f"![](attachment:{OTHER}/tap.png)"
    )


def test_another_file_takes_the_place_of_one_and_gives_it_back() -> None:
    text = f"[bill.pdf](attachment:{SHA}/bill.pdf)\n| ![a\\|30](attachment:{SHA}/bill.pdf) |"
    old, new = file("bill.pdf"), file("paid.pdf", sha=OTHER)

    changed = readdressed(text, SHA, new)

    assert mentioned_in(changed) == {OTHER}
    assert readdressed(changed, OTHER, old) == text
