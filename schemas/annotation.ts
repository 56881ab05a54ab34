// The records of annotation: what people are shown, what they said, and what follows for the items. They stand in annotate/ of a run.

import { z } from "zod";
import { artifactOf } from "./define.ts";
import { Evidence, ItemRow } from "./items/records.ts";
import { ItemType, Language } from "./items/item-types.ts";

export const Protocol = z.enum(["rageval-qra", "rageval-documents", "crud-query", "cofe", "judge"]);
export type Protocol = z.output<typeof Protocol>;

/** The formats that a person's folder is written in beside our own. */
export const BatchFormat = z.enum(["csv", "xlsx", "label-studio"]);
export type BatchFormat = z.output<typeof BatchFormat>;

/** Whose a ranked draft is; `control` is a spoiled one. */
export const DraftSource = z.enum(["ours", "zero-shot", "one-shot", "control"]);
export type DraftSource = z.output<typeof DraftSource>;

/** All that a person is shown of one task; what a protocol does not show is empty. Texts of documents stand apart, once a batch. */
export const Content = z.strictObject({
  /** Null where documents are ranked. */
  type: ItemType.nullable(),
  language: Language,
  domain: z.string(),
  question: z.string(),
  answer: z.string(),
  evidence: z.array(Evidence),
  keypoints: z.array(z.string()),
  documentIds: z.array(z.string()),
  /** CoFE's: terms for the whole question, and lists of spans, one list an information point. */
  keywords: z.strictObject({ coarse: z.array(z.string()), fine: z.array(z.array(z.string())) }),
  /** What a RAG system answered. */
  response: z.string(),
  /** Drafts of one document, to be ranked blind. */
  candidates: z.array(z.strictObject({ label: z.string(), text: z.string() })),
});
export type Content = z.output<typeof Content>;

/** One task as a person gets it: nothing in it tells a control from the rest. */
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

/** batch.json of a folder that one person is given. */
export const BatchHeading = z.strictObject({
  /** Of this folder's layout. */
  format: z.literal(1),
  /** The same for all folders of one batch. */
  id: z.string(),
  protocol: Protocol,
  /** The name the person was given; they may go by another. */
  annotator: z.string().min(1),
  tasks: z.int().min(0),
  languages: z.array(Language),
});
export type BatchHeading = z.output<typeof BatchHeading>;

/** What a person says to one task: a value for each field, `""` or nothing for one left open. */
export const Values = z.record(z.string(), z.string());
export type Values = z.output<typeof Values>;

/** A fault that was planted on purpose, and what a careful person would say: in each of these fields one of these values. */
export const Control = z.strictObject({
  fault: z.string(),
  expect: z.array(z.strictObject({ field: z.string(), oneOf: z.array(z.string()).min(1) })).min(1),
});
export type Control = z.output<typeof Control>;

export const AnnotationTaskRow = z.strictObject({
  id: z.string(),
  protocol: Protocol,
  language: Language,
  /** Null for a candidate that never became an item, and where documents are ranked. */
  itemId: z.string().nullable(),
  /** Of the answer (items/answers) or, where documents are ranked, of our document. */
  sourceId: z.string(),
  content: Content,
  /** How many candidates of the run this task stands for: those of its stratum over those drawn. */
  weight: z.number().positive(),
  /** Of its item to be drawn, where items were drawn for a decision, each with a chance of its own. */
  chance: z.number().positive().max(1).optional(),
  /** What the automatic filters said of the candidate (items/verdicts); null where they say nothing. */
  automatic: z.strictObject({ accepted: z.boolean(), codes: z.array(z.string()) }).nullable(),
  control: Control.nullable(),
  /** Whose each candidate is, by its label; empty unless documents are ranked. */
  sources: z.record(z.string(), DraftSource),
  /** Its verdict settles a conflict among earlier ones. */
  arbitrates: z.boolean(),
});
export type AnnotationTaskRow = z.output<typeof AnnotationTaskRow>;

export const ReviewSource = z.enum(["page", "jsonl", "csv", "xlsx", "label-studio"]);
export type ReviewSource = z.output<typeof ReviewSource>;

const judgePrefix = "judge:";
/** A model's verdicts are given under `judge:NAME`: compared with people's, never counted among them. */
export const isJudge = (annotator: string): boolean => annotator.startsWith(judgePrefix);
export const judgeNamed = (name: string): string =>
  isJudge(name) ? name : `${judgePrefix}${name}`;

/** A verdict in our own JSONL: what `annotate serve` writes (verdicts.jsonl) and what any other program may. */
export const VerdictLine = z.object({
  taskId: z.string(),
  annotator: z.string().min(1),
  values: Values,
  /** ISO 8601, in UTC. */
  decidedAt: z.iso.datetime().nullable().default(null),
  /** Seconds the task was looked at, in all. */
  seconds: z.number().min(0).nullable().default(null),
  /** Whether the person has finished with it. */
  complete: z.boolean().default(true),
  /** Counts the verdicts of this person on this task, from 1. */
  revision: z.int().min(1).optional(),
});
export type VerdictLine = z.output<typeof VerdictLine>;

/** One finished verdict of one person on one task. A later one of theirs takes its place and leaves it where it is. */
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

/** An item as a person edited it; the first version is the item itself. */
export const ItemVersionRow = z.strictObject({
  id: z.string(),
  itemId: z.string(),
  language: Language,
  /** From 2. */
  version: z.int().min(2),
  item: ItemRow,
  /** The reviews that wrote it so. */
  reviewIds: z.array(z.string()).min(1),
});
export type ItemVersionRow = z.output<typeof ItemVersionRow>;

/** What people decided on an item by one protocol. */
export const DecisionRow = z.strictObject({
  id: z.string(),
  itemId: z.string(),
  language: Language,
  protocol: Protocol,
  /** conflict: as many for it as against it, or accepted in several wordings. */
  decision: z.enum(["accepted", "rejected", "conflict"]),
  /** The version that was accepted; null unless it was. */
  version: z.int().min(1).nullable(),
  reviewIds: z.array(z.string()).min(1),
  /** In words, what each person said. */
  detail: z.string(),
});
export type DecisionRow = z.output<typeof DecisionRow>;

/** What people make of an answer that checks had rejected, by one protocol. */
export const RejectionRow = z.strictObject({
  id: z.string(),
  /** Of the answer. */
  sourceId: z.string(),
  language: Language,
  protocol: Protocol,
  /** Why it was rejected. */
  codes: z.array(z.string()),
  /** overruled: most people accept the answer; conflict: as many as do not. */
  decision: z.enum(["upheld", "overruled", "conflict"]),
  reviewIds: z.array(z.string()).min(1),
});
export type RejectionRow = z.output<typeof RejectionRow>;

export const annotationTasks = artifactOf("annotate/tasks", AnnotationTaskRow);
export const reviews = artifactOf("annotate/reviews", ReviewRow);
export const itemVersions = artifactOf("annotate/versions", ItemVersionRow);
export const decisions = artifactOf("annotate/decisions", DecisionRow);
export const rejections = artifactOf("annotate/rejections", RejectionRow);
