"""What only one of two texts says exactly."""

import pytest

from notebrain.domain.judge.similarity import lone


@pytest.mark.parametrize(
    ("text", "other", "found"),
    [
        ("Serves 4, see https://example.org/dal", "Serves some", ["4", "https://example.org/dal"]),
        ("On 10 May with Marta", "On 11 May with Jonas", ["10 May", "Marta"]),
        ("It must not freeze", "It may freeze", ["not"]),
        ("At 9:30 in room 4", "In room 4, at 9:30", []),
        ("Ab 7 Uhr bei Frau Huber im Keller", "Ab 6 Uhr im Bad", ["7 Uhr", "Frau", "Huber"]),
        ("Other words, but the same", "The same in other words", []),
    ],
)
def test_values_names_and_denials_of_one_text_are_found(
    text: str, other: str, found: list[str]
) -> None:
    assert [text[start:end] for start, end in lone(text, other)] == found
