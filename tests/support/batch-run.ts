// A run with as many items as a test of batches wants: rows written as they are, without journals.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AnnotationTaskRow, PersonTask } from "../../schemas/annotation.ts";
import { answers, type ItemRow, items, keypoints, verdicts } from "../../schemas/items/records.ts";
import type { Language, QuestionType } from "../../schemas/items/item-types.ts";
import { documents } from "../../schemas/items/documents.ts";
import { drafts } from "../../schemas/rageval/records.ts";
import { aDocument, anAnswer, anItem, aQuestion, evidenceOf } from "./items.ts";
import { putRunJson, putLines } from "./run-files.ts";

// Unlike one another, so that what belongs to one is plainly wrong for the next.
const stories = {
  zh: [
    (at: number) => [
      `白鹭渡轮有限公司第${at}号渡轮是哪一年投入使用的？`,
      `该渡轮于${1900 + at}年下水。`,
    ],
    (at: number) => [`云汀大桥第${at}标段由谁承建？`, `承建单位为岚桥路桥集团第${at}分公司。`],
    (at: number) => [`桑浦植物园第${at}温室栽种了什么？`, `温室里全是热带蕨类，共${at + 30}种。`],
  ],
  en: [
    (at: number) => [
      `In which year did ferry ${at} of Heron Lines enter service?`,
      `It was launched in ${1900 + at}.`,
    ],
    (at: number) => [
      `Who built section ${at} of the Corrie bridge?`,
      `Masons from Lowland Works number ${at} were paid for that.`,
    ],
    (at: number) => [
      `What grows in greenhouse ${at} of the Harl gardens?`,
      `Tropical ferns alone: ${at + 30} kinds.`,
    ],
  ],
} as const;

function storyOf(language: Language, at: number): { question: string; answer: string } {
  const [question = "", answer = ""] = stories[language][at % 3]!(at);
  return { question, answer };
}

const documentOf = (language: Language, at: number) =>
  aDocument({
    id: `d-${language}-${at}`,
    configId: `c-${language}-${at}`,
    language,
    text: `${storyOf(language, at).answer} ${language === "zh" ? "此外别无记载。" : "No more is known."}`,
  });

export function itemOf(language: Language, at: number, over: Partial<ItemRow> = {}): ItemRow {
  const document = documentOf(language, at);
  const { question, answer } = storyOf(language, at);
  return anItem({
    id: `item-${language}-${at}`,
    questionId: `q-${language}-${at}`,
    language,
    question,
    answer,
    documentIds: [document.id],
    evidence: [evidenceOf(answer, 1, document)],
    keypoints: [{ claim: answer, kind: "fact", spans: [] }],
    ...over,
  });
}

interface Size {
  /** Items of each language, all of one type and domain unless `types` parts them in turn. */
  readonly items: number;
  readonly rejected?: number;
  readonly types?: readonly QuestionType[];
}

/** Items, their documents, and rejected answers, in both languages alike. */
export function putBatchRun(
  directory: string,
  { items: count, rejected = 0, types = ["factual"] }: Size,
): void {
  const numbers = [...Array(count + rejected).keys()];
  const each = (["zh", "en"] as const).flatMap(language =>
    numbers.map(at => ({
      language,
      at,
      type: types[at % types.length]!,
      item: itemOf(language, at, { type: types[at % types.length]! }),
    })),
  );
  const questionOf = ({
    language,
    item: { type, question, documentIds, questionId },
  }: (typeof each)[number]) => aQuestion({ id: questionId, type, language, question, documentIds });
  putRunJson(directory);
  putLines(
    directory,
    documents.name,
    each.map(({ language, at }) => documentOf(language, at)),
  );
  putLines(
    directory,
    items.name,
    each.filter(({ at }) => at < count).map(({ item }) => item),
  );
  putLines(
    directory,
    answers.name,
    each.map(one =>
      anAnswer({
        id: `a-${one.language}-${one.at}`,
        language: one.language,
        question: questionOf(one),
        answer: one.item.answer,
        evidence: one.item.evidence,
      }),
    ),
  );
  putLines(
    directory,
    keypoints.name,
    each.map(({ language, at, item }) => ({
      id: `a-${language}-${at}/k1`,
      answerId: `a-${language}-${at}`,
      language,
      kind: "fact",
      claim: item.answer,
      spans: [],
    })),
  );
  putLines(
    directory,
    verdicts.name,
    each.map(({ language, at }) => ({
      id: `a-${language}-${at}/verdict`,
      answerId: `a-${language}-${at}`,
      questionId: `q-${language}-${at}`,
      language,
      accepted: at < count,
      reasons: at < count ? [] : [{ code: "not-supported", detail: "x" }],
    })),
  );
}

/** Both drafts of every document. */
export function putDrafts(directory: string, count: number): void {
  const kinds = ["zero-shot", "one-shot"] as const;
  const rows = (["zh", "en"] as const).flatMap(language =>
    [...Array(count).keys()].flatMap(at => kinds.map(kind => ({ language, at, kind }))),
  );
  const subjects = [
    "The company",
    "Its board",
    "A new mill",
    "The old yard",
    "Every clerk",
    "One auditor",
    "The town",
    "No rival",
    "Each ship",
    "The bank",
    "A lawyer",
    "Her deputy",
  ];
  const textOf = (kind: string) =>
    `A ${kind} draft. ${subjects.map((subject, place) => `${subject} is told of in sentence ${place}.`).join(" ")}`;
  putLines(
    directory,
    drafts.name,
    rows.map(({ language, at, kind }) => ({
      id: `draft-${language}-${at}-${kind}`,
      configId: `c-${language}-${at}`,
      language,
      domain: "finance",
      kind,
      text: `${textOf(kind)} ${at}`,
    })),
  );
}

export const linesOf = <Row>(path: string): Row[] =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter(Boolean)
    .map(line => JSON.parse(line) as Row);

export const tasksIn = (directory: string): AnnotationTaskRow[] =>
  linesOf(join(directory, "annotate", "tasks.jsonl"));

/** In the person's order. */
export const shownTo = (folder: { directory: string }): PersonTask[] =>
  linesOf(join(folder.directory, "tasks.jsonl"));
