// Facts of one part of a document → a request for them by name, and the summary that states them all.

import {
  questionPrompts,
  type PlannedFact,
  type QuestionReply,
} from "../../../schemas/rageval/prompts.ts";
import { answers, type AnswerContext } from "../answerer.ts";
import { askedFact, factClause, whyNotAskable } from "./asked-fact.ts";
import { givesAway } from "./giveaway.ts";
import { asSentence, listEn, listZh } from "./phrase.ts";
import { asked, decline } from "./question-reply.ts";

const FEWEST = 3;
/** More names than this make no readable question. */
const MOST = 6;

function answerSummary(
  { facts, scenario }: { facts: readonly PlannedFact[]; scenario: string },
  { language }: AnswerContext,
): QuestionReply {
  if (new Set(facts.map(({ document }) => document)).size !== 1)
    return decline("a summary is of one document");
  const usable = facts.filter(fact => whyNotAskable(fact, language) === undefined).slice(0, MOST);
  if (usable.length < FEWEST) return decline("there is too little to sum up");
  const asks = usable.map(fact => askedFact(fact, scenario, language));
  const source = asks[0]?.source ?? "";
  const labels = asks.map(({ label }) => label);
  const question =
    language === "zh"
      ? `请概括${source}中关于${listZh(labels)}的记载。`
      : asSentence(
          `sum up what ${source} says about ${listEn(labels.map(name => `the ${name}`))}.`,
        );
  if (
    asks.some(
      ({ fact, value }) => givesAway(question, value, language) && !fact.document.includes(value),
    )
  )
    return decline("the question would tell part of its answer");
  const clauses = asks.map(ask => factClause(ask, language, false));
  return asked(
    question,
    language === "zh"
      ? `根据${source}，${clauses.join("；")}。`
      : `According to ${source}, ${clauses.join("; ")}.`,
  );
}

export const summaryAnswerer = answers(questionPrompts.summary, answerSummary);
