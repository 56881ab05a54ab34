// Three or more dated facts → in what order they happened.

import {
  questionPrompts,
  type PlannedFact,
  type QuestionReply,
} from "../../../schemas/rageval/prompts.ts";
import { shuffle } from "../../text/random.ts";
import { answers, type AnswerContext } from "../answerer.ts";
import { isNoEvent, stateFacts, whyNotAskable } from "./asked-fact.ts";
import { type Measured, measure } from "./fact-amount.ts";
import { asSentence, listEn, listZh } from "./phrase.ts";
import { asked, decline } from "./question-reply.ts";

const FEWEST = 3;
const MOST = 8;

interface Variables {
  readonly facts: readonly PlannedFact[];
  readonly scenario: string;
}

const dateOf = ({ amount }: Measured): string => amount.canonical;

/** Decided when neither date is a part of the other: March 2021 comes before 2 April 2021, but not before 20 March 2021. */
const undecided = (a: string, b: string): boolean => a.startsWith(b) || b.startsWith(a);

/** Why these facts have no order, or each with its date. */
function date({ facts, scenario }: Variables, language: "zh" | "en"): Measured[] | string {
  const reason = facts
    .map(fact => whyNotAskable(fact, language))
    .find(problem => problem !== undefined);
  if (facts.length < FEWEST || facts.length > MOST)
    return `an order of ${facts.length} dates is not asked for`;
  if (reason !== undefined) return reason;
  if (new Set(facts.map(({ label }) => label)).size > 1 && facts.some(isNoEvent))
    return "a birth or a period among events is no sequence";
  const dated = measure(
    facts.filter(({ type }) => type === "date"),
    scenario,
    language,
  );
  if (dated.length < facts.length) return "a fact has no single date with its year";
  if (dated.some((a, at) => dated.slice(at + 1).some(b => undecided(dateOf(a), dateOf(b)))))
    return "the dates leave the order undecided";
  return new Set(dated.map(({ ask }) => ask.item)).size < dated.length
    ? "the events cannot be told apart by name"
    : dated;
}

/** In a drawn order that is not the true one. */
function mixedUp(inOrder: readonly Measured[], draw: AnswerContext["draw"]): Measured[] {
  const mixed = shuffle(draw, inOrder);
  return mixed.every((one, at) => one === inOrder[at])
    ? [...mixed.slice(1), ...mixed.slice(0, 1)]
    : mixed;
}

function answerSequence(variables: Variables, { language, draw }: AnswerContext): QuestionReply {
  const dated = date(variables, language);
  if (typeof dated === "string") return decline(dated);
  const inOrder = [...dated].sort((a, b) => (dateOf(a) < dateOf(b) ? -1 : 1));
  const names = mixedUp(inOrder, draw).map(({ ask }) => ask.item);
  const asks = inOrder.map(({ ask }) => ask);
  const order = asks.map(({ item }) => item);
  return language === "zh"
    ? asked(
        `请按时间先后排列${listZh(names)}。`,
        stateFacts(asks, language, [`因此由早到晚依次为${order.join("、")}`]),
      )
    : asked(
        asSentence(`put in order of time ${listEn(names)}.`),
        stateFacts(asks, language, [`therefore the order of time is ${order.join(", then ")}`]),
      );
}

export const timeSequenceAnswerer = answers(questionPrompts["time-sequence"], answerSequence);
