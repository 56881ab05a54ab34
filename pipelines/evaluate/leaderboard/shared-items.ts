// Chooses the systems that can be compared, and the items that all of them have an answer for.

import type { LeftOut } from "../../../schemas/evaluation/leaderboard.ts";
import type { Variant } from "../../../schemas/evaluation/metrics.ts";
import { compareTexts, countOf } from "../../engine/grouping.ts";
import type { EvaluatedSystem } from "./evaluated-system.ts";

/** A system is left out if the table would keep less than this share of the items of the most complete system. */
const minShare = 0.25;
/** Fewer items give no interval. */
const minItems = 2;

interface SystemLeftOut {
  readonly system: EvaluatedSystem;
  readonly reason: LeftOut;
  /** Number of its items, and of those that are in the table. */
  readonly items: number;
  readonly inCommon: number;
}

export interface SharedItems {
  readonly variant: Variant;
  /** In the order given. */
  readonly systems: readonly EvaluatedSystem[];
  /** Ids of the items. */
  readonly items: ReadonlySet<string>;
  /** How many items any of these systems has an answer for. */
  readonly of: number;
  readonly leftOut: readonly SystemLeftOut[];
}

/** Ids with a key of the content, so that an item edited between two evaluations counts as two. */
function answeredBy({ scores, items }: EvaluatedSystem): Set<string> {
  return new Set(scores.map(({ itemId }) => `${itemId} ${items.get(itemId)?.key ?? ""}`));
}

const idOf = (item: string): string => item.slice(0, item.indexOf(" "));

const common = (one: ReadonlySet<string>, other: ReadonlySet<string>): Set<string> =>
  new Set([...one].filter(item => other.has(item)));

/** The variant of most systems; `paper` if there is a tie. */
function usualVariant(systems: readonly EvaluatedSystem[]): Variant {
  const published = systems.filter(({ variant }) => variant === "published").length;
  return published > systems.length / 2 ? "published" : "paper";
}

interface Answered {
  readonly system: EvaluatedSystem;
  readonly answered: ReadonlySet<string>;
}

/** Systems whose items most others have come first, then those with many items: later ones must fit those already chosen. */
function inTurn(all: readonly Answered[]): Answered[] {
  const holders = countOf(all.flatMap(({ answered }) => [...answered]));
  const support = ({ answered }: Answered) =>
    Math.max(0, ...[...answered].map(item => holders.get(item) ?? 0));
  return all.toSorted(
    (a, b) =>
      support(b) - support(a) ||
      b.answered.size - a.answered.size ||
      compareTexts(a.system.evaluation, b.system.evaluation) ||
      compareTexts(a.system.system, b.system.system),
  );
}

function reasonOf(
  { system, answered }: Answered,
  shared: ReadonlySet<string>,
  known: ReadonlySet<string>,
): LeftOut {
  if (common(answered, shared).size > 0) return "few-items";
  const isTwin = [...system.items.values()].some(
    ({ twinOf }) => twinOf !== null && known.has(twinOf),
  );
  return isTwin ? "twin" : "other-items";
}

function choose(all: readonly Answered[]): { kept: Answered[]; shared: Set<string> } {
  const kept: Answered[] = [];
  let shared = new Set<string>();
  let least = minItems;
  for (const each of inTurn(all)) {
    const remaining = kept.length === 0 ? new Set(each.answered) : common(shared, each.answered);
    if (remaining.size < least) continue;
    kept.push(each);
    shared = remaining;
    least = Math.max(least, Math.ceil(each.answered.size * minShare));
  }
  return { kept, shared };
}

/** Keeps at least one system if any has answered two items. */
export function shareItems(systems: readonly EvaluatedSystem[]): SharedItems {
  const variant = usualVariant(systems);
  const all = systems.map(system => ({ system, answered: answeredBy(system) }));
  const { kept, shared } = choose(all.filter(({ system }) => system.variant === variant));
  const known = new Set(kept.flatMap(({ system }) => [...system.items.keys()]));
  const chosen = new Set(kept.map(({ system }) => system));
  return {
    variant,
    systems: systems.filter(system => chosen.has(system)),
    items: new Set([...shared].map(idOf)),
    of: new Set(kept.flatMap(({ answered }) => [...answered].map(idOf))).size,
    leftOut: all
      .filter(({ system }) => !chosen.has(system))
      .map(each => ({
        system: each.system,
        reason: each.system.variant === variant ? reasonOf(each, shared, known) : "other-variant",
        items: each.answered.size,
        inCommon: common(each.answered, shared).size,
      })),
  };
}
