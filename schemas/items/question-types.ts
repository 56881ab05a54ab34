// What a question may be, one record a type. What a type means stands in prompts/types/<type>.<language>.hbs, for models.

interface QuestionTypeRecord {
  /** Share of the RAGEval wing's own mix, percent; 0: made where a mix names it. */
  readonly weight: number;
  /** Share of the mix that RAGEval published, percent; 0: not of the paper. */
  readonly published: number;
  /** Over several documents wherever they are linked; always under the paper's method. */
  readonly several: boolean;
  /** Whether one keypoint must be the conclusion. */
  readonly conclusion: boolean;
  /** What people call it. */
  readonly label: Readonly<Record<"zh" | "en", string>>;
  /** Its name in files of DragonBall's form; theirs where they have the type. */
  readonly dragonball: Readonly<Record<"zh" | "en", string>>;
}

export const questionTypes = {
  factual: {
    weight: 10,
    published: 19.49,
    several: false,
    conclusion: false,
    label: { zh: "事实", en: "factual" },
    dragonball: { zh: "事实性问题", en: "Factual Question" },
  },
  "why-how": {
    weight: 15,
    published: 0,
    several: false,
    conclusion: false,
    label: { zh: "原因与方式", en: "why and how" },
    dragonball: { zh: "原因与方式问题", en: "Why and How Question" },
  },
  condition: {
    weight: 15,
    published: 0,
    several: false,
    conclusion: true,
    label: { zh: "条件", en: "condition" },
    dragonball: { zh: "条件判断问题", en: "Condition Question" },
  },
  "multi-hop": {
    weight: 15,
    published: 16.15,
    several: false,
    conclusion: false,
    label: { zh: "多跳", en: "multi-hop" },
    dragonball: { zh: "多跳推理问题", en: "Multi-hop Reasoning Question" },
  },
  summary: {
    weight: 10,
    published: 17.4,
    several: false,
    conclusion: false,
    label: { zh: "总结", en: "summary" },
    dragonball: { zh: "总结性问题", en: "Summary Question" },
  },
  integration: {
    weight: 15,
    published: 22.34,
    several: true,
    conclusion: false,
    label: { zh: "信息整合", en: "integration" },
    dragonball: {
      zh: "多文档信息整合问题",
      en: "Multi-document Information Integration Question",
    },
  },
  comparison: {
    weight: 5,
    published: 10.51,
    several: true,
    conclusion: true,
    label: { zh: "比较", en: "comparison" },
    dragonball: { zh: "多文档对比问题", en: "Multi-document Comparison Question" },
  },
  "time-sequence": {
    weight: 5,
    published: 7.15,
    several: true,
    conclusion: true,
    label: { zh: "时间顺序", en: "time sequence" },
    dragonball: { zh: "多文档时间序列问题", en: "Multi-document Time Sequence Question" },
  },
  unanswerable: {
    weight: 10,
    published: 6.96,
    several: false,
    conclusion: false,
    label: { zh: "无法回答", en: "unanswerable" },
    dragonball: { zh: "无关无解问", en: "Irrelevant Unsolvable Question" },
  },
} as const satisfies Record<string, QuestionTypeRecord>;

export type QuestionTypeName = keyof typeof questionTypes;
export const questionTypeNames = Object.keys(questionTypes) as [
  QuestionTypeName,
  ...QuestionTypeName[],
];
