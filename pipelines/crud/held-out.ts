// Holds documents out of the corpus for the reverse tasks: those whose event other documents tell of, too.

import { articles, heldOut, type HeldOutRow, type NeighbourRow, neighbours, pool } from "../../schemas/crud/records.ts";
import { type CrudTask, type DocumentRow, reverseTasks } from "../../schemas/items/records.ts";
import type { CrudSettings } from "../../schemas/settings.ts";
import { defineWholeStage } from "../engine/stage.ts";
import { type QuotaOptions, quotasFor } from "../items/quotas.ts";
import { drawFrom, shuffle } from "../text/random.ts";

const groupOf = ({ domain, language }: { domain: string; language: string }) => `${domain}\n${language}`;
// The corpus is to be searched: most of the documents stay in it, whatever is wanted.
const mostHeld = 1 / 3;

/**
 * Documents in the order in which they are best held out. One whose neighbour is held out already waits: the event
 * would lose what it can be told from.
 */
export function inOrderOfCompany(documents: readonly DocumentRow[], relatedTo: (id: string) => NeighbourRow["related"]): DocumentRow[] {
  const company = (document: DocumentRow) => Math.min(relatedTo(document.id).length, enoughCompany);
  const ranked = documents.map((document, at) => ({ document, at, company: company(document) })).sort((a, b) => b.company - a.company || a.at - b.at);
  const spent = new Set<string>();
  const first: DocumentRow[] = [];
  const later: DocumentRow[] = [];
  for (const { document } of ranked) {
    if (spent.has(document.id)) later.push(document);
    else {
      first.push(document);
      for (const { documentId } of relatedTo(document.id)) spent.add(documentId);
    }
  }
  return [...first, ...later];
}
// Three other articles tell an event as well as ten.
const enoughCompany = 3;

/** As many as the larger of the two reverse tasks wants of each domain and language, with spares. */
export const heldOutStage = ({ quotas, settings }: { quotas: QuotaOptions<CrudTask>; settings: CrudSettings }) =>
  defineWholeStage({
    name: "crud/held-out",
    version: 1,
    prompts: [],
    settings: { quotas, heldOut: settings.heldOut },
    over: pool,
    lookup: { neighbours, articles },
    writes: heldOut,
    all(documents, { tables, seedFor }) {
      const wanted = new Map<string, number>();
      const reverse: readonly string[] = reverseTasks;
      for (const quota of quotasFor(documents, quotas).filter(({ type }) => reverse.includes(type)))
        wanted.set(groupOf(quota), Math.max(wanted.get(groupOf(quota)) ?? 0, quota.target));
      return { rows: [...wanted].flatMap(([group, target]) => hold(group, Math.ceil(target * settings.heldOut))) };

      function hold(group: string, count: number): HeldOutRow[] {
        // What people marked errors in is a gold, and stays.
        const mine = documents.filter(document => groupOf(document) === group && !tables.articles.find(document.id)?.annotation);
        const drawn = shuffle(drawFrom(seedFor("held-out", group)), mine);
        const chosen = inOrderOfCompany(drawn, id => tables.neighbours.find(id)?.related ?? []).slice(0, Math.min(count, Math.floor(mine.length * mostHeld)));
        return chosen.map(({ id, language, domain }, index) => ({ id, language, domain, rank: index + 1 }));
      }
    },
  });
