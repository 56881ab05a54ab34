// An English news sentence as subject, verb and rest, where that can be told for certain.

import { findNames } from "./news-names.ts";
import { plainVerb } from "./verbs-en.ts";

export interface EnglishClause {
  /** "On 5 March 2024" at the head of the sentence, without its comma; empty where there is none. */
  readonly lead: string;
  readonly subject: string;
  /** The verb that inverts: "did" stands for a plain past. */
  readonly auxiliary: string;
  /** What follows the subject in a question: the plain verb, or the participle behind "was". */
  readonly verb: string;
  /** The verb as the sentence has it. */
  readonly told: string;
  /** Up to the first comma that is not in a number or a date. */
  readonly rest: string;
}

const AUXILIARY = /^(?:was|were|is|are|will|has|have|had|would|can|must)$/;
const LEAD = /^((?:On|In|At|By|Since|From|Until) [^,]{2,40}?(?:, \d{4})?), (?=\p{Lu}|the |a |an |\d)/u;
/** Commas, semicolons and dashes end a clause, but not inside "1,200" or "May 3, 2024". */
const CLAUSE_END =
  /(?<!\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.? \d{1,2}),\s|;\s|\s[–—-]\s|\s(?:while|but|because|although|after which|which|who|whose|where|when)\s|:\s/;
const BREAKS_SUBJECT = /^(?:who|which|that|whose|where|when|while|because|if|although|as|he|she|it|they|we|i|you|this|these|those|his|her|its|their|our|there|said|says)$/i;

/** Reads the first clause of a sentence; undefined where its subject has no name or its verb is none that is known. */
export function readClause(sentence: string): EnglishClause | undefined {
  const bare = sentence.replace(/\.$/, "").trim();
  const lead = LEAD.exec(bare)?.[1] ?? "";
  const body = lead === "" ? bare : bare.slice(lead.length + 2);
  const clause = (body.split(CLAUSE_END)[0] ?? "").replace(/\s*\([^)]*\)/g, "").trim();
  const words = clause.split(" ");
  const at = words.findIndex((word, index) => index > 0 && (AUXILIARY.test(word) || plainVerb(word) !== undefined));
  const subjectWords = words.slice(0, at);
  if (at < 1 || at > 12 || subjectWords.some(word => BREAKS_SUBJECT.test(word)) || /["“”?]/.test(clause)) return undefined;
  return verbOf(words, at, lead);
}

function verbOf(words: readonly string[], at: number, lead: string): EnglishClause | undefined {
  const told = words[at] ?? "";
  const subject = words.slice(0, at).join(" ");
  if (!AUXILIARY.test(told)) return { lead, subject, auxiliary: "did", verb: plainVerb(told) ?? "", told, rest: words.slice(at + 1).join(" ") };
  // "had" and "has" with an object are no auxiliaries: "has 240 staff".
  if (/^ha[sd]$|^have$/.test(told) && !/(?:ed|en|wn|ne|ught|ld|un|ut|et|de|id)$/.test(words[at + 1] ?? "")) {
    return { lead, subject, auxiliary: told === "had" ? "did" : told === "has" ? "does" : "do", verb: "have", told, rest: words.slice(at + 1).join(" ") };
  }
  const next = words[at + 1] === "be" || words[at + 1] === "been" ? 2 : 1;
  const verb = words.slice(at + 1, at + 1 + next).join(" ");
  if (!/^(?:be |been )?\p{Ll}+$/u.test(verb) || /^(?:not|a|an|the|in|on|at|of|for|to|now|also|still|about|over|more)$/.test(verb)) return undefined;
  return { lead, subject, auxiliary: told, verb, told: `${told} ${verb}`, rest: words.slice(at + 1 + next).join(" ") };
}

// A capital at the head of a sentence says nothing by itself: "Traffic rose", "Voters in Pellworth rejected".
const LONE_FIRST = /^[A-Z]\p{Ll}+(?= \p{Ll}| \d|$)/u;

/** "The Lorne Street bridge" within a sentence: its article is small, and so is a plural noun; a name's capital stays. */
export const withinSentence = (subject: string): string =>
  subject
    .replace(/^(?!Los |Las )[A-Z]\p{Ll}+(?:s|men|people)(?= (?:of|in|from|at|for|with|and) )/u, word => word.toLowerCase())
    .replace(/^(?:The|A|An|Some|All|Its|About|More|Nearly|Around|Over|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten)\b/, word => word.toLowerCase());

/** Whether a subject names something. */
export const isNamed = (subject: string): boolean => findNames(`- ${subject.replace(LONE_FIRST, "")}`, "en").length > 0;
