// Notices before a run's first call: which hosts get which text, and which models judge their own work.

import { join } from "node:path";
import type { Stage } from "../engine/stage.ts";
import { destinationOf } from "./clients.ts";
import { type CallingStages, isFree, type StageModel } from "./models.ts";
import type { OwnModels } from "./own-models.ts";
import type { SearchModel } from "./retrieval-services.ts";

/** Where the requests of one stage go, and who answers them. */
export interface Destination {
  readonly stage: Stage;
  /** The model's name, without provider. */
  readonly model: string;
  /** Origin and path of an endpoint, a provider's name, or where files are put. */
  readonly endpoint: string;
}

const artifactNamesOf = ({ over, lookup }: Stage): string[] =>
  [over, ...Object.values(lookup ?? {})].map(({ name }) => name);

/** One line per endpoint: its models, the stages that call them, and the artifacts whose text they send. */
export function hostNotices(destinations: readonly Destination[]): string[] {
  const endpoints = [...new Set(destinations.map(({ endpoint }) => endpoint))];
  return endpoints.map(endpoint => {
    const endpointDestinations = destinations.filter(
      destination => destination.endpoint === endpoint,
    );
    const models = [...new Set(endpointDestinations.map(({ model }) => model))];
    const stages = [...new Set(endpointDestinations.map(({ stage }) => stage.name))];
    const artifactNames = [
      ...new Set(endpointDestinations.flatMap(({ stage }) => artifactNamesOf(stage))),
    ];
    return `${endpoint} (${models.join(", ")}) gets the requests of ${stages.join(", ")}, with text from ${artifactNames.join(", ")}`;
  });
}

/** One line for each model that judges its own output; empty if all judges are different models. */
export function judgeWarnings(destinations: readonly Destination[]): string[] {
  const generators = new Set(
    destinations.filter(({ stage }) => !stage.judges).map(({ model }) => model),
  );
  const judges = destinations.filter(({ stage, model }) => stage.judges && generators.has(model));
  return [...new Set(judges.map(({ model }) => model))].map(model => {
    const stages = judges.filter(judge => judge.model === model).map(({ stage }) => stage.name);
    return `${model} judges its own work in ${stages.join(" and ")}: models favour their own texts. Name a different judge under models: in ragwright.yaml, for example ${stages[0]}: openai:NAME`;
  });
}

interface DestinationOptions {
  readonly directory: string;
  readonly batch: "api" | "files" | undefined;
  /** Models that the program passed in. */
  readonly ownModels?: OwnModels;
}

/** Where a model's requests go, without credentials, to be shown to the user. */
export const endpointFor = (
  model: StageModel,
  { directory, batch, ownModels }: DestinationOptions,
): string =>
  batch === "files"
    ? `whoever receives the files in ${join(directory, "batch")}`
    : destinationOf(model, process.env, ownModels);

/** All notices before the first call. */
export function noticesOf(
  callingStages: CallingStages,
  options: DestinationOptions & { readonly stages: readonly Stage[] },
  searchModels: readonly SearchModel[],
): string[] {
  const paidStages = [...callingStages.values()].filter(({ model }) => !isFree(model));
  const searchDestinations = searchModels.flatMap(({ model, endpoint, stages }) =>
    options.stages
      .filter(({ name }) => stages.includes(name))
      .map(stage => ({ stage, model: model.name, endpoint })),
  );
  const paidDestinations = paidStages.map(({ stage, model }) => ({
    stage,
    model: model.name,
    endpoint: endpointFor(model, options),
  }));
  return [
    ...hostNotices([...paidDestinations, ...searchDestinations]),
    ...judgeWarnings(paidDestinations),
  ];
}
