// The part that runs without a window: the menu, and what waits for NoteBrain.

import { Clips } from "./clips.js";
import { collect } from "./collect.js";

const clips = new Clips(chrome.storage.local, (...request) => fetch(...request));
const MENU = { selection: ["selection"], article: ["page"], whole: ["page"], bookmark: ["page"], picture: ["image"] };
const SAVED = new Set(["saved", "updated", "unchanged"]);

export async function clip(tabId, part, given = {}, picture = "") {
  const [{ result }] = await chrome.scripting.executeScript({
    target: { tabId },
    func: collect,
    args: [part, picture],
  });
  const { tags = [], workspace = "" } = await chrome.storage.local.get(["tags", "workspace"]);
  const filed = { ...result, tags, ...(workspace ? { workspace } : {}), ...given };
  const told = await clips.add(filed);
  await show(told);
  return told;
}

async function show(told) {
  const { waiting = [] } = await chrome.storage.local.get(["waiting"]);
  const text = waiting.length ? String(waiting.length) : SAVED.has(told.outcome) ? "" : "!";
  await chrome.action.setBadgeText({ text });
}

chrome.runtime.onInstalled.addListener(() => {
  for (const [id, contexts] of Object.entries(MENU)) {
    chrome.contextMenus.create({ id, contexts, title: chrome.i18n.getMessage(`clip_${id}`) });
  }
  chrome.alarms.create("waiting", { periodInMinutes: 1 });
});

chrome.contextMenus.onClicked.addListener((info, tab) => {
  clip(tab.id, info.menuItemId, {}, info.srcUrl || "").catch(() => show({ outcome: "refused" }));
});

chrome.alarms.onAlarm.addListener(async () => {
  await clips.flush();
  await show({ outcome: "saved" });
});

chrome.runtime.onMessage.addListener((message, sender, answer) => {
  if (sender.id !== chrome.runtime.id) return false;
  clip(message.tabId, message.part, message.given).then(answer, (error) =>
    answer({ outcome: "refused", message: String(error.message || error) }),
  );
  return true;
});
