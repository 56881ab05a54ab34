// Picks keywords: terms that question and evidence share, and from each sentence what the answer tells of it.

import { keywordsPrompt, type NumberedSentence } from "../../../schemas/items/prompts.ts";
import { answers } from "../answerer.ts";
import { nameParts } from "./answer-claims.ts";
import { coarseTerms, nameIn } from "./keyword-terms.ts";
import { anyElements, tellingElements } from "./keyword-phrases.ts";
import { readSaid, type Sharing } from "./keyword-tokens.ts";

type Language = "zh" | "en";

/** A summary of many facts has no more information points than these. */
const MOST_LISTS = 10;

/** What a semicolon parts tells of different things. */
const partsOf = (text: string): string[] =>
  text
    .split(/[;；]/)
    .map(part => part.trim())
    .filter(part => /[\p{L}\p{N}]/u.test(part));

/** Documents' names as the question has them, whole and the persons in them, the longest first. */
function namesOf(question: string, evidence: readonly NumberedSentence[], language: Language): string[] {
  const documents = [...new Set(evidence.map(({ document }) => document))];
  const names = documents.flatMap(document => [nameIn(question, document, language) ?? [], ...nameParts(document)].flat());
  return [...new Set(names)].filter(name => question.includes(name)).sort((a, b) => b.length - a.length);
}

function fineLists(question: string, answer: string, evidence: readonly NumberedSentence[], language: Language): string[][] {
  const sharing: Sharing = { answer: readSaid(answer, language), question: readSaid(question, language), names: namesOf(question, evidence, language), language };
  const lists = evidence.flatMap(({ text }) => partsOf(text).map(part => tellingElements(part, sharing))).filter(list => list.length > 0);
  const any = lists.length > 0 ? lists : evidence.map(({ text }) => anyElements(partsOf(text)[0] ?? text, sharing)).filter(list => list.length > 0);
  const distinct = any.filter((list, at) => any.findIndex(other => other.join("\n") === list.join("\n")) === at);
  return distinct.slice(0, MOST_LISTS);
}

/** Evidence always has some words; where it has not even these, no keyword can be found in it. */
/** What the rows of a table are called that the question names. */
function rowNames(question: string, evidence: readonly NumberedSentence[]): string[] {
  const cells = evidence.flatMap(({ text }) => (text.includes(" | ") ? text.split(" | ").map(cell => cell.replace(/^[^:：]*[:：]\s*/, "").trim()) : []));
  return [...new Set(cells.filter(cell => /\p{L}{2}/u.test(cell) && question.includes(cell)))].slice(0, 2);
}

/** What the steps are for, as the question says it. */
function topicOf(question: string): string | undefined {
  const bare = question.replace(/^(?:According to .+?[”»"], |根据[《“].+?(?:》|”的资料)，)/u, "").replace(/, according to .+$/, "");
  const asked =
    /[Hh]ow do you (.+?)\?*$/.exec(bare)?.[1] ??
    /[Ss]teps (?:for|of) (?:the )?(.+?)\?*$/.exec(bare)?.[1] ??
    /^(.+?)(?:有哪些步骤|的?(?:步骤|流程|程序)是)/u.exec(bare)?.[1] ??
    /^(?:如何|怎样|怎么)(.+?)？?$/u.exec(bare)?.[1];
  return asked !== undefined && asked.length <= 40 ? asked : undefined;
}

export const keywordsAnswerer = answers(keywordsPrompt, ({ type, question, answer, evidence }, { language }) => {
  const fine = fineLists(question, answer, evidence, language);
  const topic = type === "tutorial" ? topicOf(question) : undefined;
  if (topic !== undefined) return { coarse: [topic], fine };
  const rows = rowNames(question, evidence);
  if (rows.length > 0) return { coarse: rows, fine };
  const coarse = coarseTerms(question, evidence, language).filter(term => evidence.some(({ text }) => text.includes(term)));
  return { coarse: coarse.length > 0 ? coarse : fine.flat().slice(0, 1), fine };
});
