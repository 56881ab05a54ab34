// Helpers for planting faults that are sure to be obvious: borrow from another task, or cut a question short.

import type { Content, Control } from "../../../schemas/annotation.ts";
import { unanswerableAnswer } from "../../../schemas/formats/dragonball.ts";
import { hasGivenAnswer } from "../../../schemas/items/item-types.ts";
import type { Fault } from "../protocol.ts";

function hanPairs(run: string): string[] {
  const characters = Array.from(run);
  return characters.length === 1
    ? characters
    : characters.slice(1).map((character, index) => (characters[index] ?? "") + character);
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

/** Share of a text's pieces, from 0 to 1, that another text also contains; 1 for a text without pieces, which cannot be compared. */
export function shareFoundIn(text: string, otherPieces: ReadonlySet<string>): number {
  const pieces = [...piecesOf(text)];
  return pieces.length === 0
    ? 1
    : pieces.filter(piece => otherPieces.has(piece)).length / pieces.length;
}

/** Minimum share of common pieces at which two texts may say the same thing. */
export const minSimilarity = 0.6;

const isSimilar = (text: string, other: string): boolean =>
  text.trim() !== "" && shareFoundIn(text, piecesOf(other)) >= minSimilarity;

/** Whether two contents have so little in common that parts of one are clearly wrong for the other. */
export function areUnrelated(content: Content, other: Content): boolean {
  const mayBeRelated =
    other.language !== content.language ||
    other.question === content.question ||
    other.documentIds.some(id => content.documentIds.includes(id));
  return (
    !mayBeRelated &&
    !isSimilar(content.answer, other.answer) &&
    !isSimilar(other.answer, content.answer)
  );
}

const questionWords =
  /什么|谁|孰|哪|几|多少|多[久长大远高重]|何|怎|吗|呢|是否|能否|请|说明|介绍|比较|对比|概括|总结|归纳|梳理|指出|给出|告诉|回答|[述析列谈评描]/u;

/** Keeps the text before the question word, at most half the question. */
function cutChinese(question: string): string | undefined {
  if (!/\p{Script=Han}/u.test(question)) return undefined;
  const end = question.search(questionWords);
  const half = Array.from(question).slice(0, Math.floor(Array.from(question).length / 2));
  const opening = (end < 0 ? half : Array.from(question.slice(0, end)).slice(0, half.length))
    .join("")
    .trimEnd();
  return Array.from(opening).length >= 4 ? opening : undefined;
}

/** Cuts in the middle of a word, since a question cut between words may happen to be complete. */
function cutEnglish(question: string): string | undefined {
  const middle = [...question.matchAll(/(?<=\s)\p{Ll}{6,}/gu)].find(
    ({ index }) => index >= question.length / 3,
  );
  return middle && question.slice(0, middle.index + Math.floor(middle[0].length / 2));
}

/** Cuts a question off before it asks anything; undefined if that is uncertain, or if the query is a passage rather than a question. */
function cutQuestion({ question, language, type }: Content): string | undefined {
  if (type === null || hasGivenAnswer(type)) return undefined;
  return language === "zh" ? cutChinese(question) : cutEnglish(question);
}

/** A question that breaks off before it asks anything. */
export const cutShortFault = (name: string, expect: Control["expect"]): Fault => ({
  name,
  plant(content) {
    const question = cutQuestion(content);
    return question === undefined ? undefined : { content: { ...content, question }, expect };
  },
});

export const isUnanswerable = ({ type, answer, language }: Content): boolean =>
  type === "unanswerable" || answer.trim() === unanswerableAnswer[language];

/** The content with the answer and keypoints of another item; undefined if they might be right. */
export function withAnswerOf(content: Content, other: Content): Content | undefined {
  if (other.answer.trim() === "" || isUnanswerable(other) || !areUnrelated(content, other))
    return undefined;
  return {
    ...content,
    answer: other.answer,
    keypoints: content.keypoints.length > 0 ? other.keypoints : [],
  };
}
