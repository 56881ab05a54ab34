// Change one thing and only what depends on it is made again; what a person edited is kept.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { RunEvent } from "../../pipelines/engine/events.ts";
import { toyStages } from "../support/toy-pipeline.ts";
import {
  artifactsOf,
  newFolder,
  runToy,
  toyModel,
  twentyWords,
  writeTemplates,
} from "../support/toy-run.ts";

const rebuilt = (events: readonly RunEvent[]) =>
  events.flatMap(event => (event.type === "row-finished" ? [`${event.stage} ${event.input}`] : []));

const linesOf = (directory: string, artifact: string) =>
  readFileSync(join(directory, `${artifact}.jsonl`), "utf8")
    .trimEnd()
    .split("\n");

function edit(directory: string, artifact: string, change: (line: string) => string) {
  const path = join(directory, `${artifact}.jsonl`);
  writeFileSync(path, `${linesOf(directory, artifact).map(change).join("\n")}\n`);
}

test("a finished run that is run again asks nothing, rebuilds nothing and writes the same bytes", async () => {
  const directory = newFolder();
  await runToy({ directory });
  const before = artifactsOf(directory);
  const model = toyModel();
  const { events } = await runToy({ directory, model });
  expect(model.asked).toEqual([]);
  expect(rebuilt(events)).toEqual([]);
  expect(artifactsOf(directory)).toEqual(before);
});

test("spare rows are drawn on until enough are made, and the pipeline then settles", async () => {
  const directory = newFolder();
  await runToy({ directory });
  expect(linesOf(directory, "toy/pairs")).toHaveLength(8);
  // w3 is rejected twice (two drafts), so ten are chosen.
  expect(linesOf(directory, "toy/chosen")).toHaveLength(10);
});

test("order of arrival and concurrency change nothing in the artifacts", async () => {
  const runs = [];
  for (const concurrency of [1, 3, 32]) {
    const directory = newFolder();
    await runToy({ directory, options: { concurrency } });
    runs.push(artifactsOf(directory));
  }
  expect(runs[1]).toEqual(runs[0]);
  expect(runs[2]).toEqual(runs[0]);
});

test("a changed input row rebuilds that row and what follows from it, nothing else", async () => {
  const directory = newFolder();
  await runToy({ directory });
  const { events } = await runToy({
    directory,
    texts: twentyWords.map(text => (text === "word 2" ? "word two" : text)),
  });
  expect(rebuilt(events).sort()).toEqual(["toy/drafts w2", "toy/pairs c-w2/a", "toy/pairs c-w2/b"]);
});

test("a removed input row takes its rows with it", async () => {
  const directory = newFolder();
  await runToy({ directory });
  await runToy({ directory, texts: twentyWords.slice(0, 19) });
  expect(linesOf(directory, "toy/drafts").filter(line => line.includes("w20"))).toEqual([]);
});

test("a raised stage version rebuilds that stage; rows that come out the same stop the change there", async () => {
  const directory = newFolder();
  await runToy({ directory });
  const model = toyModel();
  const { events } = await runToy({ directory, model, stages: toyStages({ draftVersion: 2 }) });
  expect(new Set(rebuilt(events).map(line => line.split(" ")[0]))).toEqual(new Set(["toy/drafts"]));
  expect(rebuilt(events)).toHaveLength(20);
  expect(model.asked).toEqual([]);
});

test("a changed template rebuilds only the rows of its language", async () => {
  const directory = newFolder();
  const prompts = newFolder();
  mkdirSync(join(prompts, "toy"));
  writeTemplates(join(prompts, "toy"));
  await runToy({ directory, prompts });
  writeTemplates(join(prompts, "toy"), "请说");
  const { events } = await runToy({ directory, prompts });
  const drafted = rebuilt(events).filter(line => line.startsWith("toy/drafts"));
  expect(drafted.map(line => Number(line.slice("toy/drafts w".length)) % 2)).toEqual(
    Array.from({ length: 10 }, () => 0),
  );
});

test("a row edited by hand is kept and marked, what depends on it is rebuilt, and a later run keeps it still", async () => {
  const directory = newFolder();
  await runToy({ directory });
  edit(directory, "toy/drafts", line =>
    line.replace("It was said: word 1.", "A person said: word one."),
  );
  const { events } = await runToy({ directory });
  expect(linesOf(directory, "toy/drafts")[0]).toContain("A person said");
  expect(rebuilt(events)).toEqual(["toy/pairs c-w1/a"]);
  expect(readFileSync(join(directory, "toy/drafts.done.jsonl"), "utf8").split("\n")[0]).toContain(
    '"edited"',
  );
  const again = await runToy({ directory });
  expect(rebuilt(again.events)).toEqual([]);
  expect(linesOf(directory, "toy/drafts")[0]).toContain("A person said");
});

