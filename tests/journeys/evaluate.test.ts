// A system's predictions scored from the command line: the released programs' values, ids of every export, planted losses, comparisons and bounds.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { EvaluationResult } from "../../schemas/evaluation/result.ts";
import type { ItemRow } from "../../schemas/items/records.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import { ragwright } from "../support/cli.ts";
import { alder, birch, heron, sampleItems, ward } from "../support/sample-items.ts";
import { writeCofeRun } from "../support/sample-cofe-run.ts";
import { writeNewsRun } from "../support/sample-news-run.ts";
import { putDocuments, putItems, putRun } from "../support/sample-run.ts";
import { newFolder } from "../support/toy-run.ts";
import { words } from "./words.ts";
import { rowsIn } from "./rows.ts";

type Told = EvaluationResult & {
  metrics: Record<string, { value: number | null; n: number; undefined: number }>;
  notComputed: Record<string, string[]>;
  calls: unknown[];
  report: string | null;
};

const folder = newFolder();
const at = (...parts: string[]) => join(folder, ...parts);
const put = (name: string, ...rows: readonly (object | string)[]): string => {
  writeFileSync(
    at(name),
    rows.map(row => `${typeof row === "string" ? row : JSON.stringify(row)}\n`).join(""),
  );
  return at(name);
};
const evaluate = (...typed: string[]) => ragwright(["evaluate", ...typed], { cwd: folder });
async function told(...typed: string[]): Promise<Told> {
  const { out, err, code } = await evaluate(...typed, "--json");
  expect(code, err).toBe(0);
  return JSON.parse(out) as Told;
}

/** An item more, all of whose evidence a system finds. */
const board: ItemRow = {
  ...sampleItems[2]!,
  id: "item-5",
  type: "factual",
  question: "How often did the board of Birch Ferries meet?",
  answer: "Four times.",
  evidence: [
    {
      number: 1,
      text: "The board met four times.",
      span: {
        documentId: birch.id,
        start: birch.text.indexOf("The board"),
        end: birch.text.length,
      },
    },
  ],
  keypoints: [{ claim: "The board met four times.", kind: "fact", spans: [] }],
};

function putSampleRun(name: string): string {
  putRun(at(name));
  putDocuments(at(name));
  putItems(at(name), [...sampleItems, board]);
  return at(name);
}

const points = (text: string): number => [...text].length;

/** A document cut in two behind a text, by place in code points. */
function halves({ id, text }: DocumentRow, behind: string): object[] {
  const border = points(text.slice(0, text.indexOf(behind) + behind.length));
  return [
    { id: `${id}-1`, documentId: id, start: 0, end: border },
    { id: `${id}-2`, documentId: id, start: border, end: points(text) },
  ];
}

/** A parser that lost a sentence, a border within another, a search that misses, a reranker that drops, an answer that ignores what it read. */
const chunks = [
  ...halves(alder, "in Corrie."),
  ...halves(birch, "in 2021."),
  ...halves(heron, "公司2021年营业"),
  { id: "ward-1", documentId: ward.id, text: "Corrie Hospital. Patient: Ann Lowe." },
];
const planted = [
  { id: "item-4", answer: "In June.", retrieved: [{ id: "ward-1" }] },
  { id: "item-3", answer: "不知道。", retrieved: [{ id: "d-heron-1" }] },
  { id: "item-0", answer: "In Corrie.", retrieved: [{ id: "d-birch-2" }] },
  {
    id: "item-1",
    answer: "Alder Mills.",
    retrieved: [{ id: "d-alder-2" }, { id: "d-birch-1" }],
    reranked: [{ id: "d-alder-2" }],
  },
  { id: "item-5", answer: "It owns ten ferries.", retrieved: [{ id: "d-birch-2" }] },
];

