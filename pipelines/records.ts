// The public API `ragwright/records`: zod records for everything in a run's folder, each with its artifact, for `openRun(directory).rows(…)`.

export * from "../schemas/items/documents.ts";
export * from "../schemas/items/item-types.ts";
export * from "../schemas/items/finished-items.ts";
export * from "../schemas/items/records.ts";

export * from "../schemas/evaluation/decision.ts";
export * from "../schemas/evaluation/findings.ts";
export * from "../schemas/evaluation/judgements.ts";
export * from "../schemas/evaluation/leaderboard.ts";
export * from "../schemas/evaluation/performance.ts";
export * from "../schemas/evaluation/predictions.ts";
export * from "../schemas/evaluation/result.ts";
export * from "../schemas/evaluation/truth.ts";

export { Plan } from "../schemas/plan.ts";
export { Price, Prices } from "../schemas/prices.ts";
export { Settings } from "../schemas/settings.ts";
export type { Artifact, RowOf } from "../schemas/define.ts";

// Namespaces, since some names occur in more than one of these files.
export * as annotation from "../schemas/annotation.ts";
export * as cofe from "../schemas/cofe/records.ts";
export * as crud from "../schemas/crud/records.ts";
export * as rageval from "../schemas/rageval/records.ts";
export * as asking from "../schemas/questions/records.ts";
