// One fact → a question for it and an answer in a whole sentence; and the same question without an answer.

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
  isTold,
  whyNotAskable,
  whyNotNamed,
  type AskedFact,
  type Setting,
} from "./asked-fact.ts";
import { isQuoted, needsOwnSentence } from "./fact-clauses.ts";
import { givesAway } from "./giveaway.ts";
import { fillPhrase, lowerFirst } from "./phrase.ts";
import * as en from "./phrases-factual.en.ts";
import * as zh from "./phrases-factual.zh.ts";
import { asked, decline } from "./question-reply.ts";
import { unanswerableAnswer } from "../../../schemas/formats/dragonball.ts";

const phrases = {
  en: {
    questions: en.factualQuestionsEn,
    answers: en.factualAnswersEn,
    long: en.longAnswersEn,
    frames: en.questionFramesEn,
    clashes: en.clashesEn,
  },
  zh: {
    questions: zh.factualQuestionsZh,
    answers: zh.factualAnswersZh,
    long: zh.longAnswersZh,
    frames: zh.questionFramesZh,
    clashes: zh.clashesZh,
  },
};

/** A question for the fact, from the schema's own ways to ask or a general one; undefined if each would tell the answer. */
function wordQuestion(ask: AskedFact, context: AnswerContext): string | undefined {
  const { language, draw } = context;
  const prepared = shuffle(draw, preparedQuestions(ask)).map(question =>
    framed(question, ask, context),
  );
  const general = shuffle(draw, fittingPhrases(ask, language)).map(phrase =>
    fillPhrase(phrase, ask.slots),
  );
  const inOrder = draw(5) < 3 ? [...prepared, ...general] : [...general, ...prepared];
  return inOrder.find(question => !givesAway(question, ask.slots.value, language));
}

// A prepared question that does not name its subject would make no sense over the whole corpus.
const preparedQuestions = ({ fact }: AskedFact): string[] =>
  fact.questions.filter(
    question =>
      /\p{L}/u.test(question) &&
      question.includes(fact.document) &&
      !/[{}]/.test(question) &&
      speaksOf(question, fact.label),
  );

// Not every 辩护人 is a lawyer whom the accused chose.
const speaksOf = (question: string, label: string): boolean =>
  !label.startsWith("辩护人") || !/哪[一]?位律师|辩护律师|委托/.test(question);

/** After a long subject the verb at the end comes too late: "who the clerk in the case against A before B was". */
const VERB_LAST = /\{(?:item|eventItem)\} (?:\{was\}|took)/;

function fittingPhrases({ group, slots }: AskedFact, language: "zh" | "en"): string[] {
  const { questions, clashes } = phrases[language];
  const longSubject = language === "en" && slots.subject.split(/\s+/).length > 5;
  const fits = (phrase: string) =>
    !clashes.some(([word, label]) => word.test(phrase) && label.test(slots.label)) &&
    !(longSubject && VERB_LAST.test(phrase));
  const fitting = questions[group].filter(fits);
  return fitting.length > 0 ? fitting : [...questions[group]];
}

const OPENS_WITH_QUESTION_WORD =
  /^(?:who|whom|whose|when|where|which|what|how|on what|on which|in what|in which|at what|at which|to what|to which|by what|from which|under what)\b/i;

// One prepared question in four is put under a phrase that says where to look.
function framed(question: string, { slots }: AskedFact, { language, draw }: AnswerContext): string {
  const fits =
    language === "zh"
      ? !/^(?:请问|请|根据|按照|依据|在|从)/.test(question)
      : OPENS_WITH_QUESTION_WORD.test(question);
  if (draw(4) !== 0 || !fits) return question;
  return fillPhrase(pick(draw, phrases[language].frames), {
    ...slots,
    question: language === "zh" ? question : lowerFirst(question),
  });
}

/** A sentence that states the fact, with subject, label and value. */
function wordAnswer(ask: AskedFact, { language, draw }: AnswerContext): string {
  const { answers: short, long } = phrases[language];
  if (language === "zh" && !needsOwnSentence(ask, language) && isQuoted(ask.group, ask.slots.value))
    return fillPhrase(pick(draw, zh.quotedAnswersZh), ask.slots);
  if (language === "en" && ask.slots.value.startsWith("“"))
    return fillPhrase(pick(draw, en.quotedAnswersEn), ask.slots);
  return fillPhrase(
    pick(draw, needsOwnSentence(ask, language) ? long : short[ask.group]),
    ask.slots,
  );
}

type Variables = Setting & { facts: PlannedFact[] };

function prepare(
  { facts, ...setting }: Variables,
  context: AnswerContext,
  whyNot = whyNotAskable,
): { question: string; ask: AskedFact } | string {
  const [fact] = facts;
  if (fact === undefined) return "no fact was given";
  const reason = whyNot(fact, context.language);
  if (reason !== undefined) return reason;
  if (isTold(fact)) return `a name tells the “${fact.label}” without any document`;
  const ask = askedFact(fact, setting, context);
  const question = wordQuestion(ask, context);
  return question === undefined
    ? `every question for “${fact.label}” would tell the answer`
    : { question, ask };
}

function answerFactual(variables: Variables, context: AnswerContext): QuestionReply {
  const [fact] = variables.facts;
  if (fact !== undefined && isListElement(fact))
    return decline(`“${fact.label}” has several values, so that one alone is no full answer`);
  const prepared = prepare(variables, context);
  return typeof prepared === "string"
    ? decline(prepared)
    : asked(prepared.question, wordAnswer(prepared.ask, context));
}

// In a user's own documents the value is "": other documents of the kind state it, this one does not.
function answerUnanswerable(variables: Variables, context: AnswerContext): QuestionReply {
  const prepared = prepare(
    variables,
    context,
    variables.facts[0]?.value === "" ? whyNotNamed : whyNotAskable,
  );
  return typeof prepared === "string"
    ? decline(prepared)
    : asked(prepared.question, unanswerableAnswer[context.language]);
}

export const factualAnswerer = answers(questionPrompts.factual, answerFactual);
export const unanswerableAnswerer = answers(questionPrompts.unanswerable, answerUnanswerable);
