// The same fact of two documents → which is larger or later, and by how much.

import {
  questionPrompts,
  type PlannedFact,
  type QuestionReply,
} from "../../../schemas/rageval/prompts.ts";
import { shuffle } from "../../text/random.ts";
import { answers, type AnswerContext } from "../answerer.ts";
import { stateFacts, whyNotAskable } from "./asked-fact.ts";
import { distanceOf, measure, reckonTogether } from "./fact-amount.ts";
import { asSentence } from "./phrase.ts";
import { asked, decline } from "./question-reply.ts";

/** Why these facts cannot be compared, or undefined. */
function whyUnlike(facts: readonly PlannedFact[], language: "zh" | "en"): string | undefined {
  const [first, second, ...more] = facts;
  if (!first || !second || more.length > 0 || first.document === second.document)
    return "a comparison needs facts of two documents, one of each";
  if (first.path !== second.path || first.label !== second.label)
    return "the facts are not of the same kind";
  return whyNotAskable(first, language) ?? whyNotAskable(second, language);
}

function answerComparison(
  { facts, scenario }: { facts: readonly PlannedFact[]; scenario: string },
  { language, draw }: AnswerContext,
): QuestionReply {
  const reason = whyUnlike(facts, language);
  if (reason !== undefined) return decline(reason);
  const [x, y] = shuffle(draw, measure(facts, scenario, language));
  if (!x || !y || !reckonTogether(x.amount, y.amount))
    return decline("values are equal, or their units, currencies or precision differ");
  const derivation = distanceOf(x.amount, y.amount, language);
  if (derivation === undefined) return decline("the amounts are not written alike");
  const isDated = x.amount.kind === "date";
  const [a, b] = x.amount.order > y.amount.order ? [x, y] : [y, x];
  const more = { zh: isDated ? "更晚" : "更大", en: isDated ? "later" : "larger" }[language];
  const question =
    language === "zh"
      ? `${x.ask.item}和${y.ask.item}，哪个${more}，相差多少？`
      : `which is ${more}, ${x.ask.item} or ${y.ask.item}, and by how much?`;
  const conclusions =
    language === "zh"
      ? [`因此${a.ask.item}${more}`, `${a.ask.item}与${b.ask.item}相差${derivation.result}`]
      : [
          `therefore ${a.ask.item} is ${more}`,
          `${a.ask.item} and ${b.ask.item} differ by ${derivation.result}`,
        ];
  return asked(asSentence(question), stateFacts([x.ask, y.ask], language, conclusions), [
    derivation,
  ]);
}

export const comparisonAnswerer = answers(questionPrompts.comparison, answerComparison);
