// What `annotate agreement` prints: the papers' numbers in their own column, undefined ones as a dash, names as text.

import { describe, expect, it } from "vitest";
import type { AgreementResult } from "../../schemas/output/annotation.ts";
import { agreementText } from "../../pipelines/cli/agreement-text.ts";

const reviewer = {
  annotator: "甲",
  reviews: 2,
  seconds: { median: 20, mean: 25.4, n: 2 },
  controls: { seen: 0, missed: [] },
};
const result: AgreementResult = {
  protocol: "crud-query",
  tasks: 3,
  reviewed: 2,
  reviews: 2,
  strays: 0,
  people: [reviewer],
  judge: null,
  fields: [
    {
      field: "verdict",
      level: "nominal",
      units: 0,
      exact: null,
      alpha: null,
      pairs: [],
      judge: null,
    },
  ],
  acceptance: [
    { by: "all", name: "", accepted: 1, conflicts: 1, share: 1, low: 0.2065, high: 1, n: 1 },
  ],
  figures: [
    {
      name: "refined",
      of: "",
      unit: "share",
      value: 0.5,
      low: 0.0945,
      high: 0.9055,
      n: 2,
      published: { value: 0.058, relation: "is", source: "CRUD-RAG, somewhere" },
    },
    {
      name: "seconds per query",
      of: "",
      unit: "seconds",
      value: null,
      low: null,
      high: null,
      n: 0,
      published: { value: 20, relation: "about", source: "CRUD-RAG, somewhere" },
    },
  ],
  filters: {
    precision: null,
    recall: null,
    predicted: 0,
    actual: 0,
    both: 0,
    tasks: 1,
    rejected: 0,
    because: "no candidate rejected by the filters was reviewed",
  },
  decisions: { accepted: 1, rejected: 0, conflict: 1 },
};

/** The cells of the line that begins with the given words. */
const cells = (text: string, first: string) =>
  text
    .split("\n")
    .map(line => line.trim())
    .find(line => line.startsWith(first))
    ?.split(/ {2,}/);

describe("the text of agreement", () => {
  it("says of one person alone that agreement takes two", () => {
    const text = agreementText([result]);
    expect(text).toContain("needs a task with verdicts from two people");
    expect(cells(text, "verdict")).toBeUndefined();
  });

  it("shows what is undefined as a dash, and why the filters have no numbers", () => {
    const [field] = result.fields as [(typeof result.fields)[number]];
    const two = { ...field, field: "score", units: 2, exact: 1 };
    const text = agreementText([{ ...result, fields: [field, two] }]);
    expect(cells(text, "verdict")).toEqual(["verdict", "nominal", "0", "–", "–", "0", "–"]);
    expect(cells(text, "甲")).toEqual(["甲", "2", "20", "25", "–"]);
    expect(text).toContain(
      "automatic filters: no candidate rejected by the filters was reviewed (1 task decided",
    );
    expect(text).not.toMatch(/NaN|null|undefined/);
  });

  it("never lets a name steer the terminal or break a table", () => {
    const text = agreementText([
      {
        ...result,
        people: [{ ...reviewer, annotator: `\u001b[31mEve\n\u202e${"x".repeat(500)}` }],
      },
    ]);
    expect(text).not.toMatch(/[\u001b\u202e]/);
    expect(cells(text, "\u{fffd}[31mEve\u{fffd}\u{fffd}xxx")?.slice(1)).toEqual([
      "2",
      "20",
      "25",
      "–",
    ]);
  });
});
