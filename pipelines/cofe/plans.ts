// Draws the fragments that are asked: spread over documents, so that a long one does not drown the rest, and the same draw wherever nothing changed.

import {
  type CofePlanRow,
  cofePlans,
  type FragmentRow,
  fragments,
} from "../../schemas/cofe/records.ts";
import { documents } from "../../schemas/items/documents.ts";
import type { CofeType } from "../../schemas/items/item-types.ts";
import type { AskingSettings } from "../../schemas/settings.ts";
import { hashOf, rowId } from "../engine/fingerprint.ts";
import { defineWholeStage } from "../engine/stage.ts";
import { groupBy } from "../engine/grouping.ts";
import { type QuotaOptions, quotasFor } from "../items/quotas.ts";

/** In an order that follows from the rows alone. */
const inHashOrder = <Row>(rows: readonly Row[], keyOf: (row: Row) => unknown): Row[] => {
  const keys = new Map(rows.map(row => [row, hashOf(keyOf(row))]));
  return [...rows].sort((a, b) => ((keys.get(a) ?? "") < (keys.get(b) ?? "") ? -1 : 1));
};

const groupsBy = <Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[][] => [
  ...groupBy(rows, keyOf).values(),
];

/** One of each list in turn, until all are empty. */
function inTurns<Row>(lists: readonly (readonly Row[])[]): Row[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) =>
    lists.flatMap(list => list[turn] ?? []),
  ).flat();
}

/** Of one document: its sections in turn, each section's fragments in a drawn order. */
const ofDocument = (rows: readonly FragmentRow[], seed: number): FragmentRow[] =>
  inTurns(
    inHashOrder(
      groupsBy(rows, ({ section }) => section ?? ""),
      section => [seed, section[0]?.section],
    ).map(section => inHashOrder(section, ({ id }) => [seed, id])),
  );

/** Formats in turn, within each its documents in turn: the order in which fragments are asked. */
export function drawOrder(
  rows: readonly FragmentRow[],
  formatOf: (documentId: string) => string,
  seed: number,
): FragmentRow[] {
  const byDocument = groupsBy(rows, ({ documentId }) => documentId).map(list =>
    ofDocument(list, seed),
  );
  const byFormat = groupsBy(byDocument, ([first]) => formatOf(first?.documentId ?? ""));
  const formats = inHashOrder(byFormat, ([list]) => [seed, formatOf(list?.[0]?.documentId ?? "")]);
  return inTurns(
    formats.map(lists => inTurns(inHashOrder(lists, ([first]) => [seed, first?.documentId]))),
  );
}

export interface CofePlansOptions extends QuotaOptions<CofeType> {
  readonly candidates: AskingSettings["candidates"];
}

export const cofePlansStage = ({ candidates: { factor, more }, ...quotas }: CofePlansOptions) =>
  defineWholeStage({
    name: "cofe/plans",
    module: import.meta.filename,
    prompts: [],
    settings: { ...quotas, factor, more },
    over: fragments,
    lookup: { documents },
    writes: cofePlans,
    all(rows, { tables, seedFor }) {
      const formatOf = (id: string) => tables.documents.find(id)?.format ?? "";
      const seen = new Set<string>();
      // The same text twice is asked once, where it stands first.
      const distinct = rows.filter(({ id }) => !seen.has(id) && seen.add(id));
      const targets = quotasFor(tables.documents.rows(), quotas);
      return {
        rows: groupsBy(distinct, groupOf).flatMap(group => {
          const wanted = targets.filter(
            quota => quota.target > 0 && group[0] && groupOf(quota) === groupOf(group[0]),
          );
          // Each fragment is asked for all types, so that as many are as the type wanted most often needs.
          const most = Math.max(
            0,
            ...wanted.map(({ target }) => Math.ceil(target * factor) + more),
          );
          const types = wanted.map(({ type }) => type);
          return drawOrder(group, formatOf, seedFor("plans"))
            .slice(0, most)
            .map((fragment, at) => toPlan(fragment, types, at + 1));
        }),
      };
    },
  });

const groupOf = ({ domain, language }: Pick<FragmentRow, "domain" | "language">): string =>
  `${domain}\n${language}`;

const toPlan = (
  { id, documentId, language, domain }: FragmentRow,
  types: readonly CofeType[],
  rank: number,
): CofePlanRow => ({
  id: rowId("plan", id, types),
  fragmentId: id,
  documentId,
  language,
  domain,
  types: [...types],
  rank,
});
