// Published as `ragwright/stages`: what a stage of one's own is made of, to be put between a wing's by the option `stages`.

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
