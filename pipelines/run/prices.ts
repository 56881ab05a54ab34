// Prices of models, from the package's list and the project's own; and the error for models in neither.

import { stringify } from "yaml";
import { Prices } from "../../schemas/prices.ts";
import { PipelineError } from "../engine/errors.ts";
import { layeredPaths, readYaml } from "./package-files.ts";

const pricesFile = "schemas/prices.yaml";

/** All prices: a project's list overrides the package's, model by model. `paths` are the lists, highest priority first. */
export function readPrices(paths: readonly string[] = layeredPaths(pricesFile)): Prices {
  let prices: Prices = {};
  for (const path of [...paths].reverse()) prices = { ...prices, ...readYaml(path, Prices) };
  return prices;
}

/** The line to add for a model. The library quotes a name that YAML would read as something else (`ft:…`, `null`). */
export const priceLine = (model: string) =>
  `${stringify(model, { lineWidth: 0 }).trim()}: { input: …, output: … }`;

/** Creates the error for models without a price when there is a ceiling; its hint has the lines to add. */
export function unknownPriceError(...models: readonly string[]): PipelineError {
  const names = models.join(", ");
  return new PipelineError(
    "bad-settings",
    `A ceiling on the cost needs the price of each model, but that of ${names} is not known.`,
    {
      hint: `Add to ${pricesFile} in your project, in USD per million tokens (0 for your own server):\n${models.map(priceLine).join("\n")}\nand run the same command again; or remove --max-cost.`,
    },
  );
}
