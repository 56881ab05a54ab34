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

const textsOf = ({ over, lookup }: Stage): string[] =>
  [over, ...Object.values(lookup ?? {})].map(({ name }) => name);

/** One line per destination: its models, the stages that call them, and the artifacts whose text they send. */
export function hostNotices(destinations: readonly Destination[]): string[] {
  const places = [...new Set(destinations.map(({ endpoint }) => endpoint))];
  return places.map(endpoint => {
    const placeDestinations = destinations.filter(destination => destination.endpoint === endpoint);
    const models = [...new Set(placeDestinations.map(({ model }) => model))];
    const stages = [...new Set(placeDestinations.map(({ stage }) => stage.name))];
    const texts = [...new Set(placeDestinations.flatMap(({ stage }) => textsOf(stage)))];
    return `${endpoint} (${models.join(", ")}) gets the requests of ${stages.join(", ")}, with text from ${texts.join(", ")}`;
  });
}

/** One line for each model that judges its own output; empty if all judges are different models. */
export function judgeWarnings(destinations: readonly Destination[]): string[] {
  const makers = new Set(
    destinations.filter(({ stage }) => !stage.judges).map(({ model }) => model),
  );
  const judges = destinations.filter(({ stage, model }) => stage.judges && makers.has(model));
  return [...new Set(judges.map(({ model }) => model))].map(model => {
    const stages = judges.filter(judge => judge.model === model).map(({ stage }) => stage.name);
    return `${model} judges its own work in ${stages.join(" and ")}: models favour their own texts. Name a different judge under models: in ragwright.yaml, for example ${stages[0]}: openai:NAME`;
  });
}

interface EndpointForOptions {
  readonly directory: string;
  readonly batch: "api" | "files" | undefined;
  /** Models that the program passed in. */
  readonly ownModels?: OwnModels;
}

/** Where a model's requests go, without credentials, to be shown to the user. */
export const endpointFor = (
  model: StageModel,
  { directory, batch, ownModels }: EndpointForOptions,
): string =>
  batch === "files"
    ? `whoever receives the files in ${join(directory, "batch")}`
    : destinationOf(model, process.env, ownModels);

/** All notices before the first call. */
export function noticesOf(
  asking: CallingStages,
  options: EndpointForOptions & { readonly stages: readonly Stage[] },
  searchModels: readonly SearchModel[],
): string[] {
  const paidStages = [...asking.values()].filter(({ model }) => !isFree(model));
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
