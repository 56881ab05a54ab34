// What the failed items of a system have in common: how many by each cause, where its chunks break, which groups fail more than the rest.

import { Cause, type DiagnosisRow } from "../../../schemas/evaluation/diagnosis.ts";
import type { FailureOverview } from "../../../schemas/evaluation/result.ts";
import type { TruthRow } from "../../../schemas/evaluation/truth.ts";
import { wilson } from "../agreement.ts";
import { countOf, groupBy, mostFirst } from "../../engine/grouping.ts";

type GroupedItem = Pick<TruthRow, "id" | "language" | "type" | "domain">;
type Group = FailureOverview["groups"][number];

const hasFailed = ({ causes }: Pick<DiagnosisRow, "causes">): boolean => causes.length > 0;

/**
 * The lower bound of the difference of two independent shares, the first less the second (Newcombe 1998, Statistics in Medicine
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

/** A group of fewer says nothing; one that fails more than the rest by less than this, surely, is not worth a line. */
const MIN = 5;
const MIN_GAP = 0.1;
/** Words before a border are named where so many, and such a share, of the borders have them. */
const CUTS = { fewest: 3, share: 0.3 };

/** Groups that fail more than the rest, those that fail most first. */
function failingGroups(
  rows: readonly DiagnosisRow[],
  items: ReadonlyMap<string, GroupedItem>,
): Group[] {
  const failed = rows.filter(hasFailed).length;
  const groups = (["language", "type", "domain"] as const).flatMap(grouping =>
    [...groupBy(rows, ({ itemId }) => items.get(itemId)?.[grouping] ?? "")].map(
      ([group, mine]): Group => ({
        grouping,
        group,
        failed: mine.filter(hasFailed).length,
        items: mine.length,
      }),
    ),
  );
  return groups
    .filter(({ failed: mine, items: n }) => n >= MIN && rows.length - n >= MIN && mine > 0)
    .filter(
      ({ failed: mine, items: n }) =>
        differenceAtLeast([mine, n], [failed - mine, rows.length - n]) >= MIN_GAP,
    )
    .toSorted((a, b) => b.failed / b.items - a.failed / a.items);
}

const lastWord = (text: string): string => /(?:\S+|\p{Script=Han})$/u.exec(text)?.[0] ?? "";

/** The word after which most borders fall that cut evidence; null where they have none in common. */
function cutWord(rows: readonly DiagnosisRow[]): FailureOverview["cuts"] {
  const words = rows
    .flatMap(({ spans }) => spans)
    .flatMap(({ cause, border }) => (cause === "cut" && border ? [lastWord(border.before)] : []));
  const [first] = mostFirst(countOf(words));
  if (!first || first[1] < CUTS.fewest || first[1] < words.length * CUTS.share) return null;
  return { after: first[0], n: first[1], of: words.length };
}

/** Over the rows of one system; an item fails by several causes at once. */
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
