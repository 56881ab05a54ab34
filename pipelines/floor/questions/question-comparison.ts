// The same fact of two or more documents → which is larger or earlier, and by how much.

import type { Derivation } from "../../../schemas/items/records.ts";
import {
  questionPrompts,
  type PlannedFact,
  type QuestionReply,
} from "../../../schemas/rageval/prompts.ts";
import { pick, shuffle } from "../../text/random.ts";
import { answers, type AnswerContext } from "../answerer.ts";
import {
  askedFact,
  isListElement,
  whyNotAskable,
  type AskedFact,
  type Setting,
} from "./asked-fact.ts";
import { differenceOf, spanBetween, spanUnit } from "./computed-result.ts";
import { factAmount, type FactAmount } from "./fact-amount.ts";
import { stateFacts } from "./fact-clauses.ts";
import { headEn, isPluralEn } from "./label-phrases.en.ts";
import {
  comparisonAnswersEn,
  comparisonQuestionsEn,
  degreesEn,
  type Degree,
} from "./phrases-comparison.en.ts";
import { comparisonAnswersZh, comparisonQuestionsZh, degreesZh } from "./phrases-comparison.zh.ts";
import { domainWordsEn } from "./phrases-domain.en.ts";
import { domainWordsZh } from "./phrases-domain.zh.ts";
import { fillPhrase, listEn, upperFirst, type Slots } from "./phrase.ts";
import { asked, decline } from "./question-reply.ts";

interface Measured {
  readonly ask: AskedFact;
  readonly amount: FactAmount;
}

type Variables = Setting & { facts: PlannedFact[] };

const fits = (a: FactAmount, b: FactAmount): boolean =>
  a.unit === b.unit &&
  (a.kind !== "date" || (a.canonical.length === b.canonical.length && a.canonical.length > 4));

/** Why these facts cannot be compared, or their amounts. */
function measure({ facts, ...setting }: Variables, context: AnswerContext): Measured[] | string {
  const leaf = ({ path, label }: PlannedFact) => `${path} ${label}`;
  const [first, ...others] = facts;
  if (
    first === undefined ||
    others.length === 0 ||
    new Set(facts.map(fact => fact.document)).size < facts.length
  )
    return "a comparison needs the facts of different documents, one of each";
  if (others.some(other => leaf(other) !== leaf(first)))
    return "the facts are not of the same kind";
  const reason = isListElement(first)
    ? "one of several values cannot be compared"
    : facts
        .map(fact => whyNotAskable(fact, context.language))
        .find(problem => problem !== undefined);
  if (reason !== undefined) return reason;
  const measured = facts.flatMap(fact => {
    const amount = factAmount(fact, context.language);
    return amount === undefined ? [] : [{ ask: askedFact(fact, setting, context), amount }];
  });
  const [base] = measured;
  if (base === undefined || measured.length < facts.length)
    return `“${first.label}” is no single number, amount or full date everywhere`;
  if (measured.some(({ amount }) => !fits(amount, base.amount)))
    return "units, currencies or precision differ";
  return new Set(measured.map(({ amount }) => amount.order)).size < measured.length
    ? "the values are equal"
    : measured;
}

/** The facts, the leading one first. */
function ranked(measured: readonly Measured[], rising: boolean): Measured[] {
  return [...measured].sort((a, b) => (rising ? 1 : -1) * (a.amount.order - b.amount.order));
}

