"""The key to the account from the environment, for computers without a place for passwords."""

from collections.abc import Callable, Mapping

from notebrain.domain.credentials import Credentials, clean
from notebrain.domain.errors import NoKeyStore
from notebrain.domain.i18n import _

TOKEN = "NOTEBRAIN_CF_TOKEN"  # noqa: S105 - the name of a variable
ACCOUNT = "NOTEBRAIN_CF_ACCOUNT"


class EnvironmentStore:
    """Reads the two variables; can neither set nor remove them.

    Where the account is known already, the token alone will do: `account` names it, or is empty.
    """

    def __init__(self, environ: Mapping[str, str], account: Callable[[], str] = str) -> None:
        self._environ = environ
        self._account = account

    def __repr__(self) -> str:
        return "EnvironmentStore()"

    def read(self) -> Credentials | None:
        """Return what the variables say, None when they do not say enough.

        Raises:
            CloudAuth: The token is none.
            CloudConfig: The account id is none.
        """
        token = self._environ.get(TOKEN, "")
        account = self._environ.get(ACCOUNT, "").strip() or self._account()
        if not token.strip() or not account.strip():
            return None
        return clean(token, account)

    def keep(self, credentials: Credentials) -> None:  # noqa: ARG002 - a port
        """Refuse: the environment is the user's.

        Raises:
            NoKeyStore: Always.
        """
        raise NoKeyStore(_refusal())

    def forget(self) -> None:
        """Refuse, when there is something.

        Raises:
            NoKeyStore: The variables are set.
        """
        if self._environ.get(TOKEN, "").strip():
            raise NoKeyStore(_refusal())


def _refusal() -> str:
    return _(
        "The token comes from {variable} in the environment and cannot be changed from here. Remove it there."
    ).format(variable=TOKEN)
