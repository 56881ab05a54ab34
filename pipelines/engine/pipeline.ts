// Relations between the stages of a pipeline: which stage reads what, and which stages `--until` needs.

import type { Artifact } from "../../schemas/define.ts";
import { PipelineError } from "./errors.ts";
import type { Stage } from "./stage.ts";

/** Rows that enter a run from outside: seeds, or the user's own documents or questions. */
export interface Input {
  readonly artifact: Artifact;
  /** Called once per run; a file that cannot be read is a failure of its own and does not stop the run. */
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

/** The stages up to and including `until`, a stage's name with or without its room. */
export function stagesUntil(stages: readonly Stage[], until: string | undefined): readonly Stage[] {
  if (until === undefined) return stages;
  const index = stages.findIndex(stage => stage.name === until || stage.name.endsWith(`/${until}`));
  if (index >= 0) return stages.slice(0, index + 1);
  throw new PipelineError("wrong-use", `There is no stage "${until}".`, {
    hint: `Choose one of: ${stages.map(stage => stage.name).join(", ")}`,
  });
}

/** Checks that each artifact is written once, and before it is read. */
export function checkPipeline(stages: readonly Stage[], inputs: readonly Input[]): void {
  const written = new Set(inputs.map(input => input.artifact.name));
  for (const stage of stages) {
    for (const { name } of [stage.over, ...lookupsOf(stage)])
      if (!written.has(name))
        throw new Error(`${stage.name} reads ${name}, which no input or earlier stage writes`);
    if (written.has(stage.writes.name))
      throw new Error(`Two stages or inputs write ${stage.writes.name}`);
    written.add(stage.writes.name);
  }
}
