// The part of an answer that states a claim: word for word, or by its values.

import { says } from "../../text/same-value.ts";
import type { Value } from "../../text/values.ts";
import { shareCovered } from "../tail/content-units.ts";
import { isDistinctive, type ReadSentence, yearOf } from "../tail/sentence-support.ts";
import { shareIn } from "./read-answer.ts";
import { differByRounding } from "./rounded.ts";
import type { Rival, Sought } from "./sought-claim.ts";

/** A part speaks of the claim's matter with this share of its words, so weighed. */
export const ON_THE_MATTER = 0.3;
/** So many of its words are all of them: of some another form is said. */
const ALL = 0.9;
/** A part is about another claim's subject with this share of that one's words, and less than the other of its own. */
const ELSEWHERE = { others: 0.65, own: 0.3 };

/** Whether a part says a value, in any notation. */
export const saysIt = (part: ReadSentence, sought: Value): boolean =>
  part.values.some(found => says(found, sought, yearOf(sought)) || differByRounding(found, sought));

/** How much a part speaks of the claim's matter. */
export const nearness = ({ units }: Sought, part: ReadSentence): number =>
  units.size === 0 ? 1 : shareCovered(units, part.units);

/** A bare value is on the matter that was asked about. */
const isOnTheMatter = (sought: Sought, part: ReadSentence): boolean =>
  part.units.size <= 2 || nearness(sought, part) >= ON_THE_MATTER;

const isElsewhere = ({ units }: ReadSentence, { own, others }: Rival): boolean =>
  shareIn(others, units) >= ELSEWHERE.others && shareIn(own, units) < ELSEWHERE.own;

/** Whether a part speaks of whom or what only another claim is about. */
export const isOfAnother = (part: ReadSentence, { rivals }: Sought): boolean =>
  rivals.some(rival => isElsewhere(part, rival));

/** The part that states the claim; none where it is only said in other words, which code cannot tell. */
export function coveredBy(
  sought: Sought,
  parts: readonly ReadSentence[],
): ReadSentence | undefined {
  const here = parts.filter(part => !isOfAnother(part, sought));
  const own = here.filter(
    part =>
      sought.values.every(value => saysIt(part, value)) &&
      sought.names.every(name => part.folded.includes(name)),
  );
  return (
    own.find(part => saysWording(sought, part)) ??
    own.find(part => saysValues(sought, part) && !isOutdone(sought, part, here))
  );
}

const saysValues = (sought: Sought, part: ReadSentence): boolean =>
  sought.values.length > 0 && (sought.values.some(isDistinctive) || isOnTheMatter(sought, part));

/** A nearer part has another value of the kind: the claim's own stands with another subject. */
function isOutdone(sought: Sought, part: ReadSentence, all: readonly ReadSentence[]): boolean {
  const here = nearness(sought, part);
  const kinds = new Set(sought.values.map(({ kind }) => kind));
  return all.some(
    other => nearness(sought, other) > here && other.values.some(({ kind }) => kinds.has(kind)),
  );
}

/** One word only in a part on the claim's matter, one character only between signs; a whole claim in any order of its words. */
function saysWording(sought: Sought, part: ReadSentence): boolean {
  const { wording, isWhole, isOpen, units, told } = sought;
  if (!/[\p{L}\p{N}]/u.test(wording)) return false;
  if (wording.length === 1)
    return new RegExp(`(?:^|[\\s\\p{P}])${wording}(?:$|[\\s\\p{P}])`, "u").test(part.text);
  const isLong = wording.length >= (/\p{Script=Han}/u.test(wording) ? 3 : 12);
  if (part.folded.includes(wording))
    return isWhole || (!isOpen && (isLong || isOnTheMatter(sought, part)));
  return (
    isWhole &&
    !isOpen &&
    units.size > 0 &&
    told.every(value => saysIt(part, value)) &&
    shareIn(new Set(units.keys()), part.units) >= ALL
  );
}
