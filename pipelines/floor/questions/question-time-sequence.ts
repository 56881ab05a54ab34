// Three or more dated facts → in what order they happened.

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
import { factAmount } from "./fact-amount.ts";
import { factClause } from "./fact-clauses.ts";
import { itemEn } from "./label-phrases.en.ts";
import { itemZh } from "./label-phrases.zh.ts";
import { isBirthLabel, isPeriodLabel, markedByEn, markedByZh } from "./label-time.ts";
import { asSentence, fillPhrase, listEn, listZh } from "./phrase.ts";
import { sequenceAnswersEn, sequenceQuestionsEn } from "./phrases-time-sequence.en.ts";
import { sequenceAnswersZh, sequenceQuestionsZh } from "./phrases-time-sequence.zh.ts";
import { asked, decline } from "./question-reply.ts";

const FEWEST = 3;
const MOST = 8;

type Variables = Setting & { facts: PlannedFact[] };
type Form = keyof typeof sequenceQuestionsEn;

interface Dated {
  readonly ask: AskedFact;
  readonly date: string;
  /** How the question and the order name it. */
  readonly name: string;
}

/** Decided when neither date is a part of the other: March 2021 comes before 2 April 2021, but not before 20 March 2021. */
const undecided = (a: string, b: string): boolean => a.startsWith(b) || b.startsWith(a);

const formOf = (facts: readonly PlannedFact[]): Form => {
  if (new Set(facts.map(({ document }) => document)).size === 1) return "single";
  const sameLabel = new Set(facts.map(({ label }) => label)).size === 1;
  return sameLabel && new Set(facts.map(({ document }) => document)).size === facts.length
    ? "same"
    : "mixed";
};

function nameOf(ask: AskedFact, form: Form, domain: string, language: "zh" | "en"): string {
  const { subject } = ask.slots;
  if (form === "same") return subject;
  const marked = language === "zh" ? markedByZh(ask.fact.label) : markedByEn(ask.fact.label);
  if (form === "single") return marked;
  return language === "zh"
    ? itemZh(marked, subject)
    : itemEn({ label: marked.replace(/^the /, ""), subject, domain, draw: () => 0 });
}

/** Why these facts have no order, or each with its date and name. */
function date(
  { facts, ...setting }: Variables,
  form: Form,
  context: AnswerContext,
): Dated[] | string {
  const { language } = context;
  const reason = facts
    .map(fact => whyNotAskable(fact, language))
    .find(problem => problem !== undefined);
  if (facts.length < FEWEST || facts.length > MOST)
    return `an order of ${facts.length} dates is not asked for`;
  if (form !== "same" && facts.some(({ label }) => isBirthLabel(label) || isPeriodLabel(label)))
    return "a birth or a period among events is no sequence";
  if (reason !== undefined || facts.some(isListElement))
    return reason ?? "one of several values has no name of its own";
  const dated = facts.flatMap(fact => {
    const amount = fact.type === "date" ? factAmount(fact, language) : undefined;
    const ask = askedFact(fact, setting, context);
    return amount === undefined
      ? []
      : [{ ask, date: amount.canonical, name: nameOf(ask, form, setting.domain, language) }];
  });
  if (dated.length < facts.length) return "a fact has no single date with its year";
  if (dated.some((one, at) => dated.slice(at + 1).some(other => undecided(one.date, other.date))))
    return "the dates leave the order undecided";
  return new Set(dated.map(({ name }) => name)).size < dated.length
    ? "the events cannot be told apart by name"
    : dated;
}

/** In a drawn order that is not the true one. */
function mixedUp(dated: readonly Dated[], { draw }: AnswerContext): Dated[] {
  const mixed = shuffle(draw, dated);
  return mixed.every(({ date }, at) => date === dated[at]?.date)
    ? [...mixed.slice(1), ...mixed.slice(0, 1)]
    : mixed;
}

function answerSequence(variables: Variables, context: AnswerContext): QuestionReply {
  const { language, draw } = context;
  const form = formOf(variables.facts);
  const dated = date(variables, form, context);
  if (typeof dated === "string") return decline(dated);
  const inOrder = [...dated].sort((a, b) => (a.date < b.date ? -1 : 1));
  const names = mixedUp(inOrder, context).map(({ name }) => name);
  const listed = language === "zh" ? listZh(names) : listEn(names);
  const [questions, replies] =
    language === "zh"
      ? [sequenceQuestionsZh[form], sequenceAnswersZh]
      : [sequenceQuestionsEn[form], sequenceAnswersEn];
  const question = fillPhrase(pick(draw, questions), {
    ...inOrder[0]?.ask.slots,
    subjects: listed,
    items: listed,
  });
  const order = inOrder.map(({ name }) => name).join(language === "zh" ? "、" : ", then ");
  return asked(
    question,
    `${stateDates(inOrder, form, language)}${language === "zh" ? "" : " "}${fillPhrase(pick(draw, replies), { order })}`,
  );
}

/** The dates in order; about one document its name is said once. */
function stateDates(dated: readonly Dated[], form: Form, language: "zh" | "en"): string {
  const source = dated[0]?.ask.slots["source"] ?? "";
  const clauses = dated
    .map(({ ask }) => factClause(ask, language, form !== "single"))
    .join(language === "zh" ? "；" : "; ");
  if (language === "zh") return `${form === "single" ? `根据${source}，` : ""}${clauses}。`;
  return asSentence(`${form === "single" ? `according to ${source}, ` : ""}${clauses}.`);
}

export const timeSequenceAnswerer = answers(questionPrompts["time-sequence"], answerSequence);
