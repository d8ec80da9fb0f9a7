"""What is said of an account that does not have any more what it had."""

from notebrain.domain.errors import CloudTakenBack
from notebrain.domain.messages import _


def taken_back() -> CloudTakenBack:
    """Return the error for an account that was taken back to an earlier state."""
    return CloudTakenBack(
        _(
            "Your Cloudflare account was taken back to an earlier state, and newer texts would be lost. Nothing is sent"
            " or fetched until you compare both, on the page Sync or with: notebrain verify. Repairing brings both"
            " together and keeps every text."
        ),
    )


def lost_something() -> CloudTakenBack:
    """Return the error for an account that has nothing of a thing that it had."""
    return CloudTakenBack(
        _(
            "Your Cloudflare account has lost notes that it had, and newer texts of them may be elsewhere. Nothing is"
            " sent or fetched until you compare both, on the page Sync or with: notebrain verify. Repairing sends what"
            " is missing again and keeps every text."
        ),
        lost=True,
    )
