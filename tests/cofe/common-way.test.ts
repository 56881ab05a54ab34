// How files are asked about: a fragment is what is read, all types of it in one request; after an edit what rests on it alone is asked again.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { readRows } from "../../pipelines/engine/read-run.ts";
import type { ModelRequest } from "../../pipelines/llm/model.ts";
import { run } from "../../pipelines/run/run.ts";
import { fragments } from "../../schemas/cofe/records.ts";
import { changes } from "../../schemas/items/changes.ts";
import type { VariablesOf } from "../../schemas/define.ts";
import { documents } from "../../schemas/items/documents.ts";
import { type ItemRow, items, verdicts } from "../../schemas/items/records.ts";
import { initPrompt } from "../../schemas/questions/prompts.ts";
import { materials } from "../../schemas/questions/records.ts";
import { newFolder } from "../support/toy-run.ts";
import { pumps, scriptedModel, sectionsOf, writeFile, writeFiles } from "./scripted-files.ts";

const folder = newFolder();
const directory = join(folder, "run");
const mix = { "why-how": 2, "how-to": 2, factual: 2, comparison: 1, condition: 1 };
const settings = join(folder, "files.yaml");
/** Each section is a fragment; few candidates, so that it is plain what an edit moves. */
const bySection =
  "cofe: { fragment: { least: 80 } }\nasking: { candidates: { factor: 1.5, more: 2 }, shortlist: 1.3 }\n";
const model = scriptedModel();

async function ask(): Promise<readonly ModelRequest[]> {
  const before = model.asked.length;
  const { status } = await run({
    wing: "cofe",
    documents: [join(folder, "files")],
    settings,
    out: directory,
    model,
  });
  expect(status).toBe("done");
  return model.asked.slice(before);
}

const itemsNow = () => [...readRows(directory, items)];
/** Whether a section of a file was drawn. */
const isRead = (pump: string, season: string): boolean => {
  const texts = new Map([...readRows(directory, documents)].map(({ id, text }) => [id, text]));
  return [...readRows(directory, materials)].some(({ scope: [span] }) =>
    texts
      .get(span?.documentId ?? "")
      ?.slice(span?.start, span?.end)
      .includes(`${season} season the ${pump} pump`),
  );
};
const named = (asked: readonly ModelRequest[], name: string) =>
  asked.filter(({ prompt }) => prompt.name === name);
const wrongSpans = (rows: readonly ItemRow[]) => {
  const texts = new Map([...readRows(directory, documents)].map(({ id, text }) => [id, text]));
  return rows
    .flatMap(({ evidence, keywords }) => [...evidence, ...(keywords?.fine.flat() ?? [])])
    .filter(({ span, text }) => texts.get(span.documentId)?.slice(span.start, span.end) !== text);
};

let first: readonly ModelRequest[] = [];
beforeAll(async () => {
  writeFiles(join(folder, "files"));
  writeFileSync(settings, `items: 20\nmix: ${JSON.stringify(mix)}\n${bySection}`);
  first = await ask();
});

