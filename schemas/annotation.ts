// Records of annotation: what people see, what they answer, and what that decides. Stored in a run's folder annotate/.

import { z } from "zod";
import { artifactOf } from "./define.ts";
import { Evidence, ItemRow } from "./items/records.ts";
import { ItemType, Language } from "./items/item-types.ts";

export const Protocol = z.enum(["rageval-qra", "rageval-documents", "crud-query", "cofe", "judge"]);
export type Protocol = z.output<typeof Protocol>;

/** Formats in which a person's folder is written in addition to our own. */
export const BatchFormat = z.enum(["csv", "xlsx", "label-studio"]);
export type BatchFormat = z.output<typeof BatchFormat>;

/** Where a ranked draft comes from; `control` is a draft spoiled on purpose. */
export const DraftSource = z.enum(["ours", "zero-shot", "one-shot", "control"]);
export type DraftSource = z.output<typeof DraftSource>;

/** Everything that a person sees of a task; fields that the protocol does not show are empty. Document texts are stored once per batch. */
export const Content = z.strictObject({
  /** Null if documents are ranked. */
  type: ItemType.nullable(),
  language: Language,
  domain: z.string(),
  question: z.string(),
  answer: z.string(),
  evidence: z.array(Evidence),
  keypoints: z.array(z.string()),
  documentIds: z.array(z.string()),
  /** CoFE's keywords: terms for the whole question, and one list of spans per information point. */
  keywords: z.strictObject({ coarse: z.array(z.string()), fine: z.array(z.array(z.string())) }),
  /** The answer of a RAG system. */
  response: z.string(),
  /** Drafts of one document, to be ranked blind. */
  candidates: z.array(z.strictObject({ label: z.string(), text: z.string() })),
});
export type Content = z.output<typeof Content>;

/** A task as a person gets it: nothing in it gives a control away. */
export const PersonTask = z.strictObject({ id: z.string(), protocol: Protocol, content: Content });
export type PersonTask = z.output<typeof PersonTask>;

/** A document that tasks of a batch show. */
export const ShownDocument = z.strictObject({
  id: z.string(),
  language: Language,
  name: z.string(),
  text: z.string(),
});
export type ShownDocument = z.output<typeof ShownDocument>;

/** The file batch.json in the folder that one person is given. */
export const BatchHeading = z.strictObject({
  /** Version of the folder's layout. */
  format: z.literal(1),
  /** The same for all folders of one batch. */
  id: z.string(),
  protocol: Protocol,
  /** The name that the person was assigned; they may use another. */
  annotator: z.string().min(1),
  tasks: z.int().min(0),
  languages: z.array(Language),
});
export type BatchHeading = z.output<typeof BatchHeading>;

/** A person's answers to one task: a value for each field; `""` or no entry for a field left blank. */
export const Values = z.record(z.string(), z.string());
export type Values = z.output<typeof Values>;

/** A fault planted on purpose, and what a careful person would answer: one of these values in each of these fields. */
export const Control = z.strictObject({
  fault: z.string(),
  expect: z.array(z.strictObject({ field: z.string(), oneOf: z.array(z.string()).min(1) })).min(1),
});
export type Control = z.output<typeof Control>;

export const AnnotationTaskRow = z.strictObject({
  id: z.string(),
  protocol: Protocol,
  language: Language,
  /** Null for a candidate that never became an item, and if documents are ranked. */
  itemId: z.string().nullable(),
  /** The id of the answer (items/answers) or, if documents are ranked, of our document. */
  sourceId: z.string(),
  content: Content,
  /** Number of candidates of the run that this task represents: the size of its stratum divided by the number drawn. */
  weight: z.number().positive(),
  /** Probability that its item was drawn, if items were drawn for a decision with unequal probabilities. */
  chance: z.number().positive().max(1).optional(),
  /** Result of the automatic filters for the candidate (items/verdicts); null if there is none. */
  automatic: z.strictObject({ accepted: z.boolean(), codes: z.array(z.string()) }).nullable(),
  control: Control.nullable(),
  /** Source of each candidate, by its label; empty unless documents are ranked. */
  sources: z.record(z.string(), DraftSource),
  /** Whether its verdict settles a conflict among earlier ones. */
  arbitrates: z.boolean(),
});
export type AnnotationTaskRow = z.output<typeof AnnotationTaskRow>;

