// Draws the fragments that are asked: spread over documents, so that a long one does not drown the rest, and the same draw wherever nothing changed.

import {
  type CofePlanRow,
  cofePlans,
  earlier,
  type FragmentRow,
  fragments,
} from "../../schemas/cofe/records.ts";
import { documents } from "../../schemas/items/documents.ts";
import { CofeType } from "../../schemas/items/item-types.ts";
import { demand } from "../../schemas/items/records.ts";
import { hashOf, rowId } from "../engine/fingerprint.ts";
import { defineWholeStage } from "../engine/stage.ts";
import { groupBy } from "../engine/grouping.ts";
import { groupKey, type QuotaOptions, quotasFor } from "../items/quotas.ts";

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

/** Wanted of each type; those asked before come first, as they were asked. */
interface Draw {
  readonly order: readonly FragmentRow[];
  readonly wanted: ReadonlyMap<CofeType, number>;
  readonly askedBefore: ReadonlyMap<string, readonly CofeType[]>;
}

/**
 * Fragments asked before stay asked for the same types, so that nothing unchanged is asked otherwise. Of the others so
 * many are asked as the type wanted most often needs; beyond what the first round needs, only for the types still short.
 */
function planGroup({ order, wanted, askedBefore }: Draw): CofePlanRow[] {
  const kept = order.filter(({ id }) => askedBefore.has(id));
  const fresh = order.filter(({ id }) => !askedBefore.has(id));
  const types = CofeType.options.filter(type => (wanted.get(type) ?? 0) > 0);
  const plan = (
    { id, documentId, language, domain }: FragmentRow,
    asked: readonly CofeType[],
    index: number,
  ): CofePlanRow => ({
    id: rowId("plan", id, asked),
    fragmentId: id,
    documentId,
    language,
    domain,
    types: [...asked],
    rank: index + 1,
  });
  const rows = kept.map((fragment, index) =>
    plan(fragment, askedBefore.get(fragment.id) ?? types, index),
  );
  fresh.forEach((fragment, index) => {
    const asked = types.filter(type => index < (wanted.get(type) ?? 0));
    if (asked.length > 0) rows.push(plan(fragment, asked, rows.length));
  });
  return rows;
}

export const cofePlansStage = (quotas: QuotaOptions<CofeType>) =>
  defineWholeStage({
    name: "cofe/plans",
    module: import.meta.filename,
    prompts: [],
    settings: quotas,
    over: fragments,
    lookup: { documents, earlier, demand },
    writes: cofePlans,
    all(rows, { tables, seedFor }) {
      const formatOf = (id: string) => tables.documents.find(id)?.format ?? "";
      const askedBefore = new Map(
        tables.earlier.rows().map(({ fragmentId, types }) => [fragmentId, types]),
      );
      const seen = new Set<string>();
      // The same text twice is asked once, where it stands first.
      const distinct = rows.filter(({ id }) => !seen.has(id) && seen.add(id));
      const groups = groupsBy(distinct, ({ domain, language }) => `${domain}\n${language}`);
      return {
        rows: groups.flatMap(group => {
          const [first] = group;
          const targets = quotasFor(tables.documents.rows(), quotas).filter(
            ({ domain, language }) => domain === first?.domain && language === first.language,
          );
          const wanted = new Map(
            targets.map(quota => [
              quota.type,
              quota.target === 0
                ? 0
                : quota.target + (tables.demand.find(groupKey(quota))?.wanted ?? 0),
            ]),
          );
          return planGroup({
            order: drawOrder(group, formatOf, seedFor("plans")),
            wanted,
            askedBefore,
          });
        }),
      };
    },
  });
