// Makes materials for questions about lists drawn from all documents of a kind: the facts of each list's members and of some near misses.

import type { DocumentRow, Span } from "../../schemas/items/documents.ts";
import type { CorpusList } from "../../schemas/questions/corpus-list.ts";
import type { MaterialRow } from "../../schemas/questions/records.ts";
import type { FactRow } from "../../schemas/rageval/records.ts";
import { rowId } from "../engine/fingerprint.ts";
import { groupBy } from "../engine/grouping.ts";
import type { Table } from "../engine/stage.ts";
import { devDocuments } from "../items/dev-documents.ts";
import { seedOf } from "../text/random.ts";
import { splitSentences } from "../text/sentences.ts";
import { corpusLists } from "./corpus-lists.ts";
import { type NamesBySubject, sentencesNaming, subjectNames } from "./corpus-subjects.ts";
import { unitFinder } from "./known-families.ts";

/** Maximum number of lists per request. */
const maxListsPerRequest = 8;
/** Number of lists to make, as a multiple of those requested: some are not worth asking about. */
const listFactor = 2;

export interface ListMaterialsOptions {
  readonly documents: readonly DocumentRow[];
  readonly facts: Table<FactRow>;
  readonly devShare: number;
  readonly seed: number;
  /** How many lists to make for a domain and language. */
  readonly countFor: (group: Pick<FactRow, "domain" | "language">) => number;
}

/** The spans of these facts in each document, and that of the first sentence that names its subject. */
function listScope(
  factsOfLists: readonly FactRow[],
  documents: readonly DocumentRow[],
  names: NamesBySubject,
): Span[] {
  return [...groupBy(factsOfLists, ({ documentId }) => documentId)].flatMap(
    ([documentId, documentFacts]) => {
      const document = documents.find(row => row.id === documentId);
      const subject = documentFacts[0]?.subject ?? "";
      const sentences = document ? splitSentences(document.text, document.language) : [];
      const [namingSentence] = sentencesNaming(sentences, subject, names);
      const spans = [
        ...documentFacts.flatMap(fact => fact.spans),
        ...(namingSentence ? [namingSentence] : []),
      ];
      return [...new Map(spans.map(({ start, end }) => [start, end]))]
        .sort(([a], [b]) => a - b)
        .map(([start, end]) => ({ documentId, start, end }));
    },
  );
}

const factIdsOf = ({ members, others }: CorpusList): string[] =>
  [...members, ...others].flatMap(({ factIds }) => factIds);

/** Materials for the lists of one kind of document, several lists in each. */
function materialsOf(
  schemaFacts: readonly FactRow[],
  options: ListMaterialsOptions,
): MaterialRow[] {
  const { documents, facts, devShare, seed, countFor } = options;
  const [first] = schemaFacts;
  if (first === undefined) return [];
  const { domain, language, schemaId } = first;
  const group = documents.filter(row => row.domain === domain && row.language === language);
  const dev = devDocuments(
    group.map(({ id }) => id),
    devShare,
    unitFinder(facts),
  );
  const lists = corpusLists(schemaFacts, {
    count: countFor(first) * listFactor,
    seed: seedOf(String(seed), schemaId),
    canShareItem: ids => new Set(ids.map(id => dev.has(id))).size < 2,
  });
  const requestCount = Math.ceil(lists.length / maxListsPerRequest);
  const requests = Array.from({ length: requestCount }, (_, requestIndex) =>
    lists.filter((_list, listIndex) => listIndex % requestCount === requestIndex),
  );
  return requests.map(listsOfRequest => {
    const factsOfLists = listsOfRequest.flatMap(factIdsOf).map(id => facts.get(id));
    const scope = listScope(factsOfLists, documents, subjectNames(facts, schemaId));
    const documentIds = [...new Set(scope.map(({ documentId }) => documentId))];
    return {
      id: rowId("material", schemaId, listsOfRequest),
      language,
      domain,
      kind: "lists",
      documentIds,
      scope,
      rest: "",
      wanted: [{ type: "complete-list", count: Math.ceil(listsOfRequest.length / listFactor) }],
      link: null,
      lists: listsOfRequest,
      weight: documentIds.length,
    };
  });
}

/** Materials for lists, for each kind of document that needs lists. */
export const listMaterials = (options: ListMaterialsOptions): MaterialRow[] =>
  [...groupBy(options.facts.rows(), ({ schemaId }) => schemaId).values()].flatMap(schemaFacts =>
    options.countFor(schemaFacts[0] ?? { domain: "", language: "en" }) > 0
      ? materialsOf(schemaFacts, options)
      : [],
  );
