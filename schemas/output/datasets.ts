// Output of `export`, `pack`, `check`, `twin` and `sample` with `--json`.

import { z } from "zod";

const optionalCount = z.int().optional();

/** Counts for an export; each format has some of them. */
export const ExportCounts = z.strictObject({
  documents: optionalCount,
  queries: optionalCount,
  items: optionalCount,
  test: optionalCount,
  dev: optionalCount,
  references: optionalCount,
  keypoints: optionalCount,
  relevant: optionalCount,
  withoutReferences: optionalCount,
  /** Items left out because the format lacks their type, or because they lack keywords. */
  otherTypes: optionalCount,
  withoutKeywords: optionalCount,
  /** CRUD-RAG's lists. */
  event_summary: optionalCount,
  continuing_writing: optionalCount,
  hallu_modified: optionalCount,
  questanswer_1doc: optionalCount,
  questanswer_2docs: optionalCount,
  questanswer_3docs: optionalCount,
  /** For a user's own chunks: those that could not be matched to documents, and references that no chunk contains. */
  chunks: optionalCount,
  chunksNowhere: optionalCount,
  chunksAmbiguous: optionalCount,
  chunksDisagreeing: optionalCount,
  referencesWithoutChunk: optionalCount,
});
export type ExportCounts = z.output<typeof ExportCounts>;

/** The counts, and the folder that was written. */
export const ExportOutput = ExportCounts.extend({ to: z.string() });
export type ExportOutput = z.output<typeof ExportOutput>;

export const PackSummary = z.strictObject({
  items: z.int(),
  /** Items for which the folder had no room. */
  tooMany: z.int(),
  /** Items beyond the number requested. */
  notWanted: z.int(),
  documents: z.int(),
  /** Size of the files. */
  bytes: z.int(),
});
export type PackSummary = z.output<typeof PackSummary>;

export const PackOutput = PackSummary.extend({ to: z.string() });
export type PackOutput = z.output<typeof PackOutput>;

export const StaleEvidence = z.strictObject({
  text: z.string(),
  /** Path or URL of its document, or the document's name if it has neither. */
  document: z.string(),
  /** changed: the document exists but no longer contains it; gone: the document no longer exists. */
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
  /** Items whose evidence changed or is gone. */
  stale: z.array(StaleItem),
  documents: z.int(),
  /** Files that could not be read, with the reason; their content counts as gone. */
  unread: z.array(z.strictObject({ file: z.string(), reason: z.string() })),
});
export type CheckOutput = z.output<typeof CheckOutput>;

const ChangedFact = z.strictObject({
  before: z.string(),
  after: z.string(),
  documentIds: z.array(z.string()),
  /** Number of places in these documents that state it. */
  places: z.int(),
});

/** The content of twin.json, with the twin's directory. */
export const TwinOutput = z.strictObject({
  directory: z.string(),
  /** Directory of the run. */
  of: z.string(),
  randomSeed: z.int(),
  /** Facts that could be changed independently. */
  changeable: z.int(),
  facts: z.array(ChangedFact),
  /** Ids of the run's items whose answer changed. */
  changed: z.array(z.string()),
  /** Items whose answer is still right, and which therefore do not show whether a system read the documents. */
  kept: z.array(z.string()),
  /** Items left out of the twin, with the reason. */
  notCarried: z.array(z.strictObject({ id: z.string(), because: z.string() })),
});
export type TwinOutput = z.output<typeof TwinOutput>;

/** A folder with a run of each wing. */
export const SampleOutput = z.strictObject({
  to: z.string(),
  runs: z.array(
    z.strictObject({ wing: z.string(), run: z.string(), items: z.int(), report: z.string() }),
  ),
});
export type SampleOutput = z.output<typeof SampleOutput>;
