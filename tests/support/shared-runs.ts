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

/** law: 28 items of all types in both languages; law-zh: 14 in Chinese. */
export type SharedRun = "law" | "law-zh";

/** The command that makes such a run; the settings have to leave four documents a schema. */
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