test("an edited row is kept when what it was made from changes, and this is said", async () => {
  const directory = newFolder();
  await runToy({ directory });
  edit(directory, "toy/drafts", line =>
    line.replace("It was said: word 1.", "A person said: word one."),
  );
  const { events } = await runToy({ directory, texts: ["word one", ...twentyWords.slice(1)] });
  expect(linesOf(directory, "toy/drafts")[0]).toContain("A person said");
  expect(events).toContainEqual({
    type: "edit-kept",
    stage: "toy/drafts",
    row: "w1/a",
    stale: true,
  });
});

test("an edited row of a stage over the whole artifact is kept when the rest of it is rebuilt", async () => {
  const directory = newFolder();
  await runToy({ directory });
  edit(directory, "toy/chosen", line =>
    line.replace("It was said: word 1.", "A person chose: word one."),
  );
  await runToy({
    directory,
    texts: twentyWords.map(text => (text === "word 2" ? "word two" : text)),
  });
  expect(linesOf(directory, "toy/chosen")[0]).toContain("A person chose");
  expect(linesOf(directory, "toy/pairs")[0]).toContain("A person chose");
});

test.each(["toy/chosen", "toy/drafts"])(
  "an edited row of %s is kept when a row made beside it was deleted and is made again",
  async artifact => {
    const directory = newFolder();
    await runToy({ directory });
    const count = linesOf(directory, artifact).length;
    const [first = "", second = ""] = linesOf(directory, artifact);
    edit(directory, artifact, line =>
      line === first
        ? line.replace("It was said: word 1.", "A person said: word one.")
        : line === second
          ? ""
          : line,
    );
    await runToy({ directory });
    const after = linesOf(directory, artifact);
    expect([
      after.length,
      after.filter(line => line.includes("A person said: word one.")).length,
      after.includes(second),
    ]).toEqual([count, 1, true]);
  },
);

test.each([
  [
    "breaks the record",
    (line: string) => line.replace('"language":"en"', '"language":"fr"'),
    /toy\/drafts\.jsonl line 1: language/,
  ],
  [
    "changes an id",
    (line: string) => line.replace('"id":"w1/a"', '"id":"mine"'),
    /mine was added or its id was changed/,
  ],
  [
    "is not JSON",
    (line: string) => (line.includes('"w1/a"') ? "{broken" : line),
    /toy\/drafts\.jsonl line 1 is not JSON/,
  ],
])("an edit that %s is refused with its line and reason", async (_, change, message) => {
  const directory = newFolder();
  await runToy({ directory });
  edit(directory, "toy/drafts", change);
  await expect(runToy({ directory })).rejects.toThrow(message);
});

test("a row that stands a second time with other content is refused, since one of the two would be lost", async () => {
  const directory = newFolder();
  await runToy({ directory });
  edit(directory, "toy/drafts", line =>
    line.includes('"w1/a"') ? `${line}\n${line.replace("word 1", "word one")}` : line,
  );
  await expect(runToy({ directory })).rejects.toMatchObject({
    code: "bad-edit",
    message: expect.stringMatching(/drafts\.jsonl line 2: row w1\/a appears here again/),
  });
});

test.each([
  ["a row", "toy/drafts", '"id":"w1/a"'],
  ["an outcome", "toy/drafts.done", '"input":"w1"'],
  ["the end of a journal", "toy/drafts.done", '"closed":true'],
])(
  "%s whose line was deleted is made again, from replies that are there",
  async (_, file, part) => {
    const directory = newFolder();
    await runToy({ directory });
    const before = artifactsOf(directory);
    edit(directory, file, line => (line.includes(part) ? "" : line));
    const model = toyModel();
    await runToy({ directory, model });
    expect(artifactsOf(directory)).toEqual(before);
    expect(model.asked).toEqual([]);
  },
);

test("line ends that an editor changed, empty lines it left and rows it put in another order are no edits, and are put right", async () => {
  const directory = newFolder();
  await runToy({ directory });
  const before = artifactsOf(directory);
  edit(directory, "toy/drafts", line => `${line}\r`);
  edit(directory, "toy/pairs", line => `${line}\n`);
  writeFileSync(
    join(directory, "toy/chosen.jsonl"),
    `${linesOf(directory, "toy/chosen").reverse().join("\n")}\n`,
  );
  const { events } = await runToy({ directory });
  expect(rebuilt(events)).toEqual([]);
  expect(events.filter(({ type }) => type === "edit-kept")).toEqual([]);
  expect(artifactsOf(directory)).toEqual(before);
});

test("--until stops after that stage, and the next run goes on from there", async () => {
  const directory = newFolder();
  const { events } = await runToy({ directory, options: { until: "drafts" } });
  expect(new Set(rebuilt(events).map(line => line.split(" ")[0]))).toEqual(new Set(["toy/drafts"]));
  const next = await runToy({ directory });
  expect(rebuilt(next.events).some(line => line.startsWith("toy/drafts"))).toBe(false);
  expect(linesOf(directory, "toy/pairs")).toHaveLength(8);
});
