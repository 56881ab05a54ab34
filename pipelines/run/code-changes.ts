// Protects a run directory made by different code: no stage is redone until the user allows it.

import type { Settings } from "../../schemas/settings.ts";
import { PipelineError } from "../engine/errors.ts";
import { hashOf } from "../engine/fingerprint.ts";
import { type Call, readCalls, readJournal } from "../engine/read-run.ts";
import { readRunFile, type StageVersion } from "../engine/runner.ts";
import type { Stage } from "../engine/stage.ts";
import { replySchemaOf } from "../llm/reply-schema.ts";
import { createTemplates } from "../llm/templates.ts";
import type { Code } from "./code-version.ts";
import { stageModel } from "./models.ts";
import { layeredPaths } from "./package-files.ts";

interface VersionOptions {
  readonly settings: Settings;
  readonly code: Code;
  /** Hash of the code and files that answer by rule. */
  readonly floorHash: string;
}

const languages = ["zh", "en"] as const;

/** The current code and prompts of each stage. */
export function stageVersions({
  settings,
  code,
  floorHash,
}: VersionOptions): (stage: Stage) => StageVersion {
  // Templates with everything that a prompt may include: a different mix is not different code.
  const templates = createTemplates(layeredPaths("prompts"));
  const isByRules = ({ name, prompts }: Stage) =>
    prompts.length > 0 && stageModel(settings, name).provider === "rules";
  return stage => ({
    code: code.versionOf(stage.module),
    floor: isByRules(stage) ? floorHash : null,
    prompts: Object.fromEntries(
      stage.prompts.flatMap(({ name, reply }) =>
        languages.map(language => [
          `${name} ${language}`,
          hashOf([templates.templateHash(name, language), replySchemaOf(reply)]).slice(0, 16),
        ]),
      ),
    ),
  });
}

interface RunDirectory {
  readonly directory: string;
  /** The stages to be run. */
  readonly stages: readonly Stage[];
  readonly settings: Settings;
  readonly versionOf: (stage: Stage) => StageVersion;
}

/** A stage that would be redone. */
interface OutdatedStage {
  readonly stage: Stage;
  /** Number of inputs with an outcome from that version. */
  readonly outcomes: number;
  /** The recorded version; undefined if the run recorded none. */
  readonly recordedVersion: StageVersion | undefined;
}

// Whether a model or `rules` answers is a setting: rules are compared only if they answered both times.
const isOtherVersion = (
  recordedVersion: StageVersion | undefined,
  current: StageVersion,
): boolean =>
  recordedVersion?.code !== current.code ||
  (recordedVersion.floor !== null &&
    current.floor !== null &&
    recordedVersion.floor !== current.floor);

/** The stages with outcomes from a different version of the code. Writes nothing. */
function findOutdatedStages({ directory, stages, versionOf }: RunDirectory): OutdatedStage[] {
  const versions = readRunFile(directory)?.versions;
  return stages.flatMap(stage => {
    const recordedVersion = versions?.[stage.name];
    if (!isOtherVersion(recordedVersion, versionOf(stage))) return [];
    const outcomes = readJournal(directory, stage.writes.name).lines.size;
    return outcomes > 0 ? [{ stage, outcomes, recordedVersion }] : [];
  });
}

/** Whether the reply of a journaled call can be reused for an unchanged request: same model, same prompt text. */
function isReusable(
  call: Call,
  { stage, recordedVersion }: OutdatedStage,
  { settings, versionOf }: RunDirectory,
): boolean {
  const { provider, name } = stageModel(settings, stage.name);
  const { floor, prompts } = versionOf(stage);
  const prompt = `${call.prompt} ${call.language}`;
  const isSameModel =
    floor === null
      ? call.model === name || call.model === `${provider}:${name}`
      : call.model.startsWith(`rules@${floor}.`);
  return (
    isSameModel &&
    prompts[prompt] !== undefined &&
    (recordedVersion === undefined || recordedVersion.prompts[prompt] === prompts[prompt])
  );
}

interface ReplyCounts {
  readonly journaled: number;
  readonly reusable: number;
}

/** Journaled replies of each stage, counting each request once. */
function countReplies(
  outdatedStages: readonly OutdatedStage[],
  run: RunDirectory,
): ReadonlyMap<string, ReplyCounts> {
  const byName = new Map(
    outdatedStages.map(outdatedStage => [outdatedStage.stage.name, outdatedStage]),
  );
  const counts = new Map<string, ReplyCounts>();
  const seenKeys = new Set<string>();
  for (const call of readCalls(run.directory)) {
    const outdatedStage = byName.get(call.stage);
    if (!outdatedStage || seenKeys.has(call.key)) continue;
    seenKeys.add(call.key);
    const { journaled, reusable } = counts.get(call.stage) ?? { journaled: 0, reusable: 0 };
    counts.set(call.stage, {
      journaled: journaled + 1,
      reusable: reusable + (isReusable(call, outdatedStage, run) ? 1 : 0),
    });
  }
  return counts;
}

function stageLine({ stage, outcomes }: OutdatedStage, replies: ReplyCounts | undefined): string {
  const replyNote = replies
    ? `, ${replies.reusable} of ${replies.journaled} replies can be reused`
    : "";
  return `  ${stage.name}: ${outcomes} ${outcomes === 1 ? "outcome" : "outcomes"}${replyNote}`;
}

/** Writes nothing. Throws PipelineError("other-code") naming each stage that would be redone, and how many of its replies can be reused. */
export function refuseChangedCode(run: RunDirectory): void {
  const outdatedStages = findOutdatedStages(run);
  if (outdatedStages.length === 0) return;
  const counts = countReplies(outdatedStages, run);
  const sum = (field: keyof ReplyCounts) =>
    [...counts.values()].reduce((total, replies) => total + replies[field], 0);
  // A stage that this run has no record of comes from different options.
  const cause = outdatedStages.every(({ recordedVersion }) => recordedVersion === undefined)
    ? " or with different options"
    : "";
  const lines = [
    `${run.directory} was made by different code${cause}. ${outdatedStages.length} of its ${run.stages.length} stages would be redone:`,
    ...outdatedStages.map(outdatedStage =>
      stageLine(outdatedStage, counts.get(outdatedStage.stage.name)),
    ),
    `${sum("reusable")} of their ${sum("journaled")} journaled replies can be reused. Nothing was changed.`,
  ];
  throw new PipelineError("other-code", lines.join("\n"), {
    hint: "Add --redo to continue (rows edited by hand are kept), or choose a different --out (for a baseline, a different --name).",
  });
}
