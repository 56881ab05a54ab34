// What a second reader, who has not seen its answer, makes of a story's task.

import { expect, test } from "vitest";
import { storyDraftsStage } from "../../pipelines/crud/story-drafts.ts";
import { agreedTask, readingFault } from "../../pipelines/crud/story-readings.ts";
import { provenTasks } from "../../pipelines/crud/proven-tasks.ts";
import { materialOf } from "../../pipelines/crud/story-material.ts";
import { storyDrafts, type StoryTask } from "../../schemas/crud/stories/records.ts";
import { scriptedContext } from "../support/stage-context.ts";
import { corrected, correction, golds, question, reply, withheld } from "./story-rows.ts";

const material = materialOf(withheld, golds);
const tables = { pool: [withheld], documents: golds, neighbours: [] };

const tasks = provenTasks(reply, material).tasks.map((task, at) => ({ number: at + 1, ...task }));
const articles = golds.map(({ id }) => ({ documentId: id, tells: "same" as const }));
const row = {
  id: "t1",
  language: "en" as const,
  domain: "news",
  stories: [{ storyId: "s1", heldOutId: "n9", articles, tasks }],
};
const taskOf = (type: StoryTask["type"]) => tasks.find(task => task.type === type)!;
const reading = (over: object) => ({
  number: 1,
  answer: "",
  sentences: [] as number[],
  unsupported: [],
  missing: [] as string[],
  conflicts: [] as number[][],
  errors: [],
  clear: true,
  worth: 4,
  ...over,
});
const found = correction.errors.map(({ wrong, right }) => ({ wrong, right }));

test("the reader sees neither answers nor what is not cited near; what it bears out goes on with both marks", async () => {
  const readings = [
    reading({ number: 1, worth: 5 }),
    reading({ number: 2, unsupported: [3] }),
    reading({ number: 3, answer: "64 years: it was built in 1961 and is lifted in 2025." }),
    reading({ number: 4, errors: found }),
    reading({ number: 5, answer: "By a bus over the Corran bridge, until 9 June 2025." }),
  ];
  const { context, asked: requests } = scriptedContext(tables, {
    "crud/story-reading": [{ readings }],
  });
  const outcome = await storyDraftsStage.each(row, context as never);
  const shown = JSON.stringify(requests[0]?.variables);
  for (const { text } of question.answer) expect(shown).not.toContain(text);
  expect(shown).not.toContain(corrected);
  const drafts = outcome.rows.map(each => storyDrafts.row.parse(each));
  expect(drafts.map(({ task, read }) => [task.type, task.worth, read])).toEqual([
    ["summarization", 5, 5],
    ["qa-2-documents", 4, 4],
    ["correction", 4, 4],
    ["qa-1-document", 4, 4],
  ]);
  expect(outcome).toMatchObject({ lost: [{ code: "unsupported-fact" }] });
});

test("what a further article on the event says of the same is shown, and a contradiction there counts", async () => {
  const other = {
    ...golds[0]!,
    id: "n4",
    name: "n4",
    text: "Divers found a hole of 60 centimetres in its hull. The café on the quay stays open.",
  };
  const single = taskOf("qa-1-document");
  const summary = taskOf("summarization");
  const own = {
    ...row,
    stories: row.stories.map(story => ({ ...story, tasks: [summary, single] })),
  };
  const related = [{ documentId: "n4", score: 0.4, shared: ["Ottermouth"] }];
  const { context, asked: requests } = scriptedContext(
    {
      pool: [withheld],
      documents: [...golds, other],
      neighbours: [{ id: "n1", language: "en", related }],
    },
    {
      "crud/story-reading": [
        {
          readings: [
            reading({ number: 1, conflicts: [[5, 12]] }),
            reading({ number: 5, answer: "By a bus, until 9 June 2025." }),
          ],
        },
      ],
    },
  );
  const outcome = await storyDraftsStage.each(own, context as never);
  const shown = JSON.stringify(requests[0]?.variables);
  expect(shown).toContain("60 centimetres");
  expect(shown).not.toContain("café");
  expect(outcome).toMatchObject({ lost: [{ code: "contradicted" }] });
  expect(outcome.rows).toHaveLength(1);
});

test("of an article that may be on another event only what says nearly the same is shown", async () => {
  const other = {
    ...golds[0]!,
    id: "n5",
    name: "n5",
    text: "A floating crane from Port Renwick will lift the Ottermouth ferry on 11 June 2025. The crane was hired by the harbour of Ottermouth for its ferry.",
  };
  const related = [{ documentId: "n5", score: 0.2, shared: ["Ottermouth"] }];
  const { context, asked: requests } = scriptedContext(
    {
      pool: [withheld],
      documents: [...golds, other],
      neighbours: [{ id: "n9", language: "en", related }],
    },
    { "crud/story-reading": [{ readings: [] }] },
  );
  await storyDraftsStage.each(row, context as never);
  const shown = JSON.stringify(requests[0]?.variables);
  expect(shown).toContain("11 June 2025");
  expect(shown).not.toContain("was hired");
});

