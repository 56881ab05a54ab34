// Reads a run's settings and starting point from run.json, tolerating missing values.

import { z } from "zod";
import type { RunFile } from "../engine/runner.ts";
import { displayPath } from "../engine/display-path.ts";
import { isRulesModel } from "../engine/spending.ts";

const Share = z.number().catch(0.5);
const Leak = z.object({ similarity: Share, containment: Share });

/** Shares above which the news wing excludes a document, and below which it rejects an item. */
const Limits = z.object({ leak: Leak.catch(() => Leak.parse({})), support: Share });

const Settings = z.looseObject({
  wing: z.string().catch("unknown"),
  model: z.looseObject({ name: z.string().optional(), model: z.string().optional() }).catch({}),
  crud: Limits.catch(() => Limits.parse({})),
  older: z.string().nullable().catch(null),
});

export interface RunFacts {
  readonly wing: string;
  readonly model: string;
  /** Whether code answered in place of all models. */
  readonly isRulesOnly: boolean;
  readonly start: "seeds" | "documents" | "questions" | "articles" | "pool" | "files";
  readonly limits: Readonly<Record<"similarity" | "containment" | "support", number>>;
  /** The run whose split this one refreshes. */
  readonly older: string | null;
  /** Names and values of all settings, flattened. */
  readonly settings: readonly (readonly [string, string])[];
}

const settingText = (value: unknown) =>
  typeof value === "string" ? displayPath(value) : JSON.stringify(value);

function flatten(path: string, value: unknown): [string, string][] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return [[path, value.map(settingText).join(", ")]];
  if (typeof value !== "object") return [[path, settingText(value)]];
  return Object.entries(value).flatMap(([key, innerValue]) =>
    flatten(path === "" ? key : `${path} ${key}`, innerValue),
  );
}

function startOf({ inputs }: RunFile, wing: string): RunFacts["start"] {
  if (inputs.includes("items/own-questions")) return "questions";
  if (inputs.includes("crud/raw-articles")) return "articles";
  if (wing === "crud") return "pool";
  if (wing === "cofe") return "files";
  return inputs.includes("items/documents") ? "documents" : "seeds";
}

export function readRunFacts(run: RunFile): RunFacts {
  const settings = Settings.safeParse(run.settings).data ?? Settings.parse({});
  const model = settings.model.name ?? settings.model.model ?? "unknown";
  return {
    wing: settings.wing,
    model,
    isRulesOnly: model.split(", ").every(isRulesModel),
    start: startOf(run, settings.wing),
    limits: { ...settings.crud.leak, support: settings.crud.support },
    older: settings.older && displayPath(settings.older),
    // Queue settings only say where rows were generated, which does not affect their content.
    settings: flatten("", run.settings).filter(
      ([name]) => name !== "wing" && !name.startsWith("onQueue "),
    ),
  };
}
