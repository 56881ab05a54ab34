// Facts of two documents → one question that needs both, and the answer with both.

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
  type AskedFact,
  type Setting,
} from "./asked-fact.ts";
import { stateFacts } from "./fact-clauses.ts";
import { givesAway } from "./giveaway.ts";
import { askClausesEn, integrationQuestionsEn } from "./phrases-integration.en.ts";
import { askTailsZh, integrationQuestionsZh } from "./phrases-integration.zh.ts";
import { fillPhrase, lowerFirst, type Slots } from "./phrase.ts";
import { asked, decline } from "./question-reply.ts";

type Variables = Setting & { facts: PlannedFact[] };
type Pair = readonly [AskedFact, AskedFact];

const OPENS_LOW =
  /^(?:who|whom|when|where|which|what|how|on which|on what|in which|in what|to which|from which)\b/i;

/** The schema's own questions for both facts, joined; undefined where either has none that can be joined. */
function preparedPair([x, y]: Pair, { language, draw }: AnswerContext): string | undefined {
  const canJoin = (question: string) =>
    language === "zh"
      ? question.endsWith("？") && !question.startsWith("请问")
      : OPENS_LOW.test(question) && question.endsWith("?");
  const fitting = ({ fact }: AskedFact) =>
    fact.questions.filter(question => question.includes(fact.document) && canJoin(question));
  const [ofX, ofY] = [fitting(x), fitting(y)];
  if (ofX.length === 0 || ofY.length === 0) return undefined;
  const [first, second] = [pick(draw, ofX), pick(draw, ofY)];
  return language === "zh"
    ? `${first}${second}`
    : `${first.replace(/\?$/, "")}, and ${lowerFirst(second)}`;
}

const clauseEn = ({ group, slots }: AskedFact): string =>
  lowerFirst(
    fillPhrase(
      group === "person" || group === "organisation" || group === "money" || group === "event"
        ? askClausesEn[group]
        : askClausesEn.other,
      slots,
    ),
  );

const tailZh = ({ group, slots }: AskedFact): string => fillPhrase(askTailsZh[group], slots);

function generalQuestion([x, y]: Pair, { language, draw }: AnswerContext): string {
  const form = x.slots.label === y.slots.label ? "same" : "different";
  const shared: Slots = {
    ...x.slots,
    first: x.slots.subject,
    second: y.slots.subject,
    x: x.slots.item,
    y: y.slots.item,
  };
  if (language === "en")
    return fillPhrase(pick(draw, integrationQuestionsEn[form]), {
      ...shared,
      askX: clauseEn(x),
      askY: clauseEn(y),
    });
  return fillPhrase(pick(draw, integrationQuestionsZh[form]), {
    ...shared,
    tail: tailZh(x),
    tailX: tailZh(x),
    tailY: tailZh(y),
  });
}

function answerIntegration(
  { facts, ...setting }: Variables,
  context: AnswerContext,
): QuestionReply {
  const { language, draw } = context;
  const [first, second, ...more] = facts;
  if (first === undefined || second === undefined || more.length > 0)
    return decline("it takes two facts");
  if (first.document === second.document) return decline("the facts are of one document");
  const reason =
    whyNotAskable(first, language) ??
    whyNotAskable(second, language) ??
    ([first, second].some(isListElement) ? "one of several values is no full answer" : undefined);
  if (reason !== undefined) return decline(reason);
  if ([first, second].some(isTold)) return decline("a name tells the sex without any document");
  const [x, y] = shuffle(draw, [first, second]).map(fact => askedFact(fact, setting, context));
  if (x === undefined || y === undefined) return decline("it takes two facts");
  const prepared = draw(3) === 0 ? preparedPair([x, y], context) : undefined;
  const question = [
    prepared,
    generalQuestion([x, y], context),
    generalQuestion([x, y], context),
  ].find(
    text =>
      text !== undefined && ![x, y].some(({ slots }) => givesAway(text, slots.value, language)),
  );
  return question === undefined
    ? decline("every question would tell the answer")
    : asked(question, stateFacts([x, y], language));
}

export const integrationAnswerer = answers(questionPrompts.integration, answerIntegration);
