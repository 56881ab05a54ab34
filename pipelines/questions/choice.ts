// The final choice: in the order of the shortlist, as many as are wanted of those that came to keypoints and keywords.

import { documents } from "../../schemas/items/documents.ts";
import { answers, items, keypoints, keywords, verdicts } from "../../schemas/items/records.ts";
import {
  keys,
  type KeysRow,
  type Shortlisted,
  shortlist,
  type ShortlistRow,
} from "../../schemas/questions/records.ts";
import { defineWholeStage, type Table } from "../engine/stage.ts";
import { selectItems, toSelectable } from "../items/item-choice.ts";
import { itemsWanted, type QuotaOptions } from "../items/quotas.ts";
import { questionIdOf, withKeys } from "./unfolded.ts";

/** Of whatever type: the order of the shortlist has kept to the mix. */
const roomFor = (items: number) => ({ left: new Map([["", items]]), keyOf: () => "" });

interface Tables {
  readonly shortlist: Pick<Table<ShortlistRow>, "rows">;
  readonly keys: Pick<Table<KeysRow>, "where">;
}

/** What may be chosen, by the questions' ids, each resting on what its keypoints rest on. */
const shortlistedIn = (tables: Tables): Map<string, Shortlisted> =>
  new Map(
    tables.shortlist.rows().flatMap(({ id, proposalId, accepted }) => {
      const found = tables.keys.where("shortlistId", id).flatMap(row => row.keys);
      return accepted.map(candidate => [
        questionIdOf(proposalId, candidate.number),
        withKeys(
          candidate,
          found.find(({ number }) => number === candidate.number),
        ),
      ]);
    }),
  );

export const choiceStage = ({ items: first, base }: Pick<QuotaOptions, "items" | "base">) =>
  defineWholeStage({
    name: "items/items",
    module: import.meta.filename,
    prompts: [],
    settings: { items: first, base },
    over: verdicts,
    lookup: {
      ...(base !== undefined && { documents }),
      answers,
      keypoints,
      keywords,
      shortlist,
      keys,
    },
    writes: items,
    all(rows, { tables }) {
      const listed = shortlistedIn(tables);
      const chosen = rows.flatMap(verdict => {
        const candidate = listed.get(verdict.questionId);
        return candidate ? { rank: candidate.rank, measures: candidate.measures, verdict } : [];
      });
      const { rows: made, dropped } = selectItems(
        chosen
          .sort((a, b) => a.rank - b.rank)
          .map(({ verdict, measures }) => ({ ...toSelectable(verdict, tables), measures })),
        roomFor(itemsWanted(tables.documents?.rows() ?? [], { items: first, base })),
      );
      const passedOver = rows.filter(row => row.accepted && !listed.has(row.questionId));
      return {
        rows: made,
        dropped: [
          ...passedOver.map(({ id }) => ({
            id,
            code: "over-quota",
            detail:
              "It did not come on the shortlist: others came first, or it joins documents for little.",
          })),
          ...dropped,
        ],
      };
    },
  });
