// The public API `ragwright/stages`: the parts of a custom stage, which the option `stages` adds to a wing's own.

export {
  type Artifact,
  defineArtifact,
  definePrompt,
  type PromptContract,
  type RowOf,
} from "../schemas/define.ts";
export {
  type Ask,
  declined,
  defineStage,
  defineWholeStage,
  made,
  type Outcome,
  rejected,
  type Stage,
  type Table,
} from "./engine/stage.ts";
