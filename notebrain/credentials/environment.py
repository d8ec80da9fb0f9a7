"""The key to the account from the environment, for computers without a place for passwords."""

from collections.abc import Mapping

from notebrain.domain.credentials import Credentials, clean
from notebrain.domain.errors import NoKeyStore
from notebrain.domain.messages import _

TOKEN = "NOTEBRAIN_CF_TOKEN"  # noqa: S105 - the name of a variable
ACCOUNT = "NOTEBRAIN_CF_ACCOUNT"


class EnvironmentStore:
    """Reads the two variables; can neither set nor remove them."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ

    def __repr__(self) -> str:
        return "EnvironmentStore()"

    def read(self) -> Credentials | None:
        """Return what the variables say, None when they are not both set.

        Raises:
            CloudAuth: The token is none.
            CloudConfig: The account id is none.
        """
        token, account = self._environ.get(TOKEN, ""), self._environ.get(ACCOUNT, "")
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
