// Two amounts or dates of one document → how far they are apart.

import {
  questionPrompts,
  type PlannedFact,
  type QuestionReply,
} from "../../../schemas/rageval/prompts.ts";
import { answers, type AnswerContext } from "../answerer.ts";
import { headEn, isNoEvent, stateFacts, whyNotAskable } from "./asked-fact.ts";
import { distanceOf, measure, reckonTogether } from "./fact-amount.ts";
import { asSentence } from "./phrase.ts";
import { asked, decline } from "./question-reply.ts";

/** Numbers of one unit are of one sort only if their labels end alike: two head counts, two pressures; not pulse and breathing rate. */
const sameSort = (a: string, b: string, language: "zh" | "en"): boolean =>
  language === "zh"
    ? a.at(-1) === b.at(-1)
    : headEn(a).split(" ").at(-1)?.toLowerCase() === headEn(b).split(" ").at(-1)?.toLowerCase();

// A figure for one head or one piece is no part of a total.
const AVERAGE = /\bper\b|\baverage\b|\bmean\b|人均|平均|每/i;

/** Why two facts of a document do not reckon together, or undefined. */
function whyApart(facts: readonly PlannedFact[], language: "zh" | "en"): string | undefined {
  const [first, second, ...more] = facts;
  if (first === undefined || second === undefined || more.length > 0)
    return "a chain needs two facts";
  if (first.document !== second.document) return "the facts are of two documents";
  const reason = whyNotAskable(first, language) ?? whyNotAskable(second, language);
  if (reason !== undefined) return reason;
  const isOneSort =
    first.type === second.type &&
    first.label !== second.label &&
    !facts.some(fact => AVERAGE.test(fact.label) || isNoEvent(fact)) &&
    (first.type !== "number" || sameSort(first.label, second.label, language));
  return isOneSort
    ? undefined
    : `nothing follows from “${first.label}” and “${second.label}” together`;
}

function answerMultiHop(
  { facts, scenario }: { facts: readonly PlannedFact[]; scenario: string },
  { language }: AnswerContext,
): QuestionReply {
  const reason = whyApart(facts, language);
  if (reason !== undefined) return decline(reason);
  const [a, b] = measure(facts, scenario, language);
  // Percentages of different things (a margin, a growth rate) are no quantities to be subtracted.
  if (!a || !b || !reckonTogether(a.amount, b.amount) || a.amount.kind === "percent")
    return decline("the facts are no two dates or amounts of one unit");
  const derivation = distanceOf(a.amount, b.amount, language);
  if (derivation === undefined) return decline("the amounts are not written alike");
  const isDated = a.amount.kind === "date";
  const [x, y, { source }] = [a.ask.label, b.ask.label, a.ask];
  const question =
    language === "zh"
      ? `根据${source}，${x}和${y}${isDated ? "相隔多久" : "相差多少"}？`
      : `${isDated ? "How much time lies" : "What is the difference"} between the ${x} and the ${y} in ${source}?`;
  const conclusion =
    language === "zh"
      ? `因此${x}与${y}${isDated ? "相隔" : "相差"}${derivation.result}`
      : `therefore ${isDated ? "the time" : "the difference"} between the ${x} and the ${y} is ${derivation.result}`;
  return asked(asSentence(question), stateFacts([a.ask, b.ask], language, [conclusion]), [
    derivation,
  ]);
}

export const multiHopAnswerer = answers(questionPrompts["multi-hop"], answerMultiHop);
