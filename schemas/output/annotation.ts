// What the commands of `annotate` print under `--json`.

import { z } from "zod";
import { DecisionRow, Protocol } from "../annotation.ts";
import { ItemType, Language } from "../items/item-types.ts";

/** Candidates of one kind, of which a sample is drawn. */
export const Stratum = z.strictObject({
  /** Null where documents are ranked. */
  type: ItemType.nullable(),
  language: Language,
  domain: z.string(),
  /** By the automatic filters: such candidates are strata of their own. */
  rejected: z.boolean(),
  /** How many there are, how many were asked for, and how many were drawn: never more than there are. */
  candidates: z.int(),
  wanted: z.int(),
  drawn: z.int(),
});
export type Stratum = z.output<typeof Stratum>;

export const DrawnBatch = z.strictObject({
  id: z.string(),
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
  /** What was asked for and could not be had, in words. */
  notices: z.array(z.string()),
});
export type DrawnBatch = z.output<typeof DrawnBatch>;

export const UnreadVerdict = z.strictObject({
  place: z.string(),
  /** In words: what stands there, and what was expected. */
  problem: z.string(),
});
export type UnreadVerdict = z.output<typeof UnreadVerdict>;

export const Imported = z.strictObject({
  /** Verdicts that the run did not hold. */
  added: z.int(),
  /** Verdicts it held already. */
  unchanged: z.int(),
  /** How often an added one takes the place of another that the same person gave on the same task before. */
  replaced: z.int(),
  /** A person's tasks that are begun, left empty or opened again. */
  unfinished: z.int(),
  /** Verdicts on tasks that this run does not have; they are among the problems. */
  unknown: z.int(),
  /** Verdicts on items that the run has no more: they are kept, and decide on nothing. */
  gone: z.int(),
  /** What was left out, and why. */
  problems: z.array(UnreadVerdict),
  /** Tasks, each with a person who said two things of it, when no time tells which came last. */
  ambiguous: z.array(z.string()),
  /** Items on which people are at odds now. */
  conflicts: z.array(DecisionRow),
  /** Items of which there is an edited wording now. */
  edited: z.int(),
});
export type Imported = z.output<typeof Imported>;

/** When the page is ready. */
export const ServeOutput = z.strictObject({ url: z.string(), folder: z.string() });
export type ServeOutput = z.output<typeof ServeOutput>;

export const Reviewer = z.strictObject({
  annotator: z.string(),
  /** Tasks reviewed, controls left out. */
  reviews: z.int(),
  /** Seconds a task, of the reviews whose time is known. */
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

const KappaOfTwo = z.strictObject({
  /** Units that both judged. */
  n: z.int(),
  /** Share on which they say the same. */
  exact: z.number().nullable(),
  kappa: z.number().nullable(),
  /** Null for a nominal field. */
  weighted: z
    .strictObject({ weighting: z.enum(["linear", "quadratic"]), kappa: z.number().nullable() })
    .nullable(),
});
export type KappaOfTwo = z.output<typeof KappaOfTwo>;

export const FieldAgreement = z.strictObject({
  /** Its name, or the name that fields which repeat share: keypoint, coarse, clarity. */
  field: z.string(),
  level: z.enum(["nominal", "ordinal", "interval"]),
  /** Units that two people or more judged: a task, or one repetition of the field in it. */
  units: z.int(),
  /** Share of those on which all say the same. */
  exact: z.number().nullable(),
  /** Krippendorff's. */
  alpha: z.number().nullable(),
  /** Every two people who judged a unit in common. */
  pairs: z.array(KappaOfTwo.extend({ people: z.tuple([z.string(), z.string()]) })),
  /** The judge against the value that most people gave; units on which they are torn are counted apart. Null without a judge. */
  judge: KappaOfTwo.extend({
    torn: z.int(),
    /** From the people's mean, of an interval field. */
    meanAbsoluteDifference: z.number().nullable(),
  }).nullable(),
});
export type FieldAgreement = z.output<typeof FieldAgreement>;

/** From 0 to 1, with its interval; all null where n is 0. */
const share = {
  share: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  n: z.int(),
};

export const Acceptance = z.strictObject({
  ...share,
  by: z.enum(["all", "type", "language", "domain"]),
  /** Empty for all. */
  name: z.string(),
  accepted: z.int(),
  /** Tasks on which as many accept as reject: not among `n`. */
  conflicts: z.int(),
});
export type Acceptance = z.output<typeof Acceptance>;

/** What a paper says of its own data. */
export const PublishedFigure = z.strictObject({
  /** Shares from 0 to 1, scores and seconds as they are. */
  value: z.number(),
  /** How the paper puts it: above and below are all that it says. */
  relation: z.enum(["is", "about", "above", "below"]),
  /** Paper and place. */
  source: z.string(),
});
export type PublishedFigure = z.output<typeof PublishedFigure>;

export const Figure = z.strictObject({
  name: z.string(),
  /** What it is counted over: a language and domain, a source of drafts; empty for all. */
  of: z.string(),
  unit: z.enum(["share", "score", "seconds", "difference"]),
  /** Null where `n` is 0. */
  value: z.number().nullable(),
  /** Of a share: Wilson's interval. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Tasks; of seconds, reviews. */
  n: z.int(),
  /** Null where the paper says nothing. */
  published: PublishedFigure.nullable(),
});
export type Figure = z.output<typeof Figure>;

/** The automatic filters' rejections held against people's, each task counted as often as it stands for candidates of the run. */
export const FiltersJudged = z.strictObject({
  /** Of what was predicted, the share that is so; null where nothing was predicted. */
  precision: z.number().nullable(),
  /** Of what is so, the share that was predicted; null where nothing is. */
  recall: z.number().nullable(),
  /** Sums of weights: predicted, so, and both. */
  predicted: z.number(),
  actual: z.number(),
  both: z.number(),
  /** Tasks that people decided and that the filters spoke on, and those of them that the filters reject. */
  tasks: z.int(),
  rejected: z.int(),
  /** Why precision or recall is null; null where neither is. */
  because: z.string().nullable(),
});
export type FiltersJudged = z.output<typeof FiltersJudged>;

export const AgreementResult = z.strictObject({
  protocol: Protocol,
  /** Drawn, and with a review by a person; controls and arbitrations are left out of both. */
  tasks: z.int(),
  reviewed: z.int(),
  /** Each person's last on each task, controls left out. */
  reviews: z.int(),
  /** Reviews left out: their task is not in the run, or they do not fit its form. */
  strays: z.int(),
  people: z.array(Reviewer),
  judge: Reviewer.nullable(),
  fields: z.array(FieldAgreement),
  /** Of items, by task; empty where the protocol decides on none. Candidates that the filters reject count for `filters` alone. */
  acceptance: z.array(Acceptance),
  figures: z.array(Figure),
  /** Null where the protocol decides on no items. */
  filters: FiltersJudged.nullable(),
  /** Items as they stand decided in the run. */
  decisions: z.strictObject({ accepted: z.int(), rejected: z.int(), conflict: z.int() }),
});
export type AgreementResult = z.output<typeof AgreementResult>;

/** One for each protocol that has reviews in the run. */
export const AgreementOutput = z.array(AgreementResult);
