// Plans the tasks: which documents each is made from, spares included.

import {
  articles,
  type CrudPlanRow,
  crudPlans,
  heldOut,
  leaks,
  type NeighbourRow,
  neighbours,
  pool,
} from "../../schemas/crud/records.ts";
import type { CrudTask } from "../../schemas/items/item-types.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { Settings } from "../../schemas/settings.ts";
import type { AskingSettings } from "../../schemas/questions/settings.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineWholeStage } from "../engine/stage.ts";
import { cellKey, type Quota, type QuotaOptions, quotasFor } from "../items/quotas.ts";
import { drawFrom, shuffle } from "../text/random.ts";

interface Candidate {
  readonly documentIds: readonly string[];
  readonly shared: readonly string[];
}

interface PlanGroup {
  /** Held-out documents by rank. */
  readonly heldOutIds: readonly string[];
  /** Documents that may be read and cited, in random order: neither held out nor repeating one that is. */
  readonly readableDocuments: readonly DocumentRow[];
  readonly isAnnotated: (id: string) => boolean;
  readonly relatedTo: (id: string) => NeighbourRow["related"];
}

const singleDocument = (id: string): Candidate => ({ documentIds: [id], shared: [] });

/** Groups of `size` documents on one event; each document is in one group only. */
function eventGroups(size: number, { readableDocuments, relatedTo }: PlanGroup): Candidate[] {
  const unusedIds = new Set(readableDocuments.map(({ id }) => id));
  return readableDocuments.flatMap(({ id }) => {
    if (!unusedIds.has(id)) return [];
    const related = relatedTo(id).filter(
      ({ documentId }) => unusedIds.has(documentId) && documentId !== id,
    );
    const others = related.slice(0, size - 1);
    if (others.length < size - 1) return [];
    const documentIds = [id, ...others.map(({ documentId }) => documentId)];
    for (const id of documentIds) unusedIds.delete(id);
    return [{ documentIds, shared: sharedByAll(others.map(({ shared }) => shared)) }];
  });
}

const sharedByAll = ([first = [], ...others]: readonly (readonly string[])[]): string[] => {
  const inAll = first.filter(key => others.every(keys => keys.includes(key)));
  return inAll.length > 0 ? inAll : [...first];
};

/** Orders the pairs: those inside one of the triples come last. */
function orderPairs(pairs: readonly Candidate[], triples: readonly Candidate[]): Candidate[] {
  const tripleOf = new Map(
    triples.flatMap((triple, index) => triple.documentIds.map(id => [id, index] as const)),
  );
  const isInTriple = ({ documentIds: [a = "", b = ""] }: Candidate) =>
    tripleOf.has(a) && tripleOf.get(a) === tripleOf.get(b);
  return [...pairs.filter(pair => !isInTriple(pair)), ...pairs.filter(isInTriple)];
}

const candidatesOf: Record<CrudTask, (group: PlanGroup) => Candidate[]> = {
  summarization: ({ heldOutIds }) => heldOutIds.map(singleDocument),
  continuation: ({ heldOutIds }) => heldOutIds.map(singleDocument),
  "qa-1-document": ({ readableDocuments }) => readableDocuments.map(({ id }) => singleDocument(id)),
  // A pair inside a triple would be the subject of two questions that share half of their articles.
  "qa-2-documents": group => orderPairs(eventGroups(2, group), eventGroups(3, group)),
  "qa-3-documents": group => eventGroups(3, group),
  // Texts in which people marked errors come first; in the others, errors are planted.
  correction: ({ readableDocuments, isAnnotated }) =>
    [...readableDocuments]
      .sort((a, b) => Number(isAnnotated(b.id)) - Number(isAnnotated(a.id)))
      .map(({ id }) => singleDocument(id)),
};

// Maximum number of shared names in a plan, best first; the rest is mostly noise.
const maxSharedNames = 6;

function toPlan(
  { type, language, domain }: Quota<CrudTask>,
  { documentIds, shared }: Candidate,
  index: number,
): CrudPlanRow {
  return {
    id: rowId("plan", type, documentIds),
    type,
    language,
    domain,
    documentIds: [...documentIds],
    shared: shared.slice(0, maxSharedNames),
    rank: index + 1,
  };
}

interface PlanOptions {
  readonly quotas: QuotaOptions<CrudTask>;
  readonly candidates: AskingSettings["candidates"];
  readonly method: Settings["method"];
  /** Whether no model is configured: stories then yield nothing, and code plants errors. */
  readonly keyless: boolean;
}

/** Without a model, code finds words to swap in few texts, and trying more texts is free. */
const keylessLimits = { factor: 10, more: 10 };

function candidateCountFor(target: number, { keyless, candidates }: PlanOptions): number {
  const { factor, more } = keyless ? keylessLimits : candidates;
  return target === 0 ? 0 : Math.ceil(target * factor) + more;
}

/** Whether a task is planned: tasks from stories are not, except texts in which people marked errors. */
const isPlanned = ({ method }: PlanOptions, type: CrudTask): boolean =>
  method === "paper" || type === "correction";

/** Whether a candidate is planned here: stories plant errors themselves unless, without a model, code has to. */
const isPlannedHere =
  ({ method, keyless }: PlanOptions, type: CrudTask, annotatedIds: ReadonlySet<string>) =>
  ({ documentIds: [id = ""] }: Candidate): boolean =>
    type !== "correction" || method === "paper" || keyless || annotatedIds.has(id);

export const crudPlansStage = (options: PlanOptions) =>
  defineWholeStage({
    name: "crud/plans",
    module: import.meta.filename,
    prompts: [],
    settings: options,
    over: pool,
    lookup: { heldOut, leaks, neighbours, articles },
    writes: crudPlans,
    all(documents, { tables, seedFor }) {
      const heldOutRows = tables.heldOut.rows();
      const excluded = tables.leaks.rows().filter(row => row.excluded);
      const unreadableIds = new Set([
        ...heldOutRows.map(({ id }) => id),
        ...excluded.map(({ documentId }) => documentId),
      ]);
      const annotatedArticles = tables.articles
        .rows()
        .filter(({ annotation }) => annotation !== null);
      const annotatedIds = new Set(annotatedArticles.map(({ id }) => id));
      const plannedQuotas = quotasFor(documents, options.quotas).filter(({ type }) =>
        isPlanned(options, type),
      );
      const groupOf = (quota: Quota<CrudTask>): PlanGroup => {
        const isInGroup = (row: { domain: string; language: string }) =>
          row.domain === quota.domain && row.language === quota.language;
        const readableDocuments = documents.filter(
          row => isInGroup(row) && !unreadableIds.has(row.id),
        );
        const ranked = heldOutRows.filter(isInGroup).sort((a, b) => a.rank - b.rank);
        return {
          heldOutIds: ranked.map(({ id }) => id),
          readableDocuments: shuffle(drawFrom(seedFor("plans", cellKey(quota))), readableDocuments),
          isAnnotated: id => annotatedIds.has(id),
          relatedTo: id => tables.neighbours.find(id)?.related ?? [],
        };
      };
      const rows = plannedQuotas.flatMap(quota => {
        const candidateCount = candidateCountFor(quota.target, options);
        return candidatesOf[quota.type](groupOf(quota))
          .filter(isPlannedHere(options, quota.type, annotatedIds))
          .slice(0, candidateCount)
          .map((candidate, index) => toPlan(quota, candidate, index));
      });
      return { rows };
    },
  });
