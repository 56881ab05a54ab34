// A folder of thousands of files and some very long ones, planned, asked and asked again after edits: npx tsx tests/bench/files-at-size.ts [files] [long] [items] [edits] [wing]

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readRows } from "../../pipelines/engine/read-run.ts";
import { drawFrom, seedOf, shuffle } from "../../pipelines/text/random.ts";
import { items } from "../../schemas/items/records.ts";
import { program } from "../support/cli.ts";
import { startConstructingServer } from "./constructing-server.ts";
import { filesOf, writeMade } from "./made-folder.ts";
import { measured, told } from "./measured-process.ts";

const [files = 3000, long = 20, wanted = 300, edits = 30] = process.argv.slice(2, 6).map(Number);
const wing = process.argv[6] ?? "cofe";
const folder = mkdtempSync(join(tmpdir(), "files-at-size-"));
const documents = join(folder, "files");
const out = join(folder, "run");
const server = await startConstructingServer();
const settings = join(folder, "settings.yaml");
writeFileSync(
  settings,
  JSON.stringify({
    items: wanted,
    model: { model: "openai:bench", baseUrl: server.baseUrl },
    limits: { concurrency: 8 },
  }),
);

/** A plan without a key. */
const ragwright = (...args: string[]) =>
  measured([...program, ...args], args[0] === "plan" ? {} : { OPENAI_API_KEY: "bench" });

const say = (line: string) => void process.stdout.write(`${line}\n`);
const total = () => [...server.asked.values()].reduce((sum, count) => sum + count, 0);
const byContract = () => [...server.asked].map(([name, count]) => `${name} ${count}`).join(", ");
const asking = ["run", wing, "--documents", documents, "--settings", settings, "--out", out];

const all = filesOf(documents, { files, long });
for (const file of all) writeMade(file);
const pages = all.slice(files).reduce((sum, { sections }) => sum + sections, 0);
say(`${files} files and ${long} of ${pages} pages`);

const read = await ragwright(
  ...asking,
  "--until",
  wing === "cofe" ? "cofe/fragments" : "questions/topics",
);
const perMinute = Math.round((60 * all.length) / read.seconds);
say(`read and cut: ${told(read)}; ${perMinute} files a minute`);
const planned = await ragwright(
  "plan",
  wing,
  ...asking.slice(2, -2),
  "--out",
  join(folder, "planned"),
);
say(`read and planned without a key: ${told(planned)}`);
if (server.asked.size > 0) throw new Error("what needs no key asked a model");

const made = await ragwright(...asking);
const rows = [...readRows(out, items)];
const first = total();
const bearing = new Set(rows.flatMap(({ documentIds }) => documentIds));
say(`${rows.length} items: ${told(made)}; ${first} requests (${byContract()})`);
say(
  `${server.sent.size} documents sent, ${bearing.size} bear an item: ${(server.sent.size / bearing.size).toFixed(2)} times`,
);

const lot = shuffle(drawFrom(seedOf("edits")), all).slice(0, edits);
const sent = new Set([...server.sent].map(pump => Number(pump.split("-")[1])));
const readBefore = lot.filter(({ number }) => sent.has(number)).length;
for (const file of lot)
  writeMade(file, drawFrom(seedOf("edit", String(file.number)))(file.sections));
server.asked.clear();
const again = await ragwright(...asking);
say(
  `after edits in ${edits} files, ${readBefore} of which had been read: ${told(again)}; ${total()} requests again (${byContract()}), ${((100 * total()) / first).toFixed(1)} %; ${[...readRows(out, items)].length} items`,
);
await server.close();
if (process.env["KEEP"] === undefined) rmSync(folder, { recursive: true });
else say(folder);
