// Finds the systems that did not change between two evaluated splits, and why others may have.

import type { BaselineSetting } from "../../schemas/evaluation/baseline.ts";
import type { EvaluationResult } from "../../schemas/evaluation/result.ts";
import type { SplitLink } from "../../schemas/evaluation/split-link.ts";
import type { RunFile } from "../engine/runner.ts";
import { usesReranker, usesVectors } from "../retrieval/chunk-search.ts";

/** A finished evaluation or baseline. */
export interface FinishedEvaluation {
  readonly directory: string;
  readonly result: EvaluationResult;
  /** Versions by stage, from its run.json. */
  readonly versions: RunFile["versions"];
}

/** Two evaluations of the same systems, one on each split. */
export interface EvaluatedPair {
  readonly older: FinishedEvaluation;
  readonly newer: FinishedEvaluation;
}

/** A system that did not change. */
export interface FrozenSystem extends EvaluatedPair {
  readonly name: string;
}

interface Candidate extends FrozenSystem {
  readonly settings: readonly [BaselineSetting | null, BaselineSetting | null];
}

/** Names of fields that both records have, with different values. */
function differingFields(
  first: Readonly<Record<string, unknown>> = {},
  second: Readonly<Record<string, unknown>> = {},
): string[] {
  return Object.keys(first).filter(
    name => name in second && JSON.stringify(first[name]) !== JSON.stringify(second[name]),
  );
}

/** Stages that ran with different code or prompts on both splits. */
export const stagesWithChangedCode = ({ older, newer }: EvaluatedPair): string[] =>
  differingFields(older.versions, newer.versions);

const judgePrefix = "evaluate/";

/** Whether the same models judged both splits, as far as both were judged. */
export const haveSameJudges = ({ older, newer }: EvaluatedPair): boolean =>
  !differingFields(older.result.provenance.models, newer.result.provenance.models).some(stage =>
    stage.startsWith(judgePrefix),
  );

const modelChanges = ({ older, newer }: EvaluatedPair): string[] =>
  differingFields(older.result.provenance.models, newer.result.provenance.models)
    .filter(stage => !stage.startsWith(judgePrefix))
    .map(stage => `${stage} used a different model`);

function baselineChanges({ older, newer, settings }: Candidate): string[] {
  const [olderSetting, newerSetting] = settings;
  if (olderSetting === null || newerSetting === null) return [];
  const changes = differingFields(olderSetting, newerSetting).map(
    name => `its setting ${name} differs`,
  );
  const [before = 0, after = 0] = [older, newer].map(({ result }) => result.distractors ?? 0);
  if (before !== after)
    changes.push(`${before} distractors were added on the older split, ${after} on the newer`);
  return [...changes, ...modelChanges({ older, newer })];
}

/** Whether code can tell that nothing changed: everything about a baseline is known, except the models that embed or rerank for it. */
const isFullyKnown = ({ settings }: Candidate): boolean =>
  settings.every(
    setting =>
      setting !== null && !usesVectors(setting.retriever) && !usesReranker(setting.retriever),
  );

/** Reasons why a system is not frozen; null if it is. */
function reasonNotFrozen(candidate: Candidate, namedSystems: readonly string[]): string | null {
  const { name, older, newer, settings } = candidate;
  if ((settings[0] === null) !== (settings[1] === null))
    return "it is a baseline on one split and a system of your own on the other";
  const isSameVariant = older.result.variant === newer.result.variant;
  const changes = [
    ...(isSameVariant ? [] : ["it was scored with a different variant"]),
    ...stagesWithChangedCode(candidate).map(stage => `${stage} ran with different code`),
    ...baselineChanges(candidate),
  ];
  if (changes.length > 0) return changes.join("; ");
  return isFullyKnown(candidate) || namedSystems.includes(name)
    ? null
    : `it is not known whether it changed: if it did not, add --frozen ${name}`;
}

const systemsOf = (evaluations: readonly FinishedEvaluation[]) =>
  evaluations.flatMap(evaluation =>
    evaluation.result.systems.map(({ system: name, setting }) => ({ evaluation, name, setting })),
  );

/**
 * Systems that were scored under the same name on both splits: those that did not change, and the others with the reason. The built-in
 * BM25 baselines are compared by settings, distractors, models and code. Other systems count as unchanged if the user says so (`namedSystems`).
 */
export function frozenSystems(
  older: readonly FinishedEvaluation[],
  newer: readonly FinishedEvaluation[],
  namedSystems: readonly string[],
): { readonly frozen: readonly FrozenSystem[]; readonly notFrozen: SplitLink["notFrozen"] } {
  const [olderSystems, newerSystems] = [systemsOf(older), systemsOf(newer)];
  const names = [...new Set(olderSystems.map(system => system.name))].sort();
  const frozen: FrozenSystem[] = [];
  const notFrozen: SplitLink["notFrozen"] = [];
  for (const name of names) {
    const hasName = (system: { readonly name: string }) => system.name === name;
    const comparedPairs = olderSystems.filter(hasName).flatMap(first =>
      newerSystems.filter(hasName).map(second => {
        const pair = { name, older: first.evaluation, newer: second.evaluation };
        const settings = [first.setting, second.setting] as const;
        return { pair, reason: reasonNotFrozen({ ...pair, settings }, namedSystems) };
      }),
    );
    const frozenPair = comparedPairs.find(({ reason }) => reason === null);
    if (frozenPair) frozen.push(frozenPair.pair);
    else if (comparedPairs[0]?.reason)
      notFrozen.push({ system: name, because: comparedPairs[0].reason });
  }
  return { frozen, notFrozen };
}
