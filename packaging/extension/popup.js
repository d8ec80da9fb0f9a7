// The small window of the extension.

const text = (name, ...given) => chrome.i18n.getMessage(name, given) || name;
const reason = (message) => chrome.i18n.getMessage(`why_${message}`) || message;
const field = (name) => document.getElementById(name);

for (const one of document.querySelectorAll("[data-text]")) one.textContent = text(one.dataset.text);

const known = await chrome.storage.local.get(["tags", "workspace", "port", "token"]);
field("tags").value = (known.tags || []).join(", ");
field("workspace").value = known.workspace || "";
field("port").value = known.port || "";
field("token").value = known.token || "";
field("connection").open = !known.port || !known.token;
// what waits may be large, so nothing here waits for it
chrome.storage.local.get(["waiting"]).then(({ waiting = [] }) => {
  if (waiting.length && !field("told").textContent) field("told").textContent = text("waiting_now", String(waiting.length));
});

function remember() {
  const tags = field("tags").value.split(",").map((tag) => tag.trim().replace(/^#/, "")).filter(Boolean);
  const port = Number.parseInt(field("port").value, 10);
  return chrome.storage.local.set({
    tags,
    workspace: field("workspace").value.trim(),
    port: port > 0 && port < 65536 ? port : 0,
    token: field("token").value.trim(),
  });
}

async function clip(part, given = {}) {
  await remember();
  field("update").hidden = true;
  field("told").textContent = text("saving");
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  const told = await chrome.runtime.sendMessage({ tabId: tab.id, part, given });
  const names = { refused: "refused", exists: "exists", edited: "edited", full: "full", waiting: "waiting" };
  field("told").textContent = text(names[told.outcome] || told.outcome, told.message ? reason(told.message) : told.title || "");
  if (told.message === "no_token") field("connection").open = true;
  field("update").hidden = told.outcome !== "exists";
  field("update").onclick = () => clip(part, { update: true });
}

for (const button of document.querySelectorAll("[data-part]")) {
  button.addEventListener("click", () => clip(button.dataset.part));
}
for (const name of ["tags", "workspace", "port", "token"]) field(name).addEventListener("change", remember);