describe("a first run", () => {
  test("reads fragments, each once, and asks one request for all types wanted of it", () => {
    const cut = new Set(
      [...readRows(directory, fragments)].map(row => `${row.documentId} ${row.start} ${row.end}`),
    );
    const read = [...readRows(directory, materials)];
    const places = read.flatMap(({ scope }) =>
      scope.map(span => `${span.documentId} ${span.start} ${span.end}`),
    );
    expect(places.filter(place => !cut.has(place))).toEqual([]);
    expect([new Set(places).size, places.length]).toEqual([read.length, read.length]);
    const requests = named(first, "questions/init");
    expect(requests).toHaveLength(read.length);
    const types = requests.map(
      ({ variables }) => (variables as VariablesOf<typeof initPrompt>).wanted.length,
    );
    expect(types.filter(count => count < 2)).toEqual([]);
  });

  test("speaks of each file by its title, which is asked for once", () => {
    const titles = first
      .filter(({ prompt }) => !["cofe/title", "questions/keypoints"].includes(prompt.name))
      .flatMap(({ variables }) => (variables as { documents: { name: string }[] }).documents)
      .map(({ name }) => name);
    expect(titles.filter(title => !/^Notes on the \w+ pump$/.test(title))).toEqual([]);
    expect(named(first, "cofe/title").length).toBeLessThanOrEqual(4);
  });

  test("makes what is wanted, of types that all wings have, read blind, on the files' own characters", () => {
    const rows = itemsNow();
    expect(rows).toHaveLength(20);
    expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(Object.keys(mix)));
    expect(new Set(rows.map(({ wing, measures }) => `${wing} ${measures?.proof}`))).toEqual(
      new Set(["cofe reading"]),
    );
    expect(rows.filter(({ keywords }) => keywords === null)).toEqual([]);
    expect(wrongSpans(rows)).toEqual([]);
  });

  test("keeps what is more than wanted: no fragment is asked twice when more items are wanted", async () => {
    const before = itemsNow().map(({ id }) => id);
    writeFileSync(settings, `items: 25\nmix: ${JSON.stringify(mix)}\n${bySection}`);
    const more = await ask();
    expect(itemsNow()).toHaveLength(25);
    expect(itemsNow().map(({ id }) => id)).toEqual(expect.arrayContaining(before));
    expect(named(more, "questions/init")).toHaveLength(1);
  });
});

describe("after an edit", () => {
  let again: readonly ModelRequest[] = [];
  let before = new Map<string, ItemRow>();
  let edited = { pump: "", season: "" };
  beforeAll(async () => {
    before = new Map(itemsNow().map(item => [item.id, item]));
    const seasons = [...sectionsOf("", 0).keys()];
    const read = pumps.flatMap((pump, at) =>
      seasons.filter(season => isRead(pump, season)).map(season => ({ pump, at, season })),
    );
    const { pump, at, season } = read.at(1) ?? { pump: "", at: 0, season: "" };
    edited = { pump, season };
    const sections = sectionsOf(pump, at);
    const changed = sections.get(season)?.replaceAll("litres", "pints and litres") ?? "";
    // What stands after it moves, and stays what it is.
    writeFile(join(folder, "files"), pump, sections.set(season, changed));
    again = await ask();
  });

  test("a fragment is read in place of the one that changed; nothing else is asked, and nothing twice", () => {
    expect(named(again, "questions/init")).toHaveLength(1);
    const earlier = new Set(
      model.asked.slice(0, -again.length).map(({ messages }) => JSON.stringify(messages)),
    );
    expect(again.filter(({ messages }) => earlier.has(JSON.stringify(messages)))).toEqual([]);
    expect(named(again, "questions/references")).toHaveLength(1);
    // A sheet of keys on which one more question comes in is asked for again.
    expect(again.length).toBeLessThanOrEqual(first.length / 2);
  });

  test("items are kept, move with their text, or are retired where it changed", () => {
    const rows = [...readRows(directory, changes)];
    const now = new Map(itemsNow().map(item => [item.id, item]));
    const stayed = rows.filter(({ state }) => state === "kept" || state === "moved");
    expect(stayed.filter(({ id }) => now.get(id)?.question !== before.get(id)?.question)).toEqual(
      [],
    );
    const retired = rows.filter(({ state }) => state === "retired");
    // Items on the new text compete: one that came close is passed over, and none is lost.
    const displaced = retired.filter(({ question }) => !question.includes(edited.pump));
    const standing = new Set(
      [...readRows(directory, verdicts)].flatMap(row => (row.accepted ? row.questionId : [])),
    );
    expect(displaced.filter(({ id }) => !standing.has(before.get(id)?.questionId ?? ""))).toEqual(
      [],
    );
    expect(displaced.length).toBeLessThanOrEqual(1);
    const own = [...before.values()].filter(({ question }) =>
      question.includes(`${edited.pump} pump, ${edited.season}`),
    );
    expect(own.length).toBeGreaterThan(0);
    expect(stayed.length).toBeGreaterThanOrEqual(before.size - own.length - 1);
    expect(wrongSpans([...now.values()])).toEqual([]);
  });
});
