// Output of the `annotate` commands with `--json`.

import { z } from "zod";
import { DecisionRow, Protocol } from "../annotation.ts";
import { ItemType, Language } from "../items/item-types.ts";

/** A group of similar candidates, from which a sample is drawn. */
export const Stratum = z.strictObject({
  /** Null if documents are ranked. */
  type: ItemType.nullable(),
  language: Language,
  domain: z.string(),
  /** Whether the automatic filters rejected them: such candidates form their own strata. */
  rejected: z.boolean(),
  /** Number of candidates in the stratum. */
  candidates: z.int(),
  /** Number of candidates to draw. */
  wanted: z.int(),
  /** Number drawn, never more than there are. */
  drawn: z.int(),
});
export type Stratum = z.output<typeof Stratum>;

export const DrawnBatch = z.strictObject({
  id: z.string(),
  /** The directory that contains the folders. */
  out: z.string(),
  folders: z.array(
    z.strictObject({
      annotator: z.string(),
      directory: z.string(),
      tasks: z.int(),
      controls: z.int(),
    }),
  ),
  strata: z.array(Stratum),
  /** Sentences about what was requested but not available. */
  notices: z.array(z.string()),
});
export type DrawnBatch = z.output<typeof DrawnBatch>;

export const UnreadableVerdict = z.strictObject({
  /** The file, and the line or row in it. */
  place: z.string(),
  /** Describes what was found and what was expected. */
  problem: z.string(),
});
export type UnreadableVerdict = z.output<typeof UnreadableVerdict>;

export const ImportSummary = z.strictObject({
  /** Verdicts that the run did not have. */
  added: z.int(),
  /** Verdicts that the run already had. */
  unchanged: z.int(),
  /** Added verdicts that replace an earlier one by the same person on the same task. */
  replaced: z.int(),
  /** Tasks that a person has begun, left empty or reopened. */
  unfinished: z.int(),
  /** Verdicts on tasks that this run does not have; also listed as problems. */
  unknown: z.int(),
  /** Verdicts on items that the run no longer has: kept, but without effect. */
  gone: z.int(),
  /** Verdicts that were left out, with the reason. */
  problems: z.array(UnreadableVerdict),
  /** Tasks on which a person gave two different verdicts without a time to show which is later. */
  ambiguous: z.array(z.string()),
  /** Items on which people now disagree. */
  conflicts: z.array(DecisionRow),
  /** Items that now have an edited wording. */
  edited: z.int(),
});
export type ImportSummary = z.output<typeof ImportSummary>;

/** Printed when the page is ready. */
export const ServeOutput = z.strictObject({ url: z.string(), folder: z.string() });
export type ServeOutput = z.output<typeof ServeOutput>;

export const Reviewer = z.strictObject({
  annotator: z.string(),
  /** Tasks reviewed, not counting controls. */
  reviews: z.int(),
  /** Seconds per task, for reviews with a known time. */
  seconds: z.strictObject({
    median: z.number().nullable(),
    mean: z.number().nullable(),
    n: z.int(),
  }),
  controls: z.strictObject({
    seen: z.int(),
    missed: z.array(z.strictObject({ taskId: z.string(), fault: z.string() })),
  }),
});
export type Reviewer = z.output<typeof Reviewer>;

const PairAgreement = z.strictObject({
  /** Number of units judged by both. */
  n: z.int(),
  /** Share of the units on which they agree. */
  exact: z.number().nullable(),
  kappa: z.number().nullable(),
  /** Null for a nominal field. */
  weighted: z
    .strictObject({ weighting: z.enum(["linear", "quadratic"]), kappa: z.number().nullable() })
    .nullable(),
});
export type PairAgreement = z.output<typeof PairAgreement>;

