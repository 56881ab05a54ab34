// The facts of a member's config, looked up in the document that was written from it; every one has its sentences.

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
import { factFinder } from "../text/occurrence.ts";
import { type Sentence, splitSentences } from "../text/sentences.ts";
import { dayFinder } from "./told-days.ts";

type Hits = readonly { readonly start: number; readonly end: number }[];

/** The sentences in which these stretches lie, each once, as spans. */
const sentenceSpans = (documentId: string, sentences: readonly Sentence[], found: Hits): Span[] =>
  sentences
    .filter(({ start, end }) => found.some(hit => hit.start < end && hit.end > start))
    .map(({ start, end }) => ({ documentId, start, end }));

// The same word or date stands for other things elsewhere: an earlier conviction of the same offence, another meeting of that year.
function ownSection({ sections }: DocumentRow, id: string | undefined, found: Hits): Hits {
  const own = sections.find(section => section.id === id);
  const inside = found.filter(({ start, end }) => own && start >= own.start && end <= own.end);
  return inside.length > 0 ? inside : found;
}

/** The facts of a member's config, with where the document written from it states them. */
export function locateFacts(
  document: DocumentRow,
  config: MemberRow,
  schema: ScenarioSchema,
): FactRow[] {
  const { id: documentId, language, domain, text } = document;
  const sentences = splitSentences(text, language);
  const [find, withDay] = [factFinder(text, language), dayFinder(text, schema)];
  return config.values.map((one): FactRow => {
    const { path, label, type, value, withheld, from, standing, holds } = one;
    const found = withheld
      ? []
      : ownSection(
          document,
          leafAt(schema, path)?.section,
          find({ type, value, language }, { near: [label] }),
        );
    const places = withDay(one, found);
    const state = withheld ? "withheld" : places.length > 0 ? "stated" : "missing";
    const spans = sentenceSpans(documentId, sentences, places);
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
