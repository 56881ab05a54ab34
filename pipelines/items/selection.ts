// Selects the items and fills each quota exactly: the best by their readers' marks, or in candidate order if there are no marks.

import { documents } from "../../schemas/items/documents.ts";
import { answers, items, keypoints, keywords, verdicts } from "../../schemas/items/records.ts";
import { defineWholeStage } from "../engine/stage.ts";
import { selectItems, toSelectable } from "./item-choice.ts";
import { inOrderOfMarks } from "./marks.ts";
import { groupKey, type Quota, type QuotaOptions, quotasFor } from "./quotas.ts";

const toTarget = (quota: Quota) => [groupKey(quota), quota.target] as const;

interface SelectionOptions {
  /** Whether other types of the same domain and language may take the places of a type that has too few. */
  readonly givesWay?: boolean;
}

/** Without quotas (for a user's own questions), every accepted answer becomes an item. */
export const selectionStage = (
  quotas: QuotaOptions | undefined,
  { givesWay = false }: SelectionOptions = {},
) =>
  defineWholeStage({
    name: "items/items",
    module: import.meta.filename,
    prompts: [],
    settings: givesWay ? { quotas, givesWay } : (quotas ?? null),
    over: verdicts,
    lookup: { answers, keypoints, keywords, documents },
    writes: items,
    all(rows, { tables }) {
      const candidates = inOrderOfMarks(
        rows.map(verdict => toSelectable(verdict, tables)),
        ({ answer }) => answer.question.measures,
      );
      const quotaRows = quotas && quotasFor(tables.documents.rows(), quotas);
      if (!quotaRows) return selectItems(candidates, undefined);
      const othersFor = ({ language, domain }: Pick<Quota, "language" | "domain">) =>
        quotaRows
          .filter(quota => quota.language === language && quota.domain === domain)
          .map(groupKey);
      return selectItems(candidates, {
        left: new Map(quotaRows.map(toTarget)),
        keyOf: groupKey,
        ...(givesWay && { othersFor }),
      });
    },
  });
