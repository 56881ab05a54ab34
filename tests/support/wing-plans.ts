// What each wing starts from, and plans of it: tests of all wings read them from here.

import { join } from "node:path";
import type { Sources } from "../../pipelines/run/options.ts";
import type { StagePlan } from "../../pipelines/run/stage-plan.ts";
import { Settings } from "../../schemas/settings.ts";
import { defaultMix, type Wing } from "../../schemas/wings.ts";
import { root } from "./cli.ts";

interface WingSample {
  /** Sources of every kind by which its stages differ, each with its plan besides wing and settings, under the model `rules`. */
  readonly starts: readonly { readonly sources: Sources; readonly plan: object }[];
  /** Plans that all make different stages. */
  readonly plans: readonly StagePlan[];
}

export const settingsOf = (wing: Wing, more: object = {}): Settings =>
  Settings.parse({ mix: defaultMix(wing), ...more });

const seedsOf = (wing: Wing): string => join(root, "seeds", wing);
const asks = { constructed: false, sameReader: true };
const byRules = { constructed: true, sameReader: true };

const ragevalPlan = (
  start: "seeds" | "documents" | "questions",
  settings: object = {},
  more: object = {},
): StagePlan => ({
  wing: "rageval",
  settings: settingsOf("rageval", settings),
  start,
  ...asks,
  ...more,
});

const cofePlan = (base: number | null, settings: object = {}, more: object = {}): StagePlan => ({
  wing: "cofe",
  settings: settingsOf("cofe", settings),
  base,
  ...asks,
  ...more,
});

const rageval: WingSample = {
  starts: [
    { sources: { seeds: [seedsOf("rageval")] }, plan: { start: "seeds", ...byRules } },
    {
      sources: { seeds: [seedsOf("crud")] },
      plan: { start: "seeds", unsorted: true, ...byRules },
    },
    { sources: { documents: [seedsOf("rageval")] }, plan: { start: "documents", ...byRules } },
  ],
  plans: [
    ragevalPlan("seeds"),
    ragevalPlan("seeds", {}, { unsorted: true }),
    ragevalPlan("seeds", {
      drafts: true,
      licence: "CC-BY-4.0",
      schemas: ["finance"],
      mix: { factual: 1 },
    }),
    ragevalPlan("documents", { domains: ["法律"] }),
    ragevalPlan("documents", { domains: ["法律"] }, { constructed: true }),
    ragevalPlan("documents", { domains: ["法律"] }, { sameReader: false }),
    ragevalPlan("documents", { method: "paper", mix: defaultMix("rageval", "paper") }),
    ragevalPlan("questions"),
  ],
};

const crud: WingSample = {
  starts: [{ sources: { seeds: [seedsOf("crud")] }, plan: { start: "articles", usedTexts: [] } }],
  plans: [
    { wing: "crud", settings: settingsOf("crud"), start: "articles", usedTexts: [] },
    {
      wing: "crud",
      settings: settingsOf("crud", {
        crud: { search: "https://search.example/", since: "2025-06-01", questEval: false },
      }),
      start: "documents",
      usedTexts: ["一篇旧闻。", 'An "older" piece\u2028with odd signs \ud800 \u0000.'],
    },
  ],
};

const cofe: WingSample = {
  starts: [{ sources: { documents: [seedsOf("cofe")] }, plan: { base: null, ...byRules } }],
  plans: [
    cofePlan(null),
    cofePlan(120_345, {}, { sameReader: false }),
    cofePlan(null, {}, { constructed: true }),
    cofePlan(null, { method: "paper", mix: defaultMix("cofe", "paper") }),
  ],
};

/** A new wing's tests start from its entry here. */
export const wingSamples: Readonly<Record<Wing, WingSample>> = { rageval, crud, cofe };
