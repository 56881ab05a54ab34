// News refreshed, and a system evaluated on both splits from the command line: what links them, and what is said where nothing does.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { EvaluationResult } from "../../schemas/evaluation/result.ts";
import type { SplitLink } from "../../schemas/evaluation/split-link.ts";
import { documents } from "../../schemas/items/documents.ts";
import { items } from "../../schemas/items/records.ts";
import { readRows } from "../../pipelines/engine/read-run.ts";
import { ragwright, root } from "../support/cli.ts";
import { newFolder } from "../support/toy-run.ts";
import { words } from "./words.ts";

const folder = newFolder();
const at = (...parts: string[]) => join(folder, ...parts);
const type = (...args: string[]) => ragwright(args, { cwd: folder });
async function done(...args: string[]): Promise<string> {
  const { code, out, err } = await type(...args);
  expect(code, err).toBe(0);
  return out;
}

const recipe = [
  "--seeds",
  join(root, "seeds/crud"),
  "--model",
  "rules",
  "--settings",
  "small.yaml",
];
const sweep = ["--retrieval-only", "--chunk-size", "128,256", "--top-k", "2"];
const settings = ["128-0-bm25-2", "256-0-bm25-2"];

/** What a system found that gives each item its documents' texts, so many characters of them. */
function predict(run: string, characters: number): string {
  const texts = new Map([...readRows(at(run), documents)].map(({ id, text }) => [id, text]));
  const lines = [...readRows(at(run), items)].map(({ id, documentIds }) => {
    const retrieved = documentIds.map(documentId => ({
      documentId,
      text: texts.get(documentId)!.slice(0, characters),
    }));
    return JSON.stringify({ id, answer: "I cannot tell.", retrieved });
  });
  const path = at(`${run}-${characters}.jsonl`);
  writeFileSync(path, `${lines.join("\n")}\n`);
  return path;
}

const evaluation = (run: string, name: string, characters: number, ...more: string[]) => [
  ...words`evaluate ${predict(run, characters)} --against ${run} --name ${name}`,
  ...more,
];
const evaluate = (...words: Parameters<typeof evaluation>) => done(...evaluation(...words));

function linkOf(): SplitLink {
  const path = at("newer/evaluations/mine/result.json");
  const { link } = JSON.parse(readFileSync(path, "utf8")) as EvaluationResult;
  if (!link) throw new Error("nothing was linked");
  return link;
}

let refreshed = "";
beforeAll(async () => {
  writeFileSync(
    at("small.yaml"),
    "items: 4\nlanguages: [en]\ncrud: { questEval: false }\nmix: { correction: 1 }\n",
  );
  await done("run", "crud", ...recipe, "--out", "older");
  refreshed = await done("refresh", "older", "--since", "2025-01-01", ...recipe, "--out", "newer");
});

test("a fresh split says what it shares with the older one", () => {
  expect(refreshed).toContain(
    "Shares 0 of its 4 items and 0 of its 4 sources with older (4 items from 4 sources).",
  );
});

test("where no news came there is no split, and what to type stands there", async () => {
  const { code, err } = await type(
    ...words`refresh older --since 2026-01-01`,
    ...recipe,
    "--out",
    "none",
  );
  expect(code).toBe(1);
  expect(err).toMatch(/There is no fresh split: none of the \d+ articles that came in is new/);
  expect(err).toContain("When there is news, run the same command again");
});

test("the evaluation of the same name on the older split is found, and without a frozen system nothing is told apart", async () => {
  const alone = await type(...evaluation("newer", "mine", 5000));
  expect([alone.code, alone.err]).toEqual([0, expect.stringContaining("has no evaluation mine")]);
  await evaluate("older", "mine", 5000);
  const out = await evaluate("newer", "mine", 5000);
  expect(out).toContain(
    "No frozen system was scored on both splits: how much of a change is due to mine",
  );
  expect(out).toContain("ragwright baseline <run> --retrieval-only");
  expect(linkOf().metrics).toEqual([]);
});

test("the same baselines on both splits link them, and the two parts make up the change", async () => {
  await done("baseline", "older", ...sweep);
  await done("baseline", "newer", ...sweep);
  const out = await evaluate("newer", "mine", 5000);
  const { metrics, refusal } = linkOf();
  expect(refusal).toBeNull();
  const eir = metrics.find(({ metric }) => metric === "rageval-eir")!;
  expect(eir.anchors).toEqual(settings);
  expect(eir.items).toEqual({ older: 4, newer: 4 });
  const { older, newer, system, news } = eir;
  expect(older + system.points.value + news.points.value).toBeCloseTo(newer, 12);
  expect(system.points.low!).toBeLessThan(system.points.high!);
  expect(out).toContain("on one scale set by systems that did not change");
  await done("report", "newer");
  expect(readFileSync(at("newer/report.html"), "utf8")).toContain("Is it the system or the news?");
});

test("predictions link only where their user says that the system did not change, and never themselves", async () => {
  await evaluate("older", "kept", 900);
  await evaluate("newer", "kept", 900);
  await evaluate("newer", "mine", 5000);
  expect(linkOf().notFrozen).toEqual([
    {
      system: "kept",
      because: "it is not known whether it changed: if it did not, add --frozen kept",
    },
  ]);
  await evaluate("newer", "mine", 5000, "--frozen", "kept");
  expect(linkOf().metrics.find(({ metric }) => metric === "rageval-eir")?.anchors).toEqual([
    ...settings,
    "kept",
  ]);
  const own = await type(...evaluation("newer", "mine", 5000, "--frozen", "mine"));
  expect([own.code, own.err]).toEqual([2, expect.stringContaining("cannot be its own anchor")]);
});

test("a baseline among other documents is not frozen, and an evaluation of the same items is no older split", async () => {
  await done("baseline", "newer", ...sweep, "--distractors-from", "older");
  expect(await evaluate("newer", "mine", 5000)).toContain(
    "No frozen system was scored on both splits",
  );
  expect(linkOf().notFrozen.map(({ system }) => system)).toEqual([...settings, "kept"]);
  expect(linkOf().notFrozen[0]?.because).toMatch(
    /^0 distractors were added on the older split, \d+ on the newer$/,
  );
  const same = await type(
    ...words`evaluate ${predict("newer", 900)} --against newer --name again --older newer/evaluations/mine`,
  );
  expect([same.code, same.err]).toEqual([
    2,
    expect.stringContaining("is an evaluation on the same items"),
  ]);
  const none = await type(
    ...words`evaluate ${predict("newer", 900)} --against older --frozen kept --name again`,
  );
  expect([none.code, none.err]).toEqual([
    2,
    expect.stringContaining("--frozen links with an older split"),
  ]);
});
