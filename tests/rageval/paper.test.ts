// No element of RAGEval that stands in the program as printed is lost under `--method paper`: a claim for each, in the paper's order.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { publishedFigures } from "../../pipelines/annotate/agreement/published-figures.ts";
import { planBatch } from "../../pipelines/annotate/batch/batch-options.ts";
import { findFormProblems } from "../../pipelines/annotate/protocol.ts";
import { protocols } from "../../pipelines/annotate/protocols/protocols.ts";
import { stagesUntil } from "../../pipelines/engine/pipeline.ts";
import { groupBy } from "../../pipelines/engine/grouping.ts";
import { expandSweep } from "../../pipelines/evaluate/baseline/sweep-settings.ts";
import { possibleMetrics } from "../../pipelines/evaluate/pipeline.ts";
import { readSchemas } from "../../pipelines/run/package-files.ts";
import { type StagePlan, stagesOf } from "../../pipelines/run/stage-plan.ts";
import { Content } from "../../schemas/annotation.ts";
import { documents } from "../../schemas/items/documents.ts";
import { PublishedType } from "../../schemas/items/item-types.ts";
import {
  answers,
  items,
  keypoints,
  questions,
  references,
  verdicts,
} from "../../schemas/items/records.ts";
import { DraftRow, facts, schemas } from "../../schemas/rageval/records.ts";
import type { Artifact } from "../../schemas/define.ts";
import { Settings } from "../../schemas/settings.ts";
import { defaultMix } from "../../schemas/wings.ts";
import { linesOf } from "../support/plain-run.ts";
import { type Call, paperRun } from "./paper-run.ts";

const mix = defaultMix("rageval", "paper");
const settingsOf = (more: object = {}) =>
  Settings.parse({ method: "paper", mix, languages: ["en"], ...more });
const stagesFrom = (start: (StagePlan & { wing: "rageval" })["start"], more: object = {}) =>
  stagesOf({
    wing: "rageval",
    settings: settingsOf(more),
    start,
    constructed: false,
    sameReader: true,
  });
const names = (stages: readonly { readonly name: string }[]) => stages.map(({ name }) => name);
const listed = (room: string, stages: string) => stages.split(" ").map(name => `${room}/${name}`);
const tail = listed(
  "items",
  "references refinement keypoints keywords verdicts items splits labels",
);

describe("the stages", () => {
  test.each([
    ["seeds", "seed-groups schemas variants configs members documents facts asked questions", []],
    ["documents", "asked questions", ["items/changes"]],
  ] as const)("from %s come in the paper's order, and read nothing blind", (start, first, last) => {
    const stages = stagesFrom(start);
    expect(names(stages)).toEqual([...listed("rageval", first), ...tail, ...last]);
  });

  test("may end at the schema, for experts to edit, and prepared schemas have the experts' options", () => {
    expect(names(stagesUntil(stagesFrom("seeds"), "schemas")).at(-1)).toBe("rageval/schemas");
    const prepared = readSchemas({ schemas: ["law", "medical"], languages: ["zh", "en"] });
    expect(
      prepared.filter(({ leaves }) => leaves.some(({ options = [] }) => options.length > 5)),
    ).toHaveLength(4);
  });

  test("guide each section by its form; patients' records have the paper's parts, a year's report more than three", () => {
    const [medical, finance] = readSchemas({ schemas: ["medical", "finance"], languages: ["en"] });
    expect(medical?.sections.map(({ id }) => id)).toEqual(
      expect.arrayContaining(["basic", "past", "physical", "diagnosis", "course", "discharge"]),
    );
    expect(finance?.sections.length).toBeGreaterThan(3);
    expect(
      [medical, finance].flatMap(schema => schema?.sections.filter(({ form }) => form === "")),
    ).toEqual([]);
  });

  test("cite statutes by number, and add their words later, from tables", () => {
    const writing = stagesFrom("seeds", { schemas: ["law"] }).find(
      ({ name }) => name === "rageval/documents",
    );
    expect(writing?.settings).toMatchObject({
      statutes: expect.arrayContaining([expect.objectContaining({ domain: "law" })]),
    });
  });
});

