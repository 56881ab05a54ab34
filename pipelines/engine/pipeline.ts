// How the stages of a list hang together: who reads what, which lookups are fed back, what `--until` needs.

import type { Artifact } from "../../schemas/define.ts";
import { PipelineError } from "./errors.ts";
import type { Stage } from "./stage.ts";

/** Rows that enter a run from outside: seeds, own documents, own questions. */
export interface Input {
  readonly artifact: Artifact;
  /** Read once a run; a file that cannot be taken in is a failure of that one. */
  readonly rows: () => AsyncIterable<object | InputFailure> | Iterable<object | InputFailure>;
}

export class InputFailure {
  readonly id: string;
  readonly code: string;
  readonly detail: string;

  constructor(id: string, code: string, detail: string) {
    this.id = id;
    this.code = code;
    this.detail = detail;
  }
}

export const lookupsOf = (stage: Stage): Artifact[] => Object.values(stage.lookup ?? {});

/** Lookups that only this or a later stage writes: empty at first, then what the last pass left. */
export function fedBack(stages: readonly Stage[], index: number): Artifact[] {
  const later = new Set(stages.slice(index).map(stage => stage.writes.name));
  const stage = stages[index];
  return stage ? lookupsOf(stage).filter(artifact => later.has(artifact.name)) : [];
}

/** The part of the list up to a stage, named with or without its room. */
export function stagesUntil(stages: readonly Stage[], until: string | undefined): readonly Stage[] {
  if (until === undefined) return stages;
  const index = stages.findIndex(stage => stage.name === until || stage.name.endsWith(`/${until}`));
  if (index >= 0) return stages.slice(0, index + 1);
  throw new PipelineError("wrong-use", `There is no stage "${until}".`, {
    hint: `Choose one of: ${stages.map(stage => stage.name).join(", ")}`,
  });
}

/** A list whose artifacts are each written once, read only if someone writes them, and fed back only whole. */
export function checkPipeline(stages: readonly Stage[], inputs: readonly Input[]): void {
  const writers = [
    ...inputs.map(input => input.artifact.name),
    ...stages.map(stage => stage.writes.name),
  ];
  const twice = writers.find((name, index) => writers.indexOf(name) !== index);
  if (twice) throw new Error(`Two stages or inputs write ${twice}`);
  for (const stage of stages)
    for (const artifact of [stage.over, ...lookupsOf(stage)])
      if (!writers.includes(artifact.name))
        throw new Error(`${stage.name} reads ${artifact.name}, which nothing writes`);
  // What is fed back must change at one stroke: half of a pass's rows would be read beside half of the last one's.
  const piecemeal = stages
    .flatMap((_, index) => fedBack(stages, index))
    .find(({ name }) => stages.some(stage => "each" in stage && stage.writes.name === name));
  if (piecemeal)
    throw new Error(
      `${piecemeal.name} is fed back, so one stage must write it from its whole artifact`,
    );
}
