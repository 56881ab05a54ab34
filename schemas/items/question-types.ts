// The question types, one record each. Their definitions for models are in prompts/types/<type>.<language>.hbs.

interface QuestionTypeRecord {
  /** Weight in the RAGEval wing's own mix, relative to the others; 0: used only if a mix names it. */
  readonly weight: number;
  /** Share in RAGEval's published mix, in percent; 0: not in the paper. */
  readonly published: number;
  /** Whether it needs several documents: linked ones or, under the paper's method, any. */
  readonly needsSeveralDocuments: boolean;
  /** Whether linked documents also get it, alternating with other types, although it does not need several. */
  readonly linked: boolean;
  /** Whether it is asked only about the documents on one subject and their near-twin, whose facts are known. */
  readonly family: boolean;
  /** The status that a document's value must have for a question of the type. */
  readonly requiredStatus?: "stale" | "disputed";
  /** Marks a type that does not name its subject; code proves that its description fits only one. */
  readonly hidesSubject?: true;
  /** Marks a type that never replaces another: there are never more unanswerable questions than their share. */
  readonly keepsToShare?: true;
  /** Marks a type whose answer is a series of steps, with their purpose in the heading above them. */
  readonly steps?: true;
  /** Whether one keypoint must be the conclusion. Tests of a packed benchmark then require only that one, since an answer may omit its premises. */
  readonly conclusion: boolean;
  /** Marks a type whose answers may be wrong even if they give the conclusion: tests require all keypoints. */
  readonly allPoints?: true;
  /** Its name in the report and on the annotation page. */
  readonly label: Readonly<Record<"zh" | "en", string>>;
  /** Its name in DragonBall files: DragonBall's own if it has the type. */
  readonly dragonball: Readonly<Record<"zh" | "en", string>>;
}

/** What all types about the documents on one subject have in common. */
const familyTypeFields = {
  published: 0,
  needsSeveralDocuments: false,
  linked: false,
  family: true,
  conclusion: false,
} as const;

export const questionTypes = {
  factual: {
    weight: 10,
    published: 19.49,
    needsSeveralDocuments: false,
    linked: false,
    family: false,
    conclusion: false,
    label: { zh: "事实", en: "Factual" },
    dragonball: { zh: "事实性问题", en: "Factual Question" },
  },
  "why-how": {
    weight: 15,
    published: 0,
    needsSeveralDocuments: false,
    linked: true,
    family: false,
    conclusion: false,
    label: { zh: "原因与方式", en: "Why and how" },
    dragonball: { zh: "原因与方式问题", en: "Why and How Question" },
  },
  condition: {
    weight: 15,
    published: 0,
    needsSeveralDocuments: false,
    linked: true,
    family: false,
    conclusion: true,
    label: { zh: "条件", en: "Condition" },
    dragonball: { zh: "条件判断问题", en: "Condition Question" },
  },
  "how-to": {
    weight: 0,
    published: 0,
    needsSeveralDocuments: false,
    linked: true,
    family: false,
    steps: true,
    conclusion: false,
    label: { zh: "做法", en: "How to" },
    dragonball: { zh: "操作方法问题", en: "How-to Question" },
  },
  "multi-hop": {
    weight: 15,
    published: 16.15,
    needsSeveralDocuments: false,
    linked: true,
    family: false,
    conclusion: false,
    label: { zh: "多跳推理", en: "Multi-hop reasoning" },
    dragonball: { zh: "多跳推理问题", en: "Multi-hop Reasoning Question" },
  },
  summary: {
    weight: 10,
    published: 17.4,
    needsSeveralDocuments: false,
    linked: false,
    family: false,
    conclusion: false,
    label: { zh: "总结", en: "Summary" },
    dragonball: { zh: "总结性问题", en: "Summary Question" },
  },
  integration: {
    weight: 15,
    published: 22.34,
    needsSeveralDocuments: true,
    linked: false,
    family: false,
    conclusion: false,
    label: { zh: "信息整合", en: "Information integration" },
    dragonball: { zh: "多文档信息整合问题", en: "Multi-document Information Integration Question" },
  },
  comparison: {
    weight: 5,
    published: 10.51,
    needsSeveralDocuments: true,
    linked: false,
    family: false,
    conclusion: true,
    label: { zh: "比较", en: "Comparison" },
    dragonball: { zh: "多文档对比问题", en: "Multi-document Comparison Question" },
  },
  "time-sequence": {
    weight: 5,
    published: 7.15,
    needsSeveralDocuments: true,
    linked: false,
    family: false,
    conclusion: true,
    label: { zh: "时间顺序", en: "Time sequence" },
    dragonball: { zh: "多文档时间序列问题", en: "Multi-document Time Sequence Question" },
  },
  unanswerable: {
    weight: 10,
    published: 6.96,
    needsSeveralDocuments: false,
    linked: false,
    family: false,
    keepsToShare: true,
    conclusion: false,
    label: { zh: "无法回答", en: "Unanswerable" },
    dragonball: { zh: "无关无解问", en: "Irrelevant Unsolvable Question" },
  },
  "which-holds": {
    weight: 12,
    ...familyTypeFields,
    requiredStatus: "stale",
    conclusion: true,
    label: { zh: "以何为准", en: "Which holds" },
    dragonball: { zh: "多文档效力判断问题", en: "Multi-document Which-holds Question" },
  },
  described: {
    weight: 12,
    ...familyTypeFields,
    hidesSubject: true,
    label: { zh: "描述所指", en: "Described subject" },
    dragonball: { zh: "描述指代问题", en: "Described-subject Question" },
  },
  "as-of": {
    weight: 7,
    ...familyTypeFields,
    label: { zh: "某日情况", en: "As of a given day" },
    dragonball: { zh: "时点问题", en: "As-of Question" },
  },
  "what-changed": {
    weight: 7,
    ...familyTypeFields,
    label: { zh: "前后变化", en: "What changed" },
    dragonball: { zh: "多文档变化问题", en: "Multi-document Change Question" },
  },
  "complete-list": {
    weight: 6,
    ...familyTypeFields,
    label: { zh: "完整列举", en: "Complete list" },
    dragonball: { zh: "多文档完整列举问题", en: "Multi-document Complete-list Question" },
  },
  chain: {
    weight: 6,
    ...familyTypeFields,
    hidesSubject: true,
    label: { zh: "链式查找", en: "Chain" },
    dragonball: { zh: "多文档链式查找问题", en: "Multi-document Chain Question" },
  },
  disagreement: {
    weight: 4,
    ...familyTypeFields,
    requiredStatus: "disputed",
    conclusion: true,
    allPoints: true,
    label: { zh: "说法不一", en: "Disagreement" },
    dragonball: { zh: "多文档分歧问题", en: "Multi-document Disagreement Question" },
  },
} as const satisfies Record<string, QuestionTypeRecord>;

type Types = typeof questionTypes;
export type QuestionTypeName = keyof Types;
type PublishedName = {
  [Name in QuestionTypeName]: Types[Name]["published"] extends 0 ? never : Name;
}[QuestionTypeName];

export const questionTypeNames = Object.keys(questionTypes) as QuestionTypeName[];
export const publishedTypeNames = questionTypeNames.filter(
  (name): name is PublishedName => questionTypes[name].published > 0,
);

export const stepTypes: readonly QuestionTypeName[] = questionTypeNames.filter(
  name => "steps" in questionTypes[name],
);

/** Leaves out the types that only families get. */
export const withoutFamilyTypes = <Name extends QuestionTypeName>(names: readonly Name[]): Name[] =>
  names.filter(name => !questionTypes[name].family);
