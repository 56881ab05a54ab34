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
import {
  hasTwoCertainArticles,
  coverageOf,
  leakCheckOf,
  eventArticlesAmong,
  articlesToRead,
} from "./event-articles.ts";

const groupOf = ({ domain, language }: { domain: string; language: string }) =>
  `${domain}\n${language}`;
// Most documents stay in the corpus to be searched, however many items are requested.
const maxHeldOutShare = 1 / 3;
/** Each story costs money: if it is not certain that others cover its event, only half as many are held out. */
const maxUncertainShare = 1 / 2;

interface HeldOutCandidate {
  readonly document: DocumentRow;
  readonly coverage: number;
  /** Whether at least two other documents are certainly on its event. */
  readonly isCertain: boolean;
  readonly relatedIds: readonly string[];
}

/**
 * Documents in the best order for holding them out. One whose neighbour is already held out comes later, since the
 * event would lose another of its sources.
 */
export function orderByCoverage(candidates: readonly HeldOutCandidate[]): HeldOutCandidate[] {
  const ranked = candidates
    .map((row, index) => ({ ...row, at: index }))
    .sort(
      (a, b) => Number(b.isCertain) - Number(a.isCertain) || b.coverage - a.coverage || a.at - b.at,
    );
  const neighbourIds = new Set<string>();
  const firstChoices: HeldOutCandidate[] = [];
  const laterChoices: HeldOutCandidate[] = [];
  for (const row of ranked) {
    if (neighbourIds.has(row.document.id)) laterChoices.push(row);
    else {
      firstChoices.push(row);
      for (const id of row.relatedIds) neighbourIds.add(id);
    }
  }
  return [...firstChoices, ...laterChoices];
}

/** Rows of all certain candidates, and of the uncertain ones among the first `uncertainCount`. */
const toRows = (
  orderedCandidates: readonly HeldOutCandidate[],
  { uncertainCount }: { uncertainCount: number },
): HeldOutRow[] =>
  orderedCandidates
    .filter(({ isCertain }, index) => isCertain || index < uncertainCount)
    .map(({ document: { id, language, domain } }, index) => ({
      id,
      language,
      domain,
      rank: index + 1,
    }));

/** Tasks for which an article is withheld; a story can yield all of them. */
const withholdingTasks = (method: Settings["method"]): readonly CrudTask[] =>
  method === "paper" ? reverseTasks : CrudTask.options;

/** How many documents each group holds out: as many as its most demanding task needs. */
function wantedCounts(
  quotas: ReturnType<typeof quotasFor<CrudTask>>,
  method: Settings["method"],
): Map<string, number> {
  const types = withholdingTasks(method);
  const wantedByGroup = new Map<string, number>();
  for (const quota of quotas.filter(({ type }) => types.includes(type)))
    wantedByGroup.set(
      groupOf(quota),
      Math.max(wantedByGroup.get(groupOf(quota)) ?? 0, quota.target),
    );
  return wantedByGroup;
}

/** A candidate with its coverage by the neighbours that stay in the corpus. */
function toCandidate(
  document: DocumentRow,
  related: NeighbourRow["related"],
  { byId, leak }: { byId: ReadonlyMap<string, DocumentRow>; leak: CrudSettings["leak"] },
): HeldOutCandidate {
  const leaks = leakCheckOf(document, leak);
  const others = eventArticlesAmong(related, id => byId.get(id)).filter(
    other => !leaks(other.document),
  );
  const eventArticles = articlesToRead(others);
  return {
    document,
    coverage: coverageOf(eventArticles),
    isCertain: hasTwoCertainArticles(eventArticles),
    relatedIds: related.map(({ documentId }) => documentId),
  };
}

interface HeldOutOptions {
  readonly quotas: QuotaOptions<CrudTask>;
  readonly method: Settings["method"];
  readonly settings: Pick<CrudSettings, "heldOut" | "leak" | "search">;
}

/** Holds out as many documents of each domain and language as its most demanding task needs, plus spares; for stories, fewer if not enough are certain. */
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
      // A text in which people marked errors is a gold document, so it stays in the corpus.
      const annotatedIds = new Set(
        tables.articles.rows().flatMap(({ id, annotation }) => (annotation === null ? [] : id)),
      );
      // The paper's tasks need one article only; with a web search, its sources are not known yet.
      const needsCorpusCoverage = method !== "paper" && settings.search === null;
      const wantedByGroup = wantedCounts(quotasFor(documents, quotas), method);
      const candidateFor = (document: DocumentRow): HeldOutCandidate =>
        toCandidate(document, tables.neighbours.find(document.id)?.related ?? [], {
          byId,
          leak: settings.leak,
        });
      const holdOut = (group: string, count: number): HeldOutRow[] => {
        const eligible = documents.filter(
          document => groupOf(document) === group && !annotatedIds.has(document.id),
        );
        const shuffled = shuffle(drawFrom(seedFor("held-out", group)), eligible);
        const maxCount = Math.min(count, Math.floor(eligible.length * maxHeldOutShare));
        return toRows(orderByCoverage(shuffled.map(candidateFor)).slice(0, maxCount), {
          uncertainCount: needsCorpusCoverage ? count * maxUncertainShare : count,
        });
      };
      return {
        rows: [...wantedByGroup].flatMap(([group, target]) =>
          holdOut(group, Math.ceil(target * settings.heldOut)),
        ),
      };
    },
  });
