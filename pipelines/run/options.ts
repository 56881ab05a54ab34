// What a job is told by whoever starts it, a program or the command line: settings as values, and what is not a setting.

import type { z } from "zod";
import type { Settings, Wing } from "../../schemas/settings.ts";
import type { Stage } from "../engine/stage.ts";
import type { OwnModel } from "./own-models.ts";
import type { Reporter } from "./reporter.ts";

type SettingsInput = z.input<typeof Settings>;

type NamedOrObject<Settings> =
  | Settings
  | OwnModel
  | WithObject<Exclude<Settings, string | undefined>>;

/** The settings of a model, with an object in the place of its name. */
type WithObject<Settings> = Omit<Settings, "model" | "baseUrl" | "keyFrom" | "batch"> & {
  readonly model: OwnModel;
};

/** `rules`, `openai:NAME` or `PROVIDER:NAME`, or a model that the program brings: alone or with settings. */
export type ModelChoice = NamedOrObject<SettingsInput["model"]>;

/** Where a run takes its input from: paths of files and folders; feeds, sitemaps and urls may be addresses too. */
export interface Sources {
  readonly seeds?: readonly string[] | undefined;
  readonly documents?: readonly string[] | undefined;
  readonly questions?: readonly string[] | undefined;
  readonly feeds?: readonly string[] | undefined;
  readonly sitemaps?: readonly string[] | undefined;
  readonly urls?: readonly string[] | undefined;
}

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

/** Of every job that asks models. Each setting lies over that of the settings file; a group of settings (`limits`) may be given in part. */
export interface AskingOptions extends AskingSettings {
  /** A settings file (YAML); none is read where absent. */
  readonly settings?: string | undefined;
  readonly model?: ModelChoice;
  /** Of single stages, by their names (`items/keypoints`, or `keypoints`). */
  readonly models?:
    | Readonly<Record<string, NamedOrObject<NonNullable<SettingsInput["models"]>[string]>>>
    | undefined;
  /** Requests by file: through the provider's Batch API, or carried by hand. */
  readonly batch?: "api" | "files" | undefined;
  /** Asks again for rows whose replies never fitted; technical failures are always tried again. */
  readonly retryFailed?: boolean | undefined;
  /** Redoes what other code made; without it a run of another version is refused before anything is changed. */
  readonly redo?: boolean | undefined;
  /** Aborted to stop: what is in flight is finished and saved, and the same call goes on from there. */
  readonly signal?: AbortSignal | undefined;
  /** Told of events and remarks; nobody where absent. */
  readonly reporter?: Reporter | undefined;
}

/** Of jobs in which one model judges what another answers. */
export interface JudgedOptions extends AskingOptions {
  /** For the stages that judge, but for those that the settings give a model of their own. */
  readonly judge?: string | OwnModel | undefined;
}

/** Every setting may be given here, and lies over the settings file's. */
export interface RunOptions
  extends Omit<SettingsInput, keyof AskingOptions>,
    AskingOptions,
    Sources {
  readonly wing: Wing;
  /** The run directory: `out/<wing>` where absent. */
  readonly out?: string | undefined;
  /** The last stage, by its name; all where absent. */
  readonly until?: string | undefined;
  /** Made of the wing's stages: with stages of your own between or behind them, or without some. Workers know none of these. */
  readonly stages?: ((wing: readonly Stage[]) => readonly Stage[]) | undefined;
  /** The Redis over which workers run the rows: `redis://host:6379`. */
  readonly queueUrl?: string | undefined;
}
