// The acceptance review by code: it refuses what is plainly wrong, and lets pass what it finds nothing wrong with.

import { reviewPrompt } from "../../../schemas/cofe/prompts.ts";
import type { ReplyOf, VariablesOf } from "../../../schemas/define.ts";
import { unsupportedValues } from "../../text/derivation.ts";
import { fold } from "../../text/fold.ts";
import { answers } from "../answerer.ts";
import { tellingUnits, unitsOf } from "../tail/content-units.ts";
import { typeMismatch, unclearness } from "./review-query.ts";
import { scoreAnswer } from "./review-scores.ts";

type Language = "zh" | "en";
type Variables = VariablesOf<typeof reviewPrompt>;

/** What share of a question's telling words the fragment must have. */
const leastCovered = 0.5;

const textsOf = ({ title, sentences }: Variables): string[] => [title, ...sentences.map(({ text }) => text)];

/** Why the fragment does not answer the question, in words: it speaks of something else, or has not the numbers that are asked about. */
function notInferable(variables: Variables, language: Language): string | undefined {
  const texts = textsOf(variables);
  // 哪一天, 哪两个: what is asked for is no number.
  const absent = unsupportedValues(variables.question.replace(/[哪几]\s*[一两几三]/g, "哪"), texts, [], language);
  if (absent.length > 0) return { zh: `文档片段没有提到${absent.join("、")}。`, en: `The fragment says nothing of ${absent.join(", ")}.` }[language];
  const asked = [...tellingUnits(variables.question, language, [])];
  const known = unitsOf(texts.join("\n"), language);
  const covered = asked.filter(unit => known.has(unit)).length;
  return covered < leastCovered * asked.length ? { zh: "文档片段谈的是别的事。", en: "The fragment is about something else." }[language] : undefined;
}

/** Terms that stand everywhere tell nobody where to look. */
const general = new Set(
  "公司|企业|单位|机构|项目|情况|问题|内容|报告|文件|文档|数据|信息|方面|工作|国家|我国|时间|日期|原因|方法|步骤|company|companies|firm|report|document|data|information|situation|question|answer|year|time|date|reason|method|people|project|case|court|hospital|patient|defendant".split(
    "|",
  ),
);

const longestTerm = 60;

function coarseHolds(term: string, variables: Variables): boolean {
  const folded = fold(term);
  if (folded.length < 2 || term.length > longestTerm || general.has(folded) || !/\p{L}/u.test(term)) return false;
  return [variables.question, ...textsOf(variables)].some(text => fold(text).includes(folded));
}

/** Signs that are written in more than one way folded; white space dropped. Unlike `fold`, points, signs and per cents stay. */
const plain = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\s+/g, "")
    .replace(/[“”„「」『』]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/[‐‑‒–—−]/g, "-");

/** Each span stands in a sentence as it is, and the list says something of what was asked or answered. */
function fineHolds(spans: readonly string[], variables: Variables, language: Language): boolean {
  const sentences = variables.sentences.map(({ text }) => plain(text));
  const verbatim = spans.length > 0 && spans.every(span => /[\p{L}\p{N}]/u.test(span) && sentences.some(sentence => sentence.includes(plain(span))));
  const said = plain(`${variables.question}\n${variables.answer}`);
  const units = unitsOf(`${variables.question}\n${variables.answer}`, language);
  const touches = (span: string): boolean => said.includes(plain(span)) || [...unitsOf(span, language)].some(unit => units.has(unit));
  return verbatim && spans.some(touches);
}

const refusedWords = {
  coarse: {
    zh: (numbers: string) => `关键词 ${numbers} 太泛，或不在问题和句子里。`,
    en: (numbers: string) => `Keyword ${numbers} is too general, or stands in neither question nor sentences.`,
  },
  fine: { zh: (numbers: string) => `片段组 ${numbers} 不是原文，或与所问无关。`, en: (numbers: string) => `List ${numbers} is not verbatim, or not to the point.` },
};

const numbersOf = (holds: readonly boolean[]): string => holds.flatMap((held, index) => (held ? [] : [index + 1])).join(", ");

function review(variables: Variables, language: Language): ReplyOf<typeof reviewPrompt> {
  const { question, type } = variables;
  const unclear = unclearness(question, language);
  const mismatch = typeMismatch(question, type, language);
  const absent = notInferable(variables, language);
  const coarse = variables.coarse.map(({ text }) => coarseHolds(text, variables));
  const fine = variables.fine.map(({ spans }) => fineHolds(spans, variables, language));
  const { scores, found } = scoreAnswer(variables, language);
  const refused = [
    coarse.includes(false) ? refusedWords.coarse[language](numbersOf(coarse)) : undefined,
    fine.includes(false) ? refusedWords.fine[language](numbersOf(fine)) : undefined,
  ];
  const reasons = [unclear, mismatch, absent, ...refused, ...found].filter(words => words !== undefined);
  return {
    reason: reasons.join(language === "zh" ? "" : " "),
    clear: unclear === undefined,
    fitsType: mismatch === undefined,
    inferable: absent === undefined,
    coarse,
    fine,
    ...scores,
  };
}

export const reviewAnswer = answers(reviewPrompt, (variables, { language }) => review(variables, language));
