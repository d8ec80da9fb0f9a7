"""Where the API is: Cloudflare, or a stand-in on this computer."""

import re
from collections.abc import Mapping

from notebrain.domain.errors import CloudConfig
from notebrain.domain.i18n import _

CLOUDFLARE = "https://api.cloudflare.com/client/v4"
VARIABLE = "NOTEBRAIN_CLOUDFLARE_API"

_HOST = r"(?P<host>\[[0-9a-fA-F:]+\]|[A-Za-z0-9.-]+)"
_URL = re.compile(rf"(?P<scheme>https?)://{_HOST}(:[0-9]{{1,5}})?(/[A-Za-z0-9._~/-]*)?")
_LOOPBACK = re.compile(r"localhost|\[::1\]|127(\.[0-9]{1,3}){3}")


def base_url(environ: Mapping[str, str]) -> str:
    """Return the address of the API, without a slash at its end.

    Raises:
        CloudConfig: The one in the environment would carry the token in the open, or is none.

    Example:
        >>> base_url({})
        'https://api.cloudflare.com/client/v4'
    """
    url = environ.get(VARIABLE, "").strip() or CLOUDFLARE
    found = _URL.fullmatch(url)
    if found is None or (found["scheme"] == "http" and not _LOOPBACK.fullmatch(found["host"])):
        raise CloudConfig(
            _(
                "{variable} must be an address that begins with https://, or with http:// on this computer."
                " Everything that needs no account works."
            ).format(variable=VARIABLE)
        )
    return url.rstrip("/")
