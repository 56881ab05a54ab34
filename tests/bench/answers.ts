// Answers with numbers, clean, reworded and altered, and what the number check says of them.

import { unsupportedValues } from "../../pipelines/text/derivation.ts";
import { alterNumber, renderAmount, renderDate, readPlainDate } from "./renderings.ts";

export interface AnswerCase {
  readonly answer: string;
  readonly evidence: string[];
  readonly language: "zh" | "en";
  /** Whether a number of the answer is not in the evidence. */
  readonly altered: boolean;
}

/** One answer from each sentence with a number: as it stands, with its values written otherwise, with one changed. */
export function answerCases(
  documents: readonly { text: string; language: "zh" | "en" }[],
): [string, AnswerCase[]][] {
  const clean: AnswerCase[] = [];
  const altered: AnswerCase[] = [];
  for (const { text, language } of documents) {
    for (const sentence of text
      .split(/\n|(?<=[。！？])|(?<=[a-z)][.!?])\s/)
      .filter(line => /\d/.test(line))) {
      clean.push({ answer: sentence, evidence: [sentence], language, altered: false });
      clean.push(
        ...reword(sentence, language).map(answer => ({
          answer,
          evidence: [sentence],
          language,
          altered: false,
        })),
      );
      altered.push(
        ...alter(sentence).map(answer => ({
          answer,
          evidence: [sentence],
          language,
          altered: true,
        })),
      );
    }
  }
  return [["number check", [...clean, ...altered]]];
}

export const measureAnswers = (
  cases: readonly AnswerCase[],
): { stated: boolean; found: boolean }[] =>
  cases.map(({ answer, evidence, language, altered }) => {
    const found = unsupportedValues(answer, evidence, [], language);
    if (process.argv.includes("--verbose") && found.length > 0 !== altered)
      console.log(
        altered ? "MISSED" : "FALSE ALARM",
        found,
        answer.slice(0, 160),
        "<<",
        evidence[0]?.slice(0, 160),
      );
    return { stated: altered, found: found.length > 0 };
  });

// Not within a longer number, and not the second half of "18th and 19th December".
const DATE =
  /\d{4}年\d{1,2}月\d{1,2}日(?!\d)|\d{4}年\d{1,2}月(?!\d)|(?<!(?:to|and|to the) )\b\d{1,2}(?:st|nd|rd|th) (?:of )?(?:January|February|March|April|May|June|July|August|September|October|November|December),? \d{4}|(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{4}/;
const AMOUNT =
  /(?<![\d,.])\d+(?:\.\d+)?(?:万|亿)?美元|(?<![\d,.])\d+元|(?<![\d,.])\d+(?:\.\d+)?%|(?<![\d,.])\d+岁|(?<![\d,.])\d+(?:\.\d+)?°C/;

function reword(sentence: string, language: "zh" | "en"): string[] {
  const date = DATE.exec(sentence)?.[0];
  const plain = date === undefined ? undefined : readPlainDate(date);
  const dated =
    date === undefined || plain === undefined
      ? []
      : renderDate(plain, language).map(other => sentence.replace(date, other));
  const amount = AMOUNT.exec(sentence)?.[0];
  const amounted =
    amount === undefined
      ? []
      : renderAmount(amount, language).map(other => sentence.replace(amount, other));
  return [...dated, ...amounted];
}

/** Each number of the sentence in turn becomes another; list numbers and parts of names are left alone. */
function alter(sentence: string): string[] {
  return [
    ...sentence.matchAll(/(?<![\p{L}\d.,-])\d[\d,]*(?:\.\d+)?(?![\d-]|[.)、]\s|\.$)/gu),
  ].flatMap(match => {
    const inBrackets =
      sentence[match.index - 1] === "(" && sentence[match.index + match[0].length] === ")";
    if (inBrackets) return [];
    if (
      /^\s*[-*#\s]*$/.test(sentence.slice(0, match.index)) &&
      /^[.、)]/.test(sentence.slice(match.index + match[0].length))
    )
      return [];
    const number = match[0].replace(/,$/, "");
    const other = alterNumber(number.replaceAll(",", ""), sentence.replaceAll(",", ""));
    return [sentence.slice(0, match.index) + other + sentence.slice(match.index + number.length)];
  });
}
