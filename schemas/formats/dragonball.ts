// DragonBall's files (RAGEval). Read tolerantly: additional fields are kept.

import { z } from "zod";
import { type ItemType, QuestionType } from "../items/item-types.ts";
import { questionTypes } from "../items/question-types.ts";

/** A line of a document file; the key of the subject depends on the domain. */
export const DragonballDocument = z.looseObject({
  domain: z.string(),
  language: z.enum(["zh", "en"]),
  doc_id: z.int(),
  content: z.string().min(1),
  company_name: z.string().optional(),
  court_name: z.string().optional(),
  hospital_patient_name: z.string().optional(),
  name: z.string().optional(),
});
export type DragonballDocument = z.output<typeof DragonballDocument>;

export const DragonballQuery = z.looseObject({
  domain: z.string(),
  language: z.enum(["zh", "en"]),
  query: z.looseObject({ query_id: z.int(), query_type: z.string(), content: z.string().min(1) }),
  ground_truth: z.looseObject({
    doc_ids: z.array(z.int()),
    content: z.string(),
    references: z.array(z.string()),
    keypoints: z.array(z.string()),
    /** Our own addition to the fixed answer to an unanswerable question: what the documents do establish. */
    settled: z.string().optional(),
  }),
  prediction: z.looseObject({ content: z.string(), references: z.array(z.string()) }).optional(),
});
export type DragonballQuery = z.output<typeof DragonballQuery>;

/** The key under which a document stores the name of its subject. */
export const subjectKey = (domain: string): SubjectKey =>
  subjectKeys.get(domain.toLowerCase()) ?? "name";

type SubjectKey = "company_name" | "court_name" | "hospital_patient_name" | "name";

const subjectKeys: ReadonlyMap<string, SubjectKey> = new Map([
  ["finance", "company_name"],
  ["law", "court_name"],
  ["medical", "hospital_patient_name"],
]);

const typeNamesIn = (language: "zh" | "en") =>
  Object.fromEntries(
    QuestionType.options.map(type => [type, questionTypes[type].dragonball[language]]),
  ) as Record<QuestionType, string>;

/** The name of each type in a DragonBall file: DragonBall's own for question types, ours for the types that it lacks. */
export const typeNames = {
  en: {
    ...typeNamesIn("en"),
    summarization: "Event Summarization",
    continuation: "Text Continuation",
    "qa-1-document": "1-document Question",
    "qa-2-documents": "2-document Question",
    "qa-3-documents": "3-document Question",
    correction: "Hallucination Modification",
    analytical: "Analytical Question",
    comparative: "Comparative Question",
    tutorial: "Tutorial Question",
  },
  zh: {
    ...typeNamesIn("zh"),
    summarization: "事件摘要",
    continuation: "续写",
    "qa-1-document": "单文档问答",
    "qa-2-documents": "两文档问答",
    "qa-3-documents": "三文档问答",
    correction: "幻觉修改",
    analytical: "分析性问题",
    comparative: "比较性问题",
    tutorial: "教程性问题",
  },
} satisfies Record<"zh" | "en", Record<ItemType, string>>;

/** The fixed answer to an unanswerable question. */
export const unanswerableAnswer = { zh: "无法回答", en: "Unable to answer." } as const;

/** Names of question types that some DragonBall files use in place of those above. */
const otherTypeNames: Record<string, QuestionType> = {
  "Summarization Question": "summary",
  "Unanswerable Question": "unanswerable",
  多文档数值比较问题: "comparison",
  多文档比较问题: "comparison",
};

/** The question type for any of the names that DragonBall files use; undefined if unknown. */
export function typeOfName(name: string): QuestionType | undefined {
  for (const names of [typeNames.en, typeNames.zh]) {
    const type = QuestionType.options.find(type => names[type] === name);
    if (type) return type;
  }
  return otherTypeNames[name];
}
