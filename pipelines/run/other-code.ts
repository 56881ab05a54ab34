// A run directory that other code made is left as it is, until its user says that its stages may be redone.

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
  /** By hash: of what answers by rule. */
  readonly floor: string;
}

const languages = ["zh", "en"] as const;

/** What code and words each stage's rows would be made by now. */
export function stageVersions({ settings, code, floor }: Versions): (stage: Stage) => StageVersion {
  // With all that it may include: another mix is no other code.
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
  /** Those that are to be run. */
  readonly stages: readonly Stage[];
  readonly settings: Settings;
  readonly versionOf: (stage: Stage) => StageVersion;
}

/** Whether the reply of a journaled call is taken again where its request is put together as before: by the same model, from the same words. */
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

/** By stage, the journaled replies to what it asks; each request once. */
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
  const served = replies ? `, ${replies.serving} of ${replies.journaled} replies still serve` : "";
  return `  ${stage.name}: ${outcomes} ${outcomes === 1 ? "outcome" : "outcomes"}${served}`;
}

/** Reads, and writes nothing. PipelineError("other-code") names each stage that would be redone, and how many of its replies still serve. */
export function refuseOtherCode(run: Directory): void {
  const others = findOtherCode(run.directory, run.stages, run.versionOf);
  if (others.length === 0) return;
  const counts = countReplies(others, run);
  const sum = (field: keyof Replies) =>
    [...counts.values()].reduce((total, replies) => total + replies[field], 0);
  // A stage that this run has no note of is one that other options take.
  const how = others.every(({ before }) => before === undefined) ? " or with other options" : "";
  const lines = [
    `${run.directory} was made by other code${how}. ${others.length} of its ${run.stages.length} stages would be redone:`,
    ...others.map(other => lineOf(other, counts.get(other.stage.name))),
    `${sum("serving")} of their ${sum("journaled")} journaled replies still serve. Nothing was changed.`,
  ];
  throw new PipelineError("other-code", lines.join("\n"), {
    hint: "Add --redo to go on (rows edited by hand stay), or choose another --out (of a baseline another --name).",
  });
}
