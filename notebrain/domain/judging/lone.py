"""What a reader must not overlook among words that differ: values, names and denials that only one text has."""

from notebrain.domain.judging.language import are_german
from notebrain.domain.judging.reading import Token, read

LONGEST_SEARCHED = 4_000
"""Of longer texts the beginning is searched: this is asked for while somebody looks at them."""


def lone(text: str, other: str) -> list[tuple[int, int]]:
    """Return where a text has a value, a name or a denial that the other one has not, in code points.

    Example:
        >>> lone("Meet Anna at 9:30, not later", "Meet me")
        [(5, 9), (13, 17), (19, 22)]
    """
    text, other = text[:LONGEST_SEARCHED], other[:LONGEST_SEARCHED]
    german = are_german(text, other)
    known = {token.key for token in _tokens(other, german=german)}
    return [
        (token.start, token.end)
        for token in _tokens(text, german=german)
        if (token.exact or token.negates) and token.key not in known
    ]


def _tokens(text: str, *, german: bool) -> list[Token]:
    return [token for one in read(text, german=german).statements for token in one.tokens]
