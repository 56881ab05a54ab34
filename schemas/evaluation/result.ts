// result.json of an evaluation: what tables, plots, reports and other evaluations read.

import { z } from "zod";
import { BaselineSetting } from "./baseline.ts";
import { Lead } from "./decision.ts";
import { Cause, DiagnosedBy } from "./diagnosis.ts";
import { Performance } from "./performance.ts";
import { SplitLink } from "./split-link.ts";
import { ToolSummary } from "./tool-summary.ts";
import { Metric, Step, Summary, SummaryRow, Variant } from "./metrics.ts";

/** A difference between two systems over the items both have, the first less the second. */
export const Comparison = z.strictObject({
  metric: Metric,
  first: z.string(),
  second: z.string(),
  difference: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Two-sided, by permutation of signs. */
  p: z.number().nullable(),
  n: z.int(),
});
export type Comparison = z.output<typeof Comparison>;

export const LossCounts = z.strictObject({
  /** Steps the system told enough of. */
  told: z.array(Step),
  /** References, and how many were lost in each step. */
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
  /** Answers that decline, rightly or not. */
  declined: z.int(),
  /** Of which nothing can be told without a judge. */
  untold: z.int(),
  /** Who said what the answers are worth. */
  by: z.array(DiagnosedBy),
  /** In the order of the steps: how many failed by it, and how many of these by it first. */
  causes: z.array(z.strictObject({ cause: Cause, n: z.int(), first: z.int() })),
  /** The word after which most of the borders fall that cut evidence. */
  cuts: z.strictObject({ after: z.string(), n: z.int(), of: z.int() }).nullable(),
  /** Groups that fail more than the rest. */
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
  /** Of a baseline. */
  setting: BaselineSetting.nullable(),
  metrics: z.partialRecord(Metric, Summary),
  /** By type, domain, language and number of documents. */
  groups: z.array(
    SummaryRow.pick({
      grouping: true,
      group: true,
      metric: true,
      value: true,
      low: true,
      high: true,
      n: true,
      undefined: true,
    }),
  ),
  losses: LossCounts.nullable(),
  /** Answers that the judge abstained from, by metric; they are counted as undefined there, and never scored. */
  abstained: z.partialRecord(Metric, z.int()).optional(),
  /** Null where answers were not diagnosed: of a baseline. */
  failures: FailureOverview.nullable().default(null),
  /** Null where nothing was measured. */
  performance: Performance.nullable().default(null),
  /** What another tool gave the answers; null where none did. */
  toolScores: ToolSummary.nullable().default(null),
});
export type SystemResult = z.output<typeof SystemResult>;

/** What a passage of a prediction could not be brought to: a place in a document of the run. */
export const Unplaced = z.enum(["document-only", "text-only", "unmatched"]);
export type Unplaced = z.output<typeof Unplaced>;

/** How the passages of the predictions were matched to the documents. */
export const PassageCounts = z.strictObject({
  all: z.int(),
  /** Whose place in a document is known. */
  placed: z.int(),
  /**
   * The others: those that name a document alone; those whose text stands in no document, or in several (they are compared with the evidence
   * word by word); those of which nothing is known here. With one of each as an example.
   */
  others: z.partialRecord(Unplaced, z.strictObject({ n: z.int(), example: z.string() })),
});
export type PassageCounts = z.output<typeof PassageCounts>;

/** How alike two sets of questions rank the same systems. */
export const RankingAgreement = z.strictObject({
  metric: Metric,
  /** Where the other questions came from. */
  other: z.string(),
  systems: z.array(z.strictObject({ system: z.string(), ours: z.number(), theirs: z.number() })),
  /** Kendall's τ-b with its 95 % bootstrap interval over items. */
  tau: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  items: z.strictObject({ ours: z.int(), theirs: z.int() }),
});
export type RankingAgreement = z.output<typeof RankingAgreement>;

/** A judge model beside people who judged the same answers. */
export const JudgeAgreement = z.strictObject({
  metric: Metric,
  /** Answers judged by both. */
  n: z.int(),
  meanAbsoluteDifference: z.number().nullable(),
  /** Over single verdicts; null where the metric has none. */
  kappa: z.number().nullable(),
  verdicts: z.int(),
});
export type JudgeAgreement = z.output<typeof JudgeAgreement>;

