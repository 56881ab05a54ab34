// Selects the items, each quota filled exactly: the best by their readers' marks, in the order of the candidates where nobody marked them.

import { documents } from "../../schemas/items/documents.ts";
import { answers, items, keypoints, keywords, verdicts } from "../../schemas/items/records.ts";
import { defineWholeStage } from "../engine/stage.ts";
import { selectItems, toSelectable } from "./item-choice.ts";
import { inOrderOfMarks } from "./marks.ts";
import { groupKey, type Quota, type QuotaOptions, quotasFor } from "./quotas.ts";

const toTarget = (quota: Quota) => [groupKey(quota), quota.target] as const;

/** Without quotas (a user's own questions) every accepted answer becomes an item. */
export const selectionStage = (quotas: QuotaOptions | undefined) =>
  defineWholeStage({
    name: "items/items",
    module: import.meta.filename,
    prompts: [],
    settings: quotas ?? null,
    over: verdicts,
    lookup: { answers, keypoints, keywords, documents },
    writes: items,
    all(rows, { tables }) {
      const candidates = inOrderOfMarks(
        rows.map(verdict => toSelectable(verdict, tables)),
        ({ answer }) => answer.question.measures,
      );
      const targets = quotas && quotasFor(tables.documents.rows(), quotas).map(toTarget);
      return selectItems(candidates, targets && { left: new Map(targets), keyOf: groupKey });
    },
  });
