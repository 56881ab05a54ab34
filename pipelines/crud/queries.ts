// Lists the search queries: every event of a summary, every paragraph of a second half; for a story, the name of its withheld article.

import {
  crudPlans,
  events,
  halves,
  heldOut,
  pool,
  queries,
  type QueryRow,
} from "../../schemas/crud/records.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineWholeStage } from "../engine/stage.ts";

const toQueries = (
  row: Pick<QueryRow, "planId" | "language"> & { readonly documentId: string },
  purpose: QueryRow["purpose"],
  texts: readonly string[],
): QueryRow[] =>
  [...new Set(texts)].map(text => ({
    id: rowId("query", row.planId, text),
    planId: row.planId,
    heldOutId: row.documentId,
    language: row.language,
    purpose,
    text,
  }));

export const queriesStage = defineWholeStage({
  name: "crud/queries",
  module: import.meta.filename,
  prompts: [],
  over: crudPlans,
  lookup: { events, halves },
  writes: queries,
  all: (plans, { tables }) => ({
    rows: plans.flatMap(({ id }) => [
      ...tables.events.where("planId", id).flatMap(row => toQueries(row, "event", row.events)),
      ...tables.halves
        .where("planId", id)
        .flatMap(row => toQueries(row, "paragraph", row.paragraphs)),
    ]),
  }),
});

export const storyQueriesStage = defineWholeStage({
  name: "crud/queries",
  module: import.meta.filename,
  prompts: [],
  over: heldOut,
  lookup: { pool },
  writes: queries,
  all: (rows, { tables }) => ({
    rows: rows.flatMap(({ id, language }) =>
      toQueries({ planId: id, documentId: id, language }, "event", [tables.pool.get(id).name]),
    ),
  }),
});
