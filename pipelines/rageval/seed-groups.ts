// Groups seeds by domain and language: one schema is derived from each group.

import {
  type SeedGroupRow,
  type SeedRow,
  seedGroups,
  type seeds,
} from "../../schemas/rageval/records.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineWholeStage } from "../engine/stage.ts";

export function groupSeeds(
  rows: readonly Pick<SeedRow, "id" | "domain" | "language">[],
): SeedGroupRow[] {
  const groups = new Map<string, SeedGroupRow>();
  for (const { id, domain, language } of rows) {
    const key = `${domain}\n${language}`;
    const seedIds = [...(groups.get(key)?.seedIds ?? []), id];
    groups.set(key, { id: rowId("g", domain, language), language, domain, seedIds });
  }
  return [...groups.values()];
}

export const seedGroupsStage = (over: typeof seeds) =>
  defineWholeStage({
    name: "rageval/seed-groups",
    module: import.meta.filename,
    prompts: [],
    over,
    writes: seedGroups,
    all: rows => ({ rows: groupSeeds(rows) }),
  });
