"""The one tree of errors: what to tell the user, what to retry, what to report.

Foreign exceptions are mapped to these where they appear; the message of each is a whole sentence for a person.
"""

from datetime import datetime
from typing import ClassVar


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


class Unwritable(VaultError):
    """The vault cannot be written, e.g. on a full disk; it may still be read."""


class NewerVault(VaultError):
    """The vault was written by a newer NoteBrain; it is left untouched."""


class DamagedVault(VaultError):
    """The vault's file is damaged, or lost.

    Attributes:
        backup: The newest good backup, or None.
        trace: For a file that is missing or empty, another file that tells that there were notes; else None.
    """

    def __init__(
        self, message: str, *, backup: str | None = None, trace: str | None = None
    ) -> None:
        super().__init__(message)
        self.backup = backup
        self.trace = trace


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


class NoHotkeys(Unavailable):
    """This desktop gives no program keys from outside its windows; says why."""


class CloudError(NoteBrainError):
    """The user's Cloudflare account could not do what was asked; one of six kinds.

    Attributes:
        service: Which part answered: "d1", "vectorize", "ai" or "account".
        code: The account's own number for it, or None when the answer had none.
        detail: What the answer said, without the token and without any text of a note; for a log, its beginning.
    """

    kind: ClassVar[str] = ""
    suspect_after: int | None = None
    """After how many of these for one content, one after the other, the content may be the reason; None: never."""

    def __init__(
        self, message: str, *, service: str = "", code: int | None = None, detail: str = ""
    ) -> None:
        super().__init__(message)
        self.service = service
        self.code = code
        self.detail = detail


class CloudAuth(CloudError, UserError):
    """The token is wrong, has run out, or may not do this; ask for another."""

    kind = "auth"


class CloudConfig(CloudError, UserError):
    """Something in the account or in the settings must be put right by the user."""

    kind = "config"


class CloudMissing(CloudConfig):
    """What was asked for (a database, an index) is not in the account."""


class CloudExists(CloudConfig):
    """A thing of this name is in the account already."""


class CloudTakenBack(CloudConfig):
    """The account does not have any more what it had: it was taken back to an earlier state, or lost something.

    Attributes:
        lost: Whether single things are missing, and not all that came after some moment.
    """

    def __init__(self, message: str, *, lost: bool = False) -> None:
        super().__init__(message, service="d1")
        self.lost = lost


class CloudWaits(CloudError, Unavailable):
    """Not possible now; the account will do it later without anybody's help."""

    def __init__(
        self,
        message: str,
        *,
        service: str = "",
        code: int | None = None,
        detail: str = "",
        retry_after_s: float | None = None,
    ) -> None:
        CloudError.__init__(self, message, service=service, code=code, detail=detail)
        self.retry_after_s = retry_after_s


class CloudQuota(CloudWaits):
    """Today's share is used up; `retry_after_s` runs until it begins anew.

    Attributes:
        resets_at: When that is, in UTC.
    """

    kind = "quota"
    resets_at: datetime | None = None


class CloudThrottle(CloudWaits):
    """Too many requests; wait `retry_after_s`."""

    kind = "throttle"


class CloudTransient(CloudWaits):
    """A passing fault of the network or of the account."""

    kind = "transient"


class CloudOffline(CloudTransient):
    """The request did not get there; nothing can have happened in the account."""


class CloudLost(CloudTransient):
    """The answer did not come, or cannot be read: what was asked may have been done, and paid for."""


class CloudBadRequest(CloudError, Broken):
    """The account does not take what NoteBrain sent; it is set aside, and the rest goes on."""

    kind = "bad request"


class CloudTooLarge(CloudBadRequest):
    """Too much in one request; send it in smaller pieces."""


class CloudUnmet(CloudBadRequest):
    """A model could not put its answer into the form that was asked for; it was asked, and that was paid for."""


class CloudRefused(CloudBadRequest):
    """This content does not get through, while another one does: a firewall, or a fault that it meets each time.

    Attributes:
        passing: Whether it looks like a passing fault, which may be over soon.
        maybe_done: Whether what was asked may have been done, and paid for.
    """

    def __init__(
        self,
        message: str,
        *,
        service: str = "",
        code: int | None = None,
        detail: str = "",
        passing: bool = False,
        maybe_done: bool = False,
    ) -> None:
        super().__init__(message, service=service, code=code, detail=detail)
        self.passing = passing
        self.maybe_done = maybe_done


class NoKeyStore(UserError):
    """This computer has no safe place for a token, or it cannot be used."""


class LockedKeyStore(NoKeyStore):
    """The place for passwords is locked; the user can open it."""
