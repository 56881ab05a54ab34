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

/** The sentences that contain these stretches, without duplicates, as spans. */
const sentenceSpans = (documentId: string, sentences: readonly Sentence[], found: Hits): Span[] =>
  sentences
    .filter(({ start, end }) => found.some(hit => hit.start < end && hit.end > start))
    .map(({ start, end }) => ({ documentId, start, end }));

// Elsewhere the same word or date may mean something else: an earlier conviction of the same offence, another meeting that year.
function ownSection({ sections }: DocumentRow, id: string | undefined, found: Hits): Hits {
  const own = sections.find(section => section.id === id);
  const inside = found.filter(({ start, end }) => own && start >= own.start && end <= own.end);
  return inside.length > 0 ? inside : found;
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
  const stated = config.values.filter(({ withheld }) => !withheld);
  const places = placesOf(text, language, stated, {
    within: (value, found) =>
      withDay(value, ownSection(document, leafAt(schema, value.path)?.section, found)),
  });
  return config.values.map((one): FactRow => {
    const { path, label, type, value, withheld, from, standing, holds } = one;
    const found = places.get(path) ?? [];
    const state = withheld ? "withheld" : found.length > 0 ? "stated" : "missing";
    const spans = sentenceSpans(documentId, sentences, found);
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
