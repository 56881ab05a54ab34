// A company's reports, a family of two and a near-twin as a model would have them, and what becomes of it.

import { membersStage } from "../../pipelines/rageval/members.ts";
import type { ReplyOf } from "../../schemas/define.ts";
import type { familyPrompt } from "../../schemas/rageval/families/prompts.ts";
import { type MemberRow, members, type VariantRow } from "../../schemas/rageval/records.ts";
import { aMember, aSchema, aValue, leaves } from "../support/facts.ts";
import { scriptedContext } from "../support/stage-context.ts";
import { names } from "./clinic.ts";

export type Reply = ReplyOf<typeof familyPrompt>;

export const extra = (path: string, type: string, over: object = {}) => ({
  path,
  label: path,
  type,
  description: path,
  fill: "model",
  section: "company",
  ...over,
});
export const schema = aSchema({
  leaves: [
    ...leaves,
    extra("company/seat", "place"),
    extra("company/head", "person"),
    extra("company/market", "text"),
    extra("company/rating", "text"),
    extra("report/date", "date"),
    extra("report/total", "money", {
      fill: "rule",
      range: { minimum: 0, maximum: 900, decimals: 0 },
      unit: "US$ million",
    }),
  ],
  agreements: [
    {
      result: "report/total",
      operation: "sum",
      of: ["report/revenue", "report/profit"],
      because: "",
    },
    { result: "report/date", operation: "order", of: ["company/founded"], because: "" },
  ],
  family: {
    kinds: ["annual report", "later report"],
    date: "report/date",
    apart: { minimum: 300, maximum: 400 },
    changes: ["company/head", "company/staff", "company/rating"],
    anew: ["report/revenue", "report/profit"],
    notRestated: ["company/founded", "company/seat"],
    shared: ["company/market", "company/seat", "event/merger"],
  },
});
export const config = aMember(
  aValue("company/name", "Alder Mills"),
  aValue("company/founded", "3 May 1998"),
  aValue("company/staff", "214 people"),
  aValue("report/revenue", "US$30 million"),
  aValue("report/profit", "US$4 million"),
  aValue("event/merger", "8 March 2011"),
  aValue("company/seat", "Corrie", { type: "place" }),
  aValue("company/market", "woollen yarn"),
  aValue("company/rating", "stable"),
  aValue("company/head", "Clara Tansley", { type: "person" }),
  aValue("report/date", "1 June 2021", { type: "date" }),
  aValue("report/total", "US$34 million", { type: "money" }),
);

export const told = (path: string, value: string, from: string | null = null) => ({
  path,
  value,
  from,
  because: "",
});
export const sound: Reply = {
  documents: [
    {
      day: "2022-06-10",
      changes: [
        told("company/head", "Edwin Marsh", "2021-11-08"),
        told("report/revenue", "US$41 million"),
        told("report/profit", "US$5 million"),
      ],
      notRestated: ["company/founded", "company/seat"],
      refers: ["compares its figures with those of the year before"],
    },
  ],
  stale: {
    document: 2,
    path: "report/total",
    holds: "US$46 million",
    from: "2022-06-10",
    shownBy: ["report/revenue", "report/profit"],
    harm: "a lender trusts too small a sum",
  },
  disputed: null,
  twin: {
    values: [
      { path: "company/rating", value: "stable" },
      { path: "company/name", value: "Elder Mills" },
      { path: "company/head", value: "Ruth Skelton" },
      { path: "company/staff", value: "96 people" },
      { path: "report/date", value: "4 July 2021" },
      { path: "report/revenue", value: "US$12 million" },
    ],
  },
};

export const variant = (over: Partial<VariantRow> = {}): VariantRow => ({
  id: "v1",
  schemaId: "schema-1",
  language: "en",
  domain: "finance",
  number: 1,
  subScenario: null,
  documents: 2,
  twin: true,
  ...over,
});

/** The members of the last reply, and what was said of the first. */
export async function plan(
  replies: Reply[],
  over: Partial<VariantRow> = {},
  of = { schema, config },
) {
  const { context, asked } = scriptedContext(
    { schemas: [of.schema], variants: [variant(over)] },
    { "rageval/family": replies },
  );
  const outcome = await membersStage({ names }).each(of.config, context as never);
  const rows: MemberRow[] = outcome.rows.map(row => members.row.parse(row));
  return { rows, asked, complaint: asked[0]?.complaints[0] };
}

export const valueIn = (row: MemberRow | undefined, path: string) =>
  row?.values.find(value => value.path === path);