/** A bound of `--fail-under`, and the value held to it: over every item to which the metric applies. */
export const BoundResult = z.strictObject({
  metric: Metric,
  /** Only items of this type, domain or language; all where absent. */
  group: z.string().optional(),
  /** The end of its 95 % bootstrap interval that is held to the limit; the value itself where absent. */
  end: z.enum(["low", "high"]).optional(),
  /** The worst value that still passes. */
  limit: z.number(),
  /** What a value must be: at least the limit, or at most, where less is better. */
  must: z.enum(["at-least", "at-most"]),
  /** Null where no item has a value. */
  value: z.number().nullable(),
  items: z.int(),
  /** Of these, those without prediction or value, which count as the worst there is. */
  failed: z.int(),
  /** Items left out since the judge abstained; absent where there is none. */
  abstained: z.int().optional(),
  kept: z.boolean(),
});
export type BoundResult = z.output<typeof BoundResult>;

/** What is held to a bound, as it is typed: `completeness@zh.low`. */
export const subjectOf = ({
  metric,
  group,
  end,
}: Pick<BoundResult, "metric" | "group" | "end">): string =>
  `${metric}${group === undefined ? "" : `@${group}`}${end === undefined ? "" : `.${end}`}`;

/** What `--no-worse-than` found by one metric. */
export const NoWorseResult = z.strictObject({
  metric: Metric,
  /** Folder of the other's evaluation. */
  than: z.string(),
  /** How much worse still passes, as a share of what the metric can differ by. */
  margin: z.number(),
  /** How far this system is ahead of the other, as in a decision: its second system is this one. */
  lead: Lead,
  /** Of the items, those without prediction or value, which count as the worst there is. */
  failed: z.int(),
  outcome: z.enum(["passes", "fails", "undecided"]),
  /** How many more items would decide it, four times out of five; null where it is decided. */
  more: z.int().nullable(),
});
export type NoWorseResult = z.output<typeof NoWorseResult>;

/** What `--fail-under` and `--no-worse-than` found. */
export const Gate = z.strictObject({
  bounds: z.array(BoundResult),
  /** Absent where no other system was named. */
  noWorse: z.array(NoWorseResult).optional(),
  /** Of `--allow-missing`, where it left anything out. */
  warning: z.string().nullable(),
});
export type Gate = z.output<typeof Gate>;

const Read = z.strictObject({ path: z.string(), hash: z.string() });

/** The run of which the one evaluated is the counterfactual twin: what `grounded-share` is taken over. */
export const OriginalRun = z.strictObject({
  against: Read,
  predictions: Read,
  /** Items whose answer changed. */
  changed: z.int(),
  /** Left out: items whose answer did not change, as far as code can tell, and those of no item there. */
  unchanged: z.array(z.string()),
  unpaired: z.array(z.string()),
});
export type OriginalRun = z.output<typeof OriginalRun>;

export const EvaluationResult = z.strictObject({
  format: z.literal(1),
  kind: z.enum(["evaluation", "baseline"]),
  name: z.string(),
  variant: Variant,
  /** Of the items evaluated against. */
  items: z.int(),
  systems: z.array(SystemResult),
  /** What each metric of these systems says, in one line. */
  explained: z.partialRecord(Metric, z.string()).default({}),
  /** Items that no prediction names, and ids of predictions that no item has. */
  missing: z.array(z.string()),
  surplus: z.array(z.string()),
  provenance: z.strictObject({
    /** As it was typed, and the sha256 of its bytes; null for what a baseline made itself. */
    predictions: Read.nullable(),
    /** The run or file whose items they are, and the hash of these. */
    against: Read,
    /** By stage that asked one. */
    models: z.record(z.string(), z.string()),
    program: z.string(),
  }),
  /** Null where the documents are not known, and of a baseline, which cut them itself. */
  passages: PassageCounts.nullable().default(null),
  /** Documents mixed in that no item is about. */
  distractors: z.int().nullable(),
  comparisons: z.array(Comparison),
  /** The smallest difference between two systems that the set can detect (80 % power, 5 % level), by metric. */
  detectable: z.partialRecord(Metric, z.number().nullable()),
  ranking: z.array(RankingAgreement),
  judges: z.array(JudgeAgreement),
  /** RAGQuestEval's questions on the items' references, and how many of these leave open, which count for nothing; null where none was read. */
  quest: z.strictObject({ questions: z.int(), dropped: z.int() }).nullable().default(null),
  /** Null where none was named. */
  original: OriginalRun.nullable().default(null),
  /** Beside an evaluation of the same system on an older split; null where there is none. */
  link: SplitLink.nullable().default(null),
  /** Null without bounds. */
  gate: Gate.nullable().default(null),
});
export type EvaluationResult = z.output<typeof EvaluationResult>;
