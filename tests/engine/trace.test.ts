// One row back to what it was made from, through journals alone.

import { expect, test } from "vitest";
import type { TraceNode } from "../../schemas/output/other-commands.ts";
import { trace } from "../../pipelines/engine/trace.ts";
import { freshFolder } from "../support/folder.ts";
import { known, sampleItems } from "../support/sample-items.ts";
import { putItems, writeSampleRun } from "../support/sample-run.ts";

const at = freshFolder();

const flat = (node: TraceNode): TraceNode[] => [node, ...node.parents.flatMap(flat)];
const named = (nodes: readonly TraceNode[]) => nodes.map(({ artifact, id }) => `${artifact} ${id}`);
const firstLine = (node: TraceNode): TraceNode[] => [
  node,
  ...node.parents.slice(0, 1).flatMap(firstLine),
];

test("an item goes back over verdict, answer, question, plan, fact and document to its seed", () => {
  writeSampleRun(at());
  expect(named(firstLine(trace(at(), "item-1")))).toEqual([
    "items/items item-1",
    "items/verdicts a-1/verdict",
    "items/answers a-1",
    "items/references r-1",
    "items/questions q-1",
    "rageval/plans p-1",
    "rageval/facts f-d-alder",
    "items/documents d-alder",
    "rageval/configs c-1",
    "rageval/variants v-1",
    "rageval/schemas schema-1",
    "rageval/seed-groups g-1",
    "rageval/seeds s-1",
  ]);
});

test("both documents of a comparison are found, those of other items are not", () => {
  writeSampleRun(at());
  const documents = flat(trace(at(), "item-1")).filter(
    ({ artifact, again }) => artifact === "items/documents" && !again,
  );
  expect(named(documents)).toEqual(["items/documents d-alder", "items/documents d-birch"]);
});

test("every call on the way is named with its prompt and model", () => {
  writeSampleRun(at());
  const calls = flat(trace(at(), "item-1")).flatMap(node =>
    node.calls.map(call => [node.id, call.key, call.prompt, call.model]),
  );
  expect(calls).toContainEqual(["q-1", "call-question-1", "items/questions-prompt", "rules@1"]);
  expect(calls).toContainEqual(["schema-1", "call-schema", "rageval/schemas-prompt", "rules@1"]);
  expect(calls.filter(([, key]) => key === "call-question-0")).toEqual([]);
});

test("what a stage over a whole artifact looked up for this row stands beside its input: the keypoints with their calls", () => {
  writeSampleRun(at());
  const [, ...lookedUp] = trace(at(), "item-1").parents;
  expect(named(lookedUp)).toEqual(["items/keypoints a-1/k1", "items/keypoints a-1/k2"]);
  expect(lookedUp[0]?.calls).toEqual([
    { key: "call-keypoints-1", prompt: "items/keypoints-prompt", model: "rules@1" },
  ]);
});

test("a row from outside has no stage; a made one names the stage, and both say what they are", () => {
  writeSampleRun(at());
  const line = firstLine(trace(at(), "item-0"));
  expect(line[0]).toMatchObject({ stage: "items/items", summary: "When was Alder Mills founded?" });
  expect(line.at(-1)).toMatchObject({
    id: "s-1",
    stage: null,
    summary: "seeds/report.txt · A seed.",
  });
});

test("an item that is asked as of a day says so", () => {
  writeSampleRun(at());
  putItems(at(), [{ ...sampleItems[0]!, ...known }]);
  expect(trace(at(), "item-0").summary).toBe("as of 2021-05-03 · When was Alder Mills founded?");
});
