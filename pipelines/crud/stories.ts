// Puts each withheld article together with the articles of the corpus that tell most of it.

import { heldOut, neighbours, pool, queries, webArticles } from "../../schemas/crud/records.ts";
import { stories, type StoryRow } from "../../schemas/crud/stories/records.ts";
import { type DocumentRow, documents } from "../../schemas/items/documents.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineWholeStage, type Dropped } from "../engine/stage.ts";
import { eventKeys } from "../text/event-keys.ts";
import { FEWEST_TELLERS, tellersOf } from "./telling.ts";

/** Articles of the corpus beside the withheld one: more are seldom needed, and all are paid for. */
const mostShown = 4;

/** The same event is asked about once, from whichever article was withheld first. */
const isTwin = (ids: readonly string[], others: readonly string[]): boolean =>
  ids.filter(id => others.includes(id)).length * 2 > ids.length;

export const storiesStage = ({ searchesWeb }: { readonly searchesWeb: boolean }) =>
  defineWholeStage({
    name: "crud/stories",
    module: import.meta.filename,
    prompts: [],
    settings: { searchesWeb },
    over: heldOut,
    lookup: { pool, neighbours, documents, ...(searchesWeb ? { queries, webArticles } : {}) },
    writes: stories,
    all(rows, { tables }) {
      /** What was searched for on its behalf may share anything. */
      const found = ({ id, text, language }: DocumentRow) =>
        (tables.queries?.where("heldOutId", id) ?? [])
          .flatMap(query => tables.webArticles?.where("queryId", query.id) ?? [])
          .map(({ article }) => ({
            documentId: article.id,
            score: 0,
            shared: eventKeys(text, language)
              .map(key => key.text)
              .filter(name => article.text.includes(name)),
          }));
      const made: StoryRow[] = [];
      const dropped: Dropped[] = [];
      for (const { id: heldOutId, language, domain } of rows) {
        const withheld = tables.pool.get(heldOutId);
        const near = [...(tables.neighbours.find(heldOutId)?.related ?? []), ...found(withheld)];
        const others = near.flatMap(({ documentId, shared, score }) => {
          const document = tables.documents.find(documentId);
          return document ? { document, shared, score } : [];
        });
        const documentIds = tellersOf(withheld, others)
          .slice(0, mostShown)
          .map(({ id }) => id);
        const twin = made.find(story => isTwin(documentIds, story.documentIds));
        const drop = (code: string, detail: string) =>
          dropped.push({ id: heldOutId, code, detail });
        if (documentIds.length < FEWEST_TELLERS)
          drop("nobody-tells-it", `So many articles tell something of it: ${documentIds.length}.`);
        else if (twin)
          drop("told-before", `The articles that tell it are those of ${twin.heldOutId}.`);
        else made.push({ id: rowId("story", heldOutId), language, domain, heldOutId, documentIds });
      }
      return { rows: made, dropped };
    },
  });
