// Helpers for planted faults: borrowing from another task and cutting a question, only if the fault is then obvious.

import type { Content } from "../../../schemas/annotation.ts";
import { unanswerableAnswer } from "../../../schemas/formats/dragonball.ts";
import { hasGivenAnswer } from "../../../schemas/items/item-types.ts";

function hanPairs(run: string): string[] {
  const signs = Array.from(run);
  return signs.length === 1
    ? signs
    : signs.slice(1).map((sign, index) => (signs[index] ?? "") + sign);
}

/** Words and Han bigrams of a text, for comparing two texts. */
export function piecesOf(text: string): Set<string> {
  const runs = text
    .normalize("NFKC")
    .toLowerCase()
    .matchAll(/(\p{Script=Han}+)|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu);
  return new Set(
    Array.from(runs, ([run, han]) => (han === undefined ? [run] : hanPairs(han))).flat(),
  );
}

/** Share of a text's pieces, 0 to 1, that are among another text's; 1 for a text without any, which cannot be compared. */
export function echoOf(text: string, otherPieces: ReadonlySet<string>): number {
  const pieces = [...piecesOf(text)];
  return pieces.length === 0
    ? 1
    : pieces.filter(piece => otherPieces.has(piece)).length / pieces.length;
}

/** Minimum share at which two texts may say the same. */
export const likeness = 0.6;

const isLike = (text: string, within: string): boolean =>
  text.trim() !== "" && echoOf(text, piecesOf(within)) >= likeness;

/** Whether two contents have so little in common that parts of one are clearly wrong for the other. */
export function areApart(content: Content, other: Content): boolean {
  const same =
    other.language !== content.language ||
    other.question === content.question ||
    other.documentIds.some(id => content.documentIds.includes(id));
  return !same && !isLike(content.answer, other.answer) && !isLike(other.answer, content.answer);
}

const asking =
  /什么|谁|孰|哪|几|多少|多[久长大远高重]|何|怎|吗|呢|是否|能否|请|说明|介绍|比较|对比|概括|总结|归纳|梳理|指出|给出|告诉|回答|[述析列谈评描]/u;

/** Chinese: the text before the question word, at most half the question. */
function cutChinese(question: string): string | undefined {
  if (!/\p{Script=Han}/u.test(question)) return undefined;
  const end = question.search(asking);
  const half = Array.from(question).slice(0, Math.floor(Array.from(question).length / 2));
  const kept = (end < 0 ? half : Array.from(question.slice(0, end)).slice(0, half.length))
    .join("")
    .trimEnd();
  return Array.from(kept).length >= 4 ? kept : undefined;
}

/** English: cut in the middle of a word, since a question cut between words may happen to be complete. */
function cutEnglish(question: string): string | undefined {
  const middle = [...question.matchAll(/(?<=\s)\p{Ll}{6,}/gu)].find(
    ({ index }) => index >= question.length / 3,
  );
  return middle && question.slice(0, middle.index + Math.floor(middle[0].length / 2));
}

/** A question cut off before it asks anything; undefined if that is uncertain, or if the query is a passage rather than a question. */
export function cutQuestion({ question, language, type }: Content): string | undefined {
  if (type === null || hasGivenAnswer(type)) return undefined;
  return language === "zh" ? cutChinese(question) : cutEnglish(question);
}

export const isUnanswerable = ({ type, answer, language }: Content): boolean =>
  type === "unanswerable" || answer.trim() === unanswerableAnswer[language];

/** The content with the answer and keypoints of another item. */
export function withAnswerOf(content: Content, other: Content): Content | undefined {
  if (other.answer.trim() === "" || isUnanswerable(other) || !areApart(content, other))
    return undefined;
  return {
    ...content,
    answer: other.answer,
    keypoints: content.keypoints.length > 0 ? other.keypoints : [],
  };
}
