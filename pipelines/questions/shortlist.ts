// The shortlist: of all candidates that stand, the best of each type, a few more than are wanted; only they get keypoints.

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
import { bearing } from "./known-families.ts";
import { orderAsTheyCome, orderByWorth, type RankedCandidate } from "./order.ts";
import { turnsOf } from "./turns.ts";

export interface ChoiceOptions extends Pick<QuotaOptions<QuestionType>, "items" | "mix" | "base"> {
  readonly asking: Pick<AskingSettings, "selection" | "shortlist">;
  /** Of documents that are written. */
  readonly facts?: Artifact<typeof FactRow> | undefined;
}

/** One row for each settled row of which a candidate is chosen, in their order. */
function toRows(rows: readonly SettledRow[], chosen: readonly RankedCandidate[]): ShortlistRow[] {
  const ranked = chosen.map(({ row, candidate }, at) => ({ row, candidate, rank: at + 1 }));
  const ofRow = groupBy(ranked, ({ row }) => row.id);
  return rows.flatMap(({ id, proposalId, language, domain }) => {
    const mine = ofRow.get(id) ?? [];
    return mine.length === 0
      ? []
      : {
          id: rowId("shortlist", id),
          language,
          domain,
          settledId: id,
          proposalId,
          accepted: mine
            .map(({ candidate, rank }) => ({ ...candidate, rank }))
            .sort((a, b) => a.number - b.number),
        };
  });
}

/**
 * The order of choice does not depend on how many are wanted: more of them only add to it, so that what was chosen
 * stays chosen. That ends where candidates change: with other documents, or when keypoints of a material, asked for
 * again because one more of its questions came in, come out otherwise.
 */
export const shortlistStage = ({ items, mix, base, asking, facts }: ChoiceOptions) =>
  defineWholeStage({
    name: "questions/shortlist",
    module: import.meta.filename,
    prompts: [],
    settings: { items, mix, base, selection: asking.selection, shortlist: asking.shortlist },
    over: settled,
    lookup: { documents, ...(facts && { facts }) },
    writes: shortlist,
    all(rows, { tables }) {
      const wanted = itemsWanted(tables.documents.rows(), { items, base });
      const places = Math.ceil(wanted * asking.shortlist);
      const choice = { mix, bears: bearing(tables.facts) };
      const turns = turnsOf(tables.documents.rows(), choice, places);
      const order = asking.selection ? orderByWorth : orderAsTheyCome;
      return { rows: toRows(rows, order(rows, turns)) };
    },
  });
