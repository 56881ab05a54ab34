// What `export`, `pack`, `check`, `twin` and `sample` print under `--json`.

import { z } from "zod";

const count = z.int().optional();

/** What an export counts; each format has some of them. */
export const ExportCounts = z.strictObject({
  documents: count,
  queries: count,
  items: count,
  test: count,
  dev: count,
  references: count,
  keypoints: count,
  relevant: count,
  withoutReferences: count,
  /** Left out: items that the format has no type for, and those without what it needs. */
  otherTypes: count,
  withoutKeywords: count,
  /** CRUD-RAG's lists. */
  event_summary: count,
  continuing_writing: count,
  hallu_modified: count,
  questanswer_1doc: count,
  questanswer_2docs: count,
  questanswer_3docs: count,
  /** Of chunks of one's own: what could not be joined to documents, and references that no chunk holds. */
  chunks: count,
  chunksNowhere: count,
  chunksAmbiguous: count,
  chunksDisagreeing: count,
  referencesWithoutChunk: count,
});
export type ExportCounts = z.output<typeof ExportCounts>;

/** The folder that was written, and beside it how much, by what was counted. */
export const ExportOutput = ExportCounts.extend({ to: z.string() });
export type ExportOutput = z.output<typeof ExportOutput>;

export const Packed = z.strictObject({
  items: z.int(),
  /** Items that would not fit into the folder. */
  tooMany: z.int(),
  /** Items beyond the number that was wanted. */
  notWanted: z.int(),
  documents: z.int(),
  /** Of the folder. */
  bytes: z.int(),
});
export type Packed = z.output<typeof Packed>;

export const PackOutput = Packed.extend({ to: z.string() });
export type PackOutput = z.output<typeof PackOutput>;

export const StaleEvidence = z.strictObject({
  text: z.string(),
  /** Its document's path or address, else its name. */
  document: z.string(),
  /** changed: the document is there and does not say it any more; gone: there is no such document. */
  state: z.enum(["changed", "gone"]),
});
export type StaleEvidence = z.output<typeof StaleEvidence>;

export const StaleItem = z.strictObject({
  id: z.string(),
  question: z.string(),
  evidence: z.array(StaleEvidence),
});
export type StaleItem = z.output<typeof StaleItem>;

export const CheckOutput = z.strictObject({
  items: z.int(),
  /** Those whose evidence changed or went. */
  stale: z.array(StaleItem),
  documents: z.int(),
  /** Files that could not be read, with the reason: what stood there counts as gone. */
  unread: z.array(z.strictObject({ file: z.string(), reason: z.string() })),
});
export type CheckOutput = z.output<typeof CheckOutput>;

const ChangedFact = z.strictObject({
  before: z.string(),
  after: z.string(),
  documentIds: z.array(z.string()),
  places: z.int(),
});

/** What twin.json tells, with the twin's directory. */
export const TwinOutput = z.strictObject({
  directory: z.string(),
  of: z.string(),
  randomSeed: z.int(),
  /** Facts that could be changed, each by itself. */
  changeable: z.int(),
  facts: z.array(ChangedFact),
  /** Ids of the run. */
  changed: z.array(z.string()),
  /** Items whose answer still holds: they say nothing of whether a system read. */
  kept: z.array(z.string()),
  notCarried: z.array(z.strictObject({ id: z.string(), because: z.string() })),
});
export type TwinOutput = z.output<typeof TwinOutput>;

/** The folder, and in it a run of each wing. */
export const SampleOutput = z.strictObject({
  to: z.string(),
  runs: z.array(
    z.strictObject({ wing: z.string(), run: z.string(), items: z.int(), report: z.string() }),
  ),
});
export type SampleOutput = z.output<typeof SampleOutput>;
