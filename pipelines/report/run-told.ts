// What a run was told and what it started from, read from run.json as loosely as it was written.

import { z } from "zod";
import type { RunFile } from "../engine/runner.ts";
import { isRules } from "../engine/spending.ts";

const Settings = z
  .looseObject({ wing: z.string().catch("unknown"), model: z.looseObject({ name: z.string().optional(), model: z.string().optional() }).catch({}) })
  .catch({ wing: "unknown", model: {} });

export interface Told {
  readonly wing: string;
  readonly model: string;
  /** Whether code alone answered, in the place of all models. */
  readonly rules: boolean;
  readonly start: "seeds" | "documents" | "questions";
  /** Names and values of all settings, flat. */
  readonly settings: readonly (readonly [string, string])[];
}

const shown = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

function flatten(path: string, value: unknown): [string, string][] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return [[path, value.map(shown).join(", ")]];
  if (typeof value !== "object") return [[path, shown(value)]];
  return Object.entries(value).flatMap(([key, inner]) => flatten(path === "" ? key : `${path} ${key}`, inner));
}

export function readTold({ settings, inputs }: RunFile): Told {
  const told = Settings.parse(settings);
  const model = told.model.name ?? told.model.model ?? "unknown";
  return {
    wing: told.wing,
    model,
    rules: model.split(", ").every(isRules),
    start: inputs.includes("items/own-questions") ? "questions" : inputs.includes("items/documents") ? "documents" : "seeds",
    settings: flatten("", settings).filter(([name]) => name !== "wing"),
  };
}
