"""The one tree of errors: what to tell the user, what to retry, what to report.

Foreign exceptions are mapped to these where they appear; the message of each is a whole sentence for a person.
"""


class NoteBrainError(Exception):
    """Any problem NoteBrain knows how to put into words."""


class UserError(NoteBrainError):
    """Something the user can put right; shown as written."""


class NotFound(UserError):
    """What was asked for is not in this vault."""


class BadText(UserError):
    """A text that cannot be kept as it is, e.g. bytes that are no text in any known encoding."""


class VaultError(UserError):
    """The vault cannot be opened or written; says what happened and what to do."""


class NewerVault(VaultError):
    """The vault was written by a newer NoteBrain; it is left untouched."""


class DamagedVault(VaultError):
    """The vault's file is damaged; `backup` is the newest backup that opens, or None."""

    def __init__(self, message: str, *, backup: str | None = None) -> None:
        super().__init__(message)
        self.backup = backup


class WantsBackup(NoteBrainError):
    """The user wants the whole vault as this backup has it."""

    def __init__(self, backup: str) -> None:
        super().__init__(backup)
        self.backup = backup


class DamagedWords(VaultError):
    """Only the index of words is damaged; the notes are safe, and it can be made anew from them."""


class Unavailable(NoteBrainError):
    """Not possible now, but worth another try.

    Attributes:
        retry_after_s: Seconds to wait, or None when unknown.
    """

    def __init__(self, message: str, *, retry_after_s: float | None = None) -> None:
        super().__init__(message)
        self.retry_after_s = retry_after_s


class Interrupted(NoteBrainError):
    """Work stopped because it was asked to; what was done before stays done."""


class NoEmbedder(Unavailable):
    """No model can turn text into vectors on this computer; words still find notes."""


class Broken(NoteBrainError):
    """A fault of ours: the item is set aside and the fault reported."""


class NoSpeller(Unavailable):
    """Nothing on this computer can look words up; everything else works."""
