// A browser with as little as the clipper needs: clips the pages named on standard input, one JSON line each.
// Usage: node clip_pages.mjs EXTENSION_FOLDER

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.argv[2];
const load = (name) => import(pathToFileURL(join(folder, name)));
const { Clips } = await load("clips.js");
const { collect } = await load("collect.js");

class Store {
  constructor(values) { this.values = values; }
  async get(names) { return Object.fromEntries(names.filter((n) => n in this.values).map((n) => [n, structuredClone(this.values[n])])); }
  async set(values) { Object.assign(this.values, structuredClone(values)); }
}

let clips;
let store;
for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  let told;
  if (asked.act === "start") {
    store = new Store(asked.store);
    const origin = { Origin: "chrome-extension://abcdefgh" };
    clips = new Clips(store, (address, request) => fetch(address, { ...request, headers: { ...request.headers, ...origin } }));
    told = {};
  } else if (asked.act === "clip") {
    const html = readFileSync(asked.file, "utf8");
    globalThis.location = { href: asked.url };
    const page = { outerHTML: html, cloneNode: () => page, querySelectorAll: () => [] };
    const head = { outerHTML: "<head><title>Bookmark</title></head>" };
    globalThis.document = { documentElement: page, head, images: [], querySelectorAll: () => [] };
    told = await clips.add({ ...(await collect(asked.part, "")), ...asked.given });
  } else if (asked.act === "begin") {
    // what is stored at the moment when a clip goes out
    told = await new Promise((tell) => {
      new Clips(store, () => (tell(structuredClone(store.values)), new Promise(() => {}))).add(asked.given);
    });
  } else if (asked.act === "set") {
    await store.set(asked.store);
    told = {};
  } else {
    told = { left: await clips.flush(), store: store.values };
  }
  console.log(JSON.stringify(told));
}
