// Finds patterns in the failed items of a system: counts by cause, words before chunk boundaries, groups that fail more than the rest.

import { Cause, type DiagnosisRow } from "../../../schemas/evaluation/diagnosis.ts";
import type { FailureOverview } from "../../../schemas/evaluation/result.ts";
import type { TruthRow } from "../../../schemas/evaluation/truth.ts";
import { wilson } from "../agreement.ts";
import { countOf, groupBy, byFrequency } from "../../engine/grouping.ts";
import { hasFailed } from "./worst-first.ts";

type GroupedItem = Pick<TruthRow, "id" | "language" | "type" | "domain">;
type Group = FailureOverview["groups"][number];

/**
 * The lower bound of the difference between two independent shares, the first minus the second (Newcombe 1998, Statistics in Medicine
 * 17:873, method 10: from the two Wilson intervals).
 */
export function minDifferenceOfShares(
  [part, whole]: readonly [number, number],
  [otherPart, otherWhole]: readonly [number, number],
): number {
  const [firstShare, secondShare] = [part / whole, otherPart / otherWhole];
  const { low } = wilson(part, whole);
  const { high } = wilson(otherPart, otherWhole);
  return (
    firstShare -
    secondShare -
    Math.sqrt((firstShare - (low ?? 0)) ** 2 + ((high ?? 1) - secondShare) ** 2)
  );
}

/** Minimum number of items in a group, and outside of it, and the minimum lower bound of its excess of failures. */
const minGroupItems = 5;
const minExcess = 0.1;
/** Minimum number and share of the boundaries that a word must precede to be reported. */
const minCuts = { count: 3, share: 0.3 };

/** Groups that fail more than the rest, the worst first. */
function failingGroups(
  rows: readonly DiagnosisRow[],
  items: ReadonlyMap<string, GroupedItem>,
): Group[] {
  const failedCount = rows.filter(hasFailed).length;
  const groups = (["language", "type", "domain"] as const).flatMap(grouping =>
    [...groupBy(rows, ({ itemId }) => items.get(itemId)?.[grouping] ?? "")].map(
      ([group, members]): Group => ({
        grouping,
        group,
        failed: members.filter(hasFailed).length,
        items: members.length,
      }),
    ),
  );
  return groups
    .filter(
      ({ failed: failedInGroup, items: n }) =>
        n >= minGroupItems && rows.length - n >= minGroupItems && failedInGroup > 0,
    )
    .filter(
      ({ failed: failedInGroup, items: n }) =>
        minDifferenceOfShares([failedInGroup, n], [failedCount - failedInGroup, rows.length - n]) >=
        minExcess,
    )
    .toSorted((a, b) => b.failed / b.items - a.failed / a.items);
}

const lastWord = (text: string): string => /(?:\S+|\p{Script=Han})$/u.exec(text)?.[0] ?? "";

/** The word that most often precedes a chunk boundary within evidence; null if none is frequent enough. */
function wordBeforeCuts(rows: readonly DiagnosisRow[]): FailureOverview["cuts"] {
  const words = rows
    .flatMap(({ spans }) => spans)
    .flatMap(({ cause, border }) => (cause === "cut" && border ? [lastWord(border.before)] : []));
  const [mostFrequent] = byFrequency(countOf(words));
  if (
    !mostFrequent ||
    mostFrequent[1] < minCuts.count ||
    mostFrequent[1] < words.length * minCuts.share
  )
    return null;
  return { after: mostFrequent[0], n: mostFrequent[1], of: words.length };
}

/** The overview of one system's rows; an item's failure may have several causes. */
export function overviewOf(
  rows: readonly DiagnosisRow[],
  items: ReadonlyMap<string, GroupedItem>,
): FailureOverview {
  const failed = rows.filter(hasFailed);
  const counts = countOf(failed.flatMap(({ causes }) => causes));
  const firstCounts = countOf(failed.flatMap(({ causes }) => causes.slice(0, 1)));
  return {
    items: rows.length,
    failed: failed.length,
    declined: rows.filter(({ declined }) => declined).length,
    untold: rows.filter(row => row.score === null && !hasFailed(row)).length,
    by: [...new Set(rows.flatMap(({ by }) => by ?? []))].sort(),
    causes: Cause.options
      .filter(cause => counts.has(cause))
      .map(cause => ({ cause, n: counts.get(cause) ?? 0, first: firstCounts.get(cause) ?? 0 })),
    cuts: wordBeforeCuts(failed),
    groups: failingGroups(rows, items),
  };
}
