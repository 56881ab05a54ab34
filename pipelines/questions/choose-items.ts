// Chooses the items from the candidates that have keypoints and keywords: in shortlist order or, if a final reader marked them, by all marks.

import { documents } from "../../schemas/items/documents.ts";
import { answers, items, keypoints, keywords, verdicts } from "../../schemas/items/records.ts";
import { keys, type KeysRow } from "../../schemas/questions/keys.ts";
import { type Shortlisted, shortlist, type ShortlistRow } from "../../schemas/questions/records.ts";
import type { AskingSettings } from "../../schemas/questions/settings.ts";
import { defineWholeStage, type Table } from "../engine/stage.ts";
import { selectItems, toItemCandidate } from "../items/item-choice.ts";
import { itemsWanted, type QuotaOptions } from "../items/quotas.ts";
import { keysOf, withKeys } from "./candidate-keys.ts";
import { questionIdOf } from "./candidate-rows.ts";
import type { Measures } from "../../schemas/items/measures.ts";
import { isFlawed, sumOfRatings } from "../items/ratings.ts";

/** A candidate of the shortlist that was not rejected. */
export interface MarkedCandidate {
  readonly rank: number;
  readonly measures: Measures;
  /** Type, domain and language, which the shortlist keeps in proportion. */
  readonly cell: string;
}

/** Orders by all marks, then by rank in the shortlist. */
const compareMarks = (a: MarkedCandidate, b: MarkedCandidate): number =>
  sumOfRatings(b.measures) - sumOfRatings(a.measures) || a.rank - b.rank;

/** The candidates of a cell that the window has shown so far. */
class Cell<T extends MarkedCandidate> {
  shownCount = 0;
  takenCount = 0;
  readonly #open: T[] = [];

  add(candidate: T): void {
    this.shownCount += 1;
    const index = this.#open.findIndex(other => compareMarks(candidate, other) < 0);
    this.#open.splice(index < 0 ? this.#open.length : index, 0, candidate);
  }

  get isEmpty(): boolean {
    return this.#open.length === 0;
  }

  /** Marks of the next candidate. */
  get marks(): number {
    return this.#open[0] === undefined ? 0 : sumOfRatings(this.#open[0].measures);
  }

  take(): T[] {
    this.takenCount += 1;
    return this.#open.splice(0, 1);
  }
}

/**
 * All candidates (given by rank) in the order of choice. A turn chooses from the first turn × `share` candidates of the
 * shortlist, so that a choice of more items only adds to that of fewer. It takes the best by marks; each item that a cell
 * lags behind its share counts as one mark. Flawed candidates come last, in shortlist order.
 */
export function orderByMarks<T extends MarkedCandidate>(
  shortlisted: readonly T[],
  share: number,
): T[] {
  const flawless = shortlisted.filter(({ measures }) => !isFlawed(measures));
  const flawed = shortlisted.filter(({ measures }) => isFlawed(measures));
  const cells = new Map<string, Cell<T>>();
  const chosen: T[] = [];
  let shownCount = 0;
  for (let turn = 1; chosen.length < flawless.length; turn++) {
    const window = Math.ceil(turn * share);
    for (
      let next = flawless[shownCount];
      next && next.rank <= window;
      next = flawless[++shownCount]
    ) {
      const cell = cells.get(next.cell) ?? new Cell<T>();
      cells.set(next.cell, cell);
      cell.add(next);
    }
    const lagOf = (cell: Cell<T>) => (cell.shownCount * turn) / shownCount - cell.takenCount;
    const filledCells = [...cells.values()].filter(({ isEmpty }) => !isEmpty);
    const claimOf = (cell: Cell<T>) => cell.marks + lagOf(cell);
    const [nextCell] = filledCells.toSorted(
      (a, b) => claimOf(b) - claimOf(a) || lagOf(b) - lagOf(a),
    );
    chosen.push(...(nextCell?.take() ?? []));
  }
  return [...chosen, ...flawed];
}

/** A single quota for all types: the shortlist's order already follows the mix. */
const quotaOf = (items: number) => ({ remaining: new Map([["", items]]), keyOf: () => "" });

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

interface ChoiceStageOptions extends Pick<QuotaOptions, "items" | "base"> {
  readonly asking: Pick<AskingSettings, "shortlist">;
  /** Whether the last reader's marks decide. */
  readonly usesMarks: boolean;
}

export const choiceStage = ({ items: itemCount, base, usesMarks, asking }: ChoiceStageOptions) =>
  defineWholeStage({
    name: "items/items",
    module: import.meta.filename,
    prompts: [],
    settings: { items: itemCount, base, ...(usesMarks && { shortlist: asking.shortlist }) },
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
      const choice = usesMarks ? orderByMarks(candidates, asking.shortlist) : candidates;
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