test("evidence lost in each step is found there and counted once, and a second start asks the judge nothing", async () => {
  const run = putSampleRun("losing");
  const losing = put("losing.jsonl", ...planted, { id: "nobody", answer: "?" });
  const stored = put("chunks.jsonl", ...chunks);
  const args = words`${losing} --against ${run} --chunks ${stored} --model rules`;
  const { systems, missing, surplus, calls } = await told(...args);
  const once = { parsing: 1, chunking: 1, retrieval: 1, reranking: 1 };
  expect(systems[0]!.losses).toEqual({
    told: ["parsing", "chunking", "retrieval", "reranking", "generation"],
    references: 6,
    lostReferences: once,
    items: 5,
    lostItems: { ...once, generation: 1 },
  });
  expect([missing, surplus]).toEqual([["item-2"], ["nobody"]]);
  const journal = readFileSync(join(run, "evaluations/losing/calls.jsonl"), "utf8");
  const result = readFileSync(join(run, "evaluations/losing/result.json"), "utf8");
  const [again, dev] = await Promise.all([
    evaluate(...args),
    told(...words`${losing} --against ${run} --split dev --metrics rouge-l,crud-bleu --name dev`),
  ]);
  expect(
    [again.code, readFileSync(join(run, "evaluations/losing/calls.jsonl"), "utf8") === journal],
    again.err,
  ).toEqual([0, true]);
  expect(readFileSync(join(run, "evaluations/losing/result.json"), "utf8")).toBe(result);
  expect(calls).not.toEqual([]);
  expect(again.out).toMatch(/Judge: \d+ calls, \d+ tokens, \$0\.00/);
  expect(again.out).toMatch(
    /1 of 6 items have no prediction and are not included in the values: item-2\n1 predictions do not belong to any item: nobody/,
  );
  expect([dev.items, Object.keys(dev.metrics), dev.surplus]).toEqual([
    2,
    ["rouge-l", "crud-bleu"],
    ["nobody"],
  ]);
});

test("the run's report is written again with the answers scored, in the language it had", async () => {
  const run = putSampleRun("reported");
  const page = join(run, "report.html");
  await ragwright(["report", run, "--language", "zh"]);
  expect(readFileSync(page, "utf8")).not.toContain("first-system");
  const { report } = await told(put("first-system.jsonl", ...planted), "--against", run);
  expect(report).toBe(page);
  const shown = readFileSync(page, "utf8");
  expect(shown).toContain('<html lang="zh">');
  expect(shown).toContain("first-system");
});

test("what is not a prediction is refused with file and line, and nothing is written", async () => {
  const run = putSampleRun("refusing");
  const good = planted[0]!;
  const wrong: readonly (readonly [string, RegExp])[] = [
    [put("broken.jsonl", good, '{"id":'), /broken\.jsonl line 2: this is not JSON/],
    [
      put("twice.jsonl", good, "", { ...good, answer: "?" }),
      /twice\.jsonl line 3: item-4 is answered twice \(first at line 1\)/,
    ],
    [
      put("beyond.jsonl", good, {
        id: "item-0",
        retrieved: [{ documentId: "d-ward", start: 0, end: 9999 }],
      }),
      /beyond\.jsonl line 2: retrieved\.0: 0 to 9999 extends beyond/,
    ],
    [
      put("others.jsonl", { id: "x" }, { id: "y" }),
      /No prediction in .*others\.jsonl belongs to an item of .*its first ids are x, y/,
    ],
  ];
  const refusing = Promise.all(wrong.map(([path]) => evaluate(path, "--against", run)));
  const misusing = Promise.all([
    evaluate(wrong[0]![0], "--against", run, "--name", "../../out"),
    evaluate(wrong[0]![0], "--against", run, "--fail-under", "completeness=0.5"),
  ]);
  const [refused, misused] = await Promise.all([refusing, misusing]);
  for (const [index, [, message]] of wrong.entries())
    expect([refused[index]!.code, refused[index]!.err]).toEqual([
      1,
      expect.stringMatching(message),
    ]);
  expect(misused.map(({ code, err }) => [code, err.split("\n")[0]])).toEqual([
    [2, expect.stringContaining("--name accepts letters")],
    [2, expect.stringContaining("completeness cannot be computed here")],
  ]);
  expect(existsSync(join(run, "evaluations"))).toBe(false);
});

