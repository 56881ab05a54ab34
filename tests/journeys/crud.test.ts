// News to benchmark on the project's own seeds: all that is promised of a split, kills included, and faults planted by hand are found.

import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { labels } from "../../schemas/items/finished-items.ts";
import { items } from "../../schemas/items/records.ts";
import { documents } from "../../schemas/items/documents.ts";
import { heldOut, leaks } from "../../schemas/crud/records.ts";
import { readJournal, readRows } from "../../pipelines/engine/read-run.ts";
import { readCalls } from "../../pipelines/llm/journal.ts";
import { ragwright } from "../support/cli.ts";
import {
  type Journey,
  newsJourneys,
  reportOf,
  serveJourney,
  serveRuns,
} from "../support/recorded/journeys.ts";
import { recordedName, recordedRun } from "../support/recorded/run.ts";
import { newFolder } from "../support/toy-run.ts";
import { words } from "./words.ts";
import { linesOf, rowsIn } from "./rows.ts";

const folder = newFolder();
const newer = join(folder, "newer.yaml");
const uncut = join(folder, "uncut");
const [small, middle, journey] = newsJourneys(folder) as [Journey, Journey, Journey];
const run = (directory: string) => recordedRun({ ...journey, directory });

const read = (directory: string) => ({
  items: [...readRows(directory, items)],
  corpus: new Map([...readRows(directory, documents)].map(document => [document.id, document])),
  held: new Set([...readRows(directory, heldOut)].map(({ id }) => id)),
  leaking: new Set(
    [...readRows(directory, leaks)]
      .filter(({ excluded }) => excluded)
      .map(({ documentId }) => documentId),
  ),
});

beforeAll(async () => {
  writeFileSync(
    newer,
    "items: 2\nmethod: paper\nasking: { candidates: { factor: 1, more: 0 } }\ncrud: { questEval: false }\nmix: { qa-1-document: 1 }\n",
  );
  expect(await run(uncut)).toEqual({ waiting: 0, failures: [] });
});

test("every kind of task comes out, in both languages", () => {
  const made = read(uncut).items.map(({ type, language }) => `${type} ${language}`);
  const types = ["continuation", "correction", "qa-1-document", "qa-2-documents", "summarization"];
  expect(made.sort()).toEqual(types.flatMap(type => [`${type} en`, `${type} zh`]));
});

test("golds are in the corpus; what was held out, and what repeats it, is not, and is not a source of any other task", () => {
  const { items: rows, corpus, held, leaking } = read(uncut);
  const reverse = rows.filter(({ heldOutIds }) => heldOutIds.length > 0);
  expect(reverse.length).toBeGreaterThan(0);
  expect(
    reverse.flatMap(({ heldOutIds }) => heldOutIds).filter(id => corpus.has(id) || !held.has(id)),
  ).toEqual([]);
  expect([...held, ...leaking].filter(id => corpus.has(id))).toEqual([]);
  expect(
    rows
      .filter(({ heldOutIds }) => heldOutIds.length === 0)
      .flatMap(({ documentIds }) => documentIds.filter(id => !corpus.has(id) || held.has(id))),
  ).toEqual([]);
});

test("every reference is a span of the corpus, and every reverse item says which of its facts are there", () => {
  const { items: rows, corpus } = read(uncut);
  for (const { evidence } of rows)
    for (const { span, text } of evidence)
      expect(corpus.get(span.documentId)?.text.slice(span.start, span.end)).toBe(text);
  const shares = rows
    .filter(({ heldOutIds }) => heldOutIds.length > 0)
    .map(
      ({ keypoints }) =>
        keypoints.filter(({ spans }) => spans.length > 0).length / keypoints.length,
    );
  expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.1);
});

test("labels name documents of the corpus, and every item has one", () => {
  const { items: rows, corpus } = read(uncut);
  const all = [...readRows(uncut, labels)];
  expect(all.filter(({ documentId }) => !corpus.has(documentId))).toEqual([]);
  expect(new Set(all.map(({ itemId }) => itemId)).size).toBe(rows.length);
  expect(
    all.filter(({ role, countsForMrr }) => countsForMrr === (role === "reconstruction")),
  ).toEqual([]);
});

test("an article is kept out of the corpus where it repeats half of one that is held out, and only there", () => {
  for (const row of readRows(uncut, leaks))
    expect(row.excluded).toBe(row.similarity >= 0.5 || row.containment >= 0.5);
});

const finished = [
  "crud/articles",
  "crud/pool",
  "crud/leaks",
  "crud/plans",
  "items/documents",
  "items/items",
  "items/labels",
  "items/quest-eval",
].map(name => `${name}.jsonl`);
const exported = [
  "crud/crud.json",
  "crud/corpus.txt",
  "crud/qrels.tsv",
  "crud/quest-eval.json",
  "beir/corpus.jsonl",
  "beir/queries.jsonl",
  "beir/qrels/test.tsv",
].map(name => `dataset/${name}`);

