// result.json: the results of an evaluation, read by tables, plots, reports and other evaluations.

import { z } from "zod";
import { BaselineSetting } from "./baseline.ts";
import { Lead } from "./decision.ts";
import { Cause, DiagnosedBy } from "./diagnosis.ts";
import { Performance } from "./performance.ts";
import { ScoringTool } from "./predictions.ts";
import { SplitLink } from "./split-link.ts";
import { Metric, Step, Summary, SummaryRow, Variant } from "./metrics.ts";

/** The difference between two systems (first minus second) over the items on which both have a value. */
export const Comparison = z.strictObject({
  metric: Metric,
  first: z.string(),
  second: z.string(),
  difference: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Two-sided, by sign permutation. */
  p: z.number().nullable(),
  n: z.int(),
});
export type Comparison = z.output<typeof Comparison>;

export const LossCounts = z.strictObject({
  /** Steps about which the system reported enough to judge them. */
  told: z.array(Step),
  /** Number of references, and of those lost in each step; then the same for items. */
  references: z.int(),
  lostReferences: z.partialRecord(Step, z.int()),
  items: z.int(),
  lostItems: z.partialRecord(Step, z.int()),
});
export type LossCounts = z.output<typeof LossCounts>;

/** What a system's failed items have in common. */
export const FailureOverview = z.strictObject({
  items: z.int(),
  failed: z.int(),
  /** Number of answers that decline, rightly or not. */
  declined: z.int(),
  /** Number of items that cannot be diagnosed without a judge. */
  untold: z.int(),
  /** What the scores are based on. */
  by: z.array(DiagnosedBy),
  /** In the order of the steps: how many items failed because of this cause, and for how many it was the first. */
  causes: z.array(z.strictObject({ cause: Cause, n: z.int(), first: z.int() })),
  /** The word that most often precedes a chunk boundary within evidence; null if none is frequent enough. */
  cuts: z.strictObject({ after: z.string(), n: z.int(), of: z.int() }).nullable(),
  /** Groups that fail more often than the rest. */
  groups: z.array(
    z.strictObject({
      grouping: z.enum(["language", "type", "domain"]),
      group: z.string(),
      failed: z.int(),
      items: z.int(),
    }),
  ),
});
export type FailureOverview = z.output<typeof FailureOverview>;

export const SystemResult = z.strictObject({
  system: z.string(),
  /** The setting of a baseline; null for other systems. */
  setting: BaselineSetting.nullable(),
  metrics: z.partialRecord(Metric, Summary),
  /** By type, domain, language and number of documents. */
  groups: z.array(SummaryRow.omit({ id: true, system: true })),
  losses: LossCounts.nullable(),
  /** Number of answers on which the judge abstained, by metric: they count as undefined. */
  abstained: z.partialRecord(Metric, z.int()).optional(),
  /** Null for a baseline, whose answers are not diagnosed. */
  failures: FailureOverview.nullable().default(null),
  /** Null if nothing was measured. */
  performance: Performance.nullable().default(null),
  /** Another tool's scores for the answers; null if there are none. */
  toolScores: z
    .strictObject({
      tool: ScoringTool,
      /** In the order of the tool's file. */
      metrics: z.array(z.strictObject({ metric: z.string(), ...Summary.shape })),
    })
    .nullable()
    .default(null),
});
export type SystemResult = z.output<typeof SystemResult>;

/** Why a passage of a prediction has no known place in a document of the run. */
export const Unplaced = z.enum(["document-only", "text-only", "unmatched"]);
export type Unplaced = z.output<typeof Unplaced>;

/** How the passages of the predictions were matched to the documents. */
export const PassageCounts = z.strictObject({
  all: z.int(),
  /** Passages with a known place in a document. */
  placed: z.int(),
  /**
   * The other passages, each kind with an example: those that only name a document; those whose text is in no document, or in several
   * (their text is compared with the evidence word by word); those that match nothing here.
   */
  others: z.partialRecord(Unplaced, z.strictObject({ n: z.int(), example: z.string() })),
});
export type PassageCounts = z.output<typeof PassageCounts>;

/** How similarly two sets of questions rank the same systems. */
export const RankingAgreement = z.strictObject({
  metric: Metric,
  /** Source of the other questions. */
  other: z.string(),
  systems: z.array(z.strictObject({ system: z.string(), ours: z.number(), theirs: z.number() })),
  /** Kendall's τ-b with its 95% bootstrap interval over items. */
  tau: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  items: z.strictObject({ ours: z.int(), theirs: z.int() }),
});
export type RankingAgreement = z.output<typeof RankingAgreement>;

/** A judge model compared with people who judged the same answers. */
export const JudgeAgreement = z.strictObject({
  metric: Metric,
  /** Number of answers judged by both. */
  n: z.int(),
  meanAbsoluteDifference: z.number().nullable(),
  /** Over individual verdicts; null if it is undefined. */
  kappa: z.number().nullable(),
  verdicts: z.int(),
});
export type JudgeAgreement = z.output<typeof JudgeAgreement>;

