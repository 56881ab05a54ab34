// Documents on so many subjects by a prepared schema, filled by rule: a heading with the subject, then a line a fact.

import { fillByRule } from "../../pipelines/rageval/rule-fill.ts";
import { drawFrom } from "../../pipelines/text/random.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import { Names } from "../../schemas/rageval/names.ts";
import { fillPattern } from "../../schemas/rageval/paths.ts";
import type { FactRow } from "../../schemas/rageval/records.ts";
import type { ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { readDomainFile, readSchema, subScenarios } from "../rageval/domain-files.ts";
import { aDocument } from "./items.ts";

export type Language = "zh" | "en";
type Value = Pick<FactRow, "path" | "label" | "type" | "value">;

export interface RuleCorpus {
  readonly schema: ScenarioSchema;
  readonly documents: DocumentRow[];
  readonly facts: FactRow[];
}

/** One document: what it states, and where it stands among those on its subject. */
export interface Stating {
  readonly id: string;
  readonly subject: string;
  readonly values: readonly (Value & Partial<FactRow>)[];
  readonly place?: Partial<NonNullable<FactRow["family"]>>;
}

/** The document, and its facts with where it states them. */
export function writeOut({ domain, language }: ScenarioSchema, told: Stating) {
  const { id, subject, values, place } = told;
  const lines = values.map(({ label, value }) => `${label}: ${value}.`);
  const text = [subject, ...lines].join("\n");
  const document = aDocument({ id, name: subject, language, domain, text, published: null });
  const family = { familyId: id, number: 1, of: 1, kind: "", day: null, isTwin: false, ...place };
  const source = { documentId: id, schemaId: `${domain}-${language}`, language, domain, subject };
  const facts = values.map((value, at): FactRow => {
    const start = [subject, ...lines.slice(0, at)].join("\n").length + 1;
    const span = { documentId: id, start, end: start + (lines[at]?.length ?? 0) };
    const state = "stated" as const;
    return { ...source, id: `${id}-${value.path}`, state, spans: [span], family, ...value };
  });
  return { document, facts };
}

/** So many subjects, no two of one name, each of a document of its own. */
export function ruleCorpus(domain: string, language: Language, count: number): RuleCorpus {
  const schema = readSchema(`${domain}.${language}.yaml`);
  const names = Names.parse(readDomainFile(`names.${language}.yaml`));
  const kinds = subScenarios(schema);
  const subjects = new Map<string, Value[]>();
  for (let at = 0; subjects.size < count; at++) {
    const subScenario = kinds[at % 3] ?? null;
    const values = fillByRule(schema, { subScenario, draw: drawFrom(100 + at), names });
    const valueOf = (name: string) => values.find(({ path }) => path === name)?.value;
    const subject = fillPattern(schema.subject, valueOf) ?? "";
    subjects.set(
      subject,
      values.map(({ path, label, type, value }) => ({ path, label, type, value })),
    );
  }
  const written = [...subjects].map(([subject, values], at) =>
    writeOut(schema, { id: `d${at}`, subject, values }),
  );
  return {
    schema,
    documents: written.map(({ document }) => document),
    facts: written.flatMap(({ facts }) => facts),
  };
}
