"""The bookmarklet: a line for the bookmarks of a browser, which hands the page to NoteBrain.

Apart because it is made where nothing is served. Where a page's rules keep it from the clipper's page, it opens the
capture window of the program instead, with title, address and the selected text.
"""

from typing import Final

_SCRIPT: Final = """
(() => {
  const port = "PORT", token = "TOKEN";
  const chosen = getSelection(), holder = document.createElement("div");
  for (let at = 0; at < chosen.rangeCount; at += 1) holder.append(chosen.getRangeAt(at).cloneContents());
  const words = String(chosen).trim();
  const origin = "http://127.0.0.1:" + port;
  const clip = {
    url: location.href,
    html: document.documentElement.outerHTML,
    part: words ? "selection" : "article",
    selection: words ? holder.innerHTML : "",
  };
  const opened = open(origin + "/clip#" + token, "notebrain", "popup,width=420,height=180");
  let answered = false;
  const listen = (event) => {
    if (event.origin !== origin || event.data !== "notebrain-ready") return;
    answered = true;
    removeEventListener("message", listen);
    event.source.postMessage(clip, origin);
  };
  addEventListener("message", listen);
  setTimeout(() => {
    if (answered) return;
    removeEventListener("message", listen);
    if (opened) opened.close();
    const encode = (text) => encodeURIComponent(text).replace(/'/g, "%27");
    const signs = (text, most) => Array.from(text.replace(/\\p{Surrogate}/gu, "")).slice(0, most);
    const title = signs(document.title.replace(/\\s+/g, " ").trim(), 300).join("");
    let link = "notebrain://capture?title=" + encode(title) + "&url=" + encode(location.href.slice(0, 7000));
    let text = signs(words, 32000);
    const long = () => (link + "&text=" + encode(text.join(""))).length > 32000;
    while (long()) text = text.slice(0, Math.floor(text.length * 0.8));
    if (text.length) link += "&text=" + encode(text.join(""));
    location.href = link;
  }, 2500);
})();
"""


def bookmarklet(port: int, token: str) -> str:
    """Return the address of the bookmarklet; whoever has it can save pages, and nothing else."""
    script = _SCRIPT.replace("PORT", str(port)).replace("TOKEN", token)
    line = " ".join(part.strip() for part in script.split("\n") if part.strip())
    # what an address of a bookmark may not have as it is
    for sign, written in (("%", "%25"), (" ", "%20"), ('"', "%22"), ("#", "%23"), ("\n", "%0A")):
        line = line.replace(sign, written)
    return f"javascript:{line}"
