"""Why a document has no text for us.

Apart because the readers of all kinds of documents raise these.
"""


class NotReadable(Exception):
    """It is damaged, or not what its type says."""


class Locked(NotReadable):
    """A password protects it."""


class TooLarge(NotReadable):
    """It unpacks to more than a document may."""
