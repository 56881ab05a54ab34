// A small finished run with some losses, written through the engine's own store.

import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type OutcomeLine, wholeInput } from "../../pipelines/engine/outcome-journal.ts";
import { Store } from "../../pipelines/engine/store.ts";
import { type Artifact, artifactOf } from "../../schemas/define.ts";
import { splits } from "../../schemas/items/finished-items.ts";
import {
  answers,
  demand,
  type ItemRow,
  items,
  keypoints,
  questions,
  references,
  verdicts,
} from "../../schemas/items/records.ts";
import { type DocumentRow, documents } from "../../schemas/items/documents.ts";
import {
  configs,
  type FactRow,
  facts,
  schemas,
  seedGroups,
  seeds,
  variants,
} from "../../schemas/rageval/records.ts";
import { fixtureYaml } from "./fixtures.ts";
import { alder, birch, heron, sampleItems, ward } from "./sample-items.ts";
import { putRunJson, stageNote } from "./run-files.ts";

/** Of runs of before, whose questions were planned one by one: they still have their reports. */
const plans = artifactOf("rageval/plans", z.looseObject({ id: z.string() }));

export interface SampleOutcome extends Partial<Omit<OutcomeLine, "rows" | "input">> {
  readonly input: string;
  readonly made?: readonly object[];
}

/** Writes outcomes with their rows; `closed: false` leaves the artifact as a run that goes on has it. */
export function putRows(
  directory: string,
  artifact: Artifact,
  outcomes: readonly SampleOutcome[],
  { closed = true } = {},
): void {
  const store = new Store(directory, artifact);
  for (const { made = [], ...done } of outcomes)
    store.write({ fingerprint: "f", outcome: "made", calls: [], reads: [], ...done }, made);
  if (closed) store.close(outcomes.map(({ input }) => input));
  store.release();
}

/** Writes rows that were made each of an input of its own. */
export const putEach = <Row extends { readonly id: string }>(
  directory: string,
  artifact: Artifact,
  rows: readonly Row[],
  inputOf: (row: Row) => string = row => row.id,
): void =>
  putRows(
    directory,
    artifact,
    rows.map(row => ({ input: inputOf(row), made: [row] })),
  );

/** Writes rows that were made of all inputs at once. */
export const putWhole = (directory: string, artifact: Artifact, made: readonly object[]): void =>
  putRows(directory, artifact, [{ input: wholeInput, made }]);

const given = fixtureYaml<Record<string, readonly SampleOutcome[]>>("sample-run.yaml");

/** What the fixture has of these artifacts. */
const putGiven = (directory: string, artifacts: readonly Artifact[]): void => {
  for (const artifact of artifacts) putRows(directory, artifact, given[artifact.name] ?? []);
};

const factOf = (
  { id, language, domain, name }: DocumentRow,
  state: FactRow["state"] = "stated",
): FactRow => ({
  id: state === "stated" ? `f-${id}` : `f-${id}-${state}`,
  documentId: id,
  schemaId: "schema-1",
  language,
  domain,
  subject: name,
  path: "company/name",
  label: "name",
  type: "organisation",
  value: name,
  state,
  spans: [],
});

const texts = [alder, birch, heron, ward];

/** Items, demand and splits: the first two items are dev. */
export function putItems(
  directory: string,
  rows: readonly ItemRow[] = sampleItems,
  { closed = true } = {},
): void {
  const reads = rows.flatMap((_, at): OutcomeLine["reads"] => [
    ["items/answers", "get", `a-${at}`, "h"],
    ["items/keypoints", "where", `answerId=a-${at}`, "h"],
  ]);
  putRows(
    directory,
    items,
    [
      { input: wholeInput, made: rows, reads },
      {
        input: "a-9/verdict",
        outcome: "rejected",
        code: "duplicate",
        detail: "The same question was already taken.",
      },
    ],
    { closed },
  );
  const wanted = {
    id: "factual/finance/en",
    type: "factual",
    language: "en",
    domain: "finance",
    target: 2,
    made: 1,
    because: "1 of 2: 2 candidates in these documents, 1 declined or failed.",
  };
  putWhole(directory, demand, [wanted]);
  putSplits(directory, rows, 2);
}

/** The first ones are dev. */
export function putSplits(directory: string, rows: readonly ItemRow[], dev: number): void {
  const made = rows.map(({ id, language }, at) => ({
    id: `${id}/split`,
    itemId: id,
    language,
    split: at < dev ? "dev" : "test",
  }));
  putWhole(directory, splits, made);
}

const stages = [
  stageNote("rageval/seed-groups", "rageval/seeds"),
  stageNote("rageval/schemas", "rageval/seed-groups", ["rageval/seeds"]),
  stageNote("rageval/variants", "rageval/schemas"),
  stageNote("rageval/configs", "rageval/variants", ["rageval/schemas"]),
  stageNote("items/documents", "rageval/configs"),
  stageNote("rageval/facts", "items/documents"),
  stageNote("rageval/plans", "rageval/facts", ["items/demand"]),
  stageNote("items/questions", "rageval/plans", ["items/documents"]),
  stageNote("items/references", "items/questions"),
  stageNote("items/answers", "items/references"),
  stageNote("items/keypoints", "items/answers"),
  stageNote("items/verdicts", "items/answers"),
  stageNote("items/items", "items/verdicts", ["items/answers", "items/keypoints"]),
  stageNote("items/demand", "items/items"),
  stageNote("items/splits", "items/items"),
];

const call = (key: string, stage: string) =>
  `${JSON.stringify({ key, messages: "m", stage, prompt: `${stage}-prompt`, language: "en", model: "rules@1", usage: { inputTokens: 100, outputTokens: 10 }, finish: "stop", reply: "{}" })}\n`;

/** run.json and calls.jsonl; `settings` are laid over the sample's. */
export function putRun(directory: string, settings: object = {}): void {
  putRunJson(directory, {
    settings: {
      wing: "rageval",
      items: 5,
      languages: ["zh", "en"],
      model: { model: "rules", name: "rules@1" },
      ...settings,
    },
    inputs: ["rageval/seeds"],
    stages,
  });
  appendFileSync(join(directory, "calls.jsonl"), call("call-schema", "rageval/schemas"));
  for (const at of sampleItems.keys())
    appendFileSync(
      join(directory, "calls.jsonl"),
      call(`call-question-${at}`, "items/questions") +
        call(`call-keypoints-${at}`, "items/keypoints"),
    );
}

export function putDocuments(directory: string, rows: readonly DocumentRow[] = texts): void {
  putEach(directory, documents, rows, ({ configId, id }) => configId ?? id);
  putRows(
    directory,
    facts,
    rows.map(row => ({
      input: row.id,
      made: [
        factOf(row),
        ...(row.id === birch.id ? [factOf(row, "withheld"), factOf(row, "missing")] : []),
      ],
    })),
  );
}

/** The whole run. */
export function writeSampleRun(directory: string): void {
  putRun(directory);
  putGiven(directory, [seeds, seedGroups, schemas, variants, configs]);
  putDocuments(directory);
  putGiven(directory, [plans, questions, references, answers, keypoints, verdicts]);
  putItems(directory);
}
