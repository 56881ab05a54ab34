// Patterns in the failed items of a system: counts by cause, words before cuts, groups that fail more than the rest.

import { Cause, type DiagnosisRow } from "../../../schemas/evaluation/diagnosis.ts";
import type { FailureOverview } from "../../../schemas/evaluation/result.ts";
import type { TruthRow } from "../../../schemas/evaluation/truth.ts";
import { wilson } from "../agreement.ts";
import { countOf, groupBy, mostFirst } from "../../engine/grouping.ts";

type GroupedItem = Pick<TruthRow, "id" | "language" | "type" | "domain">;
type Group = FailureOverview["groups"][number];

const hasFailed = ({ causes }: Pick<DiagnosisRow, "causes">): boolean => causes.length > 0;

/**
 * The lower bound of the difference of two independent shares, the first minus the second (Newcombe 1998, Statistics in Medicine
 * 17:873, method 10: from the two Wilson intervals).
 */
export function differenceAtLeast(
  [part, whole]: readonly [number, number],
  [otherPart, otherWhole]: readonly [number, number],
): number {
  const [one, other] = [part / whole, otherPart / otherWhole];
  const { low } = wilson(part, whole);
  const { high } = wilson(otherPart, otherWhole);
  return one - other - Math.sqrt((one - (low ?? 0)) ** 2 + ((high ?? 1) - other) ** 2);
}

/** Smaller groups say nothing; a group is not worth a line if the lower bound of its excess failures is below MIN_GAP. */
const MIN = 5;
const MIN_GAP = 0.1;
/** The word before a border is reported if at least this number, and this share, of the borders have it. */
const CUTS = { fewest: 3, share: 0.3 };

/** Groups that fail more than the rest, the worst first. */
function failingGroups(
  rows: readonly DiagnosisRow[],
  items: ReadonlyMap<string, GroupedItem>,
): Group[] {
  const failed = rows.filter(hasFailed).length;
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
    .filter(({ failed: ofGroup, items: n }) => n >= MIN && rows.length - n >= MIN && ofGroup > 0)
    .filter(
      ({ failed: ofGroup, items: n }) =>
        differenceAtLeast([ofGroup, n], [failed - ofGroup, rows.length - n]) >= MIN_GAP,
    )
    .toSorted((a, b) => b.failed / b.items - a.failed / a.items);
}

const lastWord = (text: string): string => /(?:\S+|\p{Script=Han})$/u.exec(text)?.[0] ?? "";

/** The word that most often precedes a border that cuts evidence; null if none is frequent enough. */
function cutWord(rows: readonly DiagnosisRow[]): FailureOverview["cuts"] {
  const words = rows
    .flatMap(({ spans }) => spans)
    .flatMap(({ cause, border }) => (cause === "cut" && border ? [lastWord(border.before)] : []));
  const [first] = mostFirst(countOf(words));
  if (!first || first[1] < CUTS.fewest || first[1] < words.length * CUTS.share) return null;
  return { after: first[0], n: first[1], of: words.length };
}

/** The overview of one system's rows; an item may fail by several causes at once. */
export function overviewOf(
  rows: readonly DiagnosisRow[],
  items: ReadonlyMap<string, GroupedItem>,
): FailureOverview {
  const failed = rows.filter(hasFailed);
  const counts = countOf(failed.flatMap(({ causes }) => causes));
  const first = countOf(failed.flatMap(({ causes }) => causes.slice(0, 1)));
  return {
    items: rows.length,
    failed: failed.length,
    declined: rows.filter(({ declined }) => declined).length,
    untold: rows.filter(row => row.score === null && !hasFailed(row)).length,
    by: [...new Set(rows.flatMap(({ by }) => by ?? []))].sort(),
    causes: Cause.options
      .filter(cause => counts.has(cause))
      .map(cause => ({ cause, n: counts.get(cause) ?? 0, first: first.get(cause) ?? 0 })),
    cuts: cutWord(failed),
    groups: failingGroups(rows, items),
  };
}
