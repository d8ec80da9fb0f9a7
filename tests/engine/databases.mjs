// D1 databases and R2 buckets on the engine of the service: node databases.mjs FOLDER, where FOLDER has the node_modules.
//
// For every line on its input it forgets everything, makes as many empty databases and buckets as the line says, and
// answers with a line of JSON: where they are. POST a list of {sql, params} to a database: all is carried out, or
// nothing. PUT, GET and DELETE the key of an object below a bucket; GET the bucket itself lists. The end of the input
// ends it.
//
// What comes back is the engine's own answer. The REST doors that come with it were no use: they take the statements of
// a batch one by one, without a transaction, and lose columns of the same name and those of empty results.

import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import process from "node:process";

const { Miniflare } = createRequire(`${process.argv[2]}/`)("miniflare");

const DOOR = `export default {
  async fetch(request, env) {
    const url = new URL(request.url);
    const [name, ...rest] = url.pathname.slice(1).split("/");
    if (name.startsWith("b")) return bucket(env[name], decodeURIComponent(rest.join("/")), request, url.searchParams);
    const ask = { method: "POST", body: request.body };
    return env[name].fetcher.fetch("http://d1/query?resultsFormat=ROWS_AND_COLUMNS", ask);
  }
};

function described(object) {
  const { key, size, etag, uploaded, httpMetadata } = object;
  return { key, size, etag, changed: uploaded.toISOString(), type: httpMetadata?.contentType ?? "" };
}

async function bucket(store, key, request, query) {
  if (key === "") {
    const page = { prefix: query.get("prefix"), limit: Number(query.get("limit")), include: ["httpMetadata"] };
    if (query.has("cursor")) page.cursor = query.get("cursor");
    const found = await store.list(page);
    return Response.json({ objects: found.objects.map(described), cursor: found.truncated ? found.cursor : null });
  }
  if (request.method === "PUT") {
    const httpMetadata = { contentType: request.headers.get("content-type") };
    return Response.json(described(await store.put(key, await request.arrayBuffer(), { httpMetadata })));
  }
  if (request.method === "DELETE") return Response.json(await store.delete(key) ?? null);
  const found = await store.get(key);
  if (found === null) return new Response(null, { status: 404 });
  return new Response(found.body, { headers: { "x-described": JSON.stringify(described(found)) } });
}`;

let generation = 0;
let engine = null;

async function anew(count) {
  generation += 1;
  const numbers = Array.from({ length: count }, (_, number) => `${generation}-${number}`);
  const named = (letter) => Object.fromEntries(numbers.map((number) => [letter + number, letter + number]));
  const options = {
    host: "127.0.0.1",
    modules: true,
    script: DOOR,
    compatibilityDate: "2026-07-01",
    cf: false,
    d1Databases: named("d"),
    r2Buckets: named("b"),
  };
  if (engine === null) engine = new Miniflare(options);
  else await engine.setOptions(options);
  const root = await engine.ready;
  const at = (letter) => Object.keys(named(letter)).map((name) => new URL(name, root).href);
  return { databases: at("d"), buckets: at("b") };
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await anew(Number(line))));
}
await engine?.dispose();