const exported = async (run: string, format: string) =>
  expect((await ragwright(["export", run, "--format", format])).code).toBe(0);

test("predictions join by the ids of every export, in each benchmark's own form, against the run and against the exported file", async () => {
  const dragonball = putSampleRun("dragonball");
  writeNewsRun(at("crud"));
  writeCofeRun(at("cofe"));
  await Promise.all([
    exported(dragonball, "dragonball"),
    exported(at("crud"), "crud"),
    exported(at("cofe"), "cofe"),
  ]);
  const files = [
    "dragonball/dataset/dragonball/queries.jsonl",
    "crud/dataset/crud/crud.json",
    "cofe/dataset/cofe/examples.json",
  ].map(path => at(path));
  const [queries, crud, cofe] = [
    rowsIn<{
      query: { query_id: number };
      ground_truth: { content: string; references: string[] };
    }>(files[0]!),
    JSON.parse(readFileSync(files[1]!, "utf8")),
    JSON.parse(readFileSync(files[2]!, "utf8")),
  ];
  const records = (Object.values(crud).filter(Array.isArray) as { ID: string }[][]).flat();
  const predictions = [
    put(
      "rageval.jsonl",
      ...queries.map(query => ({
        ...query,
        prediction: {
          content: query.ground_truth.content,
          references: query.ground_truth.references,
        },
      })),
    ),
    put("crud.json", {
      results: records.map(({ ID }) => ({
        id: ID,
        log: { generated_text: "云汀大桥" },
        original_data: { retrieve_context: "一段\n\n二段" },
      })),
    }),
    put("cofe.json", {
      examples: cofe.examples.map((example: { coarse_keywords: string[] }) => ({
        ...example,
        response: "不知道。",
        retrieved: example.coarse_keywords,
      })),
    }),
  ];
  const runs = ["dragonball", "crud", "cofe"].map(name => at(name));
  const results = await Promise.all(
    predictions.flatMap((path, index) => [
      told(path, "--against", runs[index]!),
      told(path, "--against", files[index]!, "--out", at(`file-${index}`)),
    ]),
  );
  expect(results.flatMap(({ missing, surplus }) => surplus.concat(missing))).toEqual(["i-none"]);
  const [ours, theirs, , news, , examples] = results as [Told, Told, Told, Told, Told, Told];
  expect([ours.metrics["rageval-recall"], ours.metrics["rouge-l"]?.value]).toEqual([
    expect.objectContaining({ value: 1, undefined: 1 }),
    1,
  ]);
  expect(theirs.metrics["rageval-recall"]).toEqual(ours.metrics["rageval-recall"]);
  expect([news.notComputed["the items have no references"], Object.keys(news.metrics)]).toEqual([
    expect.arrayContaining(["rageval-recall"]),
    expect.arrayContaining(["crud-bleu"]),
  ]);
  expect([
    examples.notComputed["the items have no keypoints"],
    Object.keys(examples.metrics),
  ]).toEqual([expect.anything(), expect.arrayContaining(["cofe-recall", "cofe-accuracy"])]);
  const numbered = put(
    "numbered.jsonl",
    ...queries.map(({ query }) => ({ id: query.query_id, contexts: ["plain text"] })),
  );
  const renamed = put(
    "renamed.jsonl",
    ...queries.map(({ query }) => ({
      id: query.query_id,
      retrieved: [{ documentId: "alder.txt" }],
    })),
  );
  const [byNumber, byName] = await Promise.all([
    told(numbered, "--against", dragonball),
    evaluate(renamed, "--against", files[0]!, "--out", at("renamed")),
  ]);
  expect(byNumber.missing).toEqual([]);
  expect(byName.err).toContain("the passages name alder.txt …");
});

