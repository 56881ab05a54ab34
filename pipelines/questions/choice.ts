// The final choice: in the order of the shortlist, as many as are wanted of those that came to keypoints and keywords.

import { answers, items, keypoints, keywords, verdicts } from "../../schemas/items/records.ts";
import { keys, type Shortlisted, shortlist } from "../../schemas/questions/records.ts";
import { defineWholeStage } from "../engine/stage.ts";
import { selectItems, toSelectable } from "../items/item-choice.ts";
import { questionIdOf, withKeys } from "./unfolded.ts";

/** Of whatever type: the order of the shortlist has kept to the mix. */
const roomFor = (items: number) => ({ left: new Map([["", items]]), keyOf: () => "" });

export const choiceStage = ({ items: wanted }: { readonly items: number }) =>
  defineWholeStage({
    name: "items/items",
    module: import.meta.filename,
    prompts: [],
    settings: { items: wanted },
    over: verdicts,
    lookup: { answers, keypoints, keywords, shortlist, keys },
    writes: items,
    all(rows, { tables }) {
      const listed = new Map<string, Shortlisted>();
      for (const { id, proposalId, accepted } of tables.shortlist.rows()) {
        const found = tables.keys.where("shortlistId", id).flatMap(row => row.keys);
        for (const candidate of accepted)
          listed.set(
            questionIdOf(proposalId, candidate.number),
            withKeys(
              candidate,
              found.find(({ number }) => number === candidate.number),
            ),
          );
      }
      const chosen = rows.flatMap(verdict => {
        const candidate = listed.get(verdict.questionId);
        return candidate ? { rank: candidate.rank, measures: candidate.measures, verdict } : [];
      });
      const { rows: made, dropped } = selectItems(
        chosen
          .sort((a, b) => a.rank - b.rank)
          .map(({ verdict, measures }) => ({ ...toSelectable(verdict, tables), measures })),
        roomFor(wanted),
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