/** A bound set by `--fail-under`, and the value compared with it, across all items to which the metric applies. */
export const BoundResult = z.strictObject({
  metric: Metric,
  /** The type, domain or language to which the bound is limited; all items if absent. */
  group: z.string().optional(),
  /** The end of the 95% bootstrap interval that is compared with the limit; the value itself if absent. */
  end: z.enum(["low", "high"]).optional(),
  /** The worst value that still passes. */
  limit: z.number(),
  /** Whether the value must be at least the limit, or at most (if lower is better). */
  must: z.enum(["at-least", "at-most"]),
  /** Null if no item has a value. */
  value: z.number().nullable(),
  items: z.int(),
  /** Number of items without a prediction or value, which count as the worst possible. */
  failed: z.int(),
  /** Number of items left out because the judge abstained; absent if there are none. */
  abstained: z.int().optional(),
  kept: z.boolean(),
});
export type BoundResult = z.output<typeof BoundResult>;

/** What a bound applies to, in the notation of `--fail-under`: `completeness@zh.low`. */
export const subjectOf = ({
  metric,
  group,
  end,
}: Pick<BoundResult, "metric" | "group" | "end">): string =>
  `${metric}${group === undefined ? "" : `@${group}`}${end === undefined ? "" : `.${end}`}`;

/** The result of `--no-worse-than` for one metric. */
export const NoWorseResult = z.strictObject({
  metric: Metric,
  /** Folder of the other system's evaluation. */
  than: z.string(),
  /** How much worse a system can be and still pass, as a share of the metric's range. */
  margin: z.number(),
  /** How far this system is ahead of the other, as in a decision in which this system is the second. */
  lead: Lead,
  /** Number of items without a prediction or value, which count as the worst possible. */
  failed: z.int(),
  outcome: z.enum(["passes", "fails", "undecided"]),
  /** How many more items would decide it with 80% power; null if it is decided. */
  more: z.int().nullable(),
});
export type NoWorseResult = z.output<typeof NoWorseResult>;

/** The results of `--fail-under` and `--no-worse-than`. */
export const Gate = z.strictObject({
  bounds: z.array(BoundResult),
  /** Absent if no other system was named. */
  noWorse: z.array(NoWorseResult).optional(),
  /** Warning of `--allow-missing`, if it left anything out. */
  warning: z.string().nullable(),
});
export type Gate = z.output<typeof Gate>;

const HashedPath = z.strictObject({ path: z.string(), hash: z.string() });

/** The run whose counterfactual twin is evaluated: `grounded-share` compares the two. */
export const OriginalRun = z.strictObject({
  against: HashedPath,
  predictions: HashedPath,
  /** Number of items whose answer changed. */
  changed: z.int(),
  /** Ids of the items left out: those whose answer did not change, as far as code can tell, and those without a counterpart. */
  unchanged: z.array(z.string()),
  unpaired: z.array(z.string()),
});
export type OriginalRun = z.output<typeof OriginalRun>;

export const EvaluationResult = z.strictObject({
  format: z.literal(1),
  kind: z.enum(["evaluation", "baseline"]),
  name: z.string(),
  variant: Variant,
  /** Number of items that the systems were evaluated on. */
  items: z.int(),
  systems: z.array(SystemResult),
  /** One line of explanation for each metric of these systems. */
  explained: z.partialRecord(Metric, z.string()).default({}),
  /** Items without a prediction, and predictions without an item (ids). */
  missing: z.array(z.string()),
  surplus: z.array(z.string()),
  provenance: z.strictObject({
    /** The path as the user gave it, and the SHA-256 of its bytes; null for a baseline's own predictions. */
    predictions: HashedPath.nullable(),
    /** The run or file with the items, and the hash of the items. */
    against: HashedPath,
    /** Models by the stage that called them. */
    models: z.record(z.string(), z.string()),
    program: z.string(),
  }),
  /** Null if the documents are not known, and for a baseline, whose passages are its own chunks. */
  passages: PassageCounts.nullable().default(null),
  /** Number of distractors in the corpus; null if the corpus is not known. */
  distractors: z.int().nullable(),
  comparisons: z.array(Comparison),
  /** The smallest difference between two systems that the set can detect (80% power, 5% level), by metric. */
  detectable: z.partialRecord(Metric, z.number().nullable()),
  ranking: z.array(RankingAgreement),
  judges: z.array(JudgeAgreement),
  /** Number of RAGQuestEval's questions, and of those ignored because the reference answers leave them open; null if no questions were answered. */
  quest: z.strictObject({ questions: z.int(), dropped: z.int() }).nullable().default(null),
  /** Null if no original run was named. */
  original: OriginalRun.nullable().default(null),
  /** Comparison with an evaluation of the same system on an older split; null if there is none. */
  link: SplitLink.nullable().default(null),
  /** Null if no bound was given. */
  gate: Gate.nullable().default(null),
});
export type EvaluationResult = z.output<typeof EvaluationResult>;
