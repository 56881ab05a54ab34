// Two facts of one document → a question that neither answers alone.

import {
  questionPrompts,
  type PlannedFact,
  type QuestionReply,
} from "../../../schemas/rageval/prompts.ts";
import type { Derivation } from "../../../schemas/items/records.ts";
import { pick, shuffle } from "../../text/random.ts";
import { answers, type AnswerContext } from "../answerer.ts";
import {
  askedFact,
  isListElement,
  whyNotAskable,
  type AskedFact,
  type Setting,
} from "./asked-fact.ts";
import { ageAt, differenceOf, shareOf, spanBetween, spanUnit } from "./computed-result.ts";
import { eventHop } from "./event-hop.ts";
import { factAmount, reckonTogether, type FactAmount } from "./fact-amount.ts";
import { givesAway } from "./giveaway.ts";
import { headEn, isPluralEn } from "./label-phrases.en.ts";
import { bornEn, bornZh, isBirthLabel, markedByEn, markedByZh } from "./label-time.ts";
import { domainWordsEn } from "./phrases-domain.en.ts";
import { multiHopAnswersEn, multiHopQuestionsEn } from "./phrases-multi-hop.en.ts";
import { multiHopAnswersZh, multiHopQuestionsZh } from "./phrases-multi-hop.zh.ts";
import { fillPhrase, type Slots } from "./phrase.ts";
import { asked, decline } from "./question-reply.ts";

type Operation = keyof typeof multiHopQuestionsEn;

/** A fact with its amount. */
interface Measured {
  readonly ask: AskedFact;
  readonly amount: FactAmount;
}

/** Which reckonings two amounts of one document allow, the earlier or larger first. */
function operationsOf(
  a: FactAmount,
  b: FactAmount,
  { birth, level }: { birth: boolean; level: boolean },
): Operation[] {
  if (!reckonTogether(a, b) || a.order === b.order) return [];
  if (a.kind === "date")
    return birth ? (b.order - a.order > 366 ? ["age"] : []) : ["apart", "order"];
  // Percentages of different things (a margin, a growth rate) are no quantities to be subtracted.
  if (a.kind === "percent" || b.order <= 0) return [];
  return level || b.order / a.order < 0.0005 ? ["difference"] : ["difference", "ratio"];
}

function derive(
  operation: Operation,
  a: FactAmount,
  b: FactAmount,
  language: "zh" | "en",
): Derivation {
  if (operation === "age") return ageAt(a, b, language);
  if (operation === "ratio") return shareOf(b, a);
  return operation === "difference" ? differenceOf(a, b, language) : spanBetween(a, b, language);
}

function slotsEn({ domain }: Setting, a: Measured, b: Measured): Slots {
  const { subject, source, kind = "" } = a.ask.slots;
  const name = ({ ask, amount }: Measured) =>
    amount.kind === "date" ? markedByEn(ask.fact.label) : `the ${ask.slots.label}`;
  const plural = ({ ask }: Measured) => isPluralEn(ask.slots.label);
  return {
    subject,
    kind,
    who: bornEn(a.ask.fact.label, domainWordsEn(domain).one === "patient" ? "patient" : "person"),
    source: source ?? "",
    in: `${domainWordsEn(domain).at} ${subject}`,
    a: name(a),
    b: name(b),
    labelA: `the ${a.ask.slots.label}`,
    labelB: `the ${b.ask.slots.label}`,
    isA: plural(a) ? "are" : "is",
    is: plural(b) ? "are" : "is",
    does: plural(b) ? "do" : "does",
    comes: plural(b) ? "come" : "comes",
  };
}

function slotsZh({ domain }: Setting, a: Measured, b: Measured): Slots {
  const { subject, source = "" } = a.ask.slots;
  const name = ({ ask, amount }: Measured) =>
    amount.kind === "date" ? markedByZh(ask.fact.label) : ask.slots.label;
  const who = bornZh(a.ask.fact.label, /医|medic|health/i.test(domain) ? "患者" : "当事人");
  return {
    subject,
    source,
    who,
    a: name(a),
    b: name(b),
    labelA: a.ask.slots.label,
    labelB: b.ask.slots.label,
    itemA: a.ask.slots.item,
  };
}

