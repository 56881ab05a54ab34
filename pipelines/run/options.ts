// Options of a job, from a program or the command line: settings as values, and options that are not settings.

import type { z } from "zod";
import type { Settings } from "../../schemas/settings.ts";
import type { Wing } from "../../schemas/wings.ts";
import type { Stage } from "../engine/stage.ts";
import type { OwnModel } from "./own-models.ts";
import type { Reporter } from "./reporter.ts";
import type { SourceName } from "./settings-schema.ts";

type SettingsInput = z.input<typeof Settings>;

type NamedOrObject<Settings> =
  | Settings
  | OwnModel
  | ObjectSettings<Exclude<Settings, string | undefined>>;

/** The settings of a model, with an object instead of its name. */
type ObjectSettings<Settings> = Omit<Settings, "model" | "baseUrl" | "keyFrom" | "batch"> & {
  readonly model: OwnModel;
};

/** `rules`, `openai:NAME` or `PROVIDER:NAME`, or a model that the program passes in: alone or with settings. */
export type ModelChoice = NamedOrObject<SettingsInput["model"]>;

/** Where a run takes its input from: paths of files and folders; feeds, sitemaps and urls may be addresses too. */
export type Sources = { readonly [Name in SourceName]?: readonly string[] | undefined };

type AskingSettings = Pick<
  SettingsInput,
  | "embedding"
  | "reranking"
  | "limits"
  | "timeout"
  | "retry"
  | "batchPoll"
  | "maxCost"
  | "randomSeed"
>;

/** Options of every job that calls models. Each setting overrides the one in the settings file; a group of settings (`limits`) may be given in part. */
export interface AskingOptions extends AskingSettings {
  /** A settings file (YAML); none is read if absent. */
  readonly settings?: string | undefined;
  readonly model?: ModelChoice;
  /** Models for individual stages, by stage name (`items/keypoints`, or `keypoints`). */
  readonly models?:
    | Readonly<Record<string, NamedOrObject<NonNullable<SettingsInput["models"]>[string]>>>
    | undefined;
  /** Sends requests by file: through the provider's Batch API, or moved by hand. */
  readonly batch?: "api" | "files" | undefined;
  /** Retries rows that got no valid reply; technical failures are always retried. */
  readonly retryFailed?: boolean | undefined;
  /** Redoes rows made by a different version of the code; without it, such a run is refused before anything is changed. */
  readonly redo?: boolean | undefined;
  /** Abort it to stop: calls in flight are finished and saved, and the same call resumes from there. */
  readonly signal?: AbortSignal | undefined;
  /** Gets events and notes. Default: they are discarded. */
  readonly reporter?: Reporter | undefined;
}

/** Options of jobs in which one model judges what another answers. */
export interface JudgedOptions extends AskingOptions {
  /** The model for the stages that judge, except those with their own model in the settings. */
  readonly judge?: string | OwnModel | undefined;
}

/** Options of a run: every setting may be given here, and overrides the one in the settings file. */
export interface RunOptions
  extends Omit<SettingsInput, keyof AskingOptions>,
    AskingOptions,
    Sources {
  readonly wing: Wing;
  /** The run directory. Default: `out/<wing>`. */
  readonly out?: string | undefined;
  /** Name of the last stage. Default: all stages are run. */
  readonly until?: string | undefined;
  /** Changes the wing's stages: adds your own between or after them, or removes some. Workers do not know these changes. */
  readonly stages?: ((wing: readonly Stage[]) => readonly Stage[]) | undefined;
  /** Address of the Redis through which workers process the rows: `redis://host:6379`. */
  readonly queueUrl?: string | undefined;
}
