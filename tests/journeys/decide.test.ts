// Two systems decided between from the command line: by code, by a judge asked until it is decided, and set right by people.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Decision } from "../../schemas/evaluation/decision.ts";
import type { ItemRow } from "../../schemas/items/records.ts";
import { type ChatServer, sendJson } from "../llm/endpoints/chat-server.ts";
import { ragwright } from "../support/cli.ts";
import { reviewOf, taskOn } from "../support/judged-run.ts";
import { putLines } from "../support/run-files.ts";
import { sampleItems } from "../support/sample-items.ts";
import { putDocuments, putItems, putRun } from "../support/sample-run.ts";
import { newFolder } from "../support/toy-run.ts";
import { words } from "./words.ts";
import { rowsIn } from "./rows.ts";
import { judge, serve } from "./judges.ts";

const [sample] = sampleItems as readonly [ItemRow];
const items = Array.from(
  { length: 240 },
  (_, at): ItemRow => ({
    ...sample,
    id: `item-${String(at).padStart(3, "0")}`,
    type: at % 2 ? "factual" : "summary",
    question: `Question ${at}?`,
  }),
);

/** What the judge is to make of an answer stands in it: GOOD covers every keypoint. */
const isGood = (text: string): boolean => text.includes("GOOD");

/** Judges by that word, and takes the systems' own names for a reason to err where it is told to. */
const judgeBy = (favours?: string) =>
  judge(asked => isGood(asked) || (favours !== undefined && asked.includes(favours)));

/** An endpoint that answers each item with the row of its id. */
function serveRows(rows: readonly { readonly id: string }[]) {
  const byId = new Map(rows.map(row => [row.id, row]));
  return serve((response, { id }) => sendJson(response, 200, byId.get(String(id)) ?? {}));
}

/** `good` of 100 answers of each system are right; of the evidence all or nothing is found. */
function prepared(good: readonly [number, number], evidence: readonly [number, number]) {
  const folder = newFolder();
  const run = join(folder, "run");
  putRun(run);
  putDocuments(run);
  putItems(run, items);
  const answersOf = (side: 0 | 1, name: string) =>
    items.map(({ id, evidence: [first] }, at) => ({
      id,
      answer: `${name} ${(at * 37) % 100 < good[side] ? "GOOD" : "POOR"} ${id}`,
      contexts: [(at * 61) % 100 < evidence[side] ? (first?.text ?? "") : "Nothing of it."],
      cost: 0.001 * (1 + side),
      latencyMs: 500 * (1 + side),
    }));
  for (const [side, name] of [
    [0, "old"],
    [1, "new"],
  ] as const)
    putLines(folder, name, answersOf(side, name));
  const decide = (...more: string[]) =>
    ragwright(["decide", "old.jsonl", "new.jsonl", "--against", "run", ...more], {
      cwd: folder,
      env: { OPENAI_API_KEY: "k" },
    });
  const by = (server: ChatServer) => ["--model", "openai:judge", "--base-url", server.baseUrl];
  const decision = () =>
    Decision.parse(JSON.parse(readFileSync(join(run, "decisions/old-new/decision.json"), "utf8")));
  const page = () => readFileSync(join(run, "decisions/old-new/decision.html"), "utf8");
  return { folder, run, decide, by, decision, page, answersOf };
}

test("by code: which, by how much, what it costs, in ten lines and on one page in either language", {
  timeout: 300_000,
}, async () => {
  const { decide, decision, page } = prepared([50, 50], [40, 70]);
  const said = await decide();
  expect([said.code, said.err.includes("Error")]).toEqual([0, false]);
  expect(said.out.trim().split("\n").length).toBeLessThanOrEqual(10);
  expect(said.out).toMatch(/^new is better than old by 3\d\.\d points in evidence recall/);
  expect(said.out).toContain("$0.001 → $0.002 (+100%), 0.50 s → 1.00 s (+100%)");
  expect(decision()).toMatchObject({ verdict: "second", basis: "code", both: 240, judge: null });
  expect(page()).toContain("How certain is it?");
  const again = await decide("--language", "zh", "--json", "--margin", "0.5");
  expect(JSON.parse(again.out)).toMatchObject({ verdict: "second", margin: 0.5 });
  expect(page()).toMatch(/<html lang="zh">[^]*new 优于 old/);
  const wrong = await decide("--metric", "answer-length");
  expect([wrong.code, wrong.err.includes("cannot decide")]).toEqual([2, true]);
});

test("a judge is asked in random order until it is decided, and counts for nothing until people have checked it", {
  timeout: 300_000,
}, async () => {
  const { decide, by, decision, folder } = prepared([30, 70], [50, 50]);
  const fair = await judgeBy();
  const unchecked = await decide(...by(fair));
  expect(unchecked.code).toBe(0);
  const asked = fair.bodies.length;
  expect(asked).toBeGreaterThanOrEqual(40);
  expect(asked).toBeLessThan(240);
  expect(decision()).toMatchObject({
    metric: "evidence-recall",
    basis: "code",
    verdict: "undecided",
    unproved: { metric: "completeness", verdict: "second" },
    forPeople: { items: 100 },
  });
  expect(unchecked.out).toContain("too few to count");
  const named = await decide(...by(fair), "--metric", "completeness");
  expect(decision()).toMatchObject({ basis: "judge", verdict: "second" });
  expect(decision().sequence).toMatchObject({ decidedAfter: asked / 2, asked: asked / 2 });
  expect(named.out).toContain("which no person has checked");
  // Nothing is asked twice, nor by an evaluation of the same answers.
  expect(fair.bodies.length).toBe(asked);
  const evaluated = await ragwright(
    ["evaluate", "new.jsonl", "--against", "run", "--metrics", "completeness", ...by(fair)],
    { cwd: folder, env: { OPENAI_API_KEY: "k" } },
  );
  expect(evaluated.code).toBe(0);
  expect(fair.bodies.length).toBe(asked / 2 + 240);
});

