// Factual questions from an English news sentence whose subject and verb are certain: the part asked for goes, the verb inverts.

import { findValues, type Value } from "../../text/values.ts";
import { readClause, isNamed, withinSentence, type EnglishClause } from "./clauses-en.ts";
import type { FactualQuestion } from "./factual-question.ts";
import { findNames } from "./news-names.ts";
import { isChange } from "./verbs-en.ts";

const HEDGE = "(?:(?:about|around|some|nearly|almost|more than|over|up to|at least|fewer than|less than|only|just|a total of|as many as|approximately|roughly) )?";
const MONTH = "(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan\\.?|Feb\\.?|Aug\\.?|Sept?\\.?|Oct\\.?|Nov\\.?|Dec\\.?)";
const DAY = `(?:\\d{1,2} ${MONTH} \\d{4}|${MONTH} \\d{1,2}, \\d{4})`;
const ON_DAY = new RegExp(`(?:^| )on (${DAY})`, "i");
const AT_END = /\s(?:in|at) ((?:the )?[A-Z][\p{L}’'-]+(?:[ ,]+(?:of |the |de )?[A-Z][\p{L}’'-]+){0,4})$/u;

const oneSpace = (text: string): string => text.replace(/\s+/g, " ").trim();

/** The clause as a question: "did the works open a hall in Aldmoor". The lead is kept unless it is what is asked for. */
export function inverted({ auxiliary, subject, verb, lead }: EnglishClause, rest: string, keepsLead = true): string {
  const day = keepsLead && lead !== "" ? ` ${lead.charAt(0).toLowerCase()}${lead.slice(1)}` : "";
  return oneSpace(`${auxiliary} ${withinSentence(subject)} ${verb} ${rest}${day}`);
}

/** The clause as a sentence of its own. */
export const statementOf = ({ lead, subject, told, rest }: EnglishClause): string =>
  `${lead === "" ? subject : `${lead}, ${withinSentence(subject)}`} ${oneSpace(`${told} ${rest}`)}.`;

const made = (clause: EnglishClause, about: FactualQuestion["about"], question: string, keyInfo: string): FactualQuestion => ({
  about,
  question: `${oneSpace(question)}?`,
  keyInfo,
  statement: statementOf(clause),
});

/** "spent £4.2 million on two piers" → "How much did … spend on two piers?". */
function objectQuestion(clause: EnglishClause): FactualQuestion[] {
  const hedge = new RegExp(`^(?:by )?${HEDGE}`, "i").exec(clause.rest)?.[0] ?? "";
  const value = findValues(clause.rest, "en").find(({ start }) => start === hedge.length);
  if (value === undefined) return [];
  const keyInfo = clause.rest.slice(hedge.startsWith("by ") ? 3 : 0, value.end);
  const after = clause.rest.slice(value.end);
  if (/^(?:\s?[-–—]| to \S*\d| and \S*\d|-)/.test(after)) return [];
  return objectOf(clause, value, { keyInfo, after });
}

function objectOf(clause: EnglishClause, value: Value, { keyInfo, after }: { keyInfo: string; after: string }): FactualQuestion[] {
  const change = isChange(clause.verb);
  if (value.kind === "percent") return change ? [made(clause, "share", `By what percentage ${inverted(clause, after)}`, keyInfo)] : [];
  if (change) return [];
  if (value.kind === "money" && /^(?: |$)/.test(after)) {
    const noun = /^ ([a-z]+)(?= |$)/.exec(after)?.[1] ?? "";
    const bare = noun === "" || /^(?:on|for|in|to|from|at|by|with|during|of|over|per|a|after|before|towards?|since)$/.test(noun);
    return bare && noun !== "of" ? [made(clause, "amount", `How much ${inverted(clause, after)}`, keyInfo)] : [];
  }
  if (value.kind === "duration")
    return /^(?: |$)/.test(after) && /^(?:take|last)$/.test(clause.verb) ? [made(clause, "duration", `How long ${inverted(clause, after)}`, keyInfo)] : [];
  const counted = value.kind === "number" ? NOUN.exec(after)?.[1] : undefined;
  const noun = counted === undefined ? undefined : beforeParticiple(counted, clause.verb);
  if (noun === undefined) return [];
  return [made(clause, "count", `How many ${noun} ${inverted(clause, after.slice(noun.length + 1))}`, `${keyInfo} ${noun}`)];
}

