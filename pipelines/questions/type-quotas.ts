// Counts how many of each type were requested and how many were created, and explains any difference: if the documents yield too few of one type, other types take their place.

import type { Artifact } from "../../schemas/define.ts";
import { documents } from "../../schemas/items/documents.ts";
import type { QuestionType } from "../../schemas/items/item-types.ts";
import { type DemandRow, demand, items, questions, verdicts } from "../../schemas/items/records.ts";
import type { FactRow } from "../../schemas/rageval/records.ts";
import { countOf, groupBy, sortByFrequency } from "../engine/grouping.ts";
import { defineWholeStage } from "../engine/stage.ts";
import { type Cell, cellKey, itemsWanted, type QuotaOptions } from "../items/quotas.ts";
import { yieldChecker } from "./known-families.ts";
import { cellsOf, turnsOf } from "./type-turns.ts";

/** The smallest number of items at which this cell's type gets one, provided that the type gets any at all. */
function minCountWith({ type }: Cell, turnsIn: (count: number) => Cell[]): number {
  for (let count = 16; ; count *= 2) {
    const index = turnsIn(count).findIndex(turn => turn.type === type);
    if (index >= 0) return index + 1;
  }
}

const tooFew = (items: number, minCount: number): string =>
  `${items} items are too few for this type to get one at its weight; ${minCount} would be enough.`;

function explain(
  { target, made }: Pick<DemandRow, "target" | "made">,
  proposedCount: number,
  { codes, hasOtherTypes }: { readonly codes: readonly string[]; readonly hasOtherTypes: boolean },
): string {
  const parts = [
    `${proposedCount} proposed`,
    ...sortByFrequency(countOf(codes)).map(([code, count]) => `${count} ${code}`),
  ];
  return `${made} of ${target}: ${parts.join(", ")}${hasOtherTypes ? "; other types took their place" : ""}.`;
}

interface QuotasOptions extends Pick<QuotaOptions<QuestionType>, "items" | "mix" | "base"> {
  /** Facts stated in generated documents. */
  readonly facts?: Artifact<typeof FactRow> | undefined;
}

/** Writes one row per type, domain and language, once the items are chosen. */
export const quotasStage = ({ items: itemCount, mix, base, facts }: QuotasOptions) =>
  defineWholeStage({
    name: "questions/quotas",
    module: import.meta.filename,
    prompts: [],
    settings: { items: itemCount, mix, base },
    over: items,
    lookup: { documents, questions, verdicts, ...(facts && { facts }) },
    writes: demand,
    all(rows, { tables }) {
      const rowsOfDocuments = tables.documents.rows();
      const wantedCount = itemsWanted(rowsOfDocuments, { items: itemCount, base });
      const choice = { mix, canYield: yieldChecker(tables.facts) };
      const hasOtherTypes = Object.keys(mix).length > 1;
      const turnsIn = (count: number) => turnsOf(rowsOfDocuments, choice, count);
      const turns = turnsIn(wantedCount);
      const [targetCounts, madeCounts] = [countOf(turns.map(cellKey)), countOf(rows.map(cellKey))];
      const questionsByCell = groupBy(tables.questions.rows(), cellKey);
      const codeByQuestion = new Map(
        tables.verdicts.rows().map(({ questionId, reasons }) => [questionId, reasons[0]?.code]),
      );
      const toRow = (cell: Cell): DemandRow => {
        const id = cellKey(cell);
        const proposed = questionsByCell.get(id) ?? [];
        const numbers = { target: targetCounts.get(id) ?? 0, made: madeCounts.get(id) ?? 0 };
        const codes = proposed.flatMap(question => codeByQuestion.get(question.id) ?? []);
        const shortfall =
          numbers.made < numbers.target
            ? explain(numbers, proposed.length, { codes, hasOtherTypes })
            : null;
        const isReachable = numbers.made > 0 || turns.some(({ type }) => type === cell.type);
        const because = isReachable ? shortfall : tooFew(wantedCount, minCountWith(cell, turnsIn));
        return { id, ...cell, ...numbers, because };
      };
      return { rows: cellsOf(rowsOfDocuments, choice).map(toRow) };
    },
  });
