// Leaves a run directory made by different code as it is, until the user allows its stages to be redone.

import type { Settings } from "../../schemas/settings.ts";
import { PipelineError } from "../engine/errors.ts";
import { hashOf } from "../engine/fingerprint.ts";
import { findOtherCode, type OtherCode } from "../engine/other-code.ts";
import { type Call, readCallMarks } from "../engine/reading.ts";
import type { StageVersion } from "../engine/runner.ts";
import type { Stage } from "../engine/stage.ts";
import { replySchemaOf } from "../llm/reply-schema.ts";
import { createTemplates } from "../llm/templates.ts";
import type { Code } from "./code.ts";
import { stageModel } from "./models.ts";
import { layered } from "./package-files.ts";

interface Versions {
  readonly settings: Settings;
  readonly code: Code;
  /** Hash of the code and files that answer by rule. */
  readonly floor: string;
}

const languages = ["zh", "en"] as const;

/** The current code and prompts of each stage. */
export function stageVersions({ settings, code, floor }: Versions): (stage: Stage) => StageVersion {
  // With everything a prompt may include: a different mix is not different code.
  const templates = createTemplates(layered("prompts"));
  const byRules = ({ name, prompts }: Stage) =>
    prompts.length > 0 && stageModel(settings, name).provider === "rules";
  return stage => ({
    code: code.versionOf(stage.module),
    floor: byRules(stage) ? floor : null,
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

interface Directory {
  readonly directory: string;
  /** The stages to be run. */
  readonly stages: readonly Stage[];
  readonly settings: Settings;
  readonly versionOf: (stage: Stage) => StageVersion;
}

/** Whether the reply of a journaled call can be reused for an unchanged request: same model, same prompt text. */
function serves(
  call: Call,
  { stage, before }: OtherCode,
  { settings, versionOf }: Directory,
): boolean {
  const { provider, name } = stageModel(settings, stage.name);
  const { floor, prompts } = versionOf(stage);
  const prompt = `${call.prompt} ${call.language}`;
  const sameModel =
    floor === null
      ? call.model === name || call.model === `${provider}:${name}`
      : call.model.startsWith(`rules@${floor}.`);
  return (
    sameModel &&
    prompts[prompt] !== undefined &&
    (before === undefined || before.prompts[prompt] === prompts[prompt])
  );
}

interface Replies {
  readonly journaled: number;
  readonly serving: number;
}

/** Journaled replies of each stage, counting each request once. */
function countReplies(others: readonly OtherCode[], run: Directory): ReadonlyMap<string, Replies> {
  const byName = new Map(others.map(other => [other.stage.name, other]));
  const counts = new Map<string, Replies>();
  const seen = new Set<string>();
  for (const call of readCallMarks(run.directory)) {
    const other = byName.get(call.stage);
    if (!other || seen.has(call.key)) continue;
    seen.add(call.key);
    const { journaled, serving } = counts.get(call.stage) ?? { journaled: 0, serving: 0 };
    counts.set(call.stage, {
      journaled: journaled + 1,
      serving: serving + (serves(call, other, run) ? 1 : 0),
    });
  }
  return counts;
}

function lineOf({ stage, outcomes }: OtherCode, replies: Replies | undefined): string {
  const served = replies
    ? `, ${replies.serving} of ${replies.journaled} replies can be reused`
    : "";
  return `  ${stage.name}: ${outcomes} ${outcomes === 1 ? "outcome" : "outcomes"}${served}`;
}

/** Writes nothing. Throws PipelineError("other-code") that names each stage that would be redone, and how many of its replies can be reused. */
export function refuseOtherCode(run: Directory): void {
  const others = findOtherCode(run.directory, run.stages, run.versionOf);
  if (others.length === 0) return;
  const counts = countReplies(others, run);
  const sum = (field: keyof Replies) =>
    [...counts.values()].reduce((total, replies) => total + replies[field], 0);
  // A stage that this run has no record of comes from different options.
  const how = others.every(({ before }) => before === undefined)
    ? " or with different options"
    : "";
  const lines = [
    `${run.directory} was made by different code${how}. ${others.length} of its ${run.stages.length} stages would be redone:`,
    ...others.map(other => lineOf(other, counts.get(other.stage.name))),
    `${sum("serving")} of their ${sum("journaled")} journaled replies can be reused. Nothing was changed.`,
  ];
  throw new PipelineError("other-code", lines.join("\n"), {
    hint: "Add --redo to continue (rows edited by hand are kept), or choose a different --out (for a baseline, a different --name).",
  });
}
