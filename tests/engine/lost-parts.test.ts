// Parts of a row that come to nothing are counted with their reasons, whether a stage takes rows one by one or all at once.

import { expect, test } from "vitest";
import { openRun } from "../../pipelines/engine/open-run.ts";
import { defineStage, defineWholeStage, made } from "../../pipelines/engine/stage.ts";
import { statusOf } from "../../pipelines/engine/status.ts";
import { readLosses } from "../../pipelines/report/losses-data.ts";
import { runPlain, textArtifact } from "../support/plain-run.ts";
import { newFolder } from "../support/toy-run.ts";

const [words, letters, chosen] = ["plain/words", "plain/letters", "plain/chosen"].map(
  textArtifact,
) as [
  ReturnType<typeof textArtifact>,
  ReturnType<typeof textArtifact>,
  ReturnType<typeof textArtifact>,
];

/** Keeps the letters of a word; each sign that is none is lost. */
const lettersStage = defineStage({
  name: "plain/letters",
  module: "1",
  prompts: [],
  over: words,
  writes: letters,
  each: ({ id, text }) =>
    made(
      [{ id, text: text.replace(/\W/g, "") }],
      [...text.replace(/\w/g, "")].map(sign => ({ code: "no-letter", detail: sign })),
    ),
});

/** Leaves out what is empty, and of all others their last letter. */
const chosenStage = defineWholeStage({
  name: "plain/chosen",
  module: "1",
  prompts: [],
  over: letters,
  writes: chosen,
  all: rows => ({
    rows: rows.flatMap(({ id, text }) => (text === "" ? [] : { id, text: text.slice(0, -1) })),
    dropped: rows.map(({ id, text }) =>
      text === ""
        ? { id, code: "empty", detail: "Nothing is left." }
        : { id: `${id}/last`, code: "last", detail: text.slice(-1) },
    ),
  }),
});

async function runTwice() {
  const directory = newFolder();
  const rows = [
    { id: "w1", text: "a!b?" },
    { id: "w2", text: "cd" },
    { id: "w3", text: "!" },
  ];
  const run = { directory, input: words, rows, stages: [lettersStage, chosenStage] };
  await runPlain(run);
  const first = statusOf(directory).stages;
  await runPlain(run);
  return { directory, first, second: statusOf(directory).stages };
}

test("status counts lost parts with the rejected, of rows and of the whole, and again after the run is opened again", async () => {
  const { first, second } = await runTwice();
  expect(first.map(({ made, rejected }) => [made, rejected])).toEqual([
    [3, { "no-letter": 3 }],
    [0, { last: 2, empty: 1 }],
  ]);
  expect(second).toEqual(first);
});

test("the report's losses name each lost part beside the row it was of", async () => {
  const { directory } = await runTwice();
  const losses = readLosses(openRun(directory)).map(({ input, code, detail }) => [
    input,
    code,
    detail,
  ]);
  expect(losses.slice(0, 3)).toEqual([
    ["w1", "no-letter", "!"],
    ["w1", "no-letter", "?"],
    ["w3", "no-letter", "!"],
  ]);
});
