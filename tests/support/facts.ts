// Small facts and a schema for tests of plans and questions; each test changes what it is about.

import type {
  ConfigRow,
  ConfigValue,
  FactRow,
  MemberRow,
  SchemaRow,
} from "../../schemas/rageval/records.ts";
import { ScenarioSchema } from "../../schemas/rageval/schema.ts";

export const leaves = [
  { path: "company/name", label: "name", type: "organisation" },
  { path: "company/founded", label: "date of founding", type: "date" },
  { path: "company/staff", label: "number of employees", type: "number" },
  { path: "report/revenue", label: "revenue", type: "money" },
  { path: "report/profit", label: "net profit", type: "money" },
  { path: "event/merger", label: "date of the merger", type: "date" },
].map(leaf => ({
  ...leaf,
  description: leaf.label,
  fill: "rule",
  section: leaf.path.split("/")[0] ?? "",
}));

export const aSchema = (over: object = {}): SchemaRow => ({
  id: "schema-1",
  language: "en",
  domain: "finance",
  changes: [],
  schema: ScenarioSchema.parse({
    domain: "finance",
    language: "en",
    scenario: "annual report of a company",
    subject: "{company/name}",
    subScenario: null,
    sections: ["company", "report", "event"].map(id => ({ id, title: id, form: "" })),
    leaves,
    ...over,
  }),
});

/** How reports of the company follow one another. */
export const aFamilyForm = {
  kinds: ["report", "later report"],
  date: "event/merger",
  apart: { minimum: 300, maximum: 400 },
  changes: ["company/staff"],
  shared: ["company/name", "company/founded", "report/profit"],
};

/** A value of a config at a path, with what the schema says of that path. */
export const aValue = (
  path: string,
  value: string,
  over: Partial<ConfigValue> = {},
): ConfigValue => {
  const leaf = leaves.find(one => one.path === path);
  return {
    path,
    label: leaf?.label ?? path,
    type: (leaf?.type ?? "text") as ConfigValue["type"],
    value,
    filledBy: "rule",
    withheld: false,
    ...over,
  };
};

const aConfig = (...values: ConfigValue[]): ConfigRow => ({
  id: "c1",
  schemaId: "schema-1",
  variantId: "v1",
  language: "en",
  domain: "finance",
  subject: "Alder Mills",
  subScenario: null,
  values,
});

/** The config of the only document on its subject. */
export const aMember = (...values: ConfigValue[]): MemberRow => ({
  ...aConfig(...values),
  configId: "config-1",
  family: { familyId: "config-1", number: 1, of: 1, kind: "", day: null, isTwin: false },
  refers: [],
  notRestated: [],
});

export const aFact = (over: Partial<FactRow> = {}): FactRow => {
  const { documentId = "d1", path = "company/founded" } = over;
  const leaf = leaves.find(one => one.path === path);
  return {
    id: `f-${documentId}-${path}`,
    documentId,
    schemaId: "schema-1",
    language: "en",
    domain: "finance",
    subject: `Company ${documentId} Works`,
    path,
    label: leaf?.label ?? path,
    type: (leaf?.type ?? "text") as FactRow["type"],
    value: "3 May 1998",
    state: "stated",
    spans: [{ documentId, start: 0, end: 10 }],
    ...over,
  };
};
