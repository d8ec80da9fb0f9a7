"""The clipper's page: a bookmarklet opens it and hands it the page, whose own rules forbid to send it from there.

Apart because it is a web page, and the rest is not.
"""

import base64
import hashlib
from typing import Final

from starlette.responses import HTMLResponse

# the token stands behind the #, which browsers send nowhere
_SCRIPT: Final = """
"use strict";
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
    say((told.outcome === "unchanged" ? "Already in NoteBrain: " : "Saved in NoteBrain: ") + told.title);
    setTimeout(() => window.close(), 1500);
  } else if (told.error === "exists") {
    say(told.message);
    const button = document.querySelector("button");
    button.hidden = false;
    button.onclick = () => { button.hidden = true; save({ ...clip, update: true }); };
  } else {
    say(told.message || "Not saved (" + (told.error || answer.status) + ").");
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
  say("Saving\\u2026");
  save({ html, url, part, selection: selection || "" }).catch(() => say("NoteBrain does not answer."));
});
if (window.opener && token) window.opener.postMessage("notebrain-ready", "*");
else say("This page belongs to the NoteBrain bookmarklet.");
"""
_STYLE: Final = "body{font:16px system-ui;margin:2em;color-scheme:light dark}"
_PAGE: Final = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>NoteBrain</title>'
    f"<style>{_STYLE}</style><p>Waiting for the page…</p>"
    f"<button hidden>Replace the text of its note</button><script>{_SCRIPT}</script></html>"
)


def _hash(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


_POLICY: Final = (
    f"default-src 'none'; script-src 'sha256-{_hash(_SCRIPT)}'; style-src 'sha256-{_hash(_STYLE)}'; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)


def clip_page() -> HTMLResponse:
    """Return the page."""
    headers = {"Content-Security-Policy": _POLICY, "X-Frame-Options": "DENY"}
    return HTMLResponse(_PAGE, headers=headers)
