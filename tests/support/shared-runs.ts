// Finished runs by rules that journeys share: each is made once, and copied by whoever changes it.

import { cpSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder that holds them. */
    sharedRuns: string;
  }
}

/** law: 28 items of all types that rules ask, in both languages; law-zh: 14 in Chinese. */
export type SharedRun = "law" | "law-zh";

/** Their settings: twenty documents a schema, and as many questions of each type. */
export const lawSettings = `documentsPerSchema: 20
mix: { factual: 1, multi-hop: 1, summary: 1, integration: 1, comparison: 1, time-sequence: 1, unanswerable: 1 }
`;

/** Rules ask in whoever's run: a model would be read blind, and its questions are not in what rules recorded. */
export const askedByRules = "models: { questions/init: rules }\n";

/** Whether a call of such a journal was made by whoever's model. */
export const isPaid = ({ model }: { readonly model: string }) => !model.startsWith("rules");

/** The command that makes such a run; the settings have to hold theirs. */
export const lawArguments = (name: SharedRun, settings: string): string[] => [
  "run",
  "rageval",
  "--schemas",
  "law",
  "--settings",
  settings,
  ...(name === "law" ? ["--items", "28"] : ["--language", "zh", "--items", "14"]),
];

/** Where it is. Nobody writes there. */
export const sharedRun = (name: SharedRun): string => join(inject("sharedRuns"), name);

export const copySharedRun = (name: SharedRun, to: string): void =>
  cpSync(sharedRun(name), to, { recursive: true });