test("killed after two different stages it ends with the same files, and no finished call is made again", async () => {
  const cut = join(folder, "cut");
  const { env, close } = await serveRuns([uncut]);
  const command = [...journey.args, "--out", cut];
  for (const stage of ["crud/corpus", "items/references"])
    expect((await ragwright(command, { env, killAt: `${stage} ` })).code, stage).toBeNull();
  const { code, err } = await ragwright(command, { env });
  expect(code, err).toBe(0);
  expect(reportOf(cut)).toBe(reportOf(uncut));
  for (const file of [...finished, ...exported])
    expect(readFileSync(join(cut, file), "utf8"), file).toBe(
      readFileSync(join(uncut, file), "utf8"),
    );
  await close();
  const keys = [...readCalls(join(cut, "calls.jsonl"))].map(({ call }) => call.key);
  expect(new Set(keys).size).toBe(keys.length);
});

/** Every row through `change`; nothing else of the file is touched. */
function edit(
  directory: string,
  artifact: string,
  change: (row: Record<string, unknown>) => object,
) {
  const path = join(directory, `${artifact}.jsonl`);
  writeFileSync(path, linesOf(rowsIn(path).map(change)));
}

test("a leak planted into the corpus, and a gold that is not in it, are found by the next run, with the reason", async () => {
  const directory = join(folder, "edited");
  cpSync(uncut, directory, { recursive: true });
  const before = read(directory);
  const reverse = before.items.find(
    ({ type, language }) => type === "continuation" && language === "en",
  )!;
  const [host] = [...before.corpus.values()].filter(
    ({ id, language }) => !reverse.documentIds.includes(id) && language === reverse.language,
  );
  edit(directory, "items/documents", row =>
    row["id"] === host!.id
      ? { ...row, text: `${String(row["text"])}\n${reverse.answer}\nAnd so on.` }
      : row,
  );
  const [out] = before.held;
  edit(directory, "crud/qa-single", row => ({ ...row, documentIds: [out] }));
  expect(await run(directory)).toEqual({ waiting: 0, failures: [] });
  const after = read(directory);
  expect(after.items.map(({ id }) => id)).not.toContain(reverse.id);
  // Spares may take their place.
  expect(
    after.items.filter(
      ({ id, type }) => type === "qa-1-document" && before.items.some(item => item.id === id),
    ),
  ).toEqual([]);
  const codes = (artifact: string) =>
    [...readJournal(directory, artifact).lines.values()].map(({ code }) => code);
  expect(codes("items/verdicts")).toContain("leaks");
  expect(codes("items/questions")).toContain("gold-missing");
});

test("a fresh split over newer articles shares no item and no source with the older one", async () => {
  const [older, fresh, since] = [uncut, join(folder, "fresh"), "2025-04-04"];
  const flags = { seeds: journey.flags.seeds!, settings: newer, since };
  expect(
    await recordedRun({ ...journey, flags, directory: join(folder, "recorded"), older }),
  ).toEqual({ waiting: 0, failures: [] });
  const { env, close } = await serveRuns([join(folder, "recorded")]);
  const args = words`refresh ${older} --since ${since} --seeds ${flags.seeds.join(",")} --settings ${newer} --model ${recordedName} --out ${fresh}`;
  const { code, out, err } = await ragwright(args, { env });
  await close();
  expect(code, err).toBe(0);
  const [a, b] = [read(older), read(fresh)];
  expect(out).toMatch(
    new RegExp(`Shares 0 of its ${b.items.length} items and 0 of its \\d+ sources with`),
  );
  const sources = ({ items: rows }: ReturnType<typeof read>) =>
    new Set(
      rows.flatMap(({ heldOutIds, documentIds }) =>
        heldOutIds.length > 0 ? heldOutIds : documentIds,
      ),
    );
  expect(b.items.length).toBeGreaterThan(0);
  expect(
    [...b.corpus.values()].filter(({ published }) => published === null || published < since),
  ).toEqual([]);
  expect([...sources(b)].filter(id => sources(a).has(id))).toEqual([]);
  expect(
    b.items.filter(({ question }) => a.items.some(item => item.question === question)),
  ).toEqual([]);
  expect(
    [...readJournal(fresh, "crud/pool").lines.values()].some(
      ({ code: reason }) => reason === "used-before",
    ),
  ).toBe(true);
  expect(readFileSync(join(fresh, "report.html"), "utf8")).toContain('<section id="older"');
});

test("smaller runs ask a part of what the largest asks, and a server of their replies carries a command through", async () => {
  const asked = (directory: string) =>
    new Set([...readCalls(join(directory, "calls.jsonl"))].map(({ call }) => call.key));
  const [least, more] = [join(folder, "small"), join(folder, "middle")];
  expect(await recordedRun({ ...middle, directory: more })).toEqual({ waiting: 0, failures: [] });
  const server = await serveJourney(small, least);
  const served = join(folder, "served");
  const { code, err } = await ragwright([...small.args, "--out", served], { env: server.env });
  expect(code, err).toBe(0);
  await server.close();
  expect(asked(served)).toEqual(asked(least));
  expect(asked(least).size).toBeLessThan(asked(more).size);
  expect(asked(more).size).toBeLessThan(asked(uncut).size);
  expect(
    read(served)
      .items.map(({ type }) => type)
      .sort(),
  ).toEqual(["correction", "qa-1-document", "summarization"]);
});
