// Builds a worker's kit for a run: its stages from the plan, and models that it calls only with the coordinator's permission.

import { join } from "node:path";
import { PipelineError } from "../engine/errors.ts";
import { openDialects } from "../llm/endpoints/dialect.ts";
import type { WorkerKit, Permissions } from "../queue/worker-session.ts";
import { createAskFunctions, modelOfStage } from "./ask-functions.ts";
import { bareModel } from "./clients.ts";
import { openCode } from "./code-version.ts";
import { openEndpoints } from "./endpoints.ts";
import { identityFor } from "./fleet-services.ts";
import { lazyWeb } from "./lazy-web.ts";
import { modelsOfStages } from "./models.ts";
import { floorVersion } from "./rules-model.ts";
import { runTemplates } from "./run-templates.ts";
import { StagePlan, stagesOf } from "./stage-plan.ts";
import { type Allowances, checkAllowed } from "./worker-allowances.ts";

function parsePlan(receivedPlan: unknown): StagePlan {
  const { data, error } = StagePlan.safeParse(receivedPlan);
  if (data) return data;
  const problem = error.issues[0];
  throw new PipelineError(
    "queue",
    `The run's plan cannot be read here (${problem?.path.join(".")}: ${problem?.message}).`,
    { hint: "Install the coordinator's version on this machine." },
  );
}

export interface KitOptions {
  /** The plan as received over the queue. */
  readonly receivedPlan: unknown;
  readonly permissions: Permissions;
  /** The worker's own folder. */
  readonly directory: string;
  readonly allowances: Allowances;
}

/** Takes the models' keys from this machine's environment. Throws PipelineError if one is missing, or the run needs what the worker does not allow. */
export async function openWorkerKit(options: KitOptions): Promise<WorkerKit> {
  const { receivedPlan, permissions, directory, allowances } = options;
  const plan = parsePlan(receivedPlan);
  const { settings } = plan;
  const stages = stagesOf(plan);
  const callingStages = modelsOfStages({ settings, stages, batch: undefined });
  const stageModels = [...callingStages.values()].map(({ model }) => model);
  checkAllowed(stageModels, settings, allowances);
  // Only connections: the limits, the retries and the budget are the coordinator's.
  const endpoints = openEndpoints(settings, { signal: new AbortController().signal });
  const web = lazyWeb({ directory, settings });
  const templates = runTemplates(settings, stages);
  const code = openCode();
  const parts = {
    web: web.open,
    floorHash: floorVersion(code),
    settings,
    ownModels: new Map(),
    environment: process.env,
    endpoints,
    dialects: openDialects(join(directory, "endpoints.json")),
    templates,
    budget: undefined,
    prices: {},
    batchFiles: undefined,
    byHand: false,
  };
  const models = new Map(
    [...callingStages].map(([stage, { model }]) => [
      stage,
      permissions.withPermission(bareModel(model, parts)),
    ]),
  );
  const thinkingOf = (stage: string) => callingStages.get(stage)?.model.thinkingTokens ?? 0;
  return {
    identity: identityFor({ code, stages, callingStages, modelIdentities: models, parts }),
    stages,
    createAsk: createAskFunctions({
      templates,
      isEarlier: permissions.isEarlier,
      modelOf: stage => ({ model: modelOfStage(models, stage), thinkingTokens: thinkingOf(stage) }),
    }),
    randomSeed: settings.randomSeed,
    close: async () => {
      await Promise.all([endpoints.close(), web.close()]);
    },
  };
}
