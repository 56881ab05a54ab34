// The part of an answer that states a claim: by its words, by its values, or word for word.

import { says } from "../../text/same-value.ts";
import { differByRounding } from "./rounded.ts";
import type { Value } from "../../text/values.ts";
import { shareCovered } from "../tail/content-units.ts";
import type { ReadSentence } from "../tail/sentence-support.ts";
import { shareIn } from "./read-answer.ts";
import type { Rival, Sought } from "./sought-claim.ts";

/** The share of a claim's new words that an answer must have: fewer where it says the claim's values, or has all its words so far. */
const STATED = { byWords: 0.6, withValues: 0.4, nearby: 0.55, asking: 0.9 };
/** A part is about another claim's subject with this share of that one's words, and less than the other of its own. */
const ELSEWHERE = { others: 0.65, own: 0.3 };

const yearOf = ({ kind, canonical }: Value): string | undefined =>
  kind === "date" ? /^\d{4}/.exec(canonical)?.[0] : undefined;

/** Whether a part says a value, in any notation. */
export const saysIt = (part: ReadSentence, sought: Value): boolean =>
  part.values.some(found => says(found, sought, yearOf(sought)) || differByRounding(found, sought));

/** How much a part speaks of the claim's matter. */
export const nearness = ({ units }: Sought, part: ReadSentence): number =>
  units.size === 0 ? 1 : shareCovered(units, part.units);

const isElsewhere = ({ units }: ReadSentence, { own, others }: Rival): boolean =>
  shareIn(others, units) >= ELSEWHERE.others && shareIn(own, units) < ELSEWHERE.own;

/** Whether a part speaks of whom or what only another claim is about. */
export const isOfAnother = (part: ReadSentence, { rivals }: Sought): boolean =>
  rivals.some(rival => isElsewhere(part, rival));

/** A clause that asks. */
const ASKS = {
  zh: /[哪谁何孰]|什么|多少|是否|还是|怎[样么]|[吗呢几]$|几[年月日个人次岁家]/,
  en: /^\W*(?:and |or )?(?:please|give|state|list|describe|summari[sz]e|sum up|who|whom|whose|what|when|where|which|why|how|is|are|was|were|do|does|did|has|have|had|can|could)\b|\b(?:which|whose|what)\b|\bhow (?:much|many|long|far|old)\b/i,
};

/** The part that states the claim, alone or with its neighbour; `near` are those near its matter. */
export function coveredBy(
  sought: Sought,
  near: readonly ReadSentence[],
  { all, language }: { all: readonly ReadSentence[]; language: "zh" | "en" },
): ReadSentence | undefined {
  const own = all.filter(part => !isOfAnother(part, sought));
  const worded = sought.isPredicateTold ? undefined : own.find(part => saysPredicate(sought, part));
  if (worded || sought.isOrder) return worded;
  const states = (part: ReadSentence) =>
    !isOfAnother(part, sought) && (addsNothing(sought) ? givesAway(sought, part, language) : true);
  return (
    statedBy(sought, near.filter(states), all) ??
    own.find(part => saysValues(sought, part) && !isOutdone(sought, part, own))
  );
}

const addsNothing = ({ news, values }: Sought): boolean => news.size === 0 && values.length === 0;

/** Who asks names the matter; what is said of it must stand there, too. */
function givesAway(
  { predicate, isConclusion, units, singles }: Sought,
  part: ReadSentence,
  language: "zh" | "en",
): boolean {
  if (!ASKS[language].test(part.text)) return singles.every(single => part.text.includes(single));
  if (isConclusion) return false;
  return predicate === ""
    ? shareIn(new Set(units.keys()), part.units) >= STATED.asking
    : part.folded.includes(predicate);
}

/** Its values stand in parts near its matter, and the words of one part and those beside it are enough of its own. */
function statedBy(
  sought: Sought,
  near: readonly ReadSentence[],
  all: readonly ReadSentence[],
): ReadSentence | undefined {
  const { values, news, units } = sought;
  if (!values.every(value => near.some(part => saysIt(part, value)))) return undefined;
  // Where the claim adds nothing to the question, the answer must say it in its own words.
  const needed = addsNothing(sought) ? new Set(units.keys()) : news;
  return near.find(part => {
    const around = all.filter(other => Math.abs(other.number - part.number) <= 1);
    const having = new Set(around.flatMap(other => [...other.units]));
    const hasWords =
      values.length === 0
        ? shareIn(needed, having) >= STATED.byWords
        : news.size < 2 ||
          shareIn(news, having) >= STATED.withValues ||
          nearness(sought, part) >= STATED.nearby;
    return hasWords && hasNames(sought, around);
  });
}

const hasNames = ({ names }: Sought, parts: readonly ReadSentence[]): boolean =>
  names.every(name => parts.some(({ folded }) => folded.includes(name)));

const hasMatter = ({ matter }: Sought, { units }: ReadSentence): boolean =>
  matter.size === 0 || [...matter].some(unit => units.has(unit));

/** Met by chance seldom enough that a clause which says it means the claim: a month, a price, a long number. */
const isDistinctive = ({ kind, canonical }: Value): boolean =>
  kind === "date"
    ? /\d{4}-\d/.test(canonical)
    : kind === "money" || kind === "percent" || (canonical.match(/\d/g) ?? []).length >= 3;

/** Whoever says all its values in one clause may use other words for the rest; of small numbers there must be a word of what they are of. */
const saysValues = (sought: Sought, part: ReadSentence): boolean =>
  sought.values.length > 0 &&
  sought.values.every(value => saysIt(part, value)) &&
  (hasMatter(sought, part) || sought.values.some(isDistinctive)) &&
  hasNames(sought, [part]);

/** A nearer part has another value of the kind: the claim's own stands with another subject. */
function isOutdone(sought: Sought, part: ReadSentence, all: readonly ReadSentence[]): boolean {
  const here = nearness(sought, part);
  const kinds = new Set(sought.values.map(({ kind }) => kind));
  return all.some(
    other => nearness(sought, other) > here && other.values.some(({ kind }) => kinds.has(kind)),
  );
}

/** What it says of its matter stands there word for word; one word only with a word of the matter, one character only between signs. */
function saysPredicate(sought: Sought, part: ReadSentence): boolean {
  const { predicate, values } = sought;
  if (predicate === "" || !values.every(value => saysIt(part, value)) || !hasNames(sought, [part]))
    return false;
  if (predicate.length === 1)
    return (
      /[\p{L}\p{N}]/u.test(predicate) &&
      new RegExp(`(?:^|[\\s\\p{P}])${predicate}(?:$|[\\s\\p{P}])`, "u").test(part.text)
    );
  return part.folded.includes(predicate) && (isLong(predicate) || hasMatter(sought, part));
}

const isLong = (predicate: string): boolean =>
  predicate.length >= (/\p{Script=Han}/u.test(predicate) ? 3 : 12);
