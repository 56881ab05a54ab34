// Locates the facts of a member's config in the document written from it, each with its sentences.

import { type DocumentRow, documents, type Span } from "../../schemas/items/documents.ts";
import { leafAt } from "../../schemas/rageval/paths.ts";
import {
  type FactRow,
  facts,
  type MemberRow,
  members,
  schemas,
} from "../../schemas/rageval/records.ts";
import type { ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineStage, made, rejected } from "../engine/stage.ts";
import { type Sentence, splitSentences } from "../text/sentences.ts";
import { placesOf } from "./fact-places.ts";
import { dayFinder } from "./validity-days.ts";

type Hits = readonly { readonly start: number; readonly end: number }[];

/** The sentences that overlap these hits, without duplicates, as spans. */
const sentenceSpans = (documentId: string, sentences: readonly Sentence[], hits: Hits): Span[] =>
  sentences
    .filter(({ start, end }) => hits.some(hit => hit.start < end && hit.end > start))
    .map(({ start, end }) => ({ documentId, start, end }));

// Outside its section the same word or date may mean something else: an earlier conviction for the same offence, another meeting that year.
function inSection({ sections }: DocumentRow, id: string | undefined, hits: Hits): Hits {
  const section = sections.find(candidate => candidate.id === id);
  const sectionHits = hits.filter(
    ({ start, end }) => section && start >= section.start && end <= section.end,
  );
  return sectionHits.length > 0 ? sectionHits : hits;
}

/** The facts of a member's config, with the places where its document states them. */
export function locateFacts(
  document: DocumentRow,
  config: MemberRow,
  schema: ScenarioSchema,
): FactRow[] {
  const { id: documentId, language, domain, text } = document;
  const sentences = splitSentences(text, language);
  const withDay = dayFinder(text, schema);
  const statedValues = config.values.filter(({ withheld }) => !withheld);
  const places = placesOf(text, language, statedValues, {
    select: (value, hits) =>
      withDay(value, inSection(document, leafAt(schema, value.path)?.section, hits)),
  });
  return config.values.map((configValue): FactRow => {
    const { path, label, type, value, withheld, from, standing, holds } = configValue;
    const hits = places.get(path) ?? [];
    const state = withheld ? "withheld" : hits.length > 0 ? "stated" : "missing";
    const spans = sentenceSpans(documentId, sentences, hits);
    const { schemaId, subject } = config;
    const source = { id: rowId("f", documentId, path), documentId, schemaId, language, domain };
    return {
      ...source,
      subject,
      path,
      label,
      type,
      value,
      state,
      spans,
      family: config.family,
      ...(from && { from }),
      ...(standing && { standing }),
      ...(holds && { holds }),
    };
  });
}

export const factsStage = defineStage({
  name: "rageval/facts",
  module: import.meta.filename,
  prompts: [],
  over: documents,
  lookup: { members, schemas },
  writes: facts,
  each(document, { tables }) {
    const config = tables.members.get(document.configId ?? "");
    const rows = locateFacts(document, config, tables.schemas.get(config.schemaId).schema);
    return rows.some(({ state }) => state === "stated")
      ? made(rows)
      : rejected("no-facts", "The document states none of its config's facts.", rows);
  },
});
