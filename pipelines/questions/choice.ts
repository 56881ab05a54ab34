// Chooses the items from the candidates that have keypoints and keywords: in shortlist order or, if a last reader marked them, by all marks.

import { documents } from "../../schemas/items/documents.ts";
import { answers, items, keypoints, keywords, verdicts } from "../../schemas/items/records.ts";
import { keys, type KeysRow } from "../../schemas/questions/keys.ts";
import { type Shortlisted, shortlist, type ShortlistRow } from "../../schemas/questions/records.ts";
import type { AskingSettings } from "../../schemas/questions/settings.ts";
import { defineWholeStage, type Table } from "../engine/stage.ts";
import { selectItems, toItemCandidate } from "../items/item-choice.ts";
import { itemsWanted, type QuotaOptions } from "../items/quotas.ts";
import { orderByMarks } from "./mark-order.ts";
import { keysOf, withKeys } from "./replaced-evidence.ts";
import { questionIdOf } from "./candidate-rows.ts";

/** A single quota for all types: the shortlist's order already follows the mix. */
const quotaOf = (items: number) => ({ left: new Map([["", items]]), keyOf: () => "" });

interface Tables {
  readonly shortlist: Pick<Table<ShortlistRow>, "rows">;
  readonly keys: Pick<Table<KeysRow>, "where">;
}

/** Candidates that may be chosen, by question id, each with the evidence of its keypoints. */
const shortlistedById = (tables: Tables): Map<string, Shortlisted> =>
  new Map(
    tables.shortlist.rows().flatMap(({ proposalId, accepted }) => {
      const keysOfProposal = keysOf(proposalId, tables.keys);
      return accepted.map(candidate => [
        questionIdOf(proposalId, candidate.number),
        withKeys(
          candidate,
          keysOfProposal.find(({ number }) => number === candidate.number),
        ),
      ]);
    }),
  );

interface Options extends Pick<QuotaOptions, "items" | "base"> {
  readonly asking: Pick<AskingSettings, "shortlist">;
  /** Whether the last reader's marks decide. */
  readonly review: boolean;
}

export const choiceStage = ({ items: itemCount, base, review, asking }: Options) =>
  defineWholeStage({
    name: "items/items",
    module: import.meta.filename,
    prompts: [],
    settings: { items: itemCount, base, ...(review && { shortlist: asking.shortlist }) },
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
      const candidatesById = shortlistedById(tables);
      const eligible = rows.flatMap(verdict => {
        const candidate = candidatesById.get(verdict.questionId);
        if (!candidate || !verdict.accepted) return [];
        const { domain, language } = tables.answers.get(verdict.answerId).question;
        const cell = `${candidate.type}\n${domain}\n${language}`;
        return { rank: candidate.rank, measures: candidate.measures, cell, verdict };
      });
      const wantedCount = itemsWanted(tables.documents?.rows() ?? [], { items: itemCount, base });
      const candidates = eligible.sort((a, b) => a.rank - b.rank);
      const choice = review ? orderByMarks(candidates, asking.shortlist) : candidates;
      const { rows: itemRows, dropped } = selectItems(
        choice.map(({ verdict, measures }) => ({ ...toItemCandidate(verdict, tables), measures })),
        quotaOf(wantedCount),
      );
      const unlistedRows = rows.filter(row => row.accepted && !candidatesById.has(row.questionId));
      return {
        rows: itemRows,
        dropped: [
          ...unlistedRows.map(({ id }) => ({
            id,
            code: "over-quota",
            detail:
              "Not shortlisted: others ranked higher, or it gains little from joining documents.",
          })),
          ...dropped,
        ],
      };
    },
  });
