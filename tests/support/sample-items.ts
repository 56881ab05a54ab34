// What the sample run holds: four documents in two languages, and five items on them.

import type { AnswerRow, ItemRow, QuestionRow } from "../../schemas/items/records.ts";
import { Language, QuestionType } from "../../schemas/items/item-types.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";

const provenance = { source: "generated", licence: null };

const document = (row: Pick<DocumentRow, "id" | "language" | "name" | "text"> & Partial<DocumentRow>): DocumentRow => ({
  domain: "finance",
  kind: "generated",
  published: null,
  configId: "c-1",
  sections: [],
  format: null,
  places: [],
  provenance,
  foreign: null,
  ...row,
});

export const alder = document({
  id: "d-alder",
  language: "en",
  name: "Alder Mills",
  text: "Alder Mills 🏭 annual report <script>alert('alder')</script>\nAlder Mills was founded on 3 May 1998 in Corrie. Its revenue came to US$30 million in 2021. It employs 214 people & two dogs.",
});
export const birch = document({
  id: "d-birch",
  configId: "c-2",
  language: "en",
  name: "Birch Ferries",
  text: "Birch Ferries carried 90,000 passengers. Its revenue came to US$12 million in 2021. The board met four times.",
});
export const heron = document({
  id: "d-heron",
  configId: "c-3",
  language: "zh",
  name: "白鹭渡轮有限公司",
  text: "白鹭渡轮有限公司由𠮷田文远于2009年4月创办。公司2021年营业收入为三千万元。全年共有员工二百一十四人。",
});
export const ward = document({
  id: "d-ward",
  language: "en",
  domain: "medical",
  configId: "c-4",
  name: "patient Ann Lowe of Corrie Hospital",
  text: "Corrie Hospital. Patient: Ann Lowe. She was admitted on 4 June 2020 with a broken wrist.",
});

const evidenceIn = ({ id, text }: DocumentRow, sentence: string, number = 1) => {
  const start = text.indexOf(sentence);
  return { number, span: { documentId: id, start, end: start + sentence.length }, text: sentence };
};

export interface Sample {
  readonly type: ItemRow["type"];
  readonly texts: readonly DocumentRow[];
  readonly question: string;
  readonly answer: string;
  readonly said: readonly (readonly [DocumentRow, string])[];
  readonly conclusion?: string;
}

export const samples: readonly Sample[] = [
  { type: "factual", texts: [alder], question: "When was Alder Mills founded?", answer: "On 3 May 1998.", said: [[alder, "Alder Mills was founded on 3 May 1998 in Corrie."]] },
  {
    type: "comparison",
    texts: [alder, birch],
    question: "Which earned more in 2021, Alder Mills or Birch Ferries?",
    answer: "Alder Mills: US$30 million against US$12 million.",
    said: [
      [alder, "Its revenue came to US$30 million in 2021."],
      [birch, "Its revenue came to US$12 million in 2021."],
    ],
    conclusion: "Alder Mills earned more.",
  },
  { type: "unanswerable", texts: [birch], question: "How many ferries does Birch Ferries own?", answer: "Unable to answer.", said: [], conclusion: "It cannot be answered." },
  { type: "factual", texts: [heron], question: "白鹭渡轮有限公司2021年的营业收入是多少？", answer: "三千万元。", said: [[heron, "公司2021年营业收入为三千万元。"]] },
  {
    type: "factual",
    texts: [ward],
    question: "When was Ann Lowe of Corrie Hospital admitted?",
    answer: "On 4 June 2020.",
    said: [[ward, "She was admitted on 4 June 2020 with a broken wrist."]],
  },
];

export const evidenceOf = ({ said }: Sample) => said.map(([text, sentence], index) => evidenceIn(text, sentence, index + 1));

export const questionOf = (sample: Sample, at: number): QuestionRow => ({
  id: `q-${at}`,
  wing: "rageval",
  type: sample.type,
  language: sample.texts[0]!.language,
  domain: sample.texts[0]!.domain,
  question: sample.question,
  answer: sample.answer,
  subjects: sample.texts.map(({ name }) => name),
  documentIds: sample.texts.map(({ id }) => id),
  heldOutIds: [],
  spans: [],
  scope: [],
  factIds: sample.texts.map(({ id }) => `f-${id}`),
  derivations: [],
  originId: `p-${at}`,
});

export const answerOf = (sample: Sample, at: number): AnswerRow => ({
  id: `a-${at}`,
  language: sample.texts[0]!.language,
  question: questionOf(sample, at),
  answer: sample.answer,
  evidence: evidenceOf(sample),
  derivations: sample.type === "comparison" ? [{ operation: "maximum", operands: ["US$30 million", "US$12 million"], result: "US$30 million" }] : [],
  facts: [],
  changes: [],
});

export const keypointsOf = (sample: Sample, at: number) => [
  { id: `a-${at}/k1`, answerId: `a-${at}`, language: sample.texts[0]!.language, kind: "fact" as const, claim: sample.answer, spans: evidenceOf(sample).map(({ span }) => span) },
  ...(sample.conclusion ? [{ id: `a-${at}/k2`, answerId: `a-${at}`, language: sample.texts[0]!.language, kind: "conclusion" as const, claim: sample.conclusion, spans: [] }] : []),
];

const itemOf = (sample: Sample, at: number): ItemRow => {
  const { id: questionId, wing, type, language, domain, question, documentIds } = questionOf(sample, at);
  const { answer, evidence, derivations } = answerOf(sample, at);
  return {
    id: `item-${at}`,
    wing,
    type,
    language,
    domain,
    question,
    answer,
    documentIds,
    heldOutIds: [],
    evidence,
    keypoints: keypointsOf(sample, at).map(({ claim, kind, spans }) => ({ claim, kind, spans })),
    derivations,
    keywords: null,
    scope: [],
    questionId,
  };
};

export const sampleItems: readonly ItemRow[] = samples.map(itemOf);

/** Items of every type in both languages, one for each of these domains. */
export const itemsOfTypes = (domains: readonly string[]): ItemRow[] =>
  QuestionType.options.flatMap(type =>
    Language.options.flatMap(language =>
      domains.map((domain, at) => ({ ...sampleItems[0]!, id: `item-${type}-${language}-${at}`, type, language, domain, question: `Question ${type} ${language} ${at}?` })),
    ),
  );
