// Output of the other commands with `--json`: `plan`, `diff`, `trace`, `init` and `report`.

import { z } from "zod";
import { ChangeRow } from "../items/changes.ts";
import { ItemsNeeded } from "../evaluation/items-needed.ts";
import { Plan } from "../plan.ts";
import { Wing } from "../wings.ts";

/** Plan of a run or, with `--detect`, of a benchmark's size. */
export const PlanOutput = z.union([Plan, ItemsNeeded]);
/** A plan or, for a sweep over models and judges, one for each. */
export const BaselinePlanOutput = z.union([Plan, z.strictObject({ plans: z.array(Plan) })]);

const SettingDiff = z.strictObject({
  /** Path of a setting, such as `settings.model.name`. */
  path: z.string(),
  /** Its value in run a, and in run b, as JSON; absent if that run has no such setting. */
  a: z.string().optional(),
  b: z.string().optional(),
});
export type SettingDiff = z.output<typeof SettingDiff>;

/** Ids of the rows that differ, and the number of equal rows. */
const ArtifactDiff = z.strictObject({
  artifact: z.string(),
  same: z.int(),
  onlyA: z.array(z.string()),
  onlyB: z.array(z.string()),
  /** Ids of rows whose content differs. */
  changed: z.array(z.string()),
});

/** Numbers of items, matched by language and question: equal in both runs (kept); with another answer, references or keypoints (changed); only in run a (gone); only in run b (fresh). */
const ItemDiff = z.strictObject({
  kept: z.int(),
  changed: z.int(),
  gone: z.int(),
  fresh: z.int(),
  /** A few questions of each. */
  examples: z.strictObject({
    changed: z.array(z.string()),
    gone: z.array(z.string()),
    fresh: z.array(z.string()),
  }),
});
export type ItemDiff = z.output<typeof ItemDiff>;

export const RunDiff = z.strictObject({
  settings: z.array(SettingDiff),
  artifacts: z.array(ArtifactDiff),
  items: ItemDiff,
});
export type RunDiff = z.output<typeof RunDiff>;

/** The difference between two runs or, for one run on files, what became of its items. */
export const DiffOutput = z.union([RunDiff, z.array(ChangeRow)]);

const TraceCall = z.strictObject({
  /** Key in calls.jsonl. */
  key: z.string(),
  /** Null if calls.jsonl lacks the call. */
  prompt: z.string().nullable(),
  model: z.string().nullable(),
});

export const TraceNode = z.strictObject({
  artifact: z.string(),
  id: z.string(),
  /** One-line summary of the row. */
  summary: z.string(),
  /** The stage that created the row; null for input from outside. */
  stage: z.string().nullable(),
  calls: z.array(TraceCall),
  /** Whether the row was shown in full earlier in the tree; its parents are then left out. */
  again: z.boolean(),
  /** The rows that it was created from: the stage's input first, then its lookups. */
  get parents(): z.ZodArray<typeof TraceNode> {
    return z.array(TraceNode);
  },
});
export type TraceNode = z.output<typeof TraceNode>;

export const InitOutput = z.strictObject({
  directory: z.string(),
  /** Path of the settings file. */
  settings: z.string(),
  /** Folder for seeds; null if other input was given. */
  seeds: z.string().nullable(),
  wing: Wing,
});
export type InitOutput = z.output<typeof InitOutput>;

export const ReportOutput = z.strictObject({
  /** The HTML file. */
  report: z.string(),
});
export type ReportOutput = z.output<typeof ReportOutput>;
