// What RAGEval's released program gives for retrieval: by hand, and on cases the program itself has answered.

import { expect, test } from "vitest";
import {
  type PublishedText,
  publishedReferenceScores,
} from "../../../pipelines/evaluate/metrics/published-reference-scores.ts";
import { fixtureRows } from "../../support/fixtures.ts";

const scores = (
  references: PublishedText[],
  passages: PublishedText[],
  language: "zh" | "en" = "en",
) => publishedReferenceScores({ references, passages, language });

test("EIR counts what is retrieved of references that are not found whole", () => {
  // 5 words of the found sentence; 5 retrieved. The passage lies within the reference: Precision 1. No reference whole: SNR 0.
  expect(
    scores(["The ferry left at noon. It carried twelve cars."], ["The ferry left at noon."]),
  ).toEqual({ recall: 0, eir: 1, precision: 1, snr: 0 });
});

test("a bracket that opens a passage is taken off for EIR alone", () => {
  // EIR: 2 words of "(a ship) It sank. Twice." without its bracket, which are 3. SNR: 2 of 5 words, 10·log10(2 / 3).
  const found = scores(["It sank."], ["(a ship) It sank. Twice."]);
  expect([found.recall, found.eir, found.precision]).toEqual([1, 2 / 3, 0]);
  expect(found.snr).toBeCloseTo(10 * Math.log10(2 / 3), 12);
});

test("Chinese passages are joined by a space, which counts as a word", () => {
  // Matched 3 + 3 code points; joined 3 + 1 + 3.
  expect(scores(["船沉了。人在。"], ["船沉了。", "人在。"], "zh").eir).toBe(7 / 8);
});

test("a reference given twice counts twice; more found than retrieved has no SNR", () => {
  expect(scores(["It sank.", "It sank."], ["It sank."])).toEqual({
    recall: 1,
    eir: 2,
    precision: 1,
    snr: null,
  });
});

test("Precision looks at the first five passages", () => {
  const [hit, miss] = ["It sank.", "No."];
  expect(scores([hit], [miss, miss, miss, miss, miss, hit]).precision).toBe(0);
  expect(scores([hit], [hit, miss, miss, miss, miss, hit]).precision).toBe(1 / 5);
});

test("texts given as lists are taken as the program takes them, and what crashes it is undefined", () => {
  const list = ["It sank.", "No."];
  expect(scores([list], ["It sank."])).toEqual({ recall: 0, eir: 1, precision: 1, snr: 0 });
  expect(scores(["It sank."], [list])).toEqual({ recall: 1, eir: 1, precision: 0, snr: null });
  expect(scores([[]], ["It sank."]).eir).toBeNull();
});

interface OracleRow {
  readonly name: string;
  readonly language: "zh" | "en";
  readonly ground_truth: { readonly references: PublishedText[] };
  readonly prediction: { readonly references: PublishedText[] };
  readonly expected: Readonly<
    Record<"Recall" | "EIR" | "Precision" | "SNR_calculate", number | string>
  >;
}

// "error:…" and "nan" of the original are undefined here.
const valueOf = (value: number | string | undefined) => (typeof value === "number" ? value : null);

test("all forty written cases give the program's values", () => {
  const synthetic = fixtureRows<OracleRow>("published/rageval-metrics.jsonl");
  expect(synthetic).toHaveLength(40);
  for (const { name, language, ground_truth, prediction, expected } of synthetic) {
    const { recall, eir, precision, snr } = scores(
      ground_truth.references,
      prediction.references,
      language,
    );
    expect([recall, eir, precision], name).toEqual(
      [expected.Recall, expected.EIR, expected.Precision].map(valueOf),
    );
    // Logarithms differ in their last bit between one mathematical library and another.
    const wanted = valueOf(expected.SNR_calculate);
    expect(snr === null, name).toBe(wanted === null);
    expect(Math.abs((snr ?? 0) - (wanted ?? 0)), name).toBeLessThanOrEqual(
      2 * Number.EPSILON * Math.abs(wanted ?? 0),
    );
  }
});
