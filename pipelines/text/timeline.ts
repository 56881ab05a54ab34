// Builds the timeline of one thing in a family's documents: its values in order, which one was in force on a given day, and which documents state it.

import type { ConfigValue, FamilyPlace } from "../../schemas/rageval/records.ts";

/** One document's statement at a path: a fact, or the value of a member's config. */
export type Statement = Pick<ConfigValue, "path" | "value" | "from" | "standing" | "holds"> & {
  readonly documentId: string;
  readonly family?: FamilyPlace | undefined;
};

/** A value at a path and the documents that state it as valid, in the family's order; none if it is only implied. */
export interface ValueInForce {
  readonly value: string;
  /** The first day on which it is in force; null if it was from the beginning. */
  readonly from: string | null;
  readonly documentIds: string[];
}

/** The statements of one family at a path, in the family's order, without those of its near-twin. */
export const statementsAt = <S extends Statement>(
  statements: readonly S[],
  familyId: string,
  path: string,
): S[] =>
  statements
    .filter(
      ({ family, path: other }) =>
        family?.familyId === familyId && !family.isTwin && other === path,
    )
    .sort((a, b) => (a.family?.number ?? 0) - (b.family?.number ?? 0));

/**
 * The successive values at a path, from the result of `statementsAt`: stale, disputed and draft values are left out; the
 * value in force instead of a stale one is included, whether or not a document states it.
 */
export function findValuesInForce(statements: readonly Statement[]): ValueInForce[] {
  const valid = statements.flatMap(({ value, from, standing, holds, documentId }) => [
    ...(standing === undefined ? [{ value, from: from ?? null, documentIds: [documentId] }] : []),
    ...(holds === undefined ? [] : [{ ...holds, documentIds: [] }]),
  ]);
  const values: ValueInForce[] = [];
  for (const { value, from, documentIds } of valid) {
    const earlier = values.find(other => other.value === value && other.from === from);
    if (earlier) earlier.documentIds.push(...documentIds);
    else values.push({ value, from, documentIds: [...documentIds] });
  }
  return values.sort((a, b) => ((a.from ?? "") < (b.from ?? "") ? -1 : 1));
}

/** The value in force on a day (ISO): the latest that began by then; undefined if unknown. */
export const valueInForceOn = (
  statements: readonly Statement[],
  day: string,
): ValueInForce | undefined =>
  findValuesInForce(statements).findLast(({ from }) => from === null || from <= day);
