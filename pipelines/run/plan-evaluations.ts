// Plans the jobs that call models, other than runs: judging predictions, a baseline's answers, an audit's tests.

import type { ItemType } from "../../schemas/items/item-types.ts";
import { type AuditOptions, auditJob } from "./audit.ts";
import { type BaselineOptions, baselineJob } from "./baseline.ts";
import { type BaselineSweepOptions, baselineOptionsOf } from "./baseline-sweep.ts";
import { type EvaluateOptions, evaluationJob } from "./evaluate.ts";
import { countOf } from "../engine/grouping.ts";
import { emptyForecast } from "./question-forecast.ts";
import type { Scope } from "./call-forecast.ts";
import { planStages, type Planned } from "./plan-stages.ts";
import { readRatios } from "./ratios.ts";
import type { Ended, ReadyJob } from "./stage-run.ts";
import { groupsOf, type DocumentGroup, readTexts } from "./workload.ts";

/** Documents by domain and language; without documents, items are counted instead. */
async function documentGroups({ inputs, items }: ReadyJob<Ended>): Promise<DocumentGroup[]> {
  const documents = inputs.find(({ artifact }) => artifact.name === "items/documents");
  if (documents) return groupsOf((await readTexts(documents)).texts);
  const counts = new Map<string, DocumentGroup>();
  for (const { domain, language } of items) {
    const key = `${domain}\n${language}`;
    const group = counts.get(key) ?? { domain, language, documents: 0, tokens: 0 };
    counts.set(key, { ...group, documents: group.documents + 1 });
  }
  return [...counts.values()];
}

async function planJob(name: string, job: ReadyJob<Ended>): Promise<Planned> {
  const { directory, stages, settings, ownModels, options, items, systems, passageTokens } = job;
  const ratios = readRatios(name);
  const scope: Scope = {
    groups: await documentGroups(job),
    // Types of a foreign dataset are counted like ours.
    items: countOf(items.map(({ type }) => type as ItemType)),
    documentsPerItem: ratios.drawn,
    questionForecast: emptyForecast,
    foundArticles: 0,
    systems,
    passageTokens,
  };
  return planStages({
    name,
    directory,
    stages,
    settings,
    ownModels,
    batch: options.batch,
    ratios,
    scope,
    items: { wanted: items.length, expected: items.length },
  });
}

/** Plans what `evaluate` would ask its judge with the same options. */
export const planEvaluation = async (options: EvaluateOptions): Promise<Planned> =>
  planJob("evaluate", evaluationJob(options));

/** Plans what `baseline` would ask for answers and judgements with the same options. */
export const planBaseline = async (options: BaselineOptions): Promise<Planned> =>
  planJob("baseline", await baselineJob(options));

/** The same for a sweep over models and judges: one plan for each. */
export async function planBaselines(options: BaselineSweepOptions): Promise<Planned[]> {
  const plans: Planned[] = [];
  for (const each of baselineOptionsOf(options)) plans.push(await planBaseline(each));
  return plans;
}

/** Plans what `audit` would ask with the same options. */
export const planAudit = async (options: AuditOptions): Promise<Planned> =>
  planJob("audit", auditJob(options));
