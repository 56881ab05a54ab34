// Runs a recipe with rules in a folder that is gone afterwards, and counts what each stage's model would be sent.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Settings } from "../../schemas/settings.ts";
import { onDisk } from "../engine/files.ts";
import { localExecutor } from "../engine/executor.ts";
import type { CreateAsk } from "../engine/row.ts";
import { runPipeline } from "../engine/runner.ts";
import { createAsk } from "../llm/ask.ts";
import { type StageCount, startCounting } from "../llm/counting.ts";
import { ruleAnswerers } from "../floor/all.ts";
import { rulesModel } from "./rules-model.ts";
import { createTemplates } from "../llm/templates.ts";
import type { StageModel } from "./models.ts";
import { layered, readDomains } from "./package-files.ts";
import type { Recipe } from "./recipe.ts";

export interface DryRun {
  readonly settings: Settings;
  readonly recipe: Recipe;
  /** The last stage; all where absent. */
  readonly until?: string | undefined;
  readonly modelOf: (stage: string) => StageModel;
  readonly signal: AbortSignal;
}

export interface Counted {
  /** By stage, in the order of the recipe; stages that asked nothing are left out. */
  readonly counts: ReadonlyMap<string, StageCount>;
  /** Rows that rules could not make. */
  readonly failures: number;
}

function countingAsks({ settings, modelOf, signal }: DryRun): { counts: Counted["counts"]; createAsk: CreateAsk } {
  const { randomSeed } = settings;
  const counting = startCounting(rulesModel({ answerers: ruleAnswerers, version: "dry", domains: readDomains(), randomSeed }));
  const templates = createTemplates(layered("prompts"));
  const asks = new Map<string, ReturnType<typeof createAsk>>();
  const open = (stage: string) => {
    const { provider, name, temperature, thinkingTokens } = modelOf(stage);
    const model = counting.model({ name: `${provider}:${name}`, settings: { temperature, seed: randomSeed } });
    return createAsk({ model, templates, stage, signal, thinkingTokens });
  };
  return {
    counts: counting.counts,
    createAsk: (stage, onCall) => {
      const ask = asks.get(stage) ?? open(stage);
      asks.set(stage, ask);
      return ask(onCall);
    },
  };
}

const inOrder = (counts: Counted["counts"], { stages }: Recipe): Counted["counts"] =>
  new Map(
    stages.flatMap(({ name }) => {
      const count = counts.get(name);
      return count ? [[name, count] as const] : [];
    }),
  );

/** Sends nothing and leaves nothing behind. What a run refuses (no input, a stage of no such name) is refused here alike. */
export async function dryRun(run: DryRun): Promise<Counted> {
  const { settings, recipe, until, signal } = run;
  const directory = onDisk(tmpdir(), () => mkdtempSync(join(tmpdir(), "ragwright-plan-")));
  try {
    const { counts, createAsk } = countingAsks(run);
    const { failures } = await runPipeline({
      directory,
      ...recipe,
      executor: localExecutor(createAsk),
      // The folder is new: nothing in it is compared with what was made or asked before.
      versionOf: () => ({ code: "", floor: null, prompts: {} }),
      askFingerprint: () => null,
      randomSeed: settings.randomSeed,
      concurrency: settings.limits.concurrency,
      until,
      retryFailed: false,
      settings: {},
      onEvent: () => {},
      signal,
    });
    return { counts: inOrder(counts, recipe), failures: failures.length };
  } catch (error) {
    // A stopped run can be gone on with; this one begins anew, and its caller says so.
    signal.throwIfAborted();
    throw error;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