/** "the higher compensation paid", "the earlier defendant's date of birth": such labels take no adjective before them. */
const NO_ADJECTIVE =
  /['’]s?\s|\b(?:the|was|were|is|of) .* (?:was|were)\b|\bdate the\b|(?:ed|paid|made|held)$|^(?:days|weeks|months|hours|years)\b/;

const fitting = (phrases: readonly string[], label: string): readonly string[] =>
  NO_ADJECTIVE.test(label)
    ? phrases.filter(phrase => !/(?:\{more\}|\{most\}|earlier) \{label\}/.test(phrase))
    : phrases;

function wordsFor({ domain }: Setting, { ask }: Measured, { language }: AnswerContext): Slots {
  const { label } = ask.slots;
  const plural = language === "en" && isPluralEn(label);
  const words: Slots =
    language === "zh"
      ? { which: domainWordsZh(domain).which }
      : { one: domainWordsEn(domain).one, is: plural ? "are" : "is", Is: plural ? "Are" : "Is" };
  return { ...words, label };
}

const degreeOf = (label: string, language: "zh" | "en"): Degree =>
  (language === "zh" ? degreesZh : degreesEn).find(([name]) =>
    name.test(language === "zh" ? label : headEn(label)),
  )?.[1] ?? { more: "", less: "", most: "" };

function compareTwo(
  setting: Setting,
  measured: readonly Measured[],
  context: AnswerContext,
): QuestionReply {
  const { language, draw } = context;
  const [x, y] = shuffle(draw, measured);
  const dated = measured[0]?.amount.kind === "date";
  // One question in three asks for the smaller.
  const rising = !dated && draw(3) === 0;
  const [a, b] = ranked(measured, dated || rising);
  if (!a || !b || !x || !y) return decline("a comparison needs two facts");
  const derivation: Derivation = dated
    ? spanBetween(a.amount, b.amount, language)
    : differenceOf(a.amount, b.amount, language);
  const { questions, replies } =
    language === "zh"
      ? { questions: comparisonQuestionsZh, replies: comparisonAnswersZh }
      : { questions: comparisonQuestionsEn, replies: comparisonAnswersEn };
  const form = dated ? "dates" : "amounts";
  const degree = degreeOf(a.ask.slots.label, language);
  const { more, less } = rising ? { more: degree.less, less: degree.more } : degree;
  const slots: Slots = {
    ...wordsFor(setting, a, context),
    more,
    less,
    unit: spanUnit(a.amount, language),
    result: derivation.result,
    x: x.ask.slots.item,
    y: y.ask.slots.item,
    subjectX: x.ask.slots.subject,
    subjectY: y.ask.slots.subject,
    a: a.ask.slots.item,
    subjectA: a.ask.slots.subject,
    subjectB: b.ask.slots.subject,
  };
  const conclusion = fillPhrase(pick(draw, fitting(replies[form], a.ask.slots.label)), slots);
  return asked(
    fillPhrase(pick(draw, fitting(questions[form], a.ask.slots.label)), slots),
    joined([stateFacts([x.ask, y.ask], language), conclusion], language),
    [derivation],
  );
}

function compareMany(
  setting: Setting,
  measured: readonly Measured[],
  context: AnswerContext,
): QuestionReply {
  const { language, draw } = context;
  const dated = measured[0]?.amount.kind === "date";
  const [a] = ranked(measured, dated);
  if (!a) return decline("a comparison needs facts");
  const degree = degreeOf(a.ask.slots.label, language);
  const inOrder = shuffle(draw, measured);
  const names = inOrder.map(({ ask }) => ask.slots.subject);
  const subjects = language === "zh" ? names.join("、") : listEn(names);
  const { questions, replies } =
    language === "zh"
      ? { questions: comparisonQuestionsZh, replies: comparisonAnswersZh }
      : { questions: comparisonQuestionsEn, replies: comparisonAnswersEn };
  const slots: Slots = {
    ...wordsFor(setting, a, context),
    ...degree,
    subjects,
    a: a.ask.slots.item,
    subjectA: a.ask.slots.subject,
    value: a.ask.slots.value,
  };
  const question = fillPhrase(pick(draw, fitting(questions.many, a.ask.slots.label)), slots);
  const conclusion = fillPhrase(pick(draw, fitting(replies.many, a.ask.slots.label)), slots);
  const derivation: Derivation = {
    operation: dated ? "minimum" : "maximum",
    operands: measured.map(({ amount }) => amount.text),
    result: a.amount.text,
  };
  return asked(
    language === "zh" && dated
      ? question.replace(/(?:是|达到)多少|数值是多少/, "是哪一天")
      : question,
    joined(
      [
        stateFacts(
          inOrder.map(({ ask }) => ask),
          language,
        ),
        conclusion,
      ],
      language,
    ),
    [derivation],
  );
}

const joined = (sentences: readonly string[], language: "zh" | "en"): string =>
  sentences.map(upperFirst).join(language === "zh" ? "" : " ");

function answerComparison(variables: Variables, context: AnswerContext): QuestionReply {
  const measured = measure(variables, context);
  if (typeof measured === "string") return decline(measured);
  return measured.length === 2
    ? compareTwo(variables, measured, context)
    : compareMany(variables, measured, context);
}

export const comparisonAnswerer = answers(questionPrompts.comparison, answerComparison);