test.each<[StoryTask["type"], object | undefined, string | undefined]>([
  ["summarization", undefined, "not-read"],
  ["summarization", { clear: false }, "unclear"],
  ["summarization", { worth: 2 }, "not-worth-asking"],
  ["summarization", {}, undefined],
  ["qa-2-documents", {}, "not-answerable"],
  ["qa-2-documents", { answer: "It was built 60 years before." }, "answers-differ"],
  ["qa-2-documents", { answer: "64 years lie between." }, undefined],
  ["qa-2-documents", { answer: "It was built in 1961 and is lifted on 9 June 2025." }, undefined],
  ["qa-2-documents", { answer: "Its café was painted green 64 years ago." }, "answers-differ"],
  ["qa-2-documents", { answer: "Built in 1961: 64 years before." }, undefined],
  ["qa-1-document", { answer: "By a bus, until 9 June 2025." }, undefined],
  [
    "qa-1-document",
    { answer: "By a bus, until 9 June 2025.", conflicts: [[3, 9]] },
    "contradicted",
  ],
  ["qa-1-document", { answer: "By a bus, until 9 June 2025.", conflicts: [[3, 5]] }, undefined],
  ["summarization", { conflicts: [[4, 6]] }, "contradicted"],
  ["summarization", { conflicts: [[5, 6]] }, undefined],
  ["correction", { errors: found.slice(1) }, "error-not-found"],
  ["correction", { errors: [...found, { wrong: "its hull", right: "its deck" }] }, "further-error"],
  ["correction", { errors: found }, undefined],
  [
    "correction",
    {
      errors: [
        { wrong: "of 90 centimetres", right: "a hole 40 centimetres wide" },
        {
          wrong: "A storm had struck it",
          right:
            "It was, by the harbour master's word, where the patch had been, not a storm's doing",
        },
        { wrong: "lift the ferry after the summer", right: "is to lift it on 9 June 2025" },
      ],
    },
    undefined,
  ],
  [
    "correction",
    { errors: [{ wrong: "90 centimetres", right: "45 centimetres" }, ...found.slice(1)] },
    "error-not-found",
  ],
  [
    "correction",
    { errors: [{ wrong: "90 centimetres", right: "" }, ...found.slice(1)] },
    "error-not-found",
  ],
])("%s: what a reader says (%j) decides: %s", (type, over, code) => {
  const given = over && reading(over);
  expect(readingFault(taskOf(type), given, material)?.code).toBe(code);
});

test("what only its maker says of a question goes, unless an article would go with it; what both lack is told", () => {
  const single = taskOf("qa-1-document");
  const bus = { answer: "By a bus over the Corran bridge.", sentences: [9] };
  expect(agreedTask(single, reading(bus), material)).toMatchObject({
    task: { answer: single.claims[0]?.claim, claims: [{}] },
    right: 5,
  });
  const both = reading({ ...bus, sentences: [7, 9] });
  expect(agreedTask(single, both, material)).toEqual({ task: single, right: 5 });
  const further = { answer: `${single.answer} That costs £85,000.`, sentences: [7, 8, 9] };
  expect(agreedTask(single, reading(further), material)).toEqual({ task: single, right: 4 });
  const { claims, ...asked } = taskOf("qa-2-documents");
  const several = { ...asked, claims: claims.slice(0, 2), derivations: [] };
  const read = { answer: "It will be lifted on 9 June 2025.", sentences: [7] };
  expect(agreedTask(several, reading(read), material)).toEqual({ task: several, right: 4 });
});

test("a summary that leaves something out waits for whole ones", () => {
  const summary = taskOf("summarization");
  const of = (missing: string[]) => agreedTask(summary, reading({ missing }), material).right;
  expect([of([]), of(["who pays for the lift"])]).toEqual([5, 4]);
  expect(summary.original).toEqual({ sentences: 3, told: 0 });
});

test("a value that its sentence states in another form is not missing from a reader's answer", () => {
  const text = "渡口恢复得很快，2023年1-6月运送旅客4300人次。6月8日约16时，最后一班船满员离港。";
  const ferry = { ...golds[0]!, id: "z1", language: "zh" as const, text };
  const chinese = materialOf({ ...withheld, language: "zh" }, [ferry]);
  const half = text.indexOf("6月8日");
  const at = (start: number, end: number) => [{ documentId: "z1", start, end }];
  const claims = [
    { claim: "渡口2023年1至6月运送旅客4300人次。", spans: at(0, half) },
    { claim: "6月8日约16时，最后一班船满员离港。", spans: at(half, text.length) },
  ];
  const answer = claims.map(({ claim }) => claim).join("");
  const task: StoryTask = {
    ...taskOf("qa-1-document"),
    input: "渡口上半年运送多少旅客？末班船怎样？",
    answer,
    claims,
    derivations: [],
  };
  const said = reading({ answer: "上半年运送旅客4300人次，最后一班船满员离港。" });
  expect(readingFault(task, said, chinese)).toBeUndefined();
  const invented = { ...task, answer: answer.replace("4300", "5300") };
  expect(readingFault(invented, said, chinese)?.code).toBe("answers-differ");
});
