// Finds patterns in the failed items of a system: counts by cause, words before chunk boundaries, groups that fail more than the rest.

import { Cause, type DiagnosisRow } from "../../../schemas/evaluation/diagnosis.ts";
import type { FailureOverview } from "../../../schemas/evaluation/result.ts";
import type { TruthRow } from "../../../schemas/evaluation/truth.ts";
import { wilsonInterval } from "../descriptive-statistics.ts";
import { countOf, groupBy, sortByFrequency } from "../../engine/grouping.ts";
import { hasFailed } from "./diagnosed-items.ts";

type GroupedItem = Pick<TruthRow, "id" | "language" | "type" | "domain">;
type Group = FailureOverview["groups"][number];

/**
 * The lower bound of the difference between two independent shares, the first minus the second (Newcombe 1998, Statistics in Medicine
 * 17:873, method 10: from the two Wilson intervals).
 */
export function lowerBoundOfDifference(
  [part, whole]: readonly [number, number],
  [otherPart, otherWhole]: readonly [number, number],
): number {
  const [share, otherShare] = [part / whole, otherPart / otherWhole];
  const { low } = wilsonInterval(part, whole);
  const { high } = wilsonInterval(otherPart, otherWhole);
  return (
    share - otherShare - Math.sqrt((share - (low ?? 0)) ** 2 + ((high ?? 1) - otherShare) ** 2)
  );
}

/** Minimum number of items in a group, and of items outside of it. */
const minGroupItems = 5;
/** Minimum difference between the shares of failed items in a group and outside of it, by its lower bound. */
const minExcess = 0.1;
/** Minimum number of boundaries, and share of all boundaries, that a word must precede to be reported. */
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
    .filter(({ failed, items: n }) => {
      const others = rows.length - n;
      return (
        Math.min(n, others) >= minGroupItems &&
        lowerBoundOfDifference([failed, n], [failedCount - failed, others]) >= minExcess
      );
    })
    .toSorted((a, b) => b.failed / b.items - a.failed / a.items);
}

const lastWord = (text: string): string => /(?:\S+|\p{Script=Han})$/u.exec(text)?.[0] ?? "";

/** The word that most often precedes a chunk boundary within evidence; null if none is frequent enough. */
function wordBeforeCuts(rows: readonly DiagnosisRow[]): FailureOverview["cuts"] {
  const words = rows
    .flatMap(({ spans }) => spans)
    .flatMap(({ cause, border }) => (cause === "cut" && border ? [lastWord(border.before)] : []));
  const [[after, n] = ["", 0]] = sortByFrequency(countOf(words));
  return n < minCuts.count || n < words.length * minCuts.share
    ? null
    : { after, n, of: words.length };
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
