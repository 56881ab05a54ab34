// What a run is told: a settings file first, the options over it, parsed once.

import { z } from "zod";
import {
  defaultMix,
  Method,
  mixOf,
  publishedMixOf,
  Settings,
  type Wing,
} from "../../schemas/settings.ts";
import { PipelineError } from "../engine/errors.ts";
import { refuseOutwardLinks } from "../intake/files/text-files.ts";
import { providerOf } from "./models.ts";
import type { AskingOptions, JudgedOptions, RunOptions, Sources } from "./options.ts";
import { namedModel, type OwnModels, ownModels } from "./own-models.ts";
import { orPackaged, readYaml } from "./package-files.ts";

/** What the command line reads where no file is named. */
export const usualFile = "ragwright.yaml";

/** Kept loose here: they are parsed after what the caller said was laid over them. */
const readFile = (path: string | undefined): Record<string, unknown> =>
  path === undefined ? {} : readYaml(orPackaged(path), z.record(z.string(), z.unknown()));

const present = (entries: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined));

const isGroup = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A group of settings may be given in part. A mix is one setting: its weights mean nothing without one another. */
function laidOver(file: Record<string, unknown>, over: object): Record<string, unknown> {
  const laid = { ...file };
  for (const [name, value] of Object.entries(present(over))) {
    if (name === "mix" || !isGroup(value)) laid[name] = value;
    else if (Object.keys(present(value)).length > 0)
      laid[name] = { ...(file[name] as object | undefined), ...present(value) };
  }
  return laid;
}

/** A model of another provider does not take over the file's endpoint and key. */
function modelOf(inFile: unknown, over: object): Record<string, unknown> {
  const given: Record<string, unknown> =
    typeof inFile === "string" ? { model: inFile } : { ...(inFile as object | undefined) };
  const inFileName = typeof given["model"] === "string" ? given["model"] : "rules";
  const other =
    "model" in over &&
    typeof over.model === "string" &&
    providerOf(over.model) !== providerOf(inFileName);
  const { baseUrl: _baseUrl, keyFrom: _keyFrom, ...rest } = given;
  return { ...(other ? rest : given), ...present(over) };
}

const paths = z
  .union([z.string(), z.array(z.string())])
  .transform(value => [value].flat())
  .optional();
const SourcesInFile = z.object({
  seeds: paths,
  documents: paths,
  questions: paths,
  feeds: paths,
  sitemaps: paths,
  urls: paths,
});
const sourceNames = Object.keys(SourcesInFile.shape) as (keyof Sources)[];

const badSettings = (path: string, message: string, { settings = usualFile }: AskingOptions) =>
  new PipelineError("bad-settings", `${path || "settings"}: ${message}`, {
    hint: `Check ${settings} and the options you typed.`,
  });

export interface ReadSettings {
  readonly settings: Settings;
  /** What the program brought. */
  readonly own: OwnModels;
}

const methodOf = (file: object, { method }: RunOptions): Method | undefined =>
  method ?? Method.safeParse("method" in file ? file.method : undefined).data;

/** File and options as one; unknown or ill-fitting settings are named with their place. `older` are the settings of an earlier run, taken where no file is named. */
export function readSettings(
  options: RunOptions,
  older?: Record<string, unknown>,
): ReadSettings & { readonly sources: Sources } {
  const { wing, settings: path } = options;
  const file = older !== undefined && path === undefined ? older : readFile(path);
  const sources = sourcesOf(options, sourcesIn(file, path ?? usualFile));
  const mixFor = (families: boolean) => defaultMix(wing, methodOf(file, options), { families });
  const told = parsed({ mix: mixFor(true), ...file }, options);
  const written = sources.documents === undefined && told.settings.families.share > 0;
  const read = written ? told : parsed({ mix: mixFor(false), ...file }, options);
  checkMix(wing, read.settings, options);
  if (!read.settings.files.followLinks)
    refuseOutwardLinks([...Object.values(sources).flat(), ...read.settings.distractorsFrom]);
  if (wing !== "rageval" && options.schemas !== undefined)
    throw new PipelineError(
      "wrong-use",
      `The wing ${wing} writes from no schema: --schemas is for ragwright run rageval.`,
      { hint: "Leave --schemas out." },
    );
  if (wing !== "rageval" && typeof options.weights === "string")
    throw new PipelineError(
      "wrong-use",
      `The wing ${wing} draws no documents by their use: --weights is for ragwright run rageval.`,
      { hint: "Leave --weights out." },
    );
  return { ...read, sources };
}

