// Questions on whatever English value or name has no better one: what the sentence says of the name it speaks of.

import { findValues, type Value } from "../../../text/values.ts";
import type { FactualQuestion } from "./factual-question.ts";
import { findNames, type FoundName } from "./news-names.ts";

const HEDGE = /(?:about|around|some|nearly|almost|more than|over|up to|at least|fewer than|less than|approximately) $/i;
const NOUN = /^ ?(\p{Ll}[\p{L}’'-]+)/u;

/** What a value is called in a question. */
function calledValue(value: Value, noun: string): string {
  if (value.kind === "date") return value.canonical.startsWith("T") ? "What time of day" : /^\d{4}$/.test(value.canonical) ? "Which year" : "What date";
  if (value.kind === "money") return "What amount of money";
  if (value.kind === "percent") return "What percentage";
  if (value.kind === "duration") return "What length of time";
  if (value.kind === "ordinal") return "Which place in an order";
  return noun === "" ? "What number" : `How many ${noun}`;
}

const calledName = ({ kind }: FoundName): string =>
  kind === "person" ? "Which person is" : kind === "place" ? "Which place is" : kind === "organisation" ? "Which organisation is" : "Which name is";

/** What a sentence speaks of: its first name other than the one asked for, else its last words. */
function topicOf(sentence: string, names: readonly FoundName[], asked: string): string {
  const name = names.find(({ start, text }) => (start > 0 || text.includes(" ")) && !asked.includes(text) && !text.includes(asked));
  if (name !== undefined) return name.text;
  const rest = sentence
    .replace(asked, " ")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[.?!]$/, "");
  return `“${rest.split(" ").slice(-8).join(" ")}”`;
}

function onValue(sentence: string, names: readonly FoundName[], value: Value): FactualQuestion {
  const before = HEDGE.exec(sentence.slice(0, value.start))?.[0] ?? "";
  const noun = value.kind === "number" ? (NOUN.exec(sentence.slice(value.end))?.[1] ?? "") : "";
  const counted = /(?:s|men|people|women|children)$/.test(noun) ? noun : "";
  // "September." at the end of a sentence; "4 p.m." keeps its stop.
  const keyInfo = sentence.slice(value.start - before.length, value.end).replace(/(?<!m)\.$/, "");
  const called = calledValue(value, counted);
  const verb = called.startsWith("How many") ? "are" : "is";
  return { about: "count", question: `${called} ${verb} mentioned in connection with ${topicOf(sentence, names, keyInfo)}?`, keyInfo, statement: sentence };
}

const onName = (sentence: string, names: readonly FoundName[], name: FoundName): FactualQuestion => ({
  about: "title",
  question: `${calledName(name)} mentioned in connection with ${topicOf(sentence, names, name.text)}?`,
  keyInfo: name.text,
  statement: sentence,
});

/** Questions on every value of a sentence; on its first name where it has no value. */
export function plainQuestionsEn(sentence: string): FactualQuestion[] {
  const found = findNames(sentence, "en");
  // A lone capital at the head of a sentence may be any word.
  const sure = found.filter(({ start, text }) => start > 0 || text.includes(" "));
  const names = sure.length > 0 ? sure : found;
  const values = findValues(sentence, "en");
  if (values.length > 0) return values.map(value => onValue(sentence, names, value)).filter(({ question, keyInfo }) => !question.includes(keyInfo));
  return names
    .map(name => onName(sentence, names, name))
    .filter(({ question, keyInfo }) => !question.includes(keyInfo))
    .slice(0, 1);
}
