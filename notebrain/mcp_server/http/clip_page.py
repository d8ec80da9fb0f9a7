"""The clipper's page: a bookmarklet opens it and hands it the page, whose own rules forbid to send it from there.

Apart because it is a web page, and the rest is not.
"""

import base64
import hashlib
import json
from html import escape
from typing import Final

from starlette.responses import HTMLResponse

from notebrain.domain.i18n import _

# the token stands behind the #, which browsers send nowhere
_SCRIPT: Final = """
"use strict";
const texts = TEXTS;
const say = (text) => { document.querySelector("p").textContent = text; };
const token = location.hash.slice(1);
history.replaceState(null, "", location.pathname);
let sent = false;
async function save(clip) {
  const answer = await fetch("/capture", {
    method: "POST",
    headers: { "Content-Type": "application/json", "Authorization": "Bearer " + token },
    body: JSON.stringify(clip),
  });
  const told = await answer.json().catch(() => ({}));
  if (answer.ok) {
    say(texts[told.outcome === "unchanged" ? "unchanged" : "saved"] + " " + told.title);
    setTimeout(() => window.close(), 1500);
  } else if (told.error === "exists") {
    say(told.message);
    const button = document.querySelector("button");
    button.hidden = false;
    button.onclick = () => { button.hidden = true; save({ ...clip, update: true }); };
  } else {
    say(told.message || texts.refused + " " + (told.error || answer.status));
  }
}
addEventListener("message", (event) => {
  if (sent || !window.opener || event.source !== window.opener || typeof event.data !== "object") return;
  const { html, selection, part } = event.data;
  if (typeof html !== "string") return;
  sent = true;
  // where the page is, says the browser; the page itself can only say where on its site
  let url = event.origin;
  try {
    const said = new URL(event.data.url);
    if (said.origin === event.origin) url = said.href;
  } catch (error) { /* then the site must do */ }
  say(texts.saving);
  save({ html, url, part, selection: selection || "" }).catch(() => say(texts.silent));
});
if (window.opener && token) window.opener.postMessage("notebrain-ready", "*");
else say(texts.alone);
"""
_STYLE: Final = (
    ":root{color-scheme:light dark}body{font:15px system-ui,sans-serif;margin:1.6em}"
    "button{font:inherit;padding:7px 12px;border:0;border-radius:7px;background:#2f6fde;color:#fff;cursor:pointer}"
    "button:focus-visible{outline:2px solid #2f6fde;outline-offset:2px}"
)
_PAGE: Final = (
    '<!doctype html><html><meta charset="utf-8"><title>NoteBrain</title>'
    "<style>{style}</style><p>{waiting}</p><button hidden>{update}</button><script>{script}</script></html>"
)
_POLICY: Final = (
    "default-src 'none'; script-src 'sha256-{script}'; style-src 'sha256-{style}'; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)


def clip_page() -> HTMLResponse:
    """Return the page, in the user's language."""
    texts = {
        "saved": _("Saved in NoteBrain:"),
        "unchanged": _("Already in NoteBrain:"),
        "refused": _("Not saved:"),
        "saving": _("Saving…"),
        "silent": _("NoteBrain does not answer."),
        "alone": _("This page belongs to the bookmark of NoteBrain."),
    }
    script = _SCRIPT.replace("TEXTS", json.dumps(texts).replace("<", "\\u003c"))
    page = _PAGE.format(
        style=_STYLE,
        script=script,
        waiting=escape(_("Waiting for the page…")),
        update=escape(_("Replace the text of its note")),
    )
    policy = _POLICY.format(script=_hash(script), style=_hash(_STYLE))
    return HTMLResponse(
        page, headers={"Content-Security-Policy": policy, "X-Frame-Options": "DENY"}
    )


def _hash(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
