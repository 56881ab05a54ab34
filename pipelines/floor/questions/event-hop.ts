// Two facts of one event → a question that knows the event by one of them and asks for the other.

import { pick } from "../../text/random.ts";
import type { AnswerContext } from "../answerer.ts";
import { isLongValue, type AskedFact } from "./asked-fact.ts";
import { eventEn } from "./label-phrases.en.ts";
import { markedByZh } from "./label-time.ts";
import { fillPhrase } from "./phrase.ts";
import {
  eventAnswersEn,
  eventCluesEn,
  eventQuestionsEn,
  type EventAsked,
  type EventClue,
} from "./phrases-multi-hop.en.ts";
import { eventAnswersZh, eventCluesZh, eventQuestionsZh } from "./phrases-multi-hop.zh.ts";

const LONGEST_CLUE = { zh: 30, en: 80 };

// A group of a schema's paths that is a thing described, not something that happened.
const NO_EVENT =
  /^(?:company|finance|financial|governance|environment|society|social|report|patient|hospital|person|profile|court|case|defendant|defender|procuratorate|crime|facts|evidence|opinion|reasoning|verdict|judgment|procedure|document|outlook|history|examination|exam|diagnosis|basic|general|admission|discharge)$/i;

/** The path of the event that a fact belongs to: `event/acquisition` of `event/acquisition/date`. */
function eventOf({ fact: { path } }: AskedFact): string | undefined {
  const group = path.split("/").slice(0, -1);
  return group.length > 1 || (group.length === 1 && !NO_EVENT.test(group[0] ?? ""))
    ? group.join("/")
    : undefined;
}

function clueKind({ fact }: AskedFact): EventClue {
  if (fact.type === "date") return "date";
  if (fact.type === "money" || fact.type === "number") return "amount";
  return fact.type === "person" || fact.type === "organisation" || fact.type === "place"
    ? "name"
    : "matter";
}

const ASKED = new Set<string>(["money", "date", "organisation", "person"]);
const isAsked = (type: string): type is EventAsked => ASKED.has(type);

const canBeClue = (ask: AskedFact, language: "zh" | "en"): boolean =>
  ask.slots.value.length <= LONGEST_CLUE[language] &&
  !isLongValue(ask.slots.value, language) &&
  ask.fact.type !== "choice" &&
  ask.fact.type !== "number";

interface Hop {
  readonly question: string;
  readonly answer: string;
  readonly value: string;
}

/** Undefined when the facts are not of one event, or neither can be the clue to the other. */
export function eventHop(
  [bridge, target]: readonly [AskedFact, AskedFact],
  context: AnswerContext,
): Hop | undefined {
  const event = eventOf(bridge);
  if (event === undefined || event !== eventOf(target) || bridge.fact.type === target.fact.type)
    return undefined;
  return hopOver(bridge, target, context) ?? hopOver(target, bridge, context);
}

function hopOver(
  clue: AskedFact,
  target: AskedFact,
  { language, draw }: AnswerContext,
): Hop | undefined {
  const { type } = target.fact;
  if (!canBeClue(clue, language) || !isAsked(type)) return undefined;
  const { clues, questions, replies } = language === "zh" ? tablesZh : tablesEn;
  const event = named(
    lowerStart(fillPhrase(pick(draw, clues[clueKind(clue)]), clue.slots)),
    [clue, target],
    language,
  );
  const question = fillPhrase(pick(draw, questions[type]), { ...target.slots, event });
  const answer = fillPhrase(pick(draw, replies), {
    ...target.slots,
    label: clue.slots.label,
    clue: clue.slots.value,
    clueItem: clue.slots.item,
    isClue: clue.slots["was"] ?? "",
    askedLabel: target.slots.label,
  });
  return { question, answer, value: target.slots.value };
}

/** "The event dated August 2021" by what it was, where one of the facts is its date: "the debt restructuring dated August 2021". */
function named(event: string, facts: readonly AskedFact[], language: "zh" | "en"): string {
  const dated = facts.find(({ fact }) => fact.type === "date");
  if (dated === undefined) return event;
  const name =
    language === "zh"
      ? markedByZh(dated.fact.label).replace(/完成$/, "")
      : eventEn(dated.slots.label);
  if (name === undefined || /日期|时间|date/.test(name)) return event;
  return language === "zh"
    ? event.replace(/的?(?:那件事|事项)/, `的那次${name}`).replace("的的", "的")
    : event
        .replace(/^the event\b/, `the ${name}`)
        .replace(/^what (.+) reports for (?=[^ ])/, `the ${name} that $1 dates to `);
}

// A clue is a sentence's part; its phrases begin with "the" or "what", or in Chinese with the subject.
const lowerStart = (text: string): string =>
  text.replace(/^(?:The|What)\b/, word => word.toLowerCase());

const tablesEn = { clues: eventCluesEn, questions: eventQuestionsEn, replies: eventAnswersEn };
const tablesZh = { clues: eventCluesZh, questions: eventQuestionsZh, replies: eventAnswersZh };
