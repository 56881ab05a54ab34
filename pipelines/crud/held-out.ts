// Holds documents out of the corpus for the reverse tasks: those of which several other documents tell most.

import {
  articles,
  heldOut,
  type HeldOutRow,
  type NeighbourRow,
  neighbours,
  pool,
} from "../../schemas/crud/records.ts";
import { CrudTask, reverseTasks } from "../../schemas/items/item-types.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { Settings } from "../../schemas/settings.ts";
import type { CrudSettings } from "../../schemas/crud/settings.ts";
import { defineWholeStage } from "../engine/stage.ts";
import { type QuotaOptions, quotasFor } from "../items/quotas.ts";
import { drawFrom, shuffle } from "../text/random.ts";
import { areSure, companyOf, leakOf, tellersAmong, tellersOf } from "./telling.ts";

const groupOf = ({ domain, language }: { domain: string; language: string }) =>
  `${domain}\n${language}`;
// The corpus is to be searched: most of the documents stay in it, whatever is wanted.
const maxHeld = 1 / 3;
/** Each story is paid for: where it is not sure that others tell of its event, only half as many are held out. */
const maxUnsure = 1 / 2;

interface HeldOutCandidate {
  readonly document: DocumentRow;
  readonly company: number;
  /** Whether at least two others are surely on its event. */
  readonly isSure: boolean;
  readonly relatedIds: readonly string[];
}

/**
 * Documents in the order in which they are best held out. One whose neighbour is held out already waits: the event
 * would lose what it can be told from.
 */
export function inOrderOfCompany(told: readonly HeldOutCandidate[]): HeldOutCandidate[] {
  const ranked = told
    .map((row, at) => ({ ...row, at }))
    .sort((a, b) => Number(b.isSure) - Number(a.isSure) || b.company - a.company || a.at - b.at);
  const spent = new Set<string>();
  const first: HeldOutCandidate[] = [];
  const later: HeldOutCandidate[] = [];
  for (const row of ranked) {
    if (spent.has(row.document.id)) later.push(row);
    else {
      first.push(row);
      for (const id of row.relatedIds) spent.add(id);
    }
  }
  return [...first, ...later];
}

/** The unsure only where they stand before the place `fewUnsure`. */
const toRows = (
  ordered: readonly HeldOutCandidate[],
  { fewUnsure }: { fewUnsure: number },
): HeldOutRow[] =>
  ordered
    .filter(({ isSure }, at) => isSure || at < fewUnsure)
    .map(({ document: { id, language, domain } }, at) => ({ id, language, domain, rank: at + 1 }));

/** Tasks for which an article is withheld: a story bears all. */
const withholding = (method: Settings["method"]): readonly CrudTask[] =>
  method === "paper" ? reverseTasks : CrudTask.options;

/** How many each group gives: what the task that wants most of them wants. */
function wantedBy(
  quotas: ReturnType<typeof quotasFor<CrudTask>>,
  method: Settings["method"],
): Map<string, number> {
  const types = withholding(method);
  const wanted = new Map<string, number>();
  for (const quota of quotas.filter(({ type }) => types.includes(type)))
    wanted.set(groupOf(quota), Math.max(wanted.get(groupOf(quota)) ?? 0, quota.target));
  return wanted;
}

/** How well those of its neighbours tell a document that stay in the corpus. */
function toldBy(
  document: DocumentRow,
  related: NeighbourRow["related"],
  { byId, leak }: { byId: ReadonlyMap<string, DocumentRow>; leak: CrudSettings["leak"] },
): HeldOutCandidate {
  const leaks = leakOf(document, leak);
  const others = tellersAmong(related, id => byId.get(id)).filter(other => !leaks(other.document));
  const tellers = tellersOf(others);
  return {
    document,
    company: companyOf(tellers),
    isSure: areSure(tellers),
    relatedIds: related.map(({ documentId }) => documentId),
  };
}

interface HeldOutOptions {
  readonly quotas: QuotaOptions<CrudTask>;
  readonly method: Settings["method"];
  readonly settings: Pick<CrudSettings, "heldOut" | "leak" | "search">;
}

/** As many as any one task wants of each domain and language, with spares: fewer where a story is to bear all and not enough are sure. */
export const heldOutStage = ({ quotas, method, settings }: HeldOutOptions) =>
  defineWholeStage({
    name: "crud/held-out",
    module: import.meta.filename,
    prompts: [],
    settings: {
      quotas,
      method,
      heldOut: settings.heldOut,
      leak: settings.leak,
      searchesWeb: settings.search !== null,
    },
    over: pool,
    lookup: { neighbours, articles },
    writes: heldOut,
    all(documents, { tables, seedFor }) {
      const byId = new Map(documents.map(document => [document.id, document]));
      // What people marked errors in is a gold, and stays.
      const annotated = new Set(
        tables.articles.rows().flatMap(({ id, annotation }) => (annotation === null ? [] : id)),
      );
      // By the paper a task asks of one article; where the web is searched, who tells it is not known yet.
      const isToldHere = method !== "paper" && settings.search === null;
      const wanted = wantedBy(quotasFor(documents, quotas), method);
      const toTold = (document: DocumentRow): HeldOutCandidate =>
        toldBy(document, tables.neighbours.find(document.id)?.related ?? [], {
          byId,
          leak: settings.leak,
        });
      const hold = (group: string, count: number): HeldOutRow[] => {
        const mine = documents.filter(
          document => groupOf(document) === group && !annotated.has(document.id),
        );
        const shuffled = shuffle(drawFrom(seedFor("held-out", group)), mine);
        const most = Math.min(count, Math.floor(mine.length * maxHeld));
        return toRows(inOrderOfCompany(shuffled.map(toTold)).slice(0, most), {
          fewUnsure: isToldHere ? count * maxUnsure : count,
        });
      };
      return {
        rows: [...wanted].flatMap(([group, target]) =>
          hold(group, Math.ceil(target * settings.heldOut)),
        ),
      };
    },
  });