export const ReviewSource = z.enum(["page", "jsonl", "csv", "xlsx", "label-studio"]);
export type ReviewSource = z.output<typeof ReviewSource>;

const judgePrefix = "judge:";
/** Whether an annotator is a model. Its verdicts are stored under `judge:NAME`: compared with people's, never counted among them. */
export const isJudge = (annotator: string): boolean => annotator.startsWith(judgePrefix);
export const judgeNamed = (name: string): string =>
  isJudge(name) ? name : `${judgePrefix}${name}`;

/** A verdict in our own JSONL (verdicts.jsonl), written by `annotate serve` or any other program. */
export const VerdictLine = z.object({
  taskId: z.string(),
  annotator: z.string().min(1),
  values: Values,
  /** ISO 8601, in UTC. */
  decidedAt: z.iso.datetime().nullable().default(null),
  /** Total seconds for which the task was on screen. */
  seconds: z.number().min(0).nullable().default(null),
  /** Whether the person has finished with it. */
  complete: z.boolean().default(true),
  /** The number of this verdict among the person's verdicts on this task, from 1. */
  revision: z.int().min(1).optional(),
});
export type VerdictLine = z.output<typeof VerdictLine>;

/** A finished verdict of one person on one task. A later one by the same person supersedes it, but the row stays. */
export const ReviewRow = z.strictObject({
  id: z.string(),
  taskId: z.string(),
  protocol: Protocol,
  language: Language,
  annotator: z.string(),
  values: Values,
  decidedAt: z.iso.datetime().nullable(),
  seconds: z.number().min(0).nullable(),
  source: ReviewSource,
});
export type ReviewRow = z.output<typeof ReviewRow>;

/** An item as edited by a person; version 1 is the item itself. */
export const ItemVersionRow = z.strictObject({
  id: z.string(),
  itemId: z.string(),
  language: Language,
  /** Counted from 2. */
  version: z.int().min(2),
  item: ItemRow,
  /** The reviews with this wording. */
  reviewIds: z.array(z.string()).min(1),
});
export type ItemVersionRow = z.output<typeof ItemVersionRow>;

/** People's decision on an item under one protocol. */
export const DecisionRow = z.strictObject({
  id: z.string(),
  itemId: z.string(),
  language: Language,
  protocol: Protocol,
  /** conflict: as many accept it as reject it, or people accepted different wordings. */
  decision: z.enum(["accepted", "rejected", "conflict"]),
  /** The accepted version; null unless accepted. */
  version: z.int().min(1).nullable(),
  reviewIds: z.array(z.string()).min(1),
  /** What each person said, in words. */
  detail: z.string(),
});
export type DecisionRow = z.output<typeof DecisionRow>;

/** People's view of an answer that checks had rejected, under one protocol. */
export const RejectionRow = z.strictObject({
  id: z.string(),
  /** Id of the answer. */
  sourceId: z.string(),
  language: Language,
  protocol: Protocol,
  /** Why it was rejected. */
  codes: z.array(z.string()),
  /** overruled: most people accept the answer; conflict: as many accept as reject. */
  decision: z.enum(["upheld", "overruled", "conflict"]),
  reviewIds: z.array(z.string()).min(1),
});
export type RejectionRow = z.output<typeof RejectionRow>;

export const annotationTasks = artifactOf("annotate/tasks", AnnotationTaskRow);
export const reviews = artifactOf("annotate/reviews", ReviewRow);
export const itemVersions = artifactOf("annotate/versions", ItemVersionRow);
export const decisions = artifactOf("annotate/decisions", DecisionRow);
export const rejections = artifactOf("annotate/rejections", RejectionRow);