/** A question whose answer is computed from both facts. */
function reckon(
  setting: Setting,
  operation: Operation,
  [a, b]: readonly [Measured, Measured],
  { language, draw }: AnswerContext,
): QuestionReply {
  const derivation = derive(operation, a.amount, b.amount, language);
  const named = language === "zh" ? slotsZh(setting, a, b) : slotsEn(setting, a, b);
  const [x = "", y = ""] = shuffle(draw, [named["a"] ?? "", named["b"] ?? ""]);
  const comparing =
    operation === "difference" && language === "en"
      ? { does: isPluralEn(a.ask.slots.label) ? "do" : "does", is: named["isA"] ?? "is" }
      : {};
  const more = {
    x,
    y,
    unit: spanUnit(a.amount, language),
    valueA: a.amount.whole,
    valueB: b.amount.whole,
    result: derivation.result,
  };
  const questions = (language === "zh" ? multiHopQuestionsZh : multiHopQuestionsEn)[operation];
  const replies = (language === "zh" ? multiHopAnswersZh : multiHopAnswersEn)[operation];
  return asked(
    fillPhrase(pick(draw, questions), { ...named, ...more, ...comparing }),
    fillPhrase(pick(draw, replies), { ...named, ...more }),
    [derivation],
  );
}

/** Numbers of one unit are of one sort only if their labels end alike: two head counts, two pressures; not pulse and breathing rate. */
const sameSort = (a: string, b: string, language: "zh" | "en"): boolean =>
  language === "zh"
    ? a.at(-1) === b.at(-1)
    : headEn(a).split(" ").at(-1)?.toLowerCase() === headEn(b).split(" ").at(-1)?.toLowerCase();

// A figure for one head or one piece is no part of a total.
const AVERAGE = /\bper\b|\baverage\b|\bmean\b|人均|平均|每/i;

// An age or a pressure is no share of another.
const LEVEL = /\b(?:age|pressure|temperature|rate)$|(?:年龄|压|体温|脉搏|率)$/i;

type Variables = Setting & { facts: PlannedFact[] };

function answerMultiHop({ facts, ...setting }: Variables, context: AnswerContext): QuestionReply {
  const [first, second] = facts;
  if (first === undefined || second === undefined) return decline("a chain needs two facts");
  if (first.document !== second.document) return decline("the facts are of two documents");
  const { language, draw } = context;
  const reason =
    whyNotAskable(first, language) ??
    whyNotAskable(second, language) ??
    (isListElement(first) || isListElement(second)
      ? "one of several values has no name of its own"
      : undefined);
  if (reason !== undefined) return decline(reason);
  const asks = [askedFact(first, setting, context), askedFact(second, setting, context)] as const;
  const measured = asks.flatMap(ask => {
    const amount = factAmount(ask.fact, language);
    return amount === undefined ? [] : [{ ask, amount }];
  });
  const [a, b] = inOrder(measured);
  // A birth may only stand first: nothing else is counted to it.
  const comparable =
    a &&
    b &&
    !isBirthLabel(b.ask.fact.label) &&
    a.ask.slots.label !== b.ask.slots.label &&
    first.type === second.type &&
    ![first, second].some(({ label }) => AVERAGE.test(label)) &&
    (first.type !== "number" || sameSort(first.label, second.label, language));
  const operations = comparable
    ? operationsOf(a.amount, b.amount, {
        birth: isBirthLabel(a.ask.fact.label),
        level: LEVEL.test(first.label),
      })
    : [];
  if (a && b && operations.length > 0)
    return reckon(setting, pick(draw, operations), [a, b], context);
  const hop = eventHop(asks, context);
  if (hop === undefined)
    return decline(`nothing follows from “${first.label}” and “${second.label}” together`);
  return givesAway(hop.question, hop.value, language)
    ? decline("the question would tell its answer")
    : asked(hop.question, hop.answer);
}

// Dates in order of time; amounts from the larger down.
const inOrder = (measured: readonly Measured[]): readonly Measured[] =>
  [...measured].sort((a, b) =>
    a.amount.kind === "date" ? a.amount.order - b.amount.order : b.amount.order - a.amount.order,
  );

export const multiHopAnswerer = answers(questionPrompts["multi-hop"], answerMultiHop);