test("a judge that favours a side is set right by a hundred verdicts of people", {
  timeout: 300_000,
}, async () => {
  const { decide, by, decision, run, answersOf } = prepared([40, 75], [50, 50]);
  const partial = await judgeBy("old POOR");
  await decide(...by(partial), "--metric", "completeness");
  expect(decision()).toMatchObject({ basis: "judge", verdict: "first" });
  const judged = items.slice(0, 100).flatMap((item, at) =>
    (["old", "new"] as const).map((name, side) => {
      const response = answersOf(side as 0 | 1, name)[at]!.answer;
      const task = taskOn(item, "judge");
      const content = {
        ...task.content,
        keypoints: item.keypoints.map(({ claim }) => claim),
        response,
      };
      return { ...task, id: `${name}-${item.id}`, content };
    }),
  );
  putLines(run, "annotate/tasks", judged);
  putLines(
    run,
    "annotate/reviews",
    judged.map(task =>
      reviewOf(
        task,
        "ann",
        Object.fromEntries(
          task.content.keypoints.map((_, at) => [
            `keypoint-${at + 1}`,
            isGood(task.content.response) ? "covered" : "neither",
          ]),
        ),
      ),
    ),
  );
  const { out } = await decide(...by(partial));
  expect(decision()).toMatchObject({ metric: "completeness", basis: "people", verdict: "second" });
  expect(decision().people).toMatchObject({ items: 100 });
  expect(out).toContain("corrected by people on 100 items");
});

test("endpoints may stand in the place of files: they are asked in random order until it is decided, and never twice", {
  timeout: 300_000,
}, async () => {
  const { folder, decision, answersOf } = prepared([50, 50], [20, 80]);
  const [old, fresh] = [await serveRows(answersOf(0, "old")), await serveRows(answersOf(1, "new"))];
  const typed = [`${old.baseUrl}/answer`, `${fresh.baseUrl}/answer`, "--names", "old,new"];
  const type = () => ragwright(["decide", ...typed, "--against", "run"], { cwd: folder });
  const said = await type();
  expect(said.code).toBe(0);
  const { verdict, asked, lead } = decision();
  const askedFor = asked?.items ?? 0;
  expect([verdict, asked?.decided, lead.n]).toEqual(["second", true, askedFor]);
  expect(askedFor).toBeLessThan(240);
  expect([old.bodies.length, fresh.bodies.length]).toEqual([askedFor, askedFor]);
  expect(said.out).toContain(`Both were given ${askedFor} of 240 items, in random order`);
  expect((await type()).code).toBe(0);
  expect([old.bodies.length, fresh.bodies.length, decision().lead]).toEqual([
    askedFor,
    askedFor,
    lead,
  ]);
});

test("an endpoint beside a file is asked for all items where these do not decide", {
  timeout: 300_000,
}, async () => {
  const { folder, decide, answersOf } = prepared([50, 50], [50, 50]);
  const rag = await serveRows(answersOf(1, "new"));
  const typed = ["old.jsonl", `${rag.baseUrl}/answer`, "--against", "run", "--names", "old,asked"];
  const first = await ragwright(["decide", ...typed, "--json"], { cwd: folder });
  expect([first.code, rag.bodies.length]).toEqual([0, 240]);
  const file = JSON.parse((await decide("--json")).out);
  const { lead, asked } = JSON.parse(first.out);
  expect([lead.difference, asked]).toEqual([
    file.lead.difference,
    { items: 240, of: 240, decided: false },
  ]);
});

test("answers drawn for the decision are handed out, judged and taken in, and decide against a judge that favours a side", {
  timeout: 300_000,
}, async () => {
  const { decide, by, decision, folder } = prepared([40, 75], [50, 50]);
  const partial = await judgeBy("old POOR");
  await decide(...by(partial), "--metric", "completeness");
  expect(decision()).toMatchObject({ basis: "judge", verdict: "first" });
  const inFolder = (...command: string[]) => ragwright(command, { cwd: folder });
  const drawn = await inFolder(
    ...words`annotate batch run --protocol judge --annotators ann --out out --for-decision old.jsonl new.jsonl --controls 0`,
  );
  expect(drawn.code, drawn.err).toBe(0);
  const tasks = rowsIn<{
    id: string;
    content: { response: string; keypoints: readonly string[] };
  }>(join(folder, "out/ann/tasks.jsonl"));
  const verdicts = tasks.map(({ id, content }) => {
    const said = isGood(content.response) ? "covered" : "neither";
    const values = content.keypoints.map((_, at) => [`keypoint-${at + 1}`, said]);
    return { taskId: id, annotator: "ann", values: Object.fromEntries(values), seconds: 20 };
  });
  // Both answers of each item, about a hundred items.
  expect(verdicts.length).toBeGreaterThan(150);
  expect(verdicts.length).toBeLessThan(260);
  putLines(folder, "ann", verdicts);
  const imported = await inFolder("annotate", "import", "run", "ann.jsonl");
  expect(imported.code, imported.err).toBe(0);
  const { out } = await decide(...by(partial));
  expect(decision()).toMatchObject({ metric: "completeness", basis: "people", verdict: "second" });
  expect(decision().people?.items).toBe(verdicts.length / 2);
  expect(out).toContain(`corrected by people on ${verdicts.length / 2} items`);
});
