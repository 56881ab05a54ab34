// What an answer does with one claim: covers it, contradicts it, or neither. By values and wording: what is said in other words is neither.

import { says } from "../../text/same-value.ts";
import { differByRounding } from "./rounded.ts";
import { sameUnit, unitAfter } from "../../text/units.ts";
import type { Value } from "../../text/values.ts";
import { type ReadSentence, yearOf } from "../tail/sentence-support.ts";
import { coveredBy, isOfAnother, nearness, ON_THE_MATTER, saysIt } from "./covering-part.ts";
import { declines, isCannotAnswer } from "./declining.ts";
import { type ReadAnswer, valuesAndUnits } from "./read-answer.ts";
import { type ReadClaims, readClaims, seek, type Sought } from "./sought-claim.ts";

type Language = "zh" | "en";

export interface ClaimVerdict {
  readonly verdict: "covered" | "contradicted" | "neither";
  readonly reason: string;
}

export interface Judging {
  readonly question: string;
  readonly answer: ReadAnswer;
  readonly language: Language;
}

interface Read extends Judging {
  readonly claims: ReadClaims;
}

const words = {
  covered: {
    zh: (part: string) => `回答说：“${part}”。`,
    en: (part: string) => `The answer says: "${part}".`,
  },
  contradicted: {
    zh: (part: string, said: string, sought: string) =>
      `回答说“${part}”，要点是${sought}，回答是${said}。`,
    en: (part: string, said: string, sought: string) =>
      `The answer says "${part}": ${said}, where the keypoint has ${sought}.`,
  },
  neither: { zh: "回答没有说全这个要点。", en: "The answer does not say all of it." },
  saysSo: { zh: "回答也说无法回答。", en: "The answer says so, too." },
  definite: { zh: "回答给出了具体的说法。", en: "The answer states something definite." },
};

const quoted = ({ text }: ReadSentence): string =>
  text.length > 80 ? `${text.slice(0, 80)}…` : text;

/** What an answer does with each of all claims on it: what one of them says contradicts no other. The question's words are taken as said: "in 2019" answers "when was it opened?". */
export function judgeClaims(claims: readonly string[], judging: Judging): ClaimVerdict[] {
  const read = { ...judging, claims: readClaims(claims, judging.question, judging.language) };
  return claims.map((claim, at) => judgeClaim(claim, at, read));
}

function judgeClaim(claim: string, at: number, judging: Read): ClaimVerdict {
  const { answer, language, claims } = judging;
  if (isCannotAnswer(claim, language))
    return answer.silences.length > 0
      ? { verdict: "covered", reason: words.saysSo[language] }
      : { verdict: "contradicted", reason: words.definite[language] };
  const sought = seek(at, claims);
  // That something is not told is said by a clause that says so.
  const among = declines(claim, language) ? answer.silences : answer.parts;
  const ranked = among.map(part => ({ part, near: nearness(sought, part) }));
  const covering = coveredBy(sought, among);
  const otherwise = contradiction(
    sought,
    covering ? [{ part: covering, near: 1 }] : ranked,
    judging,
  );
  if (otherwise) return otherwise;
  return covering
    ? { verdict: "covered", reason: words.covered[language](quoted(covering)) }
    : { verdict: "neither", reason: words.neither[language] };
}

interface Ranked {
  readonly part: ReadSentence;
  readonly near: number;
}

/** A part on the claim's matter that has another value of the same kind where the claim's is said nowhere. */
function contradiction(
  sought: Sought,
  ranked: readonly Ranked[],
  { claims, language, answer }: Read,
): ClaimVerdict | undefined {
  const known = [...claims.told, ...claims.all.flatMap(({ values }) => values)];
  // A bare value answers what was asked.
  const isAnswer =
    ranked.length === 1 && ranked[0] !== undefined && isBare(ranked[0].part, language);
  for (const value of [...sought.values, ...sought.told]) {
    if (answer.parts.some(part => saysIt(part, value))) continue;
    for (const { part, near } of ranked) {
      if ((near < ON_THE_MATTER && !isAnswer) || isOfAnother(part, sought)) continue;
      const other = part.values.find(
        found =>
          isInstead(found, part.text, value, sought.claim) &&
          !known.some(said => says(said, found) || says(found, said)),
      );
      if (other)
        return {
          verdict: "contradicted",
          reason: words.contradicted[language](quoted(part), other.text, value.text),
        };
    }
  }
  return undefined;
}

const isBare = ({ text }: ReadSentence, language: Language): boolean =>
  valuesAndUnits(text, language).units.size <= 2;

const isSame = (one: Value, other: Value): boolean =>
  says(one, other, yearOf(other)) || says(other, one, yearOf(one)) || differByRounding(one, other);

/** Both cannot be meant: the same kind and unit, and neither says the other. */
function isInstead(found: Value, text: string, sought: Value, claim: string): boolean {
  if (found.kind !== sought.kind || found.kind === "ordinal" || isSame(found, sought)) return false;
  const units = [unitAfter(text, found.end), unitAfter(claim, sought.end)] as const;
  return (
    found.kind !== "number" ||
    (units[0] !== "" && units[1] !== "" && sameUnit(units[0], units[1], "1"))
  );
}
