// English questions for checking another text: a clause with its subject and verb, and a question word for one value or name in it.

import { findValues, type Value } from "../../text/values.ts";
import { ENGLISH_HEAD } from "./article-reading.ts";
import { type EnglishClause, isNamed, readClause, withinSentence } from "./clauses-en.ts";
import type { FactualQuestion } from "./factual-question.ts";
import { findNames } from "./news-names.ts";
import { clauseQuestions, inverted, isPointing, officeQuestion, statementOf } from "./questions-en.ts";
import { plainVerb } from "./verbs-en.ts";

/** Where a sentence's next statement begins. */
const STATEMENTS =
  /;\s+|\s+and\s+(?=the [\p{L} ]+? that )|:\s+(?=\p{Ll})|,\s+(?:and|but|while|so|although|because)\s+|\s+(?:while|because|although|after|before|when)\s+(?=(?:the|a|an|\p{Lu})\b)/u;
const SHARED_SUBJECT = /\s(?:and|but) (?:also |then )?(?=[a-z]+\b)/g;
/** No subject to ask about: it hedges, asks, or stands for something told before. */
const NO_SUBJECT =
  /^(?:Perhaps|Maybe|Still|Then|Yet|Even|Only|Here|There|What|How|Why|Where|When|Whether|If|Nobody|Nothing|Everyone|Anyone|Someone|One|Two|Three|Both|Another|Others?|Some|Many|Most|Few|Several|None|Neither|Either|Each|All|Such|Much|More|Now|So|By|As|With|For|But|And|Or|Not|Like|Unlike|Despite|According|During|After|Before|Since|Until|From|To|Of|In|On|At)\b|\w+ly\b|["“”'‘]/;
/** Names of peoples and the like keep their capital before a small letter. */
const ALWAYS_CAPITAL = /(?:ian|ean|ish|ese)s?$|^(?:French|Dutch|German|Greek|Swiss|Czech|Thai|Iraqi|Israeli|American|African|Mexican|Roman|Norman|European|Pakistani|Saudi)s?$/;

/** "Staff representatives" has its capital from the sentence alone; "Beekeeper Absalom Krug" has it from the name. */
const smallSubject = (subject: string): string =>
  withinSentence(subject).replace(/^([A-Z]\p{Ll}+)(?= \p{Ll})/u, word =>
    ALWAYS_CAPITAL.test(word) || findNames(`- ${word}`, "en")[0]?.kind === "organisation" ? word : word.toLowerCase(),
  );

/** A noun with its article, a name, or several words: a lone word may be anything. */
const isSubject = (subject: string): boolean =>
  !NO_SUBJECT.test(subject) &&
  (isNamed(subject) || /^(?:The|A|An) \p{L}/u.test(subject) || /^[A-Z]\p{Ll}+ \p{Ll}[\p{L}’'-]+(?:s|people|men|women|rain|traffic|fire)\b/u.test(subject)) &&
  !/["“”]/.test(subject);

/** "lasted 118 days and cost 26 million euros": two clauses of one subject. */
function parted(clause: EnglishClause): EnglishClause[] {
  if (clause.auxiliary !== "did") return [{ ...clause, rest: clause.rest.replace(/ (?:and|but) (?:was|were|is|are|has|have|had|will) .*$/, "") }];
  const cut = [...clause.rest.matchAll(SHARED_SUBJECT)].find(({ 0: found, index }) => plainVerb(/^[a-z]+/.exec(clause.rest.slice(index + found.length))?.[0] ?? "") !== undefined);
  if (cut === undefined) return [clause];
  const after = clause.rest.slice(cut.index + cut[0].length);
  const told = /^[a-z]+/.exec(after)?.[0] ?? "";
  const second = { ...clause, told, verb: plainVerb(told) ?? "", rest: after.slice(told.length).trim() };
  return [{ ...clause, rest: clause.rest.slice(0, cut.index) }, ...parted(second)];
}

/** "A comparable probe costs 250 million": a plain verb's third person before what can only follow a verb. */
function readPresent(statement: string): EnglishClause | undefined {
  const words = (statement.split(/,\s|\s[–—-]\s/)[0] ?? "").split(" ");
  const at = words.findIndex(
    (word, index) =>
      index > 1 && presentVerb(word) !== undefined && /^(?:\d|[£$€]|about$|some$|nearly$|almost$|more$|over$|up$|an?$|the$|its$|for$|from$|in$)/.test(words[index + 1] ?? ""),
  );
  const [told, subject] = [words[at] ?? "", words.slice(0, at).join(" ")];
  if (at < 2 || at > 9 || /\b(?:who|which|that|whose|what|than|and|it|they|he|she|was|were|is|are|had|has|said)\b/.test(subject) || (words[at - 1] ?? "").endsWith("s"))
    return undefined;
  return {
    lead: "",
    subject,
    auxiliary: "does",
    verb: presentVerb(told) ?? "",
    told,
    rest: words
      .slice(at + 1)
      .join(" ")
      .replace(/ (?:and|but) (?:\w+s|would|will|could|can|may|is|was|has|had) .*$/, ""),
  };
}

const PRESENT: ReadonlyMap<string, string> = new Map(
  "cost pay employ carry stand need hold charge cover serve sell buy own run give bring take earn spend make use supply produce contain include weigh reach offer last live work begin open close"
    .split(" ")
    .map(verb => [/(?:s|sh|ch|x)$/.test(verb) ? `${verb}es` : /[^aeo]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`, verb]),
);
const presentVerb = (word: string): string | undefined => PRESENT.get(word);

const COPULA = /^(?<subject>(?:The|An?) [^,]{6,90}?) (?<verb>is|was|are|were) (?=(?:about |nearly |almost |more than |over |some )?[£$€\d])/;

/** "The length of the line is 35 km" → "What is the length of the line?". */
function isValue(statement: string): FactualQuestion[] {
  const found = COPULA.exec(statement);
  const { subject, verb } = found?.groups ?? {};
  const rest = found === null ? "" : statement.slice(found[0].length);
  const value = findValues(rest, "en")[0];
  if (
    subject === undefined ||
    verb === undefined ||
    value === undefined ||
    rest.slice(0, value.start).split(" ").length > 3 ||
    !/ (?:of|that|for|in|at|by|to) /.test(`${subject} `) ||
    BREAKS.test(subject)
  )
    return [];
  const unit = value.kind === "number" ? (/^ [\p{L}]+(?=$|[ ,.])/u.exec(rest.slice(value.end))?.[0] ?? "") : "";
  if (!/^(?:$|,|\.| (?:in|on|at|for|by|with|and|;))/.test(rest.slice(value.end + unit.length)) || /^ (?:year|month|week|day)-/.test(unit)) return [];
  const small = subject.charAt(0).toLowerCase() + subject.slice(1);
  return [{ about: "count", question: `What ${verb} ${small}?`, keyInfo: rest.slice(0, value.end + unit.length), statement: `${statement}.` }];
}

const BREAKS = /\b(?:it|they|he|she|this|these|those|said|says|who|which|was|were|is|are)\b/;

/** All clauses of a sentence whose subject and verb are certain. */
function clausesIn(statements: readonly string[]): EnglishClause[] {
  return statements
    .flatMap(statement => readPresent(statement) ?? readClause(statement) ?? [])
    .filter(({ subject }) => isSubject(subject))
    .flatMap(clause => parted({ ...clause, subject: smallSubject(clause.subject) }));
}

const PREPOSITION = /(?:^|\s)(in|on|at|by|for|from|to|with|after|within|over|of|until|since|during) $/;
const HEDGE = /(?:(?:about|around|some|nearly|almost|more than|over|up to|at least|fewer than|less than|only|just|a total of|as many as|approximately|roughly) )$/i;
const NEXT = /^(?=$|,| (?:in|on|at|for|to|from|by|with|during|after|before|since|and|over|through|between|as|than)\b)/;
/** What is counted behind a number, up to what begins the next part of the clause. */
const COUNTED =
  /^ ((?:(?!(?:in|on|at|for|to|from|by|with|during|after|before|since|and|per|over|under|through|between|as|than|a|an|the|that|of|who|which)\b)[\p{L}’'-]+ ?){1,3}?)(?=$| (?:in|on|at|for|to|from|by|with|during|after|before|since|over|through|between)\b)/u;

/** The question word that takes a value's place behind its preposition, and how much of the clause it takes with it. */
function wordFor(value: Value, preposition: string, after: string): { word: string; noun: string } | undefined {
  if (value.kind === "date") {
    if (/^\d{4}$/.test(value.text)) return ["in", "since", "until", "by", "from"].includes(preposition) && NEXT.test(after) ? { word: "which year", noun: "" } : undefined;
    return preposition === "on" && /\d/.test(value.text) && NEXT.test(after) ? { word: "what date", noun: "" } : undefined;
  }
  if (value.kind === "money") return NEXT.test(after) && preposition !== "of" ? { word: "how much money", noun: "" } : undefined;
  if (value.kind === "percent") return NEXT.test(after) && ["by", "to", "from"].includes(preposition) ? { word: "what percentage", noun: "" } : undefined;
  if (value.kind === "duration") return NEXT.test(after) && ["for", "after", "within", "over"].includes(preposition) ? { word: "how long", noun: "" } : undefined;
  const noun = value.kind === "number" ? COUNTED.exec(after)?.[1] : undefined;
  return noun === undefined || preposition === "of" || !/(?:s|people|men|women|children)$/.test(noun) || PARTICIPLE.test(noun)
    ? undefined
    : { word: `how many ${noun}`, noun: ` ${noun}` };
}

const PARTICIPLE = /\b(?:\p{L}{3,}ed|built|made|held|sold|left|lost|taken|born)\b/u;
const SECOND_CLAUSE = /\b(?:since|after|before|until|when|while|as|that|which|who|where|and|to \p{Ll}+)\b/u;
const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "shipped the crates in 2009" → "In which year did … ship the crates?"; "with 63 engineers" → "With how many engineers …?". */
function behindPreposition(clause: EnglishClause): FactualQuestion[] {
  return findValues(clause.rest, "en").flatMap(value => {
    const hedge = HEDGE.exec(clause.rest.slice(0, value.start))?.[0] ?? "";
    const start = value.start - hedge.length;
    const found = PREPOSITION.exec(clause.rest.slice(0, start));
    const after = clause.rest.slice(value.end);
    const asked = found?.[1] === undefined ? undefined : wordFor(value, found[1], after);
    // Behind a second verb the words would go with that one.
    if (found?.[1] === undefined || asked === undefined || SECOND_CLAUSE.test(clause.rest.slice(0, found.index))) return [];
    const rest = `${clause.rest.slice(0, found.index)}${after.slice(asked.noun.length)}`;
    const question = `${upper(`${found[1]} ${asked.word}`)} ${inverted(clause, rest)}?`;
    return [{ about: "count" as const, question, keyInfo: `${clause.rest.slice(start, value.end)}${asked.noun}`, statement: statementOf(clause) }];
  });
}

/** "pay 34 percent of dues" → "What percentage of dues do … pay?"; "lasted 118 days" and "cost £3m" stand right behind their verb. */
function behindVerb(clause: EnglishClause): FactualQuestion[] {
  const hedge = /^(?:(?:about|around|some|nearly|almost|more than|over|up to|at least|only|just) )?/i.exec(clause.rest)?.[0] ?? "";
  const value = findValues(clause.rest, "en").find(({ start }) => start === hedge.length);
  if (value === undefined) return [];
  const [keyInfo, after] = [clause.rest.slice(0, value.end), clause.rest.slice(value.end)];
  const made = (question: string): FactualQuestion[] => [{ about: "count", question: `${question}?`, keyInfo, statement: statementOf(clause) }];
  const share = value.kind === "percent" ? /^( of (?:the |its |their )?[\p{L}’' -]+?)(?=$| (?:in|on|at|for|to|from|by|with|during|after)\b)/u.exec(after)?.[1] : undefined;
  if (share !== undefined) return made(`What percentage${share} ${inverted(clause, after.slice(share.length))}`);
  if (value.kind === "duration" && /^(?:spend|wait|run|stay|live|work|serve)$/.test(clause.verb) && NEXT.test(after)) return made(`How long ${inverted(clause, after)}`);
  if (value.kind === "money" && clause.verb === "cost" && NEXT.test(after)) return made(`How much ${inverted(clause, after)}`);
  return [];
}

/** "was built by Denholm Civil in 2009" → "By which company was … built in 2009?". */
function byWhom(clause: EnglishClause): FactualQuestion[] {
  const found = /(?:^| )by ((?:the )?[A-Z].*)$/.exec(clause.rest);
  const name = /^was$|^were$/.test(clause.auxiliary) && found?.[1] !== undefined ? findNames(`- ${found[1]}`, "en")[0] : undefined;
  if (found === null || name === undefined || !found[1]?.replace(/^the /, "").startsWith(name.text)) return [];
  const after = found[1].replace(/^the /, "").slice(name.text.length);
  const word = name.kind === "person" ? "By whom" : name.kind === "organisation" ? "By which organisation" : undefined;
  if (word === undefined || !NEXT.test(after)) return [];
  const question = `${word} ${inverted(clause, `${clause.rest.slice(0, found.index)}${after}`)}?`;
  return [{ about: "organisation", question, keyInfo: name.text, statement: statementOf(clause) }];
}

const SHORTEST = 5;
const LONGEST = 32;

const isGood = ({ question, keyInfo }: FactualQuestion): boolean => {
  const words = question.split(" ").length;
  const open = /\b(?:of|in|on|at|for|to|from|by|with|and|or|the|a|an|than|as|that|between|about|not|only)\?$/i.test(question);
  return !isPointing(question.replace(/ that (?=\p{Lu}|the )/u, " ")) && !question.includes(keyInfo) && words >= SHORTEST && words <= LONGEST && !open && !/["“”()]/.test(question);
};

/** What a sentence states, part by part; nothing of what somebody is quoted with. */
function statementsIn(sentence: string): string[] {
  const bare = sentence.replace(ENGLISH_HEAD, "").replace(/\.$/, "");
  const parts = /["“”]/.test(bare) ? [] : bare.split(STATEMENTS);
  return parts.map(part => part.trim().replace(/^\p{Ll}/u, letter => letter.toUpperCase()));
}

/** Each with the sentence's own subject and verb. */
const questionsOn = (sentence: string): FactualQuestion[] =>
  [
    ...statementsIn(sentence).flatMap(isValue),
    ...clausesIn(statementsIn(sentence)).flatMap(clause => [...clauseQuestions(clause), ...behindVerb(clause), ...behindPreposition(clause), ...byWhom(clause)]),
    ...officeQuestion(sentence),
  ].filter(isGood);

/** Questions on the sentences of a text. */
export const questQuestionsEn = (sentences: readonly string[]): FactualQuestion[] => sentences.flatMap(questionsOn);
