// Traits of a run's items besides their scores: groups, doubts, and how much of the corpus each represents.

import { decisions } from "../../../schemas/annotation.ts";
import { findings, type FindingRow } from "../../../schemas/evaluation/findings.ts";
import type { TruthRow } from "../../../schemas/evaluation/truth.ts";
import { documents } from "../../../schemas/items/documents.ts";
import { materials } from "../../../schemas/questions/records.ts";
import { countOf } from "../../engine/grouping.ts";
import type { OpenRun } from "../../engine/open-run.ts";
import type { ItemTraits } from "./checks.ts";

// Codes derived from systems' scores: leaving out such items would select items by the outcome.
const ofScores: readonly FindingRow["code"][] = ["dead", "negative-discrimination"];

/** Items that an audit has findings on, or that people did not accept. */
function doubtedIn(run: OpenRun): Set<string> {
  const doubted = new Set<string>();
  for (const { itemId, code } of run.audit().rows(findings))
    if (!ofScores.includes(code)) doubted.add(itemId);
  for (const { itemId, decision } of run.rows(decisions))
    if (decision !== "accepted") doubted.add(itemId);
  return doubted;
}

function formatsIn(run: OpenRun): Map<string, string> {
  const formats = new Map<string, string>();
  for (const { id, format } of run.rows(documents)) if (format !== null) formats.set(id, format);
  return formats;
}

/** How many documents of the folder each document that was read represents, weighted by use; empty if none were sampled. */
function representedBy(run: OpenRun): Map<string, number> {
  const weights = new Map<string, number>();
  for (const { documentIds, weight } of run.rows(materials))
    for (const id of documentIds)
      weights.set(id, (weights.get(id) ?? 0) + weight / documentIds.length);
  return weights;
}

/** Each document's weight is shared among its items; an item on several documents gets a part of each. */
function coverageBy(rows: readonly TruthRow[], weights: ReadonlyMap<string, number>) {
  const idsOf = ({ documentIds }: TruthRow) => [...new Set(documentIds)];
  const items = countOf(rows.flatMap(idsOf));
  return (row: TruthRow): number => {
    const shares = idsOf(row).map(id => (weights.get(id) ?? 1) / (items.get(id) ?? 1));
    return shares.length === 0 ? 1 : shares.reduce((sum, share) => sum + share, 0);
  };
}

/** Traits by item; for a dataset without a run only what its items say, with equal weights for all documents. */
export function readTraits(
  rows: readonly TruthRow[],
  run: OpenRun | undefined,
): (itemId: string) => ItemTraits {
  const doubted = run ? doubtedIn(run) : new Set<string>();
  const formats = run ? formatsIn(run) : new Map<string, string>();
  const coverageOf = coverageBy(rows, run ? representedBy(run) : new Map());
  const traits = new Map<string, ItemTraits>();
  for (const row of rows) {
    const { id, type, language, domain, documentIds } = row;
    const ofFiles = [...new Set(documentIds.flatMap(one => formats.get(one) ?? []))];
    traits.set(id, {
      groups: { type: [type], language: [language], domain: [domain], format: ofFiles },
      isDoubted: doubted.has(id),
      coverage: coverageOf(row),
    });
  }
  return itemId => {
    const found = traits.get(itemId);
    if (!found) throw new Error(`no item ${itemId}`);
    return found;
  };
}