export const FieldAgreement = z.strictObject({
  /** Name of the field, or the common name of repeated fields: keypoint, coarse, clarity. */
  field: z.string(),
  level: z.enum(["nominal", "ordinal", "interval"]),
  /** Number of units (tasks, or repetitions of the field in them) judged by two or more people. */
  units: z.int(),
  /** Share of the units on which all agree. */
  exact: z.number().nullable(),
  /** Krippendorff's alpha. */
  alpha: z.number().nullable(),
  /** Every pair of people who judged at least one unit in common. */
  pairs: z.array(PairAgreement.extend({ people: z.tuple([z.string(), z.string()]) })),
  /** The judge compared with the majority of people; null without a judge. */
  judge: PairAgreement.extend({
    /** Number of units without a majority, which are left out of the comparison. */
    torn: z.int(),
    /** Difference from the people's mean, for an interval field. */
    meanAbsoluteDifference: z.number().nullable(),
  }).nullable(),
});
export type FieldAgreement = z.output<typeof FieldAgreement>;

/** A share from 0 to 1, with its interval; all null if n is 0. */
const shareWithInterval = {
  share: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  n: z.int(),
};

export const Acceptance = z.strictObject({
  ...shareWithInterval,
  by: z.enum(["all", "type", "language", "domain"]),
  /** Empty if `by` is `all`. */
  name: z.string(),
  accepted: z.int(),
  /** Tasks that as many people accept as reject; not included in `n`. */
  conflicts: z.int(),
});
export type Acceptance = z.output<typeof Acceptance>;

/** A figure that a paper gives for its own data. */
export const PublishedFigure = z.strictObject({
  /** Shares from 0 to 1, scores and seconds as they are. */
  value: z.number(),
  /** How the paper puts it: sometimes only as above or below a value. */
  relation: z.enum(["is", "about", "above", "below"]),
  /** The paper, and where in it. */
  source: z.string(),
});
export type PublishedFigure = z.output<typeof PublishedFigure>;

export const Figure = z.strictObject({
  name: z.string(),
  /** What it covers: a language and domain, a source of drafts; empty for all. */
  of: z.string(),
  unit: z.enum(["share", "score", "seconds", "difference"]),
  /** Null if `n` is 0. */
  value: z.number().nullable(),
  /** Wilson's interval, for a share. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Number of tasks; for seconds, of reviews. */
  n: z.int(),
  /** Null if the paper gives no value. */
  published: PublishedFigure.nullable(),
});
export type Figure = z.output<typeof Figure>;

/** The automatic filters' rejections compared with people's; each task is weighted by the number of candidates that it represents. */
export const FilterAgreement = z.strictObject({
  /** Share of the filters' rejections that people share; null if the filters rejected nothing. */
  precision: z.number().nullable(),
  /** Share of people's rejections that the filters share; null if people rejected nothing. */
  recall: z.number().nullable(),
  /** Total weight of the rejections by the filters (predicted), by people (actual), and by both. */
  predicted: z.number(),
  actual: z.number(),
  both: z.number(),
  /** Tasks decided by both people and the filters. */
  tasks: z.int(),
  /** Of these, those that the filters reject. */
  rejected: z.int(),
  /** Why precision or recall is null; null itself if neither is. */
  because: z.string().nullable(),
});
export type FilterAgreement = z.output<typeof FilterAgreement>;

export const AgreementResult = z.strictObject({
  protocol: Protocol,
  /** Tasks drawn, not counting controls and arbitrations. */
  tasks: z.int(),
  /** Of these, those reviewed by a person. */
  reviewed: z.int(),
  /** Each person's last review of each task, not counting controls. */
  reviews: z.int(),
  /** Reviews left out because their task is not in the run, or because they do not fit its form. */
  strays: z.int(),
  people: z.array(Reviewer),
  judge: Reviewer.nullable(),
  fields: z.array(FieldAgreement),
  /** Acceptance of items, by task; empty if the protocol does not decide on items. Candidates that the filters reject count only in `filters`. */
  acceptance: z.array(Acceptance),
  figures: z.array(Figure),
  /** Null if the protocol does not decide on items. */
  filters: FilterAgreement.nullable(),
  /** Current decisions on the run's items. */
  decisions: z.strictObject({ accepted: z.int(), rejected: z.int(), conflict: z.int() }),
});
export type AgreementResult = z.output<typeof AgreementResult>;

/** One result for each protocol that has reviews in the run. */
export const AgreementOutput = z.array(AgreementResult);
