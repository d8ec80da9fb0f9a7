// D1 databases on the engine of the service: node databases.mjs FOLDER, where FOLDER has the node_modules.
//
// For every line on its input it forgets all databases, makes as many empty ones as the line says, and answers with a
// line of JSON: where they are. POST a list of {sql, params} to one: all is carried out, or nothing. The end of the
// input ends it.
//
// What comes back is the engine's own answer. The REST doors that come with it were no use: they take the statements of
// a batch one by one, without a transaction, and lose columns of the same name and those of empty results.

import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import process from "node:process";

const { Miniflare } = createRequire(`${process.argv[2]}/`)("miniflare");

const DOOR = `export default {
  fetch(request, env) {
    const name = new URL(request.url).pathname.slice(1);
    const ask = { method: "POST", body: request.body };
    return env[name].fetcher.fetch("http://d1/query?resultsFormat=ROWS_AND_COLUMNS", ask);
  }
};`;

let generation = 0;
let engine = null;

async function anew(count) {
  generation += 1;
  const names = Array.from({ length: count }, (_, number) => `d${generation}-${number}`);
  const options = {
    host: "127.0.0.1",
    modules: true,
    script: DOOR,
    compatibilityDate: "2026-07-01",
    cf: false,
    d1Databases: Object.fromEntries(names.map((name) => [name, name])),
  };
  if (engine === null) engine = new Miniflare(options);
  else await engine.setOptions(options);
  const root = await engine.ready;
  return names.map((name) => new URL(name, root).href);
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await anew(Number(line))));
}
await engine?.dispose();
