// Services that a coordinator offers its workers: permissions to call each stage's model, within the run's limits and budget.

import { costOf, priceOf } from "../../schemas/prices.ts";
import type { Executor } from "../engine/executor.ts";
import type { Stage } from "../engine/stage.ts";
import type { Journal } from "../llm/journal.ts";
import { withJournal } from "../llm/journaled-client.ts";
import type { Model } from "../llm/model.ts";
import { callFormat, type RequestedCallClient } from "../queue/ask-handler.ts";
import type { Coordinator } from "../queue/coordinator.ts";
import { identityOf } from "../queue/identity.ts";
import { modelOfStage } from "./ask-functions.ts";
import type { Code } from "./code-version.ts";
import { type ClientParts, destinationOf, modelIdentityOf, limitedClient } from "./clients.ts";
import { type CallingStages, isFree, type StageModel } from "./models.ts";
import { programVersion } from "../engine/package-root.ts";
import type { StagePlan } from "./stage-plan.ts";

/** Services of a run whose rows are processed by workers. */
export interface QueueServices {
  readonly coordinator: Coordinator;
  /** The plan that workers make the stages from. */
  readonly plan: StagePlan;
}

export interface FleetParts extends ClientParts {
  readonly queue: QueueServices;
  readonly code: Code;
  readonly stages: readonly Stage[];
  readonly callingStages: CallingStages;
  readonly journal: Journal;
  readonly isEarlier: (key: string) => boolean;
}

export interface FleetServices {
  /** Identity of the model of each stage that calls one. */
  readonly modelIdentities: ReadonlyMap<string, Pick<Model, "name" | "settings">>;
  start(): Promise<Executor>;
  close(): Promise<void>;
}

/** Identity that the coordinator and the workers compare, to make sure that they use the same code, prompts, and models at the same endpoints. */
export const identityFor = ({
  code,
  stages,
  callingStages,
  modelIdentities,
  parts,
}: IdentityOptions) =>
  identityOf({
    version: `${programVersion()} (code ${code.packageVersion()})`,
    stages,
    models: modelIdentities,
    endpointOf: stage => endpointOf(callingStages.get(stage)?.model, parts),
    templates: parts.templates,
  });

interface IdentityOptions {
  readonly code: Code;
  readonly stages: readonly Stage[];
  readonly callingStages: CallingStages;
  readonly modelIdentities: FleetServices["modelIdentities"];
  readonly parts: Pick<ClientParts, "templates" | "environment">;
}

const endpointOf = (
  model: StageModel | undefined,
  { environment }: Pick<ClientParts, "environment">,
) => (model && !isFree(model) ? destinationOf(model, environment) : "none");

/** Makes one client per distinct model setting: stages with equal settings share a client. */
function createClientFactory(parts: FleetParts): (model: StageModel) => RequestedCallClient {
  const clients = new Map<string, RequestedCallClient>();
  return model => {
    const key = JSON.stringify(model);
    const makeClient = () =>
      withJournal(
        parts.journal,
        limitedClient(
          model,
          parts.queue.coordinator.flights.client(modelIdentityOf(model, parts)),
          parts,
        ),
        callFormat,
      );
    const client = clients.get(key) ?? makeClient();
    clients.set(key, client);
    return client;
  };
}

export function openFleet(parts: FleetParts): FleetServices {
  const { code, stages, callingStages, journal, isEarlier, budget, prices, queue } = parts;
  const clientFor = createClientFactory(parts);
  const clients = new Map(
    [...callingStages].map(([stage, { model }]) => [stage, clientFor(model)]),
  );
  const identity = identityFor({ code, stages, callingStages, modelIdentities: clients, parts });
  return {
    modelIdentities: clients,
    start: () =>
      queue.coordinator.start({
        journal,
        isEarlier,
        clientOf: stage => modelOfStage(clients, stage),
        settle: ({ key, model, usage }) => {
          const price = priceOf(prices, model);
          if (price) budget?.settle(key, costOf(price, usage, false));
        },
        release: async key => budget?.release(key),
        wasSent: ({ key, model }) =>
          budget === undefined || !priceOf(prices, model) || budget.isOpen(key),
        identity,
        recipe: queue.plan,
      }),
    close: () => queue.coordinator.close(),
  };
}
