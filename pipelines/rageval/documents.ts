// Writes a document from its member's config, section by section; lost facts are asked for again, kept-back ones must not leak.

import { sectionPrompt, sectionRepairPrompt } from "../../schemas/rageval/prompts.ts";
import {
  type ConfigRow,
  type ConfigValue,
  type MemberRow,
  members,
  schemas,
} from "../../schemas/rageval/records.ts";
import { withoutElement } from "../../schemas/rageval/paths.ts";
import type { ScenarioSchema, Section } from "../../schemas/rageval/schema.ts";
import { type DocumentRow, documents } from "../../schemas/items/documents.ts";
import { rowId } from "../engine/fingerprint.ts";
import { type Ask, defineStage, made, rejected } from "../engine/stage.ts";
import { factFinder } from "../text/occurrence.ts";
import { dayInWords } from "../text/written-values.ts";
import { citeStatutes, type StatuteTable } from "./statutes.ts";
import { dayFinder, dayToTell } from "./told-days.ts";

export interface DocumentOptions {
  readonly repairRounds: number;
  readonly statutes: readonly StatuteTable[];
  /** Of the documents written. */
  readonly licence: string | null;
}

interface Writing {
  readonly ask: Ask;
  readonly config: MemberRow;
  readonly schema: ScenarioSchema;
  readonly repairRounds: number;
}

const line = ({ path, label, type, value }: ConfigValue) => ({ path, label, type, value });

/** With the day that the text must tell, and why it changed then. */
const lineIn = (schema: ScenarioSchema) => (value: ConfigValue) => {
  const day = dayToTell(schema, value);
  const since = day === undefined ? null : dayInWords(day, schema.language);
  return { ...line(value), since, because: value.because ?? "" };
};

/** The values of one section, without those kept back. */
function sectionValues({ schema, config }: Writing, section: Section): ConfigValue[] {
  const paths = new Set(
    schema.leaves.filter(leaf => leaf.section === section.id).map(({ path }) => path),
  );
  return config.values.filter(
    value => !value.withheld && (paths.has(value.path) || paths.has(withoutElement(value.path))),
  );
}

function placesIn(text: string, language: "zh" | "en") {
  const find = factFinder(text, language);
  return ({ type, value, label }: ConfigValue) =>
    find({ type, value, language }, { near: [label] });
}

/** Kept-back values that a text gives away, in any format; not those that a value it is to tell says too. */
export function leaks(
  text: string,
  { values, language }: Pick<ConfigRow, "values" | "language">,
): ConfigValue[] {
  const told = values.flatMap(({ value, withheld }) => (withheld ? [] : [value])).join("\n");
  const [inText, elsewhere] = [placesIn(text, language), placesIn(told, language)];
  return values.filter(
    value => value.withheld && inText(value).length > 0 && elsewhere(value).length === 0,
  );
}

async function writeSection(writing: Writing, section: Section, before: string): Promise<string> {
  const { ask, config, schema, repairRounds } = writing;
  const { language, domain, subject } = config;
  const values = sectionValues(writing, section);
  if (values.length === 0) return "";
  const { scenario } = schema;
  const toLine = lineIn(schema);
  const variables = {
    scenario,
    domain,
    subject,
    title: section.title,
    form: section.form,
    section: section.id,
    before,
    kind: config.family.kind,
    refers: before === "" ? config.refers : [],
    facts: values.map(toLine),
  };
  let { text } = await ask(sectionPrompt, language, variables);
  for (let round = 0; round < repairRounds; round++) {
    const [find, withDay] = [placesIn(text, language), dayFinder(text, schema)];
    const missing = values.filter(value => withDay(value, find(value)).length === 0);
    const forbidden = leaks(text, config);
    if (missing.length === 0 && forbidden.length === 0) break;
    ({ text } = await ask(sectionRepairPrompt, language, {
      subject,
      text,
      missing: missing.map(toLine),
      forbidden: forbidden.map(line),
    }));
  }
  return text.trim();
}

/** The first section is the summary all others are written against; those do not wait for one another. */
async function writeSections(writing: Writing): Promise<{ id: string; text: string }[]> {
  const [first, ...others] = writing.schema.sections;
  if (!first) return [];
  const opening = await writeSection(writing, first, "");
  const rest = await Promise.all(
    others.map(async section => ({
      id: section.id,
      text: await writeSection(writing, section, opening),
    })),
  );
  return [{ id: first.id, text: opening }, ...rest].filter(({ text }) => text !== "");
}

const between = "\n\n";

/** The sections as one text, and where each stands in it. */
function joinSections(parts: readonly { readonly id: string; readonly text: string }[]): {
  body: string;
  sections: DocumentRow["sections"];
} {
  let end = -between.length;
  const sections = parts.map(({ id, text }) => {
    const start = end + between.length;
    end = start + text.length;
    return { id, start, end };
  });
  return { body: parts.map(({ text }) => text).join(between), sections };
}

export const documentsStage = ({ repairRounds, statutes, licence }: DocumentOptions) =>
  defineStage({
    name: "rageval/documents",
    module: import.meta.filename,
    prompts: [sectionPrompt, sectionRepairPrompt],
    settings: { repairRounds, statutes, licence },
    over: members,
    lookup: { schemas },
    writes: documents,
    async each(config, { ask, tables }) {
      const { schema } = tables.schemas.get(config.schemaId);
      const { body, sections } = joinSections(
        await writeSections({ ask, config, schema, repairRounds }),
      );
      const text = citeStatutes(
        body,
        statutes.find(
          table => table.domain === config.domain && table.language === config.language,
        ),
      );
      // The articles appended are the same for every document: what they say tells nothing of this one.
      const leaked = leaks(body, config).map(({ path }) => path);
      if (leaked.length > 0)
        return rejected<DocumentRow>(
          "withheld-fact-leaked",
          `The text states ${leaked.join(", ")}, which it was to keep back.`,
        );
      return made<DocumentRow>([
        {
          id: rowId("d", config.id, text),
          language: config.language,
          domain: config.domain,
          name: config.subject,
          text,
          kind: "generated",
          published: config.family.day,
          configId: config.id,
          sections,
          format: null,
          places: [],
          provenance: { source: "generated", licence },
          foreign: null,
        },
      ]);
    },
  });
