// Writes a document from its member's config, section by section; checks for leaks of withheld facts, and its length.

import { sectionPrompt, sectionRepairPrompt } from "../../schemas/rageval/prompts.ts";
import { type MemberRow, members, schemas, type seeds } from "../../schemas/rageval/records.ts";
import type { DocumentLength } from "../../schemas/rageval/writing.ts";
import { type DocumentRow, documents } from "../../schemas/items/documents.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineStage, type Lost, made, rejected } from "../engine/stage.ts";
import { lengthMissed, seedTexts, targetTokens } from "./document-length.ts";
import { inventionFinder } from "./invented-values.ts";
import { skeletonFinder } from "./skeletons.ts";
import { citeStatutes, type StatuteTable } from "./statutes.ts";
import { between, leaks, writeSections } from "./written-sections.ts";

export interface DocumentOptions {
  readonly repairRounds: number;
  readonly statutes: readonly StatuteTable[];
  /** Licence of the written documents. */
  readonly licence: string | null;
  readonly length: DocumentLength;
  /** Given if schemas are summarised from seeds. */
  readonly seeds?: typeof seeds | undefined;
}

/** The sections as one text, with the place of each. */
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

/** Problems reported for a document that is kept all the same. */
function losses(text: string, target: number | null, invented: readonly string[]): Lost[] {
  const length = lengthMissed(text, target);
  return [
    ...(length === undefined ? [] : [{ code: "length-missed", detail: length }]),
    ...invented.map(value => ({
      code: "invented-value",
      detail: `Nothing that the text was written from says "${value}".`,
    })),
  ];
}

export const documentsStage = ({
  repairRounds,
  statutes,
  licence,
  length,
  seeds: known,
}: DocumentOptions) =>
  defineStage({
    name: "rageval/documents",
    module: import.meta.filename,
    prompts: [sectionPrompt, sectionRepairPrompt],
    settings: { repairRounds, statutes, licence, length },
    over: members,
    lookup: { schemas, ...(known && { seeds: known }) },
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
      const inventedIn = inventionFinder(config, schema, articles);
      const { body, sections } = joinSections(
        await writeSections({ ask, config, schema, repairRounds, target, inventedIn, skeletonOf }),
      );
      const text = citeStatutes(body, table);
      // The appended articles are the same for every document: they say nothing about this one.
      const leaked = leaks(body, config).map(({ path }) => path);
      if (leaked.length > 0)
        return rejected<DocumentRow>(
          "withheld-fact-leaked",
          `The text states ${leaked.join(", ")}, which it was to keep back.`,
        );
      return made(
        [documentRow(config, { text, sections, licence })],
        losses(body, target, inventedIn(body)),
      );
    },
  });
