// Chooses the systems that can be compared, and the items that all of them answered.

import type { LeftOut } from "../../../schemas/evaluation/leaderboard.ts";
import type { Variant } from "../../../schemas/evaluation/metrics.ts";
import { compareStrings, countOf } from "../../engine/grouping.ts";
import type { EvaluatedSystem } from "./evaluated-system.ts";

/** Minimum share of each system's items that the table must keep. */
const minShare = 0.25;
/** Minimum number of items in the table: fewer do not allow an interval. */
const minItems = 2;

interface SystemLeftOut {
  readonly system: EvaluatedSystem;
  readonly reason: LeftOut;
  /** Number of the system's items, and of those that are in the table. */
  readonly items: number;
  readonly inCommon: number;
}

export interface SharedItems {
  readonly variant: Variant;
  /** The systems in the table, in the order given. */
  readonly systems: readonly EvaluatedSystem[];
  /** Ids of the items in the table. */
  readonly items: ReadonlySet<string>;
  /** Number of items that at least one of these systems answered. */
  readonly totalItems: number;
  readonly leftOut: readonly SystemLeftOut[];
}

/** Ids of the answered items, each followed by the key of its content, so that an item edited between two evaluations counts as two. */
function answeredKeys({ scores, items }: EvaluatedSystem): Set<string> {
  return new Set(scores.map(({ itemId }) => `${itemId} ${items.get(itemId)?.key ?? ""}`));
}

const idOfKey = (item: string): string => item.slice(0, item.indexOf(" "));

const intersection = (first: ReadonlySet<string>, second: ReadonlySet<string>): Set<string> =>
  new Set([...first].filter(item => second.has(item)));

/** The most common variant among the systems; `paper` in case of a tie. */
function usualVariant(systems: readonly EvaluatedSystem[]): Variant {
  const publishedCount = systems.filter(({ variant }) => variant === "published").length;
  return publishedCount > systems.length / 2 ? "published" : "paper";
}

interface AnsweringSystem {
  readonly system: EvaluatedSystem;
  readonly itemKeys: ReadonlySet<string>;
}

/**
 * The order in which systems are considered, which matters because each must share items with those already chosen:
 * first those with the most widely shared items, then those with the most items.
 */
function inOrderOfChoice(systems: readonly AnsweringSystem[]): AnsweringSystem[] {
  const systemCounts = countOf(systems.flatMap(({ itemKeys }) => [...itemKeys]));
  const maxSystems = ({ itemKeys }: AnsweringSystem) =>
    Math.max(0, ...[...itemKeys].map(item => systemCounts.get(item) ?? 0));
  return systems.toSorted(
    (a, b) =>
      maxSystems(b) - maxSystems(a) ||
      b.itemKeys.size - a.itemKeys.size ||
      compareStrings(a.system.evaluation, b.system.evaluation) ||
      compareStrings(a.system.system, b.system.system),
  );
}

function reasonOf(
  { system, itemKeys }: AnsweringSystem,
  shared: ReadonlySet<string>,
  knownIds: ReadonlySet<string>,
): LeftOut {
  if (intersection(itemKeys, shared).size > 0) return "few-items";
  const isTwin = [...system.items.values()].some(
    ({ twinOf }) => twinOf !== null && knownIds.has(twinOf),
  );
  return isTwin ? "twin" : "other-items";
}

function chooseSystems(answeringSystems: readonly AnsweringSystem[]): {
  chosen: AnsweringSystem[];
  shared: Set<string>;
} {
  const chosen: AnsweringSystem[] = [];
  let shared = new Set<string>();
  let minRemaining = minItems;
  for (const candidate of inOrderOfChoice(answeringSystems)) {
    const remaining =
      chosen.length === 0 ? new Set(candidate.itemKeys) : intersection(shared, candidate.itemKeys);
    if (remaining.size < minRemaining) continue;
    chosen.push(candidate);
    shared = remaining;
    minRemaining = Math.max(minRemaining, Math.ceil(candidate.itemKeys.size * minShare));
  }
  return { chosen, shared };
}

/** Chooses the systems of the most common variant that share enough items. Keeps at least one system if any of them answered two items. */
export function chooseSharedItems(systems: readonly EvaluatedSystem[]): SharedItems {
  const variant = usualVariant(systems);
  const answeringSystems = systems.map(system => ({ system, itemKeys: answeredKeys(system) }));
  const { chosen, shared } = chooseSystems(
    answeringSystems.filter(({ system }) => system.variant === variant),
  );
  const knownIds = new Set(chosen.flatMap(({ system }) => [...system.items.keys()]));
  const chosenSystems = new Set(chosen.map(({ system }) => system));
  return {
    variant,
    systems: systems.filter(system => chosenSystems.has(system)),
    items: new Set([...shared].map(idOfKey)),
    totalItems: new Set(chosen.flatMap(({ itemKeys }) => [...itemKeys].map(idOfKey))).size,
    leftOut: answeringSystems
      .filter(({ system }) => !chosenSystems.has(system))
      .map(excluded => ({
        system: excluded.system,
        reason:
          excluded.system.variant === variant
            ? reasonOf(excluded, shared, knownIds)
            : "other-variant",
        items: excluded.itemKeys.size,
        inCommon: intersection(excluded.itemKeys, shared).size,
      })),
  };
}
