// Reads a run's settings: a settings file overridden by options, parsed once.

import { z } from "zod";
import { Method, Settings } from "../../schemas/settings.ts";
import { defaultMix, wings, type Wing } from "../../schemas/wings.ts";
import { PipelineError } from "../engine/errors.ts";
import { refuseOutwardLinks } from "../intake/files/list-files.ts";
import { providerOf } from "./models.ts";
import type { AskingOptions, JudgedOptions, RunOptions, Sources } from "./options.ts";
import { toStoredChoice, type OwnModels, collectOwnModels } from "./own-models.ts";
import { resolvePackaged } from "./package-files.ts";
import { settingsFaultOf } from "./settings-fault.ts";
import { sourceFields } from "./settings-schema.ts";
import {
  readSettingsFile,
  settingsFileIn,
  defaultSettingsFile,
  yamlTextOf,
} from "./settings-file.ts";

const definedEntries = (entries: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined));

const isGroup = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Applies overrides. A group of settings may be given in part, but a mix is one setting: its weights only make sense together. */
function overrideSettings(
  file: Record<string, unknown>,
  overrides: object,
): Record<string, unknown> {
  const merged = { ...file };
  for (const [name, value] of Object.entries(definedEntries(overrides))) {
    if (name === "mix" || !isGroup(value)) merged[name] = value;
    else if (Object.keys(definedEntries(value)).length > 0)
      merged[name] = { ...(file[name] as object | undefined), ...definedEntries(value) };
  }
  return merged;
}

/** The model's settings; a model of a different provider does not inherit the file's endpoint and key. */
function modelOf(inFile: unknown, overrides: object): Record<string, unknown> {
  const givenValues: Record<string, unknown> =
    typeof inFile === "string" ? { model: inFile } : { ...(inFile as object | undefined) };
  const inFileName = typeof givenValues["model"] === "string" ? givenValues["model"] : "rules";
  const isOtherProvider =
    "model" in overrides &&
    typeof overrides.model === "string" &&
    providerOf(overrides.model) !== providerOf(inFileName);
  const { baseUrl: _baseUrl, keyFrom: _keyFrom, ...rest } = givenValues;
  return { ...(isOtherProvider ? rest : givenValues), ...definedEntries(overrides) };
}

const FileSources = z.object(sourceFields);
const sourceNames = FileSources.keyof().options;

const badSettings = (
  message: string,
  { settings = defaultSettingsFile }: AskingOptions,
  line?: number,
) =>
  new PipelineError(
    "bad-settings",
    line === undefined ? message : `${settings}, line ${line}: ${message}`,
    { hint: `Check ${settings} and the options you typed.` },
  );

export interface ParsedSettings {
  readonly settings: Settings;
  /** Models that the program passed in. */
  readonly ownModels: OwnModels;
}

const chosenMethod = (file: object, { method }: RunOptions): Method | undefined =>
  method ?? Method.safeParse("method" in file ? file.method : undefined).data;

/** Merges the file and the options; errors name the unknown or invalid setting and where it is. `older` contains the settings of an earlier run, used if no file is named. */
export function readSettings(
  options: RunOptions,
  older?: Record<string, unknown>,
): ParsedSettings & { readonly sources: Sources } {
  const { wing, settings: path } = options;
  const file = older !== undefined && path === undefined ? older : readSettingsFile(path);
  const sources = sourcesOf(options, sourcesIn(file, path ?? defaultSettingsFile));
  const mixFor = (families: boolean) => defaultMix(wing, chosenMethod(file, options), { families });
  const withFamilies = parseSettings({ mix: mixFor(true), ...file }, options);
  const writesDocuments =
    sources.documents === undefined && withFamilies.settings.families.share > 0;
  const result = writesDocuments
    ? withFamilies
    : parseSettings({ mix: mixFor(false), ...file }, options);
  checkMix(wing, result.settings, options);
  if (!result.settings.files.followLinks)
    refuseOutwardLinks([
      ...Object.values(sources).flatMap(paths => paths ?? []),
      ...result.settings.distractorsFrom,
    ]);
  if (wing !== "rageval" && options.schemas !== undefined)
    throw new PipelineError(
      "wrong-use",
      `The wing ${wing} does not generate documents from schemas: --schemas is for ragwright run rageval.`,
      { hint: "Remove --schemas." },
    );
  if (wing !== "rageval" && typeof options.weights === "string")
    throw new PipelineError(
      "wrong-use",
      `The wing ${wing} does not weight documents: --weights is for ragwright run rageval.`,
      { hint: "Remove --weights." },
    );
  if (sources.questions !== undefined && options.items !== undefined)
    throw new PipelineError(
      "wrong-use",
      "Each of your own questions becomes an item: --items has no effect on them.",
      { hint: "Remove --items, or name a file with fewer questions." },
    );
  return { ...result, sources };
}

