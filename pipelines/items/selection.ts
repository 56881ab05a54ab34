// Selects the items and fills each quota exactly: the best by their readers' ratings, or in candidate order if there are none.

import { documents } from "../../schemas/items/documents.ts";
import { answers, items, keypoints, keywords, verdicts } from "../../schemas/items/records.ts";
import { defineWholeStage } from "../engine/stage.ts";
import { selectItems, toItemCandidate } from "./item-choice.ts";
import { sortByRatings } from "./ratings.ts";
import { cellKey, type Quota, type QuotaOptions, quotasFor } from "./quotas.ts";

const toTarget = (quota: Quota) => [cellKey(quota), quota.target] as const;

interface SelectionOptions {
  /** Whether other types of the same domain and language may fill the places of a type that has too few items. */
  readonly allowsOtherTypes?: boolean;
}

/** Without quotas (for a user's own questions), every accepted answer becomes an item. */
export const selectionStage = (
  quotas: QuotaOptions | undefined,
  { allowsOtherTypes = false }: SelectionOptions = {},
) =>
  defineWholeStage({
    name: "items/items",
    module: import.meta.filename,
    prompts: [],
    settings: allowsOtherTypes ? { quotas, givesWay: allowsOtherTypes } : (quotas ?? null),
    over: verdicts,
    lookup: { answers, keypoints, keywords, documents },
    writes: items,
    all(rows, { tables }) {
      const candidates = sortByRatings(
        rows.map(verdict => toItemCandidate(verdict, tables)),
        ({ answer }) => answer.question.measures,
      );
      const quotaRows = quotas && quotasFor(tables.documents.rows(), quotas);
      if (!quotaRows) return selectItems(candidates, undefined);
      const sameGroupKeysFor = ({ language, domain }: Pick<Quota, "language" | "domain">) =>
        quotaRows
          .filter(quota => quota.language === language && quota.domain === domain)
          .map(cellKey);
      return selectItems(candidates, {
        remaining: new Map(quotaRows.map(toTarget)),
        keyOf: cellKey,
        ...(allowsOtherTypes && { otherKeysFor: sameGroupKeysFor }),
      });
    },
  });
