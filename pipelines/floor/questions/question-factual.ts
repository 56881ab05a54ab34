// Facts asked for in the prepared schema's own words: one, one without an answer, and two of two documents.

import {
  questionPrompts,
  type PlannedFact,
  type QuestionReply,
} from "../../../schemas/rageval/prompts.ts";
import { shuffle } from "../../text/random.ts";
import { answers, type AnswerContext } from "../answerer.ts";
import { askedFact, stateFacts, whyNotAskable, whyNotNamed } from "./asked-fact.ts";
import { givesAway } from "./giveaway.ts";
import { lowerFirst } from "./phrase.ts";
import { asked, decline } from "./question-reply.ts";
import { unanswerableAnswer } from "../../../schemas/formats/dragonball.ts";

interface Variables {
  readonly scenario: string;
  readonly facts: readonly PlannedFact[];
}

/** The schema's questions for a fact that name its document, in a drawn order. */
const preparedQuestions = (fact: PlannedFact, { draw }: AnswerContext): string[] =>
  shuffle(
    draw,
    fact.questions.filter(
      question =>
        /\p{L}/u.test(question) &&
        question.includes(fact.document) &&
        !/[{}]/.test(question) &&
        speaksOf(question, fact.label),
    ),
  );

// Not every 辩护人 is a lawyer whom the accused chose.
const speaksOf = (question: string, label: string): boolean =>
  !label.startsWith("辩护人") || !/哪[一]?位律师|辩护律师|委托/.test(question);

const noWording = decline("every question that the schema has would tell the answer");

function answerFactual({ facts, scenario }: Variables, context: AnswerContext): QuestionReply {
  const { language } = context;
  const [fact] = facts;
  const reason = fact ? whyNotAskable(fact, language) : "no fact was given";
  if (fact === undefined || reason !== undefined) return decline(reason ?? "");
  const question = preparedQuestions(fact, context).find(
    text => !givesAway(text, fact.value, language),
  );
  return question === undefined
    ? noWording
    : asked(question, stateFacts([askedFact(fact, scenario, language)], language));
}

// In a user's own documents the value is "": other documents of the kind state it, this one does not.
function answerUnanswerable({ facts }: Variables, context: AnswerContext): QuestionReply {
  const { language } = context;
  const [fact] = facts;
  const reason = fact
    ? (fact.value === "" ? whyNotNamed : whyNotAskable)(fact, language)
    : "no fact was given";
  if (fact === undefined || reason !== undefined) return decline(reason ?? "");
  const question = preparedQuestions(fact, context).find(
    text => fact.value === "" || !givesAway(text, fact.value, language),
  );
  return question === undefined ? noWording : asked(question, unanswerableAnswer[language]);
}

const OPENS_LOW =
  /^(?:who|whom|when|where|which|what|how|on which|on what|in which|in what|to which|from which)\b/i;

/** The questions that another can be joined to. */
const joinable = (fact: PlannedFact, context: AnswerContext): string[] =>
  preparedQuestions(fact, context).filter(question =>
    context.language === "zh"
      ? question.endsWith("？") && !question.startsWith("请问")
      : OPENS_LOW.test(question) && question.endsWith("?"),
  );

function answerIntegration({ facts, scenario }: Variables, context: AnswerContext): QuestionReply {
  const { language, draw } = context;
  const [x, y, ...more] = shuffle(draw, facts);
  if (x === undefined || y === undefined || more.length > 0) return decline("it takes two facts");
  if (x.document === y.document) return decline("the facts are of one document");
  const reason = whyNotAskable(x, language) ?? whyNotAskable(y, language);
  if (reason !== undefined) return decline(reason);
  const question = joinable(x, context)
    .flatMap(first =>
      joinable(y, context).map(second =>
        language === "zh"
          ? `${first}${second}`
          : `${first.replace(/\?$/, "")}, and ${lowerFirst(second)}`,
      ),
    )
    .find(text => ![x, y].some(({ value }) => givesAway(text, value, language)));
  if (question === undefined) return noWording;
  const asks = [x, y].map(fact => askedFact(fact, scenario, language));
  return asked(question, stateFacts(asks, language));
}

export const factualAnswerer = answers(questionPrompts.factual, answerFactual);
export const unanswerableAnswerer = answers(questionPrompts.unanswerable, answerUnanswerable);
export const integrationAnswerer = answers(questionPrompts.integration, answerIntegration);
