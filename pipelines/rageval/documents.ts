// Writes a document from its member's config, section by section; checks its length, and that it leaks no withheld facts.

import { sectionPrompt, sectionRepairPrompt } from "../../schemas/rageval/prompts.ts";
import { type MemberRow, members, schemas, type seeds } from "../../schemas/rageval/records.ts";
import type { DocumentLength } from "../../schemas/rageval/document-settings.ts";
import { type DocumentRow, documents } from "../../schemas/items/documents.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineStage, type LostPart, made, rejected } from "../engine/stage.ts";
import { lengthProblem, seedTexts, targetTokens } from "./document-length.ts";
import { inventionFinder } from "./invented-values.ts";
import { skeletonFinder } from "./skeletons.ts";
import { citeStatutes, type StatuteTable } from "./statutes.ts";
import { sectionSeparator, leakedValues, writeSections } from "./write-sections.ts";

export interface DocumentOptions {
  readonly repairRounds: number;
  readonly statutes: readonly StatuteTable[];
  /** Licence of the written documents. */
  readonly licence: string | null;
  readonly length: DocumentLength;
  /** Given only if schemas are derived from seeds. */
  readonly seeds?: typeof seeds | undefined;
}

/** Joins the sections into one text, with the position of each. */
function joinSections(parts: readonly { readonly id: string; readonly text: string }[]): {
  body: string;
  sections: DocumentRow["sections"];
} {
  let end = -sectionSeparator.length;
  const sections = parts.map(({ id, text }) => {
    const start = end + sectionSeparator.length;
    end = start + text.length;
    return { id, start, end };
  });
  return { body: parts.map(({ text }) => text).join(sectionSeparator), sections };
}

const documentRow = (
  config: MemberRow,
  { text, sections, licence }: Pick<DocumentRow, "text" | "sections"> & { licence: string | null },
): DocumentRow => ({
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
});

/** Problems that are reported although the document is kept. */
function keptProblems(
  text: string,
  targetLength: number | null,
  inventedValues: readonly string[],
): LostPart[] {
  const length = lengthProblem(text, targetLength);
  return [
    ...(length === undefined ? [] : [{ code: "length-missed", detail: length }]),
    ...inventedValues.map(value => ({
      code: "invented-value",
      detail: `None of the text's sources states "${value}".`,
    })),
  ];
}

export const documentsStage = ({
  repairRounds,
  statutes,
  licence,
  length,
  seeds: seedTable,
}: DocumentOptions) =>
  defineStage({
    name: "rageval/documents",
    module: import.meta.filename,
    prompts: [sectionPrompt, sectionRepairPrompt],
    settings: { repairRounds, statutes, licence, length },
    over: members,
    lookup: { schemas, ...(seedTable && { seeds: seedTable }) },
    writes: documents,
    async each(config, { ask, tables }) {
      const { schema } = tables.schemas.get(config.schemaId);
      const texts = seedTexts(tables.seeds, config);
      const target = targetTokens(length, texts, config.family.isTwin);
      const skeletonOf = skeletonFinder(schema, texts);
      const table = statutes.find(
        ({ domain, language }) => domain === config.domain && language === config.language,
      );
      const articles = table?.articles.flatMap(({ number, text }) => [number, text]) ?? [];
      const findInventions = inventionFinder(config, schema, articles);
      const { body, sections } = joinSections(
        await writeSections({
          ask,
          config,
          schema,
          repairRounds,
          target,
          findInventions,
          skeletonOf,
        }),
      );
      const text = citeStatutes(body, table);
      // The appended articles are the same for every document, and say nothing about this one.
      const leakedPaths = leakedValues(body, config).map(({ path }) => path);
      if (leakedPaths.length > 0)
        return rejected<DocumentRow>(
          "withheld-fact-leaked",
          `The text states ${leakedPaths.join(", ")}, which should have been withheld.`,
        );
      return made(
        [documentRow(config, { text, sections, licence })],
        keptProblems(body, target, findInventions(body)),
      );
    },
  });
