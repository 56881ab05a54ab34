// RAGEval's quality score: how good an item's answer is, from 0 to 5, given its question and references.

import type { Content } from "../../../schemas/annotation.ts";
import { unanswerableAnswer } from "../../../schemas/formats/dragonball.ts";
import { type Field, noteField, scaleOptions } from "../form.ts";
import type { AnnotationProtocol, Fault } from "../protocol.ts";
import { shareFoundIn, isUnanswerable, piecesOf, withAnswerOf } from "./fault-content.ts";

const scorePoints = scaleOptions([
  [0, { zh: "答非所问，或全错", en: "Misses the question, or all wrong" }],
  [1, { zh: "只有一小部分对，或推理不通", en: "A little is right, or the reasoning fails" }],
  [2, { zh: "大约一半对", en: "About half is right" }],
  [3, { zh: "大部分对", en: "Mostly right" }],
  [4, { zh: "全对，但有多余的内容", en: "Right, but says more than is needed" }],
  [5, { zh: "全对，而且通顺", en: "Right and well put" }],
]);

const months = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\\.?";
/** Matches whole dates, months, days next to a month, and other numbers; not digits within a name (Q3, COVID-19). */
const numberPattern = new RegExp(
  `(?<![\\dA-Za-z])(?:(?<date>\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2})|(?<month>\\d{1,2})(?=\\s*月)|(?<day>\\d{1,2})(?=\\s*[日号]|\\s+${months})|(?<=${months}\\s)(?<dayAfter>\\d{1,2})(?!\\d)|(?<![A-Za-z]-|\\d[.,])(?<plain>\\d+(?:[.,]\\d+)*))(?![A-Za-z\\d])`,
  "gu",
);

const changeYear = (year: string): string =>
  year.slice(0, -1) + String((Number(year.slice(-1)) + 5) % 10);

/** Another number of the same shape: 1,234.50 becomes 6,234.50 and 2021 becomes 2026; undefined for zero. */
function changePlainNumber(number: string): string | undefined {
  if (/^(?:1[6-9]|20)\d\d$/.test(number)) return changeYear(number);
  const newNumber = number.replace(/[1-9]/, digit => String(((Number(digit) + 4) % 9) + 1));
  return newNumber === number ? undefined : newNumber;
}

/** Does not change a month, since few changes give a valid one. */
function changeNumber({
  date,
  month,
  day,
  plain,
}: Readonly<Record<string, string | undefined>>): string | undefined {
  if (date !== undefined) return changeYear(date.slice(0, 4)) + date.slice(4);
  if (day !== undefined) return String(((Number(day) + 9) % 28) + 1);
  return month === undefined && plain !== undefined ? changePlainNumber(plain) : undefined;
}

const numbersOf = (text: string): Set<string> =>
  new Set(Array.from(text.matchAll(numberPattern), ([number]) => number));

/** Changes each number in a text that is also in the references but not in the question, never to a number that is in either. */
function changeNumbers(
  text: string,
  { question, evidence }: Pick<Content, "question" | "evidence">,
): string {
  const questionNumbers = numbersOf(question);
  const referenceNumbers = numbersOf(evidence.map(reference => reference.text).join("\n"));
  return text.replace(numberPattern, (number: string, ...rest: readonly unknown[]) => {
    const groups = rest.at(-1) as Readonly<Record<string, string | undefined>>;
    const newNumber =
      referenceNumbers.has(number) && !questionNumbers.has(number)
        ? changeNumber({ ...groups, day: groups["day"] ?? groups["dayAfter"] })
        : undefined;
    return newNumber === undefined ||
      referenceNumbers.has(newNumber) ||
      questionNumbers.has(newNumber)
      ? number
      : newNumber;
  });
}

const statementsOf = (text: string): string[] =>
  text
    .split(/(?<=[。！？；，;!?\n])|(?<=[.,])\s/u)
    .filter(statement => /[\p{L}\p{N}]/u.test(statement));

/** Types whose questions may ask for just a number. */
const factTypes: readonly Content["type"][] = [
  "factual",
  "multi-hop",
  "integration",
  "qa-1-document",
  "qa-2-documents",
  "qa-3-documents",
];

const asksForNumber = (question: string): boolean =>
  (/多少|几[个名人次天年家]|何时|何年|何日|哪一?[年天日]|什么时[候间]|日期|多[久长大远高重]/u.test(
    question,
  ) &&
    !/谁|孰|哪[个家位里些]|为何|为什么|怎|如何|是否|吗/u.test(question)) ||
  (/\bhow (?:many|much|long|old|large|far|high)\b|\bwhen\b|\b(?:date|year|amount|number|percentage|sum)\b/iu.test(
    question,
  ) &&
    !/\b(?:who|whom|whose|where|why|which (?!year|date|day))/iu.test(question));

const expectScore = (...oneOf: readonly string[]) => [{ field: "score", oneOf: [...oneOf] }];

