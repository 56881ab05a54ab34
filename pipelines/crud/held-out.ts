// Holds documents out of the corpus for the reverse tasks: those that several other documents cover best.

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
import { areSure, companyOf, leakOf, tellersAmong, tellersOf } from "./event-documents.ts";

const groupOf = ({ domain, language }: { domain: string; language: string }) =>
  `${domain}\n${language}`;
// Most documents stay in the corpus to be searched, whatever is wanted.
const maxHeld = 1 / 3;
/** Each story costs money: if it is not certain that others cover its event, only half as many are held out. */
const maxUnsure = 1 / 2;

interface HeldOutCandidate {
  readonly document: DocumentRow;
  readonly company: number;
  /** Whether at least two others are certainly on its event. */
  readonly isSure: boolean;
  readonly relatedIds: readonly string[];
}

/**
 * Documents in the order in which they are best held out. One whose neighbour is already held out waits, since the event
 * would lose another of its sources.
 */
export function inOrderOfCompany(candidates: readonly HeldOutCandidate[]): HeldOutCandidate[] {
  const ranked = candidates
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

/** Rows of all sure candidates, and of unsure ones among the first `fewUnsure`. */
const toRows = (
  ordered: readonly HeldOutCandidate[],
  { fewUnsure }: { fewUnsure: number },
): HeldOutRow[] =>
  ordered
    .filter(({ isSure }, at) => isSure || at < fewUnsure)
    .map(({ document: { id, language, domain } }, at) => ({ id, language, domain, rank: at + 1 }));

/** Tasks for which an article is withheld; a story can yield all of them. */
const withholding = (method: Settings["method"]): readonly CrudTask[] =>
  method === "paper" ? reverseTasks : CrudTask.options;

/** How many documents each group holds out: as many as its most demanding task wants. */
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

/** A candidate, with how well the neighbours that stay in the corpus cover it. */
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

/** Holds out as many documents of each domain and language as any one task wants, plus spares; fewer for stories if not enough are sure. */
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
      // A text in which people marked errors is a gold, so it stays.
      const annotated = new Set(
        tables.articles.rows().flatMap(({ id, annotation }) => (annotation === null ? [] : id)),
      );
      // The paper's tasks need one article only; with a web search, its sources are not known yet.
      const isToldHere = method !== "paper" && settings.search === null;
      const wanted = wantedBy(quotasFor(documents, quotas), method);
      const toTold = (document: DocumentRow): HeldOutCandidate =>
        toldBy(document, tables.neighbours.find(document.id)?.related ?? [], {
          byId,
          leak: settings.leak,
        });
      const hold = (group: string, count: number): HeldOutRow[] => {
        const eligible = documents.filter(
          document => groupOf(document) === group && !annotated.has(document.id),
        );
        const shuffled = shuffle(drawFrom(seedFor("held-out", group)), eligible);
        const most = Math.min(count, Math.floor(eligible.length * maxHeld));
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
