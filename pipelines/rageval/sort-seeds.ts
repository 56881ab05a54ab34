// Sorts unsorted seeds into the kinds found for them, alongside those already in a folder for their kind.

import {
  type SeedKindRow,
  type SeedRow,
  seedKinds,
  seeds,
  sortedSeeds,
} from "../../schemas/rageval/records.ts";
import { displayPath } from "../engine/display-path.ts";
import { type DroppedInput, defineWholeStage } from "../engine/stage.ts";

interface SortOptions {
  readonly kindOf: (id: string) => SeedKindRow | undefined;
  /** The requested domains; all if undefined. */
  readonly domains: readonly string[] | undefined;
}

/** A seed's kind is its domain; one that has none is left out, with the reason. */
export function sortSeeds(
  rows: readonly SeedRow[],
  { kindOf, domains }: SortOptions,
): { rows: SeedRow[]; dropped: DroppedInput[] } {
  const dropped: DroppedInput[] = [];
  const sortedRows = rows.flatMap(row => {
    if (row.domain !== "") return [row];
    const { kind = null, because = "its kind was not found" } = kindOf(row.id) ?? {};
    if (kind === null) {
      const detail = `${displayPath(row.provenance.source)}: ${because}`;
      dropped.push({ id: row.id, code: "no-kind", detail });
      return [];
    }
    const isWanted = domains?.some(domain => domain.toLowerCase() === kind) ?? true;
    return isWanted ? [{ ...row, domain: kind }] : [];
  });
  return { rows: sortedRows, dropped };
}

export const sortedSeedsStage = ({ domains }: Pick<SortOptions, "domains">) =>
  defineWholeStage({
    name: "rageval/sorted-seeds",
    module: import.meta.filename,
    prompts: [],
    settings: { domains },
    over: seeds,
    lookup: { seedKinds },
    writes: sortedSeeds,
    all: (rows, { tables }) => sortSeeds(rows, { kindOf: tables.seedKinds.find, domains }),
  });