/** What texts come from. */
const materialNames = [
  "seeds",
  "documents",
  "feeds",
  "sitemaps",
  "urls",
] as const satisfies readonly (keyof Sources)[];

/** Material that is named takes the place of all that the file names: both together are nobody's wish. */
function sourcesOf(options: RunOptions, inFile: Sources): Sources {
  const given: Sources = present(
    Object.fromEntries(sourceNames.map(name => [name, options[name]?.map(orPackaged)])),
  );
  const replaced = materialNames.some(name => given[name] !== undefined) ? materialNames : [];
  const kept = Object.fromEntries(
    Object.entries(inFile).filter(([name]) => !(replaced as readonly string[]).includes(name)),
  );
  return { ...kept, ...given };
}

/** What the file in this folder says, whatever wing it is for; the usual settings where there is none. */
export const settingsHere = (): Settings => parsed(readFile(undefined), {}).settings;

/** Models, limits and prices' ceiling for what asks models beside a run; what the file says of making one is passed over. */
export function readAskingSettings(
  options: JudgedOptions,
  stages: readonly string[],
): ReadSettings {
  const { mix: _mix, models, ...file } = readFile(options.settings);
  const named = Object.entries(models ?? {}).filter(([name]) =>
    stages.some(stage => stage === name || stage.endsWith(`/${name}`)),
  );
  return parsed({ ...file, models: Object.fromEntries(named) }, options);
}

const settingsIn = (options: object): object =>
  Object.fromEntries(Object.entries(options).filter(([name]) => name in Settings.shape));

/** The file with the options over it. */
function parsed(given: Record<string, unknown>, options: JudgedOptions): ReadSettings {
  const { wing: _wing, model: modelInFile, ...file } = given;
  const { model: chosen, models, judge } = options;
  const model = modelOf(modelInFile, chosen === undefined ? {} : namedModel(chosen));
  const named =
    models &&
    Object.fromEntries(
      Object.entries(models).map(([stage, choice]) => [stage, namedModel(choice)]),
    );
  const settingsInFile = Object.fromEntries(
    Object.entries(file).filter(([name]) => !sourceNames.includes(name as keyof Sources)),
  );
  const over = { ...settingsIn(options), models: named, model: undefined };
  const settings = Settings.safeParse({
    ...laidOver(settingsInFile, over),
    ...(Object.keys(model).length > 0 ? { model } : {}),
  });
  if (settings.success)
    return {
      settings: settings.data,
      own: ownModels([chosen, ...Object.values(models ?? {}), judge]),
    };
  throw badSettings(
    settings.error.issues[0]?.path.join(".") ?? "",
    settings.error.issues[0]?.message ?? "do not fit",
    options,
  );
}

function checkMix(wing: Wing, { mix, method }: Settings, options: AskingOptions): void {
  const { keyType } = (method === "paper" ? publishedMixOf : mixOf)[wing];
  const types: readonly string[] = keyType.options;
  const foreign = Object.keys(mix).find(type => !types.includes(type));
  if (foreign !== undefined)
    throw badSettings(
      "mix",
      `the wing ${wing} makes no "${foreign}"; its types are ${types.join(", ")}`,
      options,
    );
  if (Object.values(mix).every(weight => weight === 0))
    throw badSettings("mix", "at least one type needs a weight above 0", options);
}

function sourcesIn(file: object, name: string): Sources {
  const parsed = SourcesInFile.safeParse(file);
  if (parsed.success) return present(parsed.data);
  throw new PipelineError(
    "bad-settings",
    `${name}: ${parsed.error.issues[0]?.path.join(".")} takes a path or a list of paths.`,
    { hint: "The number of documents to write is documentsPerSchema." },
  );
}
