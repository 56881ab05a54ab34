// A small finished run with some losses, written through the engine's own store.

import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type DoneLine, wholeInput } from "../../pipelines/engine/done.ts";
import { Store } from "../../pipelines/engine/store.ts";
import type { Artifact } from "../../schemas/define.ts";
import { splits } from "../../schemas/items/labels.ts";
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
  plans,
  schemas,
  seedGroups,
  seeds,
  variants,
} from "../../schemas/rageval/records.ts";
import {
  alder,
  answerOf,
  birch,
  evidenceOf,
  heron,
  keypointsOf,
  questionOf,
  type Sample,
  sampleItems,
  samples,
  ward,
} from "./sample-items.ts";

export interface SampleOutcome extends Partial<Omit<DoneLine, "rows" | "input">> {
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

/** Each row from outside, under its own id. */
const taken = (rows: readonly { id: string }[]): SampleOutcome[] =>
  rows.map(row => ({ input: row.id, made: [row] }));

const scenario = {
  domain: "finance",
  language: "en",
  scenario: "annual report",
  subject: "{company/name}",
  subScenario: null,
  sections: [{ id: "s", title: "Report", form: "prose" }],
  leaves: [
    {
      path: "company/name",
      label: "name",
      type: "organisation",
      description: "",
      fill: "rule",
      section: "s",
    },
  ],
};

const value = (path: string, text: string) => ({
  path,
  label: path,
  type: "organisation" as const,
  value: text,
  filledBy: "rule" as const,
  withheld: false,
});

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

function putBeginning(directory: string): void {
  const seedRow = {
    id: "s-1",
    language: "en" as const,
    domain: "finance",
    text: "A seed.",
    provenance: { source: "seeds/report.txt", licence: "CC0-1.0" },
  };
  putRows(directory, seeds, [
    ...taken([seedRow]),
    {
      input: "seeds/empty.txt",
      outcome: "failed",
      code: "empty-file",
      detail: "seeds/empty.txt: no text in it.",
      kind: "technical",
      reply: null,
    },
  ]);
  putRows(directory, seedGroups, [
    {
      input: wholeInput,
      made: [{ id: "g-1", language: "en", domain: "finance", seedIds: ["s-1"] }],
    },
  ]);
  putRows(directory, schemas, [
    {
      input: "g-1",
      made: [{ id: "schema-1", language: "en", domain: "finance", schema: scenario, changes: [] }],
      reads: [["rageval/seeds", "get", "s-1", "h"]],
      calls: ["call-schema"],
    },
  ]);
  putRows(directory, variants, [
    {
      input: "schema-1",
      made: [1, 2, 3, 4].map(number => ({
        id: `v-${number}`,
        schemaId: "schema-1",
        language: "en",
        domain: "finance",
        number,
        subScenario: null,
      })),
    },
  ]);
  const configOf = (number: number, values: object[]) => ({
    id: `c-${number}`,
    schemaId: "schema-1",
    variantId: `v-${number}`,
    language: "en",
    domain: "finance",
    subject: "x",
    subScenario: null,
    values,
  });
  const configRows = [1, 2, 3].map(number => configOf(number, [value("report", "x")]));
  configRows.push(
    configOf(4, [value("hospital/name", "Corrie Hospital"), value("patient/name", "Ann Lowe")]),
  );
  putRows(
    directory,
    configs,
    configRows.map((row, index) => ({
      input: `v-${index + 1}`,
      made: [row],
      reads: [["rageval/schemas", "get", "schema-1", "h"]],
    })),
  );
}

function putTail(directory: string): void {
  const planOf = (sample: Sample, at: number) => ({
    id: `p-${at}`,
    type: sample.type,
    language: sample.texts[0]!.language,
    domain: sample.texts[0]!.domain,
    documentIds: sample.texts.map(({ id }) => id),
    factIds: sample.texts.map(({ id }) => `f-${id}`),
    rank: at + 1,
  });
  putRows(directory, plans, [
    {
      input: wholeInput,
      made: samples.map(planOf),
      reads: [["items/demand", "get", "factual/finance/en", "h"]],
    },
  ]);
  const declined: SampleOutcome = {
    input: "p-9",
    outcome: "declined",
    code: "no-good-question",
    detail: "Nothing in it is worth asking.",
  };
  const failed: SampleOutcome = {
    input: "p-10",
    outcome: "failed",
    code: "bad-reply",
    detail: "It was no JSON.",
    kind: "contract",
    reply: "<b>no</b> JSON",
  };
  putRows(directory, questions, [
    ...samples.map(
      (sample, at): SampleOutcome => ({
        input: `p-${at}`,
        made: [questionOf(sample, at)],
        calls: [`call-question-${at}`],
        reads: sample.texts.map(({ id }) => ["items/documents", "get", id, "h"]),
      }),
    ),
    declined,
    failed,
  ]);
  putRows(
    directory,
    references,
    samples.map((sample, at) => ({
      input: `q-${at}`,
      made: [
        {
          id: `r-${at}`,
          language: sample.texts[0]!.language,
          question: questionOf(sample, at),
          evidence: evidenceOf(sample),
        },
      ],
    })),
  );
  putRows(
    directory,
    answers,
    samples.map((sample, at) => ({ input: `r-${at}`, made: [answerOf(sample, at)] })),
  );
  putRows(
    directory,
    keypoints,
    samples.map((sample, at) => ({
      input: `a-${at}`,
      made: keypointsOf(sample, at),
      calls: [`call-keypoints-${at}`],
    })),
  );
  putRows(
    directory,
    verdicts,
    samples.map((sample, at) => ({
      input: `a-${at}`,
      made: [
        {
          id: `a-${at}/verdict`,
          answerId: `a-${at}`,
          questionId: `q-${at}`,
          language: sample.texts[0]!.language,
          accepted: true,
          reasons: [],
        },
      ],
    })),
  );
}

/** Items, demand and splits: the first two items are dev. */
export function putItems(
  directory: string,
  rows: readonly ItemRow[] = sampleItems,
  { closed = true } = {},
): void {
  const reads = rows.flatMap((_, at): DoneLine["reads"] => [
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
        detail: "The same question was taken before.",
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
    wanted: 1,
    because: "1 of 2: 2 candidates in these documents, 1 declined or failed.",
  };
  putRows(directory, demand, [{ input: wholeInput, made: [wanted] }]);
  putRows(directory, splits, [
    {
      input: wholeInput,
      made: rows.map(({ id, language }, at) => ({
        id: `${id}/split`,
        itemId: id,
        language,
        split: at < 2 ? "dev" : "test",
      })),
    },
  ]);
}

const stage = (name: string, over: string, lookup: readonly string[] = []) => ({
  name,
  over,
  lookup,
  writes: name,
});

const stages = [
  stage("rageval/seed-groups", "rageval/seeds"),
  stage("rageval/schemas", "rageval/seed-groups", ["rageval/seeds"]),
  stage("rageval/variants", "rageval/schemas"),
  stage("rageval/configs", "rageval/variants", ["rageval/schemas"]),
  stage("items/documents", "rageval/configs"),
  stage("rageval/facts", "items/documents"),
  stage("rageval/plans", "rageval/facts", ["items/demand"]),
  stage("items/questions", "rageval/plans", ["items/documents"]),
  stage("items/references", "items/questions"),
  stage("items/answers", "items/references"),
  stage("items/keypoints", "items/answers"),
  stage("items/verdicts", "items/answers"),
  stage("items/items", "items/verdicts", ["items/answers", "items/keypoints"]),
  stage("items/demand", "items/items"),
  stage("items/splits", "items/items"),
];

const call = (key: string, stage: string) =>
  `${JSON.stringify({ key, messages: "m", stage, prompt: `${stage}-prompt`, language: "en", model: "rules@1", usage: { inputTokens: 100, outputTokens: 10 }, finish: "stop", reply: "{}" })}\n`;

/** run.json and calls.jsonl; `settings` are laid over the sample's. */
export function putRun(directory: string, settings: object = {}): void {
  mkdirSync(directory, { recursive: true });
  const told = {
    wing: "rageval",
    items: 5,
    languages: ["zh", "en"],
    model: { model: "rules", name: "rules@1" },
    ...settings,
  };
  writeFileSync(
    join(directory, "run.json"),
    JSON.stringify({
      basis: "b",
      randomSeed: 1,
      settings: told,
      inputs: ["rageval/seeds"],
      stages,
    }),
  );
  appendFileSync(join(directory, "calls.jsonl"), call("call-schema", "rageval/schemas"));
  for (const at of samples.keys())
    appendFileSync(
      join(directory, "calls.jsonl"),
      call(`call-question-${at}`, "items/questions") +
        call(`call-keypoints-${at}`, "items/keypoints"),
    );
}

export function putDocuments(directory: string, rows: readonly DocumentRow[] = texts): void {
  putRows(
    directory,
    documents,
    rows.map(row => ({ input: row.configId ?? row.id, made: [row] })),
  );
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
  putBeginning(directory);
  putDocuments(directory);
  putTail(directory);
  putItems(directory);
}
