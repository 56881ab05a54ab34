// What the documents of a family say of one thing over time: its values in order, what held on a day, and who states what.

import type { ConfigValue, FamilyPlace } from "../../schemas/rageval/records.ts";

/** What one document says at a path: a fact, or the value of a member's config. */
export type Statement = Pick<ConfigValue, "path" | "value" | "from" | "standing" | "holds"> & {
  readonly documentId: string;
  readonly family?: FamilyPlace | undefined;
};

/** A value of a path and the documents that state it as holding, in the family's order; none where it only follows. */
export interface HeldValue {
  readonly value: string;
  /** The first day on which it holds; null where it held from the beginning. */
  readonly from: string | null;
  readonly documentIds: string[];
}

/** The statements of one family at a path, in its order, without its near-twin's. */
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
 * The values that held one after another at a path, of what `statementsAt` gives: what is stale, disputed or a draft's
 * is left out; what holds instead of a stale value is among them, whether or not a document states it.
 */
export function heldValues(statements: readonly Statement[]): HeldValue[] {
  const told = statements.flatMap(({ value, from, standing, holds, documentId }) => [
    ...(standing === undefined ? [{ value, from: from ?? null, documentIds: [documentId] }] : []),
    ...(holds === undefined ? [] : [{ ...holds, documentIds: [] }]),
  ]);
  const values: HeldValue[] = [];
  for (const { value, from, documentIds } of told) {
    const known = values.find(other => other.value === value && other.from === from);
    if (known) known.documentIds.push(...documentIds);
    else values.push({ value, from, documentIds: [...documentIds] });
  }
  return values.sort((a, b) => ((a.from ?? "") < (b.from ?? "") ? -1 : 1));
}

/** The value that held on a day (ISO): the latest that was in force; undefined where none is known. */
export const heldOn = (statements: readonly Statement[], day: string): HeldValue | undefined =>
  heldValues(statements).findLast(({ from }) => from === null || from <= day);
