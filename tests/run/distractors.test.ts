// Documents beside the corpus are read into a run that counts keywords over them, and refused by one that does not.

import { expect, test } from "vitest";
import { openRun } from "../../pipelines/engine/open-run.ts";
import { run } from "../../pipelines/run/run.ts";
import { distractors, documents } from "../../schemas/items/documents.ts";
import { items } from "../../schemas/items/records.ts";
import { freshFolder, writeFiles } from "../support/folder.ts";

const at = freshFolder();
const sheet = (name: string) =>
  `# ${name}\n\nPort of call: Arnside\n\nTide table: spring of 2023\n`;

const made = async (more: object) => {
  writeFiles(at(), {
    "given/tarn.md": sheet("Tarn ferry"),
    "others/lune.md": sheet("Lune ferry"),
  });
  const out = at("run");
  await run({ wing: "cofe", documents: [at("given")], out, items: 2, redo: true, ...more });
  return openRun(out);
};
const listsOf = (from: ReturnType<typeof openRun>) =>
  [...from.rows(items)].flatMap(({ keywords }) =>
    (keywords?.fine ?? []).map(list => list.map(({ text }) => text)),
  );

test("lists that stand in a document beside the corpus are bound to their own document's name", async () => {
  const alone = listsOf(await made({}));
  expect(alone.length).toBeGreaterThan(0);
  expect(alone.flat()).not.toContain("Tarn ferry");
  const opened = await made({ distractorsFrom: [at("others")] });
  expect([opened.count(documents), opened.count(distractors)]).toEqual([1, 1]);
  const bound = listsOf(opened);
  expect(bound).toHaveLength(alone.length);
  expect(bound.every(list => list.includes("Tarn ferry"))).toBe(true);
});

test("a run that counts no keywords over them refuses them", async () => {
  await expect(
    made({ method: "paper", mix: { factual: 1 }, distractorsFrom: [at("others")] }),
  ).rejects.toThrow("does not count keywords in distractors");
});
