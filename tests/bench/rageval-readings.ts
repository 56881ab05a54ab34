// Each way in which RAGEval's definitions can be read, over records of its own file.

import {
  type PublishedReferenceScores,
  publishedReferenceScores,
} from "../../pipelines/evaluate/metrics/published-reference-scores.ts";
import {
  publishedChineseRougeL,
  publishedRougeL,
} from "../../pipelines/evaluate/metrics/published-rouge.ts";
import {
  type ReferenceScores,
  referenceScores,
} from "../../pipelines/evaluate/metrics/reference-scores.ts";
import { rougeL } from "../../pipelines/evaluate/metrics/rouge.ts";
import { metricTokens } from "../../pipelines/text/metric-tokens.ts";
import { publishedSentences } from "../../pipelines/text/published-sentences.ts";
import { splitAtSpace } from "../../pipelines/text/python-space.ts";

export interface Evaluated {
  readonly query: { readonly query_id: number };
  readonly ground_truth: { readonly content: string; readonly references: readonly string[] };
  readonly prediction: { readonly content: string; readonly references: readonly string[] };
}

/** The choices that the paper's text leaves to its reader. */
interface EirReading {
  /** A reference counts only where all its sentences are found (formula 2), or each sentence for itself (the program). */
  readonly whole: boolean;
  /** A sentence given twice counts once. */
  readonly once: boolean;
  /** The bracket in which a chunk names its document is no part of it. */
  readonly stripped: boolean;
  /** A sentence is found where it equals one of a chunk's (the paper's step 2), or stands in it (the program). */
  readonly equal: boolean;
}

const wordsOf = (text: string): number => splitAtSpace(text).length;

function eirBy(
  { ground_truth: truth, prediction }: Evaluated,
  { whole, once, stripped, equal }: EirReading,
): number {
  const chunks = prediction.references.map(chunk =>
    stripped && chunk.startsWith("(") ? chunk.slice(chunk.indexOf(")") + 1) : chunk,
  );
  const joined = chunks.join(" ");
  const sentences = new Set(chunks.flatMap(chunk => publishedSentences(chunk, "en")));
  const isFound = (text: string) => (equal ? sentences.has(text) : joined.includes(text));
  const found = truth.references
    .map(reference => publishedSentences(reference, "en"))
    .filter(reference => !whole || reference.every(isFound))
    .flat()
    .filter(isFound);
  const counted = once ? [...new Set(found)] : found;
  return wordsOf(joined) === 0
    ? 0
    : counted.reduce((sum, text) => sum + wordsOf(text), 0) / wordsOf(joined);
}

const flags = [false, true];

/** All sixteen, in words. */
const eirReadings = flags.flatMap(whole =>
  flags.flatMap(once =>
    flags.flatMap(stripped =>
      flags.map(equal => ({
        reading: { whole, once, stripped, equal },
        name: `EIR: ${whole ? "whole references" : "each sentence"}, ${once ? "once" : "as often as given"}, brackets ${stripped ? "off" : "kept"}, sentences ${equal ? "equal" : "within"}`,
      })),
    ),
  ),
);

type Reading = (record: Evaluated) => number | null;

const asked = ({ ground_truth: truth, prediction }: Evaluated) => ({
  references: truth.references,
  passages: prediction.references,
  language: "en" as const,
});
const byProgram =
  (name: keyof PublishedReferenceScores): Reading =>
  record =>
    publishedReferenceScores(asked(record))[name];
const byPaper =
  (name: keyof ReferenceScores): Reading =>
  record =>
    referenceScores(asked(record))[name];
const orZero =
  (reading: Reading): Reading =>
  record =>
    reading(record) ?? 0;

/** By name; null where an item has no value by it. */
export const readings: Readonly<Record<string, Reading>> = {
  "Recall: any chunk, without references 0 (program)": byProgram("recall"),
  "Recall: any chunk, without references left out": byPaper("recall"),
  "Recall: one chunk, without references 0": orZero(byPaper("recallSameChunk")),
  "Recall: one chunk, without references left out": byPaper("recallSameChunk"),
  "EIR: program": byProgram("eir"),
  "EIR: paper, without references left out": byPaper("eir"),
  ...Object.fromEntries(
    eirReadings.map(({ name, reading }) => [name, (record: Evaluated) => eirBy(record, reading)]),
  ),
  "Precision: program": byProgram("precision"),
  "Precision: program before it was repaired (all sentences of all references found)": record =>
    record.ground_truth.references.length === 0 || byProgram("recall")(record) === 1 ? 1 : 0,
  "ROUGE-L: rouge 1.0.1 (program)": ({ prediction, ground_truth: truth }) =>
    publishedRougeL(prediction.content, truth.content),
  "ROUGE-L: rouge_chinese on the English words": ({ prediction, ground_truth: truth }) =>
    publishedChineseRougeL(splitAtSpace(prediction.content), splitAtSpace(truth.content)),
  "ROUGE-L: paper": ({ prediction, ground_truth: truth }) =>
    rougeL(
      metricTokens(prediction.content, "en", "rouge"),
      metricTokens(truth.content, "en", "rouge"),
    )?.f ?? null,
};

/** The mean over the records that have a value by this reading. */
export function meanBy(reading: Reading, records: readonly Evaluated[]): number {
  const values = records.map(reading).filter(value => value !== null);
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
