// Counts how many of each type were wanted and how many were made, and explains any difference: when the documents yield too few of one type, others replace it.

import type { Artifact } from "../../schemas/define.ts";
import { documents } from "../../schemas/items/documents.ts";
import type { QuestionType } from "../../schemas/items/item-types.ts";
import { type DemandRow, demand, items, questions, verdicts } from "../../schemas/items/records.ts";
import type { FactRow } from "../../schemas/rageval/records.ts";
import { countOf, groupBy, mostFirst } from "../engine/grouping.ts";
import { defineWholeStage } from "../engine/stage.ts";
import { type Cell, groupKey, itemsWanted, type QuotaOptions } from "../items/quotas.ts";
import { bearing } from "./known-families.ts";
import { cellsOf, turnsOf } from "./type-turns.ts";

/** The fewest items that include one of this cell's type, which must have turns. */
function fewestWith({ type }: Cell, turnsIn: (count: number) => Cell[]): number {
  for (let count = 16; ; count *= 2) {
    const turn = turnsIn(count).findIndex(turn => turn.type === type);
    if (turn >= 0) return turn + 1;
  }
}

const tooFew = (items: number, fewest: number): string =>
  `${items} items are too few to include one at its weight; ${fewest} would be enough.`;

function explain(
  { target, made }: Pick<DemandRow, "target" | "made">,
  proposedCount: number,
  { codes, others }: { readonly codes: readonly string[]; readonly others: boolean },
): string {
  const parts = [
    `${proposedCount} proposed`,
    ...mostFirst(countOf(codes)).map(([code, count]) => `${count} ${code}`),
  ];
  return `${made} of ${target}: ${parts.join(", ")}${others ? "; other types took their place" : ""}.`;
}

interface QuotasOptions extends Pick<QuotaOptions<QuestionType>, "items" | "mix" | "base"> {
  /** Facts of generated documents. */
  readonly facts?: Artifact<typeof FactRow> | undefined;
}

/** One row per type, domain and language, written once, when the items are chosen. */
export const quotasStage = ({ items: first, mix, base, facts }: QuotasOptions) =>
  defineWholeStage({
    name: "questions/quotas",
    module: import.meta.filename,
    prompts: [],
    settings: { items: first, mix, base },
    over: items,
    lookup: { documents, questions, verdicts, ...(facts && { facts }) },
    writes: demand,
    all(rows, { tables }) {
      const rowsOfDocuments = tables.documents.rows();
      const wanted = itemsWanted(rowsOfDocuments, { items: first, base });
      const choice = { mix, bears: bearing(tables.facts) };
      const others = Object.keys(mix).length > 1;
      const turnsIn = (count: number) => turnsOf(rowsOfDocuments, choice, count);
      const turns = turnsIn(wanted);
      const [targets, made] = [countOf(turns.map(groupKey)), countOf(rows.map(groupKey))];
      const asked = groupBy(tables.questions.rows(), groupKey);
      const codeOf = new Map(
        tables.verdicts.rows().map(({ questionId, reasons }) => [questionId, reasons[0]?.code]),
      );
      const toRow = (cell: Cell): DemandRow => {
        const id = groupKey(cell);
        const proposed = asked.get(id) ?? [];
        const numbers = { target: targets.get(id) ?? 0, made: made.get(id) ?? 0 };
        const codes = proposed.flatMap(question => codeOf.get(question.id) ?? []);
        const short =
          numbers.made < numbers.target
            ? explain(numbers, proposed.length, { codes, others })
            : null;
        const isReachable = numbers.made > 0 || turns.some(({ type }) => type === cell.type);
        const because = isReachable ? short : tooFew(wanted, fewestWith(cell, turnsIn));
        return { id, ...cell, ...numbers, because };
      };
      return { rows: cellsOf(rowsOfDocuments, choice).map(toRow) };
    },
  });