/** "has 160 hives locked in" asks "how many hives does … have locked in"; behind other verbs what is done to them is told of no one. */
function beforeParticiple(noun: string, verb: string): string | undefined {
  const at = / (?:\p{L}{3,}ed|built|held|left|lost|taken|kept|shut|hidden|stolen|broken|torn)$/u.exec(noun)?.index;
  return at === undefined ? noun : verb === "have" ? noun.slice(0, at) : undefined;
}

/** What is counted: up to the word that begins the next part of the clause. */
const NOUN =
  /^ ((?:(?!(?:in|on|at|for|to|from|by|with|during|after|before|since|and|per|over|under|through|between|as|than|without|within|a|an|the|that|today|now|so|each|this|last|next)\b)[\p{L}’'-]+ ?)+?(?:of [\p{L}’'-]+)?)(?= (?:in|on|at|for|to|from|by|with|during|after|before|since|and|per|over|through|between|as|a|the|today|now|so|this|last|next)\b|$)/u;

/** "Some 320 people were taken to Northgate" → "How many people were taken to Northgate?". */
function subjectCount(clause: EnglishClause): FactualQuestion[] {
  const hedge = new RegExp(`^${HEDGE}`, "i").exec(clause.subject)?.[0] ?? "";
  const value = findValues(clause.subject, "en").find(({ start, kind }) => start === hedge.length && kind === "number");
  const noun = value === undefined ? "" : clause.subject.slice(value.end).trim();
  if (value === undefined || !/^\p{Ll}[\p{L} ’'-]*$/u.test(noun)) return [];
  const day = clause.lead === "" ? "" : ` ${clause.lead.charAt(0).toLowerCase()}${clause.lead.slice(1)}`;
  return [made(clause, "count", `How many ${noun} ${clause.told} ${clause.rest}${day}`, withinSentence(clause.subject))];
}

function dayQuestion(clause: EnglishClause): FactualQuestion[] {
  const inLead = new RegExp(`^On (${DAY})$`).exec(clause.lead)?.[1];
  if (inLead !== undefined) return [made(clause, "day", `On what date ${inverted(clause, clause.rest, false)}`, inLead)];
  const found = ON_DAY.exec(clause.rest);
  return found?.[1] === undefined ? [] : [made(clause, "day", `On what date ${inverted(clause, clause.rest.replace(found[0], ""))}`, found[1])];
}

function placeQuestion(clause: EnglishClause): FactualQuestion[] {
  const dated = ON_DAY.exec(clause.rest)?.[0] ?? "";
  const rest = clause.rest.replace(dated, "");
  const found = AT_END.exec(` ${rest}`);
  const place = found?.[1];
  if (place === undefined || new RegExp(`^${MONTH}\\b`).test(place) || ["have", "be"].includes(clause.verb)) return [];
  return [made(clause, "place", `Where ${inverted(clause, `${rest.slice(0, rest.length - place.length - 3)}${dated}`)}`, place)];
}

const ASKED_SUBJECT: readonly (readonly [RegExp, string])[] = [
  [/\b(?:University|College|School)\b/, "Which institution"],
  [/\b(?:Council|Ministry|Authority|Department|Commission|Board)\b/, "Which public body"],
  [/\b(?:Ltd|Inc|Corp|Corporation|Company|plc|Group|Holdings|Airlines?|Airways|Works|Shipping|Energy|Motors|Systems|Bank|Partners)\b/, "Which company"],
  [/\b(?:Association|Foundation|Society|Union|Trust|Club|Institute)\b/, "Which organisation"],
];

/** What people do: "Farrow Ness" may be an island, and "drew 4,000 visitors" is done by one, too. */
const HUMAN =
  /\b(?:said|told|announced|argued|claimed|won|wrote|signed|spoke|joined|met|married|resigned|retired|died|wed|led|scored|beat|ran|swam|sang|played|directed|testified|pleaded|studied|taught|visited|appealed|proposed|accepted|agreed|denied|promised|warned|apologised|appointed|elected|arrested|charged|convicted|sentenced|jailed|awarded|named|succeed|succeeded|replaced|founded|built|bought|designed|invented|donated|set|took|gave|made)\b/;

/** The subject itself is asked for, by what it did. */
function subjectQuestion(clause: EnglishClause): FactualQuestion[] {
  const name = clause.subject.replace(/^The /, "");
  const [only] = findNames(`- ${name}`, "en");
  const rest = `${clause.told} ${clause.rest}${clause.lead === "" ? "" : ` ${clause.lead.charAt(0).toLowerCase()}${clause.lead.slice(1)}`}`;
  if (only?.text !== name || rest.length < 30) return [];
  const word = only.kind === "person" ? "Who" : ASKED_SUBJECT.find(([kind]) => kind.test(name))?.[1];
  if (word === undefined || /^(?:were|are|have)\b/.test(clause.told) || (word === "Who" && !HUMAN.test(clause.told))) return [];
  return [made(clause, only.kind === "person" ? "person" : "organisation", `${word} ${rest}`, name)];
}

const OFFICE =
  /(?:^|[,.;] |said )([A-Z][\p{Ll}’'-]+(?: [A-Z]\.)?(?: [A-Z][\p{Ll}’'-]+){1,2}), (?:the )?((?:[\p{L}’'-]+ ){0,4}(?:director|head|mayor|chair|chairman|chairwoman|president|minister|manager|chief executive|secretary|governor|captain|principal|spokeswoman|spokesman|spokesperson|superintendent|rector)(?: (?:of|at|for) (?:the )?[\p{L} ’'-]+?)?), /u;

/** "Ines Calder, the head of transport of Aldmoor, said …" → "Who is the head of transport of Aldmoor?". */
export function officeQuestion(sentence: string): FactualQuestion[] {
  const found = OFFICE.exec(sentence);
  const [, person, office] = found ?? [];
  if (person === undefined || office === undefined || findNames(`- ${office}`, "en").length === 0) return [];
  return [{ about: "person", question: `Who is the ${office}?`, keyInfo: person, statement: `${person} is the ${office}.` }];
}

const POINTS =
  /\b(?:he|she|it|they|his|her|its|their|this|these|those|that|such|there|we|our|I|my|you|your|other|others|another|latter|former|the (?:company|city|project|group|team|event|report|article|government|council|museum|school|university|firm))\b/i;

/** Questions on a clause, whatever its subject. */
export const clauseQuestions = (clause: EnglishClause): FactualQuestion[] =>
  [objectQuestion(clause), dayQuestion(clause), placeQuestion(clause), subjectQuestion(clause), subjectCount(clause)].flat();

/** Whether it points at something that was told before. */
export const isPointing = (question: string): boolean => POINTS.test(question);

/** Questions on a sentence that name their subject and say nothing that only its neighbours explain. */
export function questionsEn(sentence: string): FactualQuestion[] {
  const clause = readClause(sentence);
  if (clause === undefined) return officeQuestion(sentence).filter(isWhole);
  const about = isNamed(clause.subject) ? clauseQuestions(clause) : subjectCount(clause);
  return [...about, ...officeQuestion(sentence)].filter(isWhole);
}

const isWhole = ({ question, keyInfo }: FactualQuestion): boolean =>
  !isPointing(question) && !question.includes(keyInfo) && question.split(" ").length >= 6 && !/["“”(]/.test(question);
