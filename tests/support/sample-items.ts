// What the sample run holds: four documents in two languages, and five items on them.

import type { AnswerRow, ItemRow, QuestionRow } from "../../schemas/items/records.ts";
import { Language, QuestionType } from "../../schemas/items/item-types.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import { fixtureYaml } from "./fixtures.ts";

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

interface Given {
  readonly documents: Readonly<Record<"alder" | "birch" | "heron" | "ward", DocumentRow>>;
  readonly samples: readonly (Omit<Sample, "texts" | "said"> & {
    readonly texts: readonly Name[];
    readonly said: readonly (readonly [Name, string])[];
  })[];
}
type Name = keyof Given["documents"];

const given = fixtureYaml<Given>("sample-items.yaml");
export const { alder, birch, heron, ward } = given.documents;

export const samples: readonly Sample[] = given.samples.map(({ texts, said, ...rest }) => ({
  ...rest,
  texts: texts.map(name => given.documents[name]),
  said: said.map(([name, sentence]) => [given.documents[name], sentence] as const),
}));

export const evidenceOf = ({ said }: Sample) =>
  said.map(([text, sentence], index) => evidenceIn(text, sentence, index + 1));

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
  derivations:
    sample.type === "comparison"
      ? [
          {
            operation: "maximum",
            operands: ["US$30 million", "US$12 million"],
            result: "US$30 million",
          },
        ]
      : [],
  facts: [],
  changes: [],
});

export const keypointsOf = (sample: Sample, at: number) => [
  {
    id: `a-${at}/k1`,
    answerId: `a-${at}`,
    language: sample.texts[0]!.language,
    kind: "fact" as const,
    claim: sample.answer,
    spans: evidenceOf(sample).map(({ span }) => span),
  },
  ...(sample.conclusion
    ? [
        {
          id: `a-${at}/k2`,
          answerId: `a-${at}`,
          language: sample.texts[0]!.language,
          kind: "conclusion" as const,
          claim: sample.conclusion,
          spans: [],
        },
      ]
    : []),
];

const itemOf = (sample: Sample, at: number): ItemRow => {
  const {
    id: questionId,
    wing,
    type,
    language,
    domain,
    question,
    documentIds,
  } = questionOf(sample, at);
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
      domains.map((domain, at) => ({
        ...sampleItems[0]!,
        id: `item-${type}-${language}-${at}`,
        type,
        language,
        domain,
        question: `Question ${type} ${language} ${at}?`,
      })),
    ),
  );