const town = (
  number: number,
  found: boolean,
  references = [`Town ${number} has a bridge of stone.`],
) => ({
  domain: "Towns",
  language: "en",
  query: { query_id: number, query_type: "Factual Question", content: `What has town ${number}?` },
  ground_truth: {
    doc_ids: [number],
    content: "A bridge of stone.",
    references,
    keypoints: ["1. A bridge of stone."],
  },
  prediction: {
    content: "A bridge of stone.",
    references: [found ? `Indeed. Town ${number} has a bridge of stone.` : "It rains."],
  },
});
const towns = Array.from({ length: 14 }, (_, index) => index + 1);

test("a system beside its equal has p 1, a worse one a small p and the wrong exit code; a value that is undefined keeps no bound", async () => {
  const good = put("good.jsonl", ...towns.map(number => town(number, true)));
  const bad = put("bad.jsonl", ...towns.map(number => town(number, number < 3)));
  const bound = ["--fail-under", "rageval-recall=0.5"];
  await told(good, "--out", at("good"), ...bound);
  const nowhere = evaluate(good, "--out", at("lost"), "--compare", at("nowhere"));
  const undefinedBound = evaluate(
    put("nothing.jsonl", town(1, true, []), town(2, true, [])),
    "--out",
    at("nothing"),
    ...bound,
  );
  const [equal, worse, plain] = await Promise.all([
    told(
      ...words`${good} --out ${at("equal")} --name equal --compare ${at("good")} --metrics rageval-recall`,
    ),
    evaluate(bad, "--out", at("bad"), "--compare", at("good"), ...bound, "--json"),
    evaluate(bad, "--out", at("plain"), ...bound),
  ]);
  expect(equal.comparisons).toEqual([
    {
      metric: "rageval-recall",
      first: "equal",
      second: "good",
      difference: 0,
      low: 0,
      high: 0,
      p: 1,
      n: 14,
    },
  ]);
  const { comparisons, failUnder } = JSON.parse(worse.out);
  expect([worse.code, failUnder]).toEqual([
    1,
    [expect.objectContaining({ metric: "rageval-recall", value: 2 / 14, limit: 0.5 })],
  ]);
  const difference = (comparisons as EvaluationResult["comparisons"]).find(
    ({ metric }) => metric === "rageval-recall",
  )!;
  expect([difference.difference, difference.p! < 0.001]).toEqual([-12 / 14, true]);
  expect(plain.out).toContain("\nrageval-recall is 0.1429, below 0.5");
  const nothing = await undefinedBound;
  expect([nothing.code, nothing.out]).toEqual([
    1,
    expect.stringContaining("rageval-recall has no value"),
  ]);
  expect((await nowhere).err).toContain("There is no evaluation in");
});

test("a twin is scored beside the run it was made from, and one option without the other is wrong use", async () => {
  const run = putSampleRun("first");
  putRun(at("second"));
  putDocuments(at("second"));
  const [founded] = sampleItems;
  const twin = { ...founded!, id: "twin-0", answer: "On 9 June 2001.", twinOf: founded!.id };
  putItems(at("second"), [twin]);
  const [before, now] = [
    put("first.jsonl", { id: founded!.id, answer: founded!.answer }),
    put("second.jsonl", { id: "twin-0", answer: "On 9 June 2001, in Corrie." }),
  ];
  const beside = ["--against", at("second"), "--original", run] as const;
  const { metrics } = await told(now, ...beside, "--original-predictions", before);
  expect(metrics["grounded-share"]).toMatchObject({ value: 1, n: 1 });
  const { code, err } = await evaluate(now, ...beside);
  expect([code, err]).toEqual([
    2,
    expect.stringContaining("--original-predictions must be used together"),
  ]);
});
