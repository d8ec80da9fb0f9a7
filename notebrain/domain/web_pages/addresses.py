"""Addresses in web pages: made absolute, and the one by which a page is known again."""

import re
from typing import Final

_PARTS: Final = re.compile(
    r"(?:(?P<scheme>[a-z][a-z0-9+.-]*):)?(?://(?P<host>[^/?#]*))?(?P<path>[^?#]*)(?P<query>\?[^#]*)?(?P<fragment>#.*)?",
    re.IGNORECASE | re.DOTALL,
)
_WEB: Final = re.compile(r"https?://[^\s/?#<>\"`\\]+[^\s<>\"`\\]*", re.IGNORECASE)
_BLANKS: Final = re.compile(r"[\t\r\n\f]+")
_LONGEST: Final = 8_000
# what senders of mail and advertisements add to find out where a reader came from
_TRACKS: Final = re.compile(
    r"(?:utm_\w+|fbclid|gclid|dclid|msclkid|yclid|mc_[ce]id|igshid|_hs(?:enc|mi)|mkt_tok|wt_mc|ref_src)",
    re.IGNORECASE,
)
_OF_HOSTS: Final = re.compile(r"^(?:www|m|mobile|amp)\.")


def is_web(address: str) -> bool:
    """Return whether an address is that of a page or file on the web."""
    return len(address) <= _LONGEST and _WEB.fullmatch(address) is not None


def absolute(address: str, base: str) -> str:
    """Return the address that a page at `base` means; "" if it is none on the web, nor one for mail.

    Example:
        >>> (
        ...     absolute("../b c.png", "https://a.example/x/y/z.html"),
        ...     absolute("javascript:go()", "https://a.example"),
        ... )
        ('https://a.example/x/b%20c.png', '')
    """
    wanted = _BLANKS.sub("", address.strip()).replace("\\", "/")
    found = _PARTS.match(wanted)
    if found is None or not wanted or len(wanted) > _LONGEST:
        return ""
    if found["scheme"]:
        whole = wanted
    else:
        origin = _PARTS.match(base)
        if origin is None or not origin["host"]:
            return ""
        whole = _joined(found, origin)
    whole = _encoded(whole)
    return whole if is_web(whole) or whole.lower().startswith("mailto:") else ""


def known_by(address: str) -> str:
    """Return an address without its fragment and what follows readers around, as the name of its page.

    Example:
        >>> known_by("HTTPS://News.example/a?id=4&utm_source=mail#top")
        'https://news.example/a?id=4'
    """
    found = _PARTS.match(address.strip())
    if found is None or not found["host"]:
        return address.strip()
    query = "&".join(
        pair for pair in (found["query"] or "?")[1:].split("&") if pair and not _TRACKS.match(pair)
    )
    # "#!" names a page
    fragment = found["fragment"] if (found["fragment"] or "").startswith("#!") else ""
    host = f"{(found['scheme'] or 'https').lower()}://{found['host'].lower()}"
    return f"{host}{found['path'] or '/'}{'?' + query if query else ''}{fragment}"


def is_same_site(one: str, other: str) -> bool:
    """Return whether two addresses are on one site, its pages for telephones included."""
    host, other_host = _host(one), _host(other)
    return bool(host) and host == other_host


def path_of(address: str) -> str:
    """Return the path in an address, with its query."""
    found = _PARTS.match(address)
    return "" if found is None else found["path"] + (found["query"] or "")


def _host(address: str) -> str:
    found = _PARTS.match(address)
    return "" if found is None or not found["host"] else _OF_HOSTS.sub("", found["host"].lower())


def _joined(wanted: "re.Match[str]", base: "re.Match[str]") -> str:
    scheme = base["scheme"] or "https"
    if wanted["host"] is not None:
        return f"{scheme}:{wanted[0]}"
    rest = (wanted["query"] or "") + (wanted["fragment"] or "")
    if not wanted["path"]:
        path = base["path"]
        rest = rest if wanted["query"] else (base["query"] or "") + rest
    elif wanted["path"].startswith("/"):
        path = wanted["path"]
    else:
        path = base["path"].rpartition("/")[0] + "/" + wanted["path"]
    return f"{scheme}://{base['host']}{_plain(path)}{rest}"


def _plain(path: str) -> str:
    """Return a path without `.` and `..`."""
    parts: list[str] = []
    pieces = path.split("/")
    for at, part in enumerate(pieces):
        if part == "..":
            parts = parts[:-1] if len(parts) > 1 else parts
        elif part != ".":
            parts.append(part)
        if part in (".", "..") and at == len(pieces) - 1:
            parts.append("")
    plain = "/".join(parts)
    return plain if plain.startswith("/") or not plain else f"/{plain}"


def _encoded(address: str) -> str:
    """Return an address without signs that would end it in a text."""
    return re.sub(
        r"[\s<>\"`\\{}|^]",
        lambda sign: "".join(f"%{byte:02X}" for byte in sign[0].encode()),
        address,
    )
