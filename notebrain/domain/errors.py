"""The hierarchy of all errors: what to tell the user, what to retry, what to report.

Foreign exceptions are mapped to these where they occur; every message is a full sentence for the user.
"""

from datetime import datetime
from typing import ClassVar


class NoteBrainError(Exception):
    """Any problem that NoteBrain can describe to the user."""


class UserError(NoteBrainError):
    """Something the user can fix; the message is shown as it is."""


class NotFound(UserError):
    """The requested item is not in this vault."""


class BadText(UserError):
    """A text that cannot be stored as it is, e.g. bytes that are not text in any known encoding."""


class ChangedFile(UserError):
    """The content of a file is no longer what its name says; it was left where it is."""


class VaultError(UserError):
    """The vault cannot be opened or written; the message says what happened and what to do."""


class Unwritable(VaultError):
    """The vault cannot be written, e.g. on a full disk; it may still be read."""


class NewerVault(VaultError):
    """The vault was written by a newer version of NoteBrain; it is left untouched."""


class DamagedVault(VaultError):
    """The vault's file is damaged or missing.

    Attributes:
        backup: The newest intact backup, or None.
        trace: If the file is missing or empty, another file that shows that there were notes; otherwise None.
    """

    def __init__(
        self, message: str, *, backup: str | None = None, trace: str | None = None
    ) -> None:
        super().__init__(message)
        self.backup = backup
        self.trace = trace


class WantsBackup(NoteBrainError):
    """The user wants to restore the whole vault from this backup."""

    def __init__(self, backup: str) -> None:
        super().__init__(backup)
        self.backup = backup


class DamagedWords(VaultError):
    """Only the word index is damaged; the notes are safe, and the index can be rebuilt from them."""


class Unavailable(NoteBrainError):
    """Not possible now, but worth retrying.

    Attributes:
        retry_after_s: Seconds to wait, or None if unknown.
    """

    def __init__(self, message: str, *, retry_after_s: float | None = None) -> None:
        super().__init__(message)
        self.retry_after_s = retry_after_s


class Interrupted(NoteBrainError):
    """Work stopped on request; what was already done stays done."""


class NoEmbedder(Unavailable):
    """No model can embed text on this computer; searching by words still works."""


class Broken(NoteBrainError):
    """A bug in NoteBrain: the item is set aside and the bug is reported."""


class NoSpeller(Unavailable):
    """No spell checker is available on this computer; everything else works."""


class NoHotkeys(Unavailable):
    """This desktop does not support global hotkeys; the message says why."""


class CloudError(NoteBrainError):
    """The user's Cloudflare account could not fulfill a request; there are six kinds.

    Attributes:
        service: The service that answered: "d1", "vectorize", "ai", "r2" or "account".
        code: Cloudflare's error code, or None if the answer had none.
        detail: The text of the answer, without the token and without any text of a note; logs contain its beginning.
    """

    kind: ClassVar[str] = ""
    suspect_after: int | None = None
    """How many of these errors in a row for the same content suggest that the content is the cause; None: never."""

    def __init__(
        self, message: str, *, service: str = "", code: int | None = None, detail: str = ""
    ) -> None:
        super().__init__(message)
        self.service = service
        self.code = code
        self.detail = detail


class CloudAuth(CloudError, UserError):
    """The token is wrong, has expired, or lacks a permission; ask for another one."""

    kind = "auth"


class CloudConfig(CloudError, UserError):
    """The user must fix something in the account or in the settings."""

    kind = "config"


class CloudMissing(CloudConfig):
    """The requested resource (a database, an index) is not in the account."""


class CloudDamaged(CloudMissing):
    """The account's copy of a file is not the file; a computer that has it can send it again."""


class CloudFilesOff(CloudConfig):
    """R2, the storage for files, is not switched on in the account; everything but files works."""


class CloudExists(CloudConfig):
    """A resource with this name already exists in the account."""


class CloudTakenBack(CloudConfig):
    """The account no longer has data that it had: it was restored to an earlier state, or lost something.

    Attributes:
        lost: Whether single items are missing, rather than everything after some point in time.
    """

    def __init__(self, message: str, *, lost: bool = False) -> None:
        super().__init__(message, service="d1")
        self.lost = lost


class CloudWaits(CloudError, Unavailable):
    """Not possible now; the same request will succeed later without any action."""

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
    """Today's quota is used up; `retry_after_s` lasts until it resets.

    Attributes:
        resets_at: When it resets, in UTC.
    """

    kind = "quota"
    resets_at: datetime | None = None


class CloudThrottle(CloudWaits):
    """Too many requests; wait `retry_after_s`."""

    kind = "throttle"


class CloudTransient(CloudWaits):
    """A temporary failure of the network or of the account."""

    kind = "transient"


class CloudOffline(CloudTransient):
    """The request did not reach the account, so nothing can have happened there."""


class CloudLost(CloudTransient):
    """The answer did not arrive or cannot be read: the request may have been carried out and charged."""


class CloudBadRequest(CloudError, Broken):
    """The account rejected what NoteBrain sent; the item is set aside, and the rest continues."""

    kind = "bad request"


class CloudTooLarge(CloudBadRequest):
    """The request was too large; send it in smaller parts."""


class CloudUnmet(CloudBadRequest):
    """A model could not answer in the requested format; the request was carried out and charged."""


class CloudRefused(CloudBadRequest):
    """Other content gets through but this does not: a firewall blocks it, or it triggers the same fault each time.

    Attributes:
        passing: Whether it looks like a temporary failure.
        maybe_done: Whether the request may have been carried out and charged.
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
    """This computer has no secure storage for a token, or it cannot be used."""


class LockedKeyStore(NoKeyStore):
    """The password storage is locked; the user can unlock it."""