const borrowedAnswer = (name: string, isSuitable: (content: Content) => boolean): Fault => ({
  name,
  plant(content, other) {
    const replacement = isSuitable(content) ? withAnswerOf(content, other) : undefined;
    return replacement && { content: replacement, expect: expectScore("0", "1") };
  },
});

const declinedAnswer: Fault = {
  name: "declined-though-answerable",
  plant(content) {
    if (isUnanswerable(content) || content.type === null || content.evidence.length === 0)
      return undefined;
    const answer = unanswerableAnswer[content.language];
    // Keypoints that do not match this answer would give the fault away, and so would missing ones.
    return {
      content: { ...content, answer, keypoints: content.keypoints.length > 0 ? [answer] : [] },
      expect: expectScore("0", "1"),
    };
  },
};

/** Plants wrong numbers, only if the question asks for a number and every statement becomes wrong or repeats the question: otherwise much of the answer would still be right. */
const changedNumbers: Fault = {
  name: "numbers-changed",
  plant(content) {
    const { question, answer } = content;
    const change = (text: string) => changeNumbers(text, content);
    const questionPieces = piecesOf(question);
    const newStatements = statementsOf(answer).filter(
      statement => shareFoundIn(statement, questionPieces) < 1,
    );
    const isNumberQuestion = factTypes.includes(content.type) && asksForNumber(question);
    if (
      !isNumberQuestion ||
      newStatements.length === 0 ||
      newStatements.some(statement => change(statement) === statement) ||
      change(answer) === answer
    )
      return undefined;
    return {
      content: { ...content, answer: change(answer), keypoints: content.keypoints.map(change) },
      expect: expectScore("0", "1", "2"),
    };
  },
};

export const ragevalQraProtocol: AnnotationProtocol = {
  name: "rageval-qra",
  title: { zh: "给答案打分", en: "Score the answer" },
  guide: {
    zh: [
      "请对照文档和标出的引用，判断答案在多大程度上正确地回答了问题，打 0 到 5 分。只看文档怎么写，不凭自己的知识；引用与文档不一致时以文档为准。打分只看答案：要点或引用有毛病，写在备注里。",
      "5 分：该答的都答了，没有错，语句通顺。4 分：没有错，但多说了没有问到的内容，或有重复，或写得别扭。",
      "3 分：大部分对，有小错或小的遗漏。2 分：大约一半对。1 分：只有一小部分对，或者推理、计算在逻辑上站不住。0 分：答非所问，或者全错。",
      "问题标为“无法回答”时，文档里确实没有答案，而答案说的正是无法回答，就是 5 分；这时若给出一个具体答案，就是 0 分。反过来，文档里明明有答案却说无法回答，也是 0 分。",
      "数字、日期、人名和机构名要逐个与引用核对。引用里没有、但能由引用算出来的数，请验算一遍。",
      "例：问“松岚造纸2021年有多少名员工？”，引用写“年末员工 1,530 人”。答“1,530 人”5 分；答“1,530 人，公司总部设在柳埠”4 分；答“1,350 人”0 分。",
    ],
    en: [
      "Compare the answer with the documents and the marked references, and score from 0 to 5 how well it answers the question. Judge by the documents, not by your own knowledge; if a reference contains less than its document, the document counts. Score the answer only: note problems with keypoints or references in the remark.",
      "5: everything that was asked for is there, nothing is wrong, and it reads well. 4: nothing is wrong, but it repeats itself, says things that were not asked for, or is clumsily worded.",
      "3: most of it is right; something small is wrong or missing. 2: about half is right. 1: only a little is right, or the reasoning or arithmetic does not hold. 0: it misses the question, or all of it is wrong.",
      "A question of the type “unanswerable” has no answer in the documents. If that is so and the answer says so, it scores 5; any definite answer to it scores 0. Conversely, saying that it cannot be answered scores 0 if the documents do answer it.",
      "Check each number, date and name against the references. Recalculate any figure that is not in them but follows from them.",
      "Example: “How many people did Pinemist Paper employ in 2021?”, and the reference says “1,530 employees at year-end”. “1,530” scores 5; “1,530, and its head office is in Willowquay” scores 4; “1,350” scores 0.",
    ],
  },
  source: "RAGEval, human evaluation of the quality of question, reference and answer (QRA)",
  fields: (): Field[] => [
    {
      name: "score",
      kind: "choice",
      words: { zh: "得分", en: "Score" },
      options: scorePoints,
      level: "interval",
    },
    noteField,
  ],
  decide: (_content, { score }) => ({ accepted: score === "4" || score === "5" }),
  faults: [
    borrowedAnswer("answer-of-another-item", content => !isUnanswerable(content)),
    changedNumbers,
    borrowedAnswer("answer-to-the-unanswerable", isUnanswerable),
    declinedAnswer,
  ],
};
