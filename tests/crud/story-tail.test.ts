// What a story's maker told with an answer is asked of nobody again: references, keypoints, keywords and verdict come by code.

import { expect, test } from "vitest";
import { crudQuestionsStage } from "../../pipelines/crud/questions.ts";
import { materialOf } from "../../pipelines/crud/story-material.ts";
import { provenTasks } from "../../pipelines/crud/proven-tasks.ts";
import { crudVerdictsStage } from "../../pipelines/crud/verdicts.ts";
import { keypointsStage } from "../../pipelines/items/keypoints.ts";
import { keywordsStage } from "../../pipelines/items/keywords.ts";
import { referencesStage } from "../../pipelines/items/references.ts";
import { refinementStage } from "../../pipelines/items/refinement.ts";
import type { StoryDraftRow } from "../../schemas/crud/stories/records.ts";
import {
  answers,
  keypoints,
  keywords,
  questions,
  references,
} from "../../schemas/items/records.ts";
import { crudSettings } from "../support/crud-rows.ts";
import type { Join } from "../../schemas/items/item-types.ts";
import { scriptedContext } from "../support/stage-context.ts";
import { golds, reply, withheld } from "./story-rows.ts";

const { tasks } = provenTasks(reply, materialOf(withheld, golds));
const drafts: StoryDraftRow[] = tasks.map((task, at) => ({
  id: `draft-${at + 1}`,
  language: "en",
  domain: "news",
  tasksId: "t1",
  heldOutId: "n9",
  task: { number: at + 1, ...task },
  read: 4,
}));
const quotas = (items: number) => ({ items, mix: { "qa-2-documents": 1 } });
const asked = crudQuestionsStage({ method: "ours", quotas: quotas(6) }).all(
  [],
  scriptedContext({ qaSingles: [], corrections: [], documents: golds, storyDrafts: drafts })
    .context as never,
).rows;

test("drafts become questions, those worth most first, with both marks; withheld articles are of reverse tasks alone", () => {
  const rows = asked.map(row => questions.row.parse(row));
  expect(rows.map(({ type, heldOutIds }) => [type, heldOutIds])).toEqual([
    ["summarization", ["n9"]],
    ["continuation", ["n9"]],
    ["qa-2-documents", []],
    ["correction", []],
    ["qa-1-document", []],
  ]);
  expect(rows[0]?.measures).toMatchObject({ proof: "reading", proposed: 5, read: 4 });
});

/** Drafts over two articles, those worth most first: how they join them, and of which story each is. */
function joined(items: number, ...told: readonly (readonly [Join, story: string])[]) {
  const [of = drafts[0]!] = drafts.filter(({ task }) => task.joins !== undefined);
  const storyDrafts = told.map(([joins, heldOutId], at) => ({
    ...of,
    id: `joining-${at}`,
    heldOutId,
    read: 5 - Math.floor(at / 2),
    task: { ...of.task, joins, input: `${of.task.input} (${at})` },
  }));
  const tables = { qaSingles: [], corrections: [], documents: golds, storyDrafts };
  const { rows, dropped = [] } = crudQuestionsStage({ method: "ours", quotas: quotas(items) }).all(
    [],
    scriptedContext(tables).context as never,
  );
  return [
    rows.map(row => questions.row.parse(row).joins),
    dropped.map(({ id, code }) => `${id} ${code}`),
  ];
}

test("a question over several articles says how it joins them; lists are at most as many as the others", () => {
  const stories = ["list", "bridge", "list", "list", "compute"] as const;
  expect(joined(9, ...stories.map((joins, at) => [joins, `n${at}`] as const))).toEqual([
    ["list", "bridge", "list", "compute"],
    ["joining-3 too-many-lists"],
  ]);
});

test("a story is asked once over several articles, and again where others do not bear as many as are wanted", () => {
  const told = [
    ["bridge", "n1"],
    ["compute", "n1"],
    ["compute", "n2"],
    ["bridge", "n2"],
  ] as const;
  expect(joined(2, ...told)).toEqual([
    ["bridge", "compute"],
    ["joining-1 story-asked", "joining-3 story-asked"],
  ]);
  expect(joined(3, ...told)).toEqual([["bridge", "compute", "compute"], ["joining-3 story-asked"]]);
});

test.each(asked.map(row => [row.type, row] as const))(
  "%s: every claim is a keypoint with its sentences, and nobody is asked",
  async (_, question) => {
    const { context, asked: requests } = scriptedContext({ documents: golds });
    const ends = context as never;
    const [reference] = (await referencesStage.each(question, ends)).rows;
    const [answer] = (
      await refinementStage({ rounds: 2 }).each(references.row.parse(reference), ends)
    ).rows;
    const settled = answers.row.parse(answer);
    const points = (await keypointsStage.each(settled, ends)).rows.map(row =>
      keypoints.row.parse(row),
    );
    expect(points.map(({ claim }) => claim)).toEqual(question.claims?.map(({ claim }) => claim));
    expect(points.map(({ spans }) => spans)).toEqual(question.claims?.map(({ spans }) => spans));
    expect(settled.evidence.length).toBeLessThanOrEqual(points.length);
    const terms = keywords.row.parse((await keywordsStage.each(settled, ends)).rows[0]);
    const textOf = (id: string) => golds.find(gold => gold.id === id)?.text ?? "";
    for (const { text, span } of terms.fine.flat())
      expect(textOf(span.documentId).slice(span.start, span.end)).toBe(text);
    const judged = scriptedContext({ documents: golds, keypoints: points });
    const verdict = await crudVerdictsStage({ ...crudSettings, method: "ours" }).each(
      settled,
      judged.context as never,
    );
    expect(verdict.outcome).toBe("made");
    expect([...requests, ...judged.asked]).toEqual([]);
  },
);
