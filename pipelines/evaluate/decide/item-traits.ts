// Reads what is known about a run's items apart from their scores: groups, doubts, and how much of the corpus each represents.

import { decisions } from "../../../schemas/annotation.ts";
import { findings, type FindingRow } from "../../../schemas/evaluation/findings.ts";
import type { TruthRow } from "../../../schemas/evaluation/truth.ts";
import { documents } from "../../../schemas/items/documents.ts";
import { materials } from "../../../schemas/questions/records.ts";
import { countOf } from "../../engine/grouping.ts";
import type { OpenRun } from "../../engine/open-run.ts";
import { sum } from "../sum.ts";
import type { ItemTraits } from "./robustness-checks.ts";

// Findings that follow from systems' scores: leaving out such items would select items by the outcome.
const codesFromScores: readonly FindingRow["code"][] = ["dead", "negative-discrimination"];

/** Items against which an audit has findings, or that people did not accept. */
function doubtedItemsOf(run: OpenRun): Set<string> {
  const doubted = new Set<string>();
  for (const { itemId, code } of run.audit().rows(findings))
    if (!codesFromScores.includes(code)) doubted.add(itemId);
  for (const { itemId, decision } of run.rows(decisions))
    if (decision !== "accepted") doubted.add(itemId);
  return doubted;
}

/** How many documents of the user's folder each document represents, by the weights of the materials drawn from it. */
function weightsByDocument(run: OpenRun): Map<string, number> {
  const weights = new Map<string, number>();
  for (const { documentIds, weight } of run.rows(materials))
    for (const id of documentIds)
      weights.set(id, (weights.get(id) ?? 0) + weight / documentIds.length);
  return weights;
}

/** Returns a function that computes an item's coverage: each document's weight is shared among its items, and an item about several documents gets a part of each. */
function coverageFrom(rows: readonly TruthRow[], weights: ReadonlyMap<string, number>) {
  const documentIdsOf = ({ documentIds }: TruthRow) => [...new Set(documentIds)];
  const itemCounts = countOf(rows.flatMap(documentIdsOf));
  return (row: TruthRow): number => {
    const shares = documentIdsOf(row).map(id => (weights.get(id) ?? 1) / (itemCounts.get(id) ?? 1));
    return shares.length === 0 ? 1 : sum(shares);
  };
}

/** Returns a function that gives an item's traits. A dataset without a run provides only what its items contain, and equal weights for all documents. */
export function readTraits(
  rows: readonly TruthRow[],
  run: OpenRun | undefined,
): (itemId: string) => ItemTraits {
  const doubted = run ? doubtedItemsOf(run) : new Set<string>();
  const formats = new Map(Array.from(run?.rows(documents) ?? [], ({ id, format }) => [id, format]));
  const coverageOf = coverageFrom(rows, run ? weightsByDocument(run) : new Map());
  const traits = new Map<string, ItemTraits>();
  for (const row of rows) {
    const { id, type, language, domain, documentIds } = row;
    const format = [...new Set(documentIds.flatMap(documentId => formats.get(documentId) ?? []))];
    traits.set(id, {
      groups: { type: [type], language: [language], domain: [domain], format },
      isDoubted: doubted.has(id),
      coverage: coverageOf(row),
    });
  }
  return itemId => {
    const itemTraits = traits.get(itemId);
    if (!itemTraits) throw new Error(`no item ${itemId}`);
    return itemTraits;
  };
}
