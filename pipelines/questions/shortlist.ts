// Compiles the shortlist: the best accepted candidates of each type, a few more than requested; only they get keypoints.

import type { Artifact } from "../../schemas/define.ts";
import { documents } from "../../schemas/items/documents.ts";
import type { QuestionType } from "../../schemas/items/item-types.ts";
import {
  settled,
  type SettledRow,
  type ShortlistRow,
  shortlist,
} from "../../schemas/questions/records.ts";
import type { FactRow } from "../../schemas/rageval/records.ts";
import type { AskingSettings } from "../../schemas/questions/settings.ts";
import { rowId } from "../engine/fingerprint.ts";
import { groupBy } from "../engine/grouping.ts";
import { defineWholeStage } from "../engine/stage.ts";
import { itemsWanted, type QuotaOptions } from "../items/quotas.ts";
import { yieldChecker } from "./known-families.ts";
import { orderByArrival, orderByWorth, type RankedCandidate } from "./candidate-order.ts";
import { turnsOf } from "./type-turns.ts";

export interface ShortlistOptions
  extends Pick<QuotaOptions<QuestionType>, "items" | "mix" | "base"> {
  readonly asking: Pick<AskingSettings, "selection" | "shortlist">;
  /** Facts stated in generated documents. */
  readonly facts?: Artifact<typeof FactRow> | undefined;
}

/** One row for each settled row with a chosen candidate, in the order of the settled rows. */
function toRows(rows: readonly SettledRow[], chosen: readonly RankedCandidate[]): ShortlistRow[] {
  const ranked = chosen.map(({ row, candidate }, index) => ({ row, candidate, rank: index + 1 }));
  const candidatesByRow = groupBy(ranked, ({ row }) => row.id);
  return rows.flatMap(({ id, proposalId, language, domain }) => {
    const accepted = candidatesByRow.get(id) ?? [];
    return accepted.length === 0
      ? []
      : {
          id: rowId("shortlist", id),
          language,
          domain,
          settledId: id,
          proposalId,
          accepted: accepted
            .map(({ candidate, rank }) => ({ ...candidate, rank }))
            .sort((a, b) => a.number - b.number),
        };
  });
}

/**
 * The order of choice does not depend on how many items are requested: requesting more only adds to it, so chosen
 * candidates stay chosen. They may change with the candidates: if documents change, or if another question joins a
 * sheet and the new request for keypoints has a different outcome.
 */
export const shortlistStage = ({ items, mix, base, asking, facts }: ShortlistOptions) =>
  defineWholeStage({
    name: "questions/shortlist",
    module: import.meta.filename,
    prompts: [],
    settings: { items, mix, base, selection: asking.selection, shortlist: asking.shortlist },
    over: settled,
    lookup: { documents, ...(facts && { facts }) },
    writes: shortlist,
    all(rows, { tables }) {
      const wantedCount = itemsWanted(tables.documents.rows(), { items, base });
      const placeCount = Math.ceil(wantedCount * asking.shortlist);
      const choice = { mix, canYield: yieldChecker(tables.facts) };
      const turns = turnsOf(tables.documents.rows(), choice, placeCount);
      const order = asking.selection ? orderByWorth : orderByArrival;
      return { rows: toRows(rows, order(rows, turns)) };
    },
  });
