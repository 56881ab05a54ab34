// Plans the tasks: which is built on which documents, and spares as later stages ask for them.

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
import { demand } from "../../schemas/items/records.ts";
import type { CrudTask } from "../../schemas/items/item-types.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineWholeStage } from "../engine/stage.ts";
import { groupKey, type Quota, type QuotaOptions, quotasFor } from "../items/quotas.ts";
import { drawFrom, shuffle } from "../text/random.ts";

interface Candidate {
  readonly documentIds: readonly string[];
  readonly shared: readonly string[];
}

interface Group {
  /** In the order of their rank. */
  readonly held: readonly string[];
  /** What may be read and cited, in a drawn order: neither held out nor near what is. */
  readonly readable: readonly DocumentRow[];
  readonly isAnnotated: (id: string) => boolean;
  readonly relatedTo: (id: string) => NeighbourRow["related"];
}

const alone = (id: string): Candidate => ({ documentIds: [id], shared: [] });

/** Groups of so many documents on one event; each document is in one group alone. */
function together(size: number, { readable, relatedTo }: Group): Candidate[] {
  const open = new Set(readable.map(({ id }) => id));
  return readable.flatMap(({ id }) => {
    if (!open.has(id)) return [];
    const near = relatedTo(id).filter(
      ({ documentId }) => open.has(documentId) && documentId !== id,
    );
    const chosen = near.slice(0, size - 1);
    if (chosen.length < size - 1) return [];
    const documentIds = [id, ...chosen.map(({ documentId }) => documentId)];
    for (const used of documentIds) open.delete(used);
    return [{ documentIds, shared: sharedByAll(chosen.map(({ shared }) => shared)) }];
  });
}

const sharedByAll = ([first = [], ...others]: readonly (readonly string[])[]): string[] => {
  const inAll = first.filter(key => others.every(keys => keys.includes(key)));
  return inAll.length > 0 ? inAll : [...first];
};

/** Those that lie within one of the larger groups come last. */
function apart(pairs: readonly Candidate[], triples: readonly Candidate[]): Candidate[] {
  const tripleOf = new Map(
    triples.flatMap((triple, at) => triple.documentIds.map(id => [id, at] as const)),
  );
  const isWithin = ({ documentIds: [a = "", b = ""] }: Candidate) =>
    tripleOf.has(a) && tripleOf.get(a) === tripleOf.get(b);
  return [...pairs.filter(pair => !isWithin(pair)), ...pairs.filter(isWithin)];
}

const candidatesOf: Record<CrudTask, (group: Group) => Candidate[]> = {
  summarization: ({ held }) => held.map(alone),
  continuation: ({ held }) => held.map(alone),
  "qa-1-document": ({ readable }) => readable.map(({ id }) => alone(id)),
  // A pair within a triple would be asked of twice, by two questions that share their half.
  "qa-2-documents": group => apart(together(2, group), together(3, group)),
  "qa-3-documents": group => together(3, group),
  // Errors that people found come first; where there are no more, errors are planted.
  correction: ({ readable, isAnnotated }) =>
    [...readable]
      .sort((a, b) => Number(isAnnotated(b.id)) - Number(isAnnotated(a.id)))
      .map(({ id }) => alone(id)),
};

// Best first; what follows is mostly noise.
const mostShared = 6;

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
    shared: shared.slice(0, mostShared),
    rank: index + 1,
  };
}

export const crudPlansStage = (quotas: QuotaOptions<CrudTask>) =>
  defineWholeStage({
    name: "crud/plans",
    module: import.meta.filename,
    prompts: [],
    settings: quotas,
    over: pool,
    lookup: { heldOut, leaks, neighbours, articles, demand },
    writes: crudPlans,
    all(documents, { tables, seedFor }) {
      const held = tables.heldOut.rows();
      const unreadable = new Set([
        ...held.map(({ id }) => id),
        ...tables.leaks
          .rows()
          .filter(({ excluded }) => excluded)
          .map(({ documentId }) => documentId),
      ]);
      const annotated = new Set(
        tables.articles
          .rows()
          .filter(({ annotation }) => annotation !== null)
          .map(({ id }) => id),
      );
      const rows = quotasFor(documents, quotas).flatMap(quota => {
        const isMine = (row: { domain: string; language: string }) =>
          row.domain === quota.domain && row.language === quota.language;
        const readable = documents.filter(
          document => isMine(document) && !unreadable.has(document.id),
        );
        const candidates = candidatesOf[quota.type]({
          held: held
            .filter(isMine)
            .sort((a, b) => a.rank - b.rank)
            .map(({ id }) => id),
          readable: shuffle(drawFrom(seedFor("plans", groupKey(quota))), readable),
          isAnnotated: id => annotated.has(id),
          relatedTo: id => tables.neighbours.find(id)?.related ?? [],
        });
        const wanted = quota.target + (tables.demand.find(groupKey(quota))?.wanted ?? 0);
        return candidates
          .slice(0, wanted)
          .map((candidate, index) => toPlan(quota, candidate, index));
      });
      return { rows };
    },
  });
