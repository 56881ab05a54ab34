// Selects the items in the order of the candidates, each quota filled exactly.

import { documents } from "../../schemas/items/documents.ts";
import { answers, items, keypoints, keywords, verdicts } from "../../schemas/items/records.ts";
import { defineWholeStage } from "../engine/stage.ts";
import { selectItems, toSelectable } from "./item-choice.ts";
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
      const candidates = rows.map(verdict => toSelectable(verdict, tables));
      const targets = quotas && quotasFor(tables.documents.rows(), quotas).map(toTarget);
      return selectItems(candidates, targets && { left: new Map(targets), keyOf: groupKey });
    },
  });