/** Sources of texts. */
const materialNames = [
  "seeds",
  "documents",
  "feeds",
  "sitemaps",
  "urls",
] as const satisfies readonly (keyof Sources)[];

/** Merges sources: material named in the options replaces all material in the file, since the two are not meant to be combined. */
function sourcesOf(options: RunOptions, inFile: Sources): Sources {
  const given: Sources = definedEntries(
    Object.fromEntries(sourceNames.map(name => [name, options[name]?.map(resolvePackaged)])),
  );
  const replacedNames = materialNames.some(name => given[name] !== undefined) ? materialNames : [];
  const keptSources = Object.fromEntries(
    Object.entries(inFile).filter(([name]) => !(replacedNames as readonly string[]).includes(name)),
  );
  return { ...keptSources, ...given };
}

/** Settings of the file in a folder, for any wing; the defaults if there is no file. */
export function settingsIn(folder = "."): Settings {
  const path = settingsFileIn(folder);
  return parseSettings(readSettingsFile(path), path === undefined ? {} : { settings: path })
    .settings;
}

/** Models, limits and cost ceiling for jobs that call models, other than runs; the file's settings for making a benchmark are ignored. */
export function readAskingSettings(
  options: JudgedOptions,
  stages: readonly string[],
): ParsedSettings {
  const { mix: _mix, models, ...file } = readSettingsFile(options.settings);
  const named = Object.entries(models ?? {}).filter(([name]) =>
    stages.some(stage => stage === name || stage.endsWith(`/${name}`)),
  );
  return parseSettings({ ...file, models: Object.fromEntries(named) }, options);
}

const pickSettings = (options: object): object =>
  Object.fromEntries(Object.entries(options).filter(([name]) => name in Settings.shape));

/** Parses the file's values overridden by the options. */
function parseSettings(given: Record<string, unknown>, options: JudgedOptions): ParsedSettings {
  const { wing: _wing, model: modelInFile, ...file } = given;
  const { model: chosenModel, models, judge } = options;
  const model = modelOf(modelInFile, chosenModel === undefined ? {} : toStoredChoice(chosenModel));
  const named =
    models &&
    Object.fromEntries(
      Object.entries(models).map(([stage, choice]) => [stage, toStoredChoice(choice)]),
    );
  const settingsInFile = Object.fromEntries(
    Object.entries(file).filter(([name]) => !sourceNames.some(source => source === name)),
  );
  const overrides = { ...pickSettings(options), models: named, model: undefined };
  const values = {
    ...overrideSettings(settingsInFile, overrides),
    ...(Object.keys(model).length > 0 ? { model } : {}),
  };
  const settings = Settings.safeParse(values);
  if (settings.success)
    return {
      settings: settings.data,
      ownModels: collectOwnModels([chosenModel, ...Object.values(models ?? {}), judge]),
    };
  const { message, line } = settingsFaultOf(settings.error, values, yamlTextOf(options.settings));
  throw badSettings(message, options, line);
}

function checkMix(wing: Wing, { mix, method }: Settings, options: AskingOptions): void {
  const { keyType } = wings[wing].mix[method];
  const types: readonly string[] = keyType.options;
  const foreignType = Object.keys(mix).find(type => !types.includes(type));
  if (foreignType !== undefined)
    throw badSettings(
      `mix: the wing ${wing} does not generate "${foreignType}"; its types are ${types.join(", ")}`,
      options,
    );
  if (Object.values(mix).every(weight => weight === 0))
    throw badSettings("mix: at least one type needs a weight above 0", options);
}

function sourcesIn(file: object, name: string): Sources {
  const parsed = FileSources.safeParse(file);
  if (parsed.success)
    return Object.fromEntries(
      Object.entries(definedEntries(parsed.data)).map(([source, paths]) => [
        source,
        [paths].flat(),
      ]),
    );
  throw new PipelineError(
    "bad-settings",
    `${name}: ${parsed.error.issues[0]?.path.join(".")} must be a path or a list of paths.`,
    { hint: "The number of documents to write is documentsPerSchema." },
  );
}

/** Assigns the judge to the stages that judge, except those with their own model in the settings file. */
export function assignJudge(
  settings: Settings,
  judge: JudgedOptions["judge"],
  stages: readonly string[],
): Settings {
  if (judge === undefined) return settings;
  return {
    ...settings,
    models: {
      ...Object.fromEntries(stages.map(stage => [stage, toStoredChoice(judge)])),
      ...settings.models,
    },
  };
}
