// A fragment that bore nothing is closed: whatever is wanted later, nobody pays for the same reply twice.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { readRows } from "../../pipelines/engine/read-run.ts";
import { run } from "../../pipelines/run/run.ts";
import type { VariablesOf } from "../../schemas/define.ts";
import { items } from "../../schemas/items/records.ts";
import { initPrompt } from "../../schemas/questions/prompts.ts";
import { materials, proposals } from "../../schemas/questions/records.ts";
import { newFolder } from "../support/toy-run.ts";
import { scriptedModel, writeFiles } from "./scripted-files.ts";

const folder = newFolder();
const directory = join(folder, "run");
const settings = join(folder, "files.yaml");
const essay =
  "Whoever looks after machines learns to listen before opening anything. A bearing hums, a valve clicks, and silence is worse than either.";
const model = scriptedModel();

async function ask(items: number, candidates = 1.5): Promise<void> {
  const asking = { candidates: { factor: candidates } };
  writeFileSync(settings, JSON.stringify({ items, asking, mix: { factual: 1, condition: 1 } }));
  const documents = [join(folder, "files")];
  const { status } = await run({ wing: "cofe", documents, settings, out: directory, model });
  expect(status).toBe("done");
}

/** How often a proposal on it was asked for. */
const timesAsked = () =>
  model.asked.filter(
    ({ prompt, variables }) =>
      prompt.name === initPrompt.name &&
      JSON.stringify((variables as VariablesOf<typeof initPrompt>).documents).includes("bearing"),
  ).length;

beforeAll(async () => {
  writeFiles(join(folder, "files"));
  writeFileSync(join(folder, "files/notes/listening.md"), `# On listening\n\n${essay}\n`);
  await ask(12);
});

test("a reply without a question is taken at its word", () => {
  expect(timesAsked()).toBe(1);
  const read = [...readRows(directory, materials)].length;
  const barren = [...readRows(directory, proposals)].filter(row => row.candidates.length === 0);
  expect([read > 1, barren.length]).toEqual([true, 1]);
});

test("it is not asked again where more is wanted of each fragment, and keeps its place", async () => {
  const placesOf = () => [...readRows(directory, materials)].map(({ id }) => id);
  const before = placesOf();
  const asked = model.asked.length;
  await ask(24, 2);
  expect(model.asked.length).toBeGreaterThan(asked);
  expect(placesOf().slice(0, before.length)).toEqual(before);
  expect([...readRows(directory, items)]).toHaveLength(24);
  expect(timesAsked()).toBe(1);
});

test("the same command once more asks nothing", async () => {
  const asked = model.asked.length;
  await ask(24, 2);
  expect(model.asked).toHaveLength(asked);
});
