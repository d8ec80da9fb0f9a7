"""The key to the account from the environment, for computers without a keyring.

It is separate because it must work where the keyring cannot even be loaded.
"""

from collections.abc import Callable, Mapping

from notebrain.domain.credentials import ACCOUNT_VARIABLE, TOKEN_VARIABLE, Credentials, clean
from notebrain.domain.errors import NoKeyStore
from notebrain.domain.i18n import _


class EnvironmentStore:
    """Reads the two variables; can neither set nor remove them.

    If the account is known already, the token alone is enough: `account` is its id, or empty.
    """

    def __init__(self, environ: Mapping[str, str], account: Callable[[], str] = str) -> None:
        self._environ = environ
        self._account = account

    def __repr__(self) -> str:
        return "EnvironmentStore()"

    def read(self) -> Credentials | None:
        """Return the credentials in the variables, or None if they are incomplete.

        Raises:
            CloudAuth: The token is malformed.
            CloudConfig: The account id is malformed.
        """
        token = self._environ.get(TOKEN_VARIABLE, "")
        account = self._environ.get(ACCOUNT_VARIABLE, "").strip() or self._account()
        if not token.strip() or not account.strip():
            return None
        return clean(token, account)

    def save(self, credentials: Credentials) -> None:  # noqa: ARG002 - a port
        """Refuse: the environment belongs to the user.

        Raises:
            NoKeyStore: Always.
        """
        raise NoKeyStore(_refusal())

    def delete(self) -> None:
        """Refuse if the variables are set.

        Raises:
            NoKeyStore: The variables are set.
        """
        if self._environ.get(TOKEN_VARIABLE, "").strip():
            raise NoKeyStore(_refusal())


def _refusal() -> str:
    return _(
        "The token comes from {variable} in the environment and cannot be changed from here. Remove it there."
    ).format(variable=TOKEN_VARIABLE)