describe("a run", () => {
  const directory = mkdtempSync(join(tmpdir(), "ragwright-paper-"));
  let calls: Call[] = [];
  beforeAll(async () => {
    const run = { items: 14, documentsPerSchema: 6, withheld: 1 };
    calls = await paperRun(directory, stagesFrom("seeds", run));
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  const rowsOf = <A extends Artifact>(artifact: A) =>
    linesOf(directory, artifact.name).map(
      line => artifact.row.parse(JSON.parse(line)) as ReturnType<A["row"]["parse"]>,
    );
  const asked = (prompt: string) => calls.filter(call => call.prompt === prompt);

  test("refines the schema over further seeds, in two rounds at most", () => {
    expect(asked("rageval/schema").map(({ variables }) => variables.seeds.length)).toEqual([3]);
    expect(
      asked("rageval/schema-refinement").map(({ variables }) => variables.seeds.length),
    ).toEqual([3, 3]);
    expect(rowsOf(schemas)).toMatchObject([{ changes: ["A crane was missing."] }]);
  });

  test("writes a document of two short sections at once, from the config's facts", () => {
    const written = asked("rageval/section").map(({ variables }) => variables);
    expect(
      written.map(({ before, sections }) => [before, sections.map(({ id }: { id: string }) => id)]),
    ).toEqual(Array.from({ length: 6 }, () => ["", ["yard", "year"]]));
    expect(new Set(rowsOf(facts).map(({ state }) => state))).toEqual(
      new Set(["stated", "withheld"]),
    );
  });

  test.each(PublishedType.options)("asks for %s in a prompt of its own", type => {
    const shown = asked(`rageval/question-${type}`).map(({ variables }) => variables.documents);
    const several = ["integration", "comparison", "time-sequence"].includes(type);
    expect(new Set(shown.map(({ length }) => length))).toEqual(new Set([several ? 2 : 1]));
    expect(shown.flat().filter(({ text, config }) => text === "" || config.length < 5)).toEqual([]);
  });

  test("makes the published mix exactly, every question with its subjects by name", () => {
    const counted = groupBy(rowsOf(items), ({ type }) => type);
    expect(PublishedType.options.map(type => [type, counted.get(type)?.length])).toEqual([
      ["factual", 3],
      ["multi-hop", 2],
      ["summary", 2],
      ["integration", 3],
      ["comparison", 2],
      ["time-sequence", 1],
      ["unanswerable", 1],
    ]);
    const unnamed = rowsOf(questions).filter(
      ({ question, subjects }) => !subjects.every(subject => question.includes(subject)),
    );
    expect(unnamed).toEqual([]);
  });

  test("references are whole sentences, verbatim", () => {
    const texts = new Map(rowsOf(documents).map(({ id, text }) => [id, text]));
    const cited = rowsOf(references).flatMap(({ evidence }) => evidence);
    expect(cited.length).toBeGreaterThan(14);
    expect(cited.filter(({ text }) => !/^The [^.]*\.$/.test(text))).toEqual([]);
    expect(
      cited.filter(
        ({ text, span }) => texts.get(span.documentId)?.slice(span.start, span.end) !== text,
      ),
    ).toEqual([]);
  });

  test.each([
    ["summary", "added what was asked for", 1, 2],
    ["multi-hop", "cited an overlooked sentence", 1, 2],
    ["factual", "removed what no sentence states", 1, 1],
  ])("refinement of a %s answer %s: of references %d, then %d", (type, change, before, after) => {
    const first = rowsOf(references).filter(({ question }) => question.type === type);
    const refined = rowsOf(answers).filter(({ question }) => question.type === type);
    expect(refined.filter(({ changes }) => !changes.includes(change))).toEqual([]);
    expect(new Set(first.map(({ evidence }) => evidence.length))).toEqual(new Set([before]));
    expect(new Set(refined.map(({ evidence }) => evidence.length))).toEqual(new Set([after]));
    expect(refined.filter(({ answer }) => answer.includes("proud"))).toEqual([]);
  });

  test("refinement goes on until the answer stays, in two rounds at most", () => {
    const rounds = groupBy(asked("items/refinement"), ({ variables }) => variables.question);
    const changed = (words: string) =>
      [...rounds].filter(([question]) => question.includes(words)).map(([, all]) => all.length);
    expect(new Set(changed("factual"))).toEqual(new Set([2]));
    expect(new Set(changed("multi-hop"))).toEqual(new Set([1]));
    expect(settingsOf().rounds.refinement).toBe(2);
  });

  test("every answer has its keypoints before any is chosen: facts, inferences and conclusions", () => {
    const rows = rowsOf(keypoints);
    const all = rowsOf(answers);
    expect(all.length).toBeGreaterThan(rowsOf(items).length);
    expect(new Set(rows.map(({ answerId }) => answerId))).toEqual(new Set(all.map(({ id }) => id)));
    const kinds = (type: string) => {
      const ids = all.filter(({ question }) => question.type === type).map(({ id }) => id);
      const own = rows.filter(({ answerId }) => ids.includes(answerId));
      return new Set(own.map(({ kind }) => kind));
    };
    expect(kinds("multi-hop")).toEqual(new Set(["fact", "inference"]));
    expect(kinds("comparison")).toEqual(new Set(["fact", "conclusion"]));
    expect(kinds("unanswerable")).toEqual(new Set(["conclusion"]));
    expect(
      asked("items/keypoints").filter(({ variables }) => variables.evidence.length === 0),
    ).toEqual([]);
  });

  test("no item is chosen by its worth: the first accepted ones are taken, and none is measured", () => {
    expect(rowsOf(items).filter(({ measures }) => measures !== null)).toEqual([]);
    const order = rowsOf(verdicts).map(({ questionId }) => questionId);
    const factual = rowsOf(questions)
      .filter(({ id, type }) => type === "factual" && order.includes(id))
      .map(({ id }) => id)
      .sort((a, b) => order.indexOf(a) - order.indexOf(b));
    const taken = rowsOf(items).filter(({ type }) => type === "factual");
    expect(taken.map(({ questionId }) => questionId)).toEqual(factual.slice(0, 3));
  });
});

describe("an evaluation", () => {
  test("has Recall, EIR, Completeness, Hallucination and Irrelevance, and ROUGE-L beside", () => {
    const metrics = possibleMetrics({ variant: "paper", hasJudge: true, hasEmbedding: false });
    expect(metrics).toEqual(
      expect.arrayContaining(
        "rageval-recall rageval-eir completeness hallucination irrelevance rouge-l".split(" "),
      ),
    );
  });

  test("may read five chunks of 512 tokens without overlap, with the subject before each", () => {
    expect(expandSweep({ chunkSizes: [512], topKs: [5], subjectPrefix: [true] })).toMatchObject([
      { chunkSize: 512, overlap: 0, topK: 5, subjectPrefix: true },
    ]);
  });

  test("reads the paper's settings of k and of chunk size where nothing else is said", () => {
    const read = expandSweep().map(({ chunkSize, topK }) => `${chunkSize}-${topK}`);
    expect(read).toEqual(
      expect.arrayContaining(["128-2", "128-4", "128-6", "128-8", "256-4", "512-2"]),
    );
  });
});

describe("people", () => {
  const candidates = ["A", "B", "C"].map(label => ({ label, text: "A draft." }));
  const content = { keypoints: ["It is."], candidates } as unknown as Content;

  test("eight of them score question, reference and answer from 0 to 5, ten of each type, language and domain", () => {
    const annotators = Array.from("abcdefgh");
    const batch = planBatch({ protocol: "rageval-qra", annotators, randomSeed: 1 });
    expect(batch).toMatchObject({ people: { length: 8 }, amount: { perStratum: 10 } });
    const [score] = protocols["rageval-qra"].fields(content);
    expect(score).toMatchObject({ options: [..."012345"].map(value => ({ value })) });
    expect(Object.keys(Content.shape)).toEqual(
      expect.arrayContaining("documentIds question type answer evidence keypoints".split(" ")),
    );
  });

  test("rank three drafts of a document by four criteria, ties allowed", () => {
    const ranking = protocols["rageval-documents"];
    const ranks = ranking.fields(content).filter(({ kind }) => kind === "choice");
    expect(ranks).toHaveLength(4 * 3);
    const tied = Object.fromEntries(
      ranks.map(({ name }) => [name, name.endsWith("C") ? "3" : "1"]),
    );
    expect(findFormProblems(ranking, content, tied)).toEqual([]);
    expect(names(stagesFrom("seeds", { drafts: true }))).toContain("rageval/drafts");
    expect(DraftRow.shape.kind.options).toEqual(["zero-shot", "one-shot"]);
  });

  test("check the judge, beside the difference that the paper found", () => {
    expect(protocols.judge.fields(content)[0]).toMatchObject({ name: "keypoint-1" });
    expect(publishedFigures.judgeDifference).toMatchObject({ value: 0.026, relation: "below" });
  });
});
