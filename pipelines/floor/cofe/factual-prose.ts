// Factual questions on running text: a value or name gives way to a question word; a definition is asked for as one.

import { tellsAnAct } from "../news/clauses-zh.ts";
import { isVagueInTime } from "../news/explicit-days.ts";
import { type FactualQuestion, worth } from "../news/factual-question.ts";
import { findNames } from "../news/news-names.ts";
import { questionsEn } from "../news/questions-en.ts";
import { questionsZh } from "../news/questions-zh.ts";
import { asSentence } from "../questions/phrase.ts";
import { isPersonName } from "../facts/proper-names.ts";
import type { Candidate } from "./candidate.ts";
import { pastOf, withoutJoins } from "./english-clause.ts";
import type { FragmentLine } from "./fragment-reading.ts";
import { points, type Subject, withOwner } from "./named-subject.ts";

const HAN_JOINS = /^(?:首先|其次|再次|最后|接着|随后|此外|另外|同时|与此同时|然而|不过|但是?|而且?|具体而言|例如|比如|其中|据悉|总体来看|值得注意的是)[，,]\s*/;

/** A sentence without joining words, its subject's name for "the company". */
export const standingText = (text: string, subject: Subject): string => withOwner(subject.language === "zh" ? text.replace(HAN_JOINS, "") : withoutJoins(text), subject);

/** "How high are the sales, with a margin of 8 %": another measure told beside the one asked for. */
const TOLD_BESIDE = /[为是达到了][\d.]+[^，]{0,6}，/;

/** What is bought or invested in is no place; and a clause that breaks off at its preposition tells nothing of its day. */
const isMisread = ({ about, question, keyInfo }: FactualQuestion): boolean =>
  (about === "place" && /\b(?:invest|investment|stake|acquisition|shares|equity|interest|loan)\b|投资|收购/.test(question)) ||
  (about === "place" && /\b(?:Project|Programme|Program|Inc|Ltd|Services|Group|Solutions|Technologies|Fund|Act|Agreement)\b/.test(keyInfo)) ||
  // Its verb was not known, and another's stands for it; or its subject begins with a time or place.
  /\bdid\b.*\b[a-z]{3,}ed (?:the|a|an|its|their)\b|\bmany of\b|\bhow many [^?]*\b[a-z]+ed (?:does|did|do)\b|\b(?:did|was|were|does|is|has) (?:Between|In|On|At|From|During|After|Before|By|Of|With|For)\b/.test(
    question,
  ) ||
  (/\bdid\b/.test(question) && / and (\p{Ll}+)/u.test(question) && pastOf(/ and (\p{Ll}+)/u.exec(question)?.[1] ?? "") !== undefined) ||
  (question.endsWith("是在哪一天？") && !tellsAnAct(question.replace("是在哪一天？", ""))) ||
  (about === "day" && /(?:依据|根据|按照|因|为了?|经|通过|就|对|向)[^，]{1,12}是在哪一天/.test(question));

function onValues({ number }: FragmentLine, text: string, subject: Subject): Candidate[] {
  const { language } = subject;
  const found = language === "zh" ? questionsZh(text) : questionsEn(text);
  return found
    .filter(found => !isVagueInTime(found.question, language) && !points(found.question.replace(/[？?]$/, ""), language, true) && !isMisread(found))
    .map(({ about, question, keyInfo, statement }) => ({
      question,
      answer: asSentence(statement),
      sentences: [number],
      secrets: [keyInfo],
      worth:
        worth[about] +
        Math.min(2, findNames(question, language).length) -
        (TOLD_BESIDE.test(question) ? 3 : 0) -
        Math.abs(question.length - (language === "zh" ? 35 : 90)) / (language === "zh" ? 30 : 80),
    }));
}

const DEFINED = {
  en: /^((?:An? |The )?\p{Lu}?[\p{L}\p{N}’'&.() -]{2,60}?) (?:is|are) ((?:an?|one of the|any|the (?:process|practice|study|art|act|part|name|term|method|ratio|amount|set)|used to|defined as) .{12,})$/u,
  zh: /^(?:所谓)?([\p{Script=Han}A-Za-z0-9·“”《》-]{2,20}?)(?:（[^）]{1,30}）)?[，,]?(?:是指|指的是|是一[种个家项类款所座门名位]|是由|就是)(.{6,})$/u,
};
// "The reason is a ...", "The first is the ...": nothing that has a definition.
const NO_TERM = {
  en: /^(?:While|When|If|As|Although|Though|Since|Because|Once|After|Before|To|For|In|On|At|By|With|From|Notice|Introducing|Despite|During)\b|^[Tt]he (?:solution|company|group|firm|team|tool|system|project|copilot)$|\b(?:reason|result|goal|aim|purpose|first|second|third|next|last|problem|question|answer|point|idea|fact|one|thing|there|what|who|where|when|which|here|all|most|many|some|each|above|rest|diagnosis|impression|plan|most important)\b/i,
  zh: /原因|结果|目的|目标|问题|关键|重点|核心|一|首先|其次|第|诊断|意见|主要|重要|以下|同时|因此|所以|不仅|既|都|也|的/,
};

function onDefinition({ number }: FragmentLine, text: string, { language }: Subject): Candidate[] {
  const term = DEFINED[language].exec(text.replace(/[.。]$/, ""))?.[1]?.trim();
  if (term === undefined || NO_TERM[language].test(term) || points(term, language) || points(text.slice(0, 120).replace(/[?？…]/g, ""), language, true)) return [];
  const words = term.split(" ").length;
  const plural = / are /.test(text.slice(term.length, term.length + 5));
  if (language === "en" && (words > 5 || /\b(?:was|were|has|had|will|can|not|if|and|or)\b/.test(term) || /^(?:the )?(?:patient|defendant|court|company|victim)$/i.test(term)))
    return [];
  const person = language === "zh" ? isPersonName(term, "zh") : isPersonName(term, "en");
  const named = /^(?:The|An?) /.test(term) ? term.charAt(0).toLowerCase() + term.slice(1) : term;
  const question = language === "zh" ? (person ? `${term}是谁？` : `${term}是什么？`) : `${person ? "Who" : "What"} ${plural ? "are" : "is"} ${named}?`;
  return [{ question, answer: asSentence(text), sentences: [number], secrets: [], worth: 4 }];
}

/** All that the running text states so that it can be asked for alone. */
export function factualProse(lines: readonly FragmentLine[], subject: Subject): Candidate[] {
  return lines
    .filter(({ kind, whole, text }) => kind === "prose" && whole && text.length >= 12)
    .flatMap(line => {
      const text = standingText(line.text, subject);
      return [...onValues(line, text, subject), ...onDefinition(line, text, subject)];
    });
}
