// Finds the systems that did not change between two evaluated splits, and why others may have.

import type { BaselineSetting } from "../../schemas/evaluation/baseline.ts";
import type { EvaluationResult, SystemResult } from "../../schemas/evaluation/result.ts";
import type { SplitLink } from "../../schemas/evaluation/split-link.ts";
import type { RunFile } from "../engine/runner.ts";
import { usesReranker, usesVectors } from "../retrieval/chunk-search.ts";

/** A finished evaluation or baseline. */
export interface Evaluated {
  readonly directory: string;
  readonly result: EvaluationResult;
  /** Versions by stage, from its run.json. */
  readonly versions: RunFile["versions"];
}

/** Two evaluations of the same systems, one on each split. */
export interface EvaluatedPair {
  readonly older: Evaluated;
  readonly newer: Evaluated;
}

/** A system that did not change. */
export interface FrozenSystem extends EvaluatedPair {
  readonly name: string;
}

interface Candidate extends FrozenSystem {
  readonly settings: readonly [BaselineSetting | null, BaselineSetting | null];
}

/** Names of fields that both records have, with different values. */
function differing(
  first: Readonly<Record<string, unknown>> = {},
  second: Readonly<Record<string, unknown>> = {},
): string[] {
  return Object.keys(first).filter(
    name => name in second && JSON.stringify(first[name]) !== JSON.stringify(second[name]),
  );
}

/** Stages that ran with different code or prompts on the two splits. */
export const ranOtherwise = ({ older, newer }: EvaluatedPair): string[] =>
  differing(older.versions, newer.versions);

const judging = "evaluate/";

/** Whether the same models judged both, as far as both were judged. */
export const judgedAlike = ({ older, newer }: EvaluatedPair): boolean =>
  !differing(older.result.provenance.models, newer.result.provenance.models).some(stage =>
    stage.startsWith(judging),
  );

const askedOtherwise = ({ older, newer }: EvaluatedPair): string[] =>
  differing(older.result.provenance.models, newer.result.provenance.models)
    .filter(stage => !stage.startsWith(judging))
    .map(stage => `${stage} used another model`);

function baselineChanges({ older, newer, settings: [before, now] }: Candidate): string[] {
  if (before === null || now === null) return [];
  const [mixed, mixedNow] = [older.result.distractors ?? 0, newer.result.distractors ?? 0];
  return [
    ...differing(before, now).map(name => `its setting ${name} differs`),
    ...(mixed === mixedNow
      ? []
      : [`${mixed} distractors were added on the older split, ${mixedNow} on the newer`]),
    ...askedOtherwise({ older, newer }),
  ];
}

/** Whether code can see that nothing changed: everything in a baseline is known, except the models that embed or rerank for it. */
const isKnown = ({ settings }: Candidate): boolean =>
  settings.every(
    setting =>
      setting !== null && !usesVectors(setting.retriever) && !usesReranker(setting.retriever),
  );

/** Reasons why a system is not frozen; null if it is. */
function changeOf(candidate: Candidate, named: readonly string[]): string | null {
  const { name, older, newer, settings } = candidate;
  if ((settings[0] === null) !== (settings[1] === null))
    return "it is a baseline on one split and a system of your own on the other";
  const changes = [
    ...(older.result.variant === newer.result.variant
      ? []
      : ["it was scored with another variant"]),
    ...ranOtherwise(candidate).map(stage => `${stage} ran with different code`),
    ...baselineChanges(candidate),
  ];
  if (changes.length > 0) return changes.join("; ");
  return isKnown(candidate) || named.includes(name)
    ? null
    : `it is not known whether it changed: if it did not, add --frozen ${name}`;
}

const systemsOf = (evaluated: readonly Evaluated[]) =>
  evaluated.flatMap(one => one.result.systems.map(system => ({ one, system })));

const settingOf = ({ setting }: SystemResult): BaselineSetting | null => setting;

/**
 * Systems of the same name that were scored on both splits: those that did not change, and the others with the reason. The built-in
 * BM25 baselines are compared by settings, distractors, models and code. For any other system, the user has to say so (`named`).
 */
export function frozenSystems(
  older: readonly Evaluated[],
  newer: readonly Evaluated[],
  named: readonly string[],
): { readonly frozen: readonly FrozenSystem[]; readonly notFrozen: SplitLink["notFrozen"] } {
  const [before, now] = [systemsOf(older), systemsOf(newer)];
  const names = [...new Set(before.map(({ system }) => system.system))].sort();
  const frozen: FrozenSystem[] = [];
  const notFrozen: SplitLink["notFrozen"] = [];
  for (const name of names) {
    const ofName = ({ system }: { readonly system: SystemResult }) => system.system === name;
    const checked = before.filter(ofName).flatMap(first =>
      now.filter(ofName).map(second => {
        const pair = { name, older: first.one, newer: second.one };
        const settings = [settingOf(first.system), settingOf(second.system)] as const;
        return { pair, because: changeOf({ ...pair, settings }, named) };
      }),
    );
    const found = checked.find(({ because }) => because === null);
    if (found) frozen.push(found.pair);
    else if (checked[0]?.because) notFrozen.push({ system: name, because: checked[0].because });
  }
  return { frozen, notFrozen };
}
