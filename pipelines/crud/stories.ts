// Combines each withheld article with the articles in the corpus on its event into a story.

import { heldOut, neighbours, pool, queries, webArticles } from "../../schemas/crud/records.ts";
import { stories, type StoryRow } from "../../schemas/crud/stories/records.ts";
import { type DocumentRow, documents } from "../../schemas/items/documents.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineWholeStage, type DroppedInput } from "../engine/stage.ts";
import { eventKeys } from "../text/event-keys.ts";
import { minEventArticles, eventArticlesAmong, articlesToRead } from "./event-articles.ts";

/** Minimum number of names that a web article must share with the withheld one; fewer may be shared by chance. */
const minSharedNames = 3;

/** Whether two stories are on the same event; each event is used once, for the article withheld first. */
const areOnSameEvent = (ids: readonly string[], others: readonly string[]): boolean =>
  ids.filter(id => others.includes(id)).length * 2 > ids.length;

/** Drops stories whose event has fewer than two articles in the corpus (`nobody-tells-it`) or was used before (`told-before`). */
export const storiesStage = ({ searchesWeb }: { readonly searchesWeb: boolean }) =>
  defineWholeStage({
    name: "crud/stories",
    module: import.meta.filename,
    prompts: [],
    settings: { searchesWeb },
    over: heldOut,
    lookup: { pool, neighbours, documents, ...(searchesWeb ? { queries, webArticles } : {}) },
    writes: stories,
    all(heldOutRows, { tables }) {
      /** Articles that the web search found for a document and that share its names, rare or not; they come after those from the feed. */
      const webArticlesOf = ({ id, text, language }: DocumentRow) => {
        const names = eventKeys(text, language).map(key => key.text);
        return (tables.queries?.where("heldOutId", id) ?? [])
          .flatMap(query => tables.webArticles?.where("queryId", query.id) ?? [])
          .filter(
            ({ article }) =>
              names.filter(name => article.text.includes(name)).length >= minSharedNames,
          )
          .map(({ article }) => ({ documentId: article.id, score: 0 }));
      };
      const rows: StoryRow[] = [];
      const dropped: DroppedInput[] = [];
      for (const { id: heldOutId, language, domain } of heldOutRows) {
        const withheld = tables.pool.get(heldOutId);
        const relatedArticles = [
          ...(tables.neighbours.find(heldOutId)?.related ?? []),
          ...webArticlesOf(withheld),
        ];
        const eventArticles = eventArticlesAmong(relatedArticles, id => tables.documents.find(id));
        const documentIds = articlesToRead(eventArticles).map(({ document }) => document.id);
        const earlierStory = rows.find(story => areOnSameEvent(documentIds, story.documentIds));
        const drop = (code: string, detail: string) =>
          dropped.push({ id: heldOutId, code, detail });
        if (documentIds.length < minEventArticles)
          drop(
            "nobody-tells-it",
            `Articles in the corpus on its event: ${documentIds.length}; at least ${minEventArticles} are needed.`,
          );
        else if (earlierStory)
          drop("told-before", `Its event has the same articles as ${earlierStory.heldOutId}.`);
        else rows.push({ id: rowId("story", heldOutId), language, domain, heldOutId, documentIds });
      }
      return { rows, dropped };
    },
  });
