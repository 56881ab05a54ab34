// Makes materials for questions on lists over all documents of a kind: the facts of each list's members and of some near misses.

import type { DocumentRow, Span } from "../../schemas/items/documents.ts";
import type { CorpusList } from "../../schemas/questions/lists.ts";
import type { MaterialRow } from "../../schemas/questions/records.ts";
import type { FactRow } from "../../schemas/rageval/records.ts";
import { rowId } from "../engine/fingerprint.ts";
import { groupBy } from "../engine/grouping.ts";
import type { Table } from "../engine/stage.ts";
import { devDocuments } from "../items/dev-documents.ts";
import { seedOf } from "../text/random.ts";
import { splitSentences } from "../text/sentences.ts";
import { corpusLists } from "./corpus-lists.ts";
import { type Names, namingAmong, subjectNames } from "./corpus-subjects.ts";
import { togetherBy } from "./known-families.ts";

/** The most lists per request. */
const maxTogether = 8;
/** Lists made, as a multiple of those wanted: some are not worth asking about. */
const choice = 2;

export interface ListDrawing {
  readonly all: readonly DocumentRow[];
  readonly facts: Table<FactRow>;
  readonly devShare: number;
  readonly seed: number;
  /** Lists wanted of a domain and language. */
  readonly wanted: (of: Pick<FactRow, "domain" | "language">) => number;
}

/** The sentences of these facts in each document, and the first one that names its subject. */
function scopeOf(known: readonly FactRow[], all: readonly DocumentRow[], names: Names): Span[] {
  return [...groupBy(known, ({ documentId }) => documentId)].flatMap(([documentId, own]) => {
    const document = all.find(row => row.id === documentId);
    const subject = own[0]?.subject ?? "";
    const sentences = document ? splitSentences(document.text, document.language) : [];
    const [naming] = namingAmong(sentences, subject, names);
    const spans = [...own.flatMap(fact => fact.spans), ...(naming ? [naming] : [])];
    return [...new Map(spans.map(({ start, end }) => [start, end]))]
      .sort(([a], [b]) => a - b)
      .map(([start, end]) => ({ documentId, start, end }));
  });
}

const factIdsOf = ({ members, others }: CorpusList): string[] =>
  [...members, ...others].flatMap(({ factIds }) => factIds);

/** Materials of the lists of one kind of documents, several lists in each. */
function materialsOf(kind: readonly FactRow[], drawing: ListDrawing): MaterialRow[] {
  const { all, facts, devShare, seed, wanted } = drawing;
  const [first] = kind;
  if (first === undefined) return [];
  const { domain, language, schemaId } = first;
  const group = all.filter(row => row.domain === domain && row.language === language);
  const dev = devDocuments(
    group.map(({ id }) => id),
    devShare,
    togetherBy(facts),
  );
  const lists = corpusLists(kind, {
    count: wanted(first) * choice,
    seed: seedOf(String(seed), schemaId),
    isOneSide: ids => new Set(ids.map(id => dev.has(id))).size < 2,
  });
  const length = Math.ceil(lists.length / maxTogether);
  const requests = Array.from({ length }, (_, at) =>
    lists.filter((_list, place) => place % length === at),
  );
  return requests.map(together => {
    const known = together.flatMap(factIdsOf).map(id => facts.get(id));
    const scope = scopeOf(known, all, subjectNames(facts, schemaId));
    const documentIds = [...new Set(scope.map(({ documentId }) => documentId))];
    return {
      id: rowId("material", schemaId, together),
      language,
      domain,
      kind: "lists",
      documentIds,
      scope,
      rest: "",
      wanted: [{ type: "complete-list", count: Math.ceil(together.length / choice) }],
      link: null,
      lists: together,
      weight: documentIds.length,
    };
  });
}

export const listMaterials = (drawing: ListDrawing): MaterialRow[] =>
  [...groupBy(drawing.facts.rows(), ({ schemaId }) => schemaId).values()].flatMap(kind =>
    drawing.wanted(kind[0] ?? { domain: "", language: "en" }) > 0 ? materialsOf(kind, drawing) : [],
  );
