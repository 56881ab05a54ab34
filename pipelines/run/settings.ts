// What a run is told: ragwright.yaml first, the command line over it, parsed once.

import { existsSync } from "node:fs";
import { z } from "zod";
import { mixOf, publishedMix, Settings, type Wing } from "../../schemas/settings.ts";
import { PipelineError } from "../engine/errors.ts";
import { providerOf } from "./models.ts";
import { amount, wholeNumber } from "./numbers.ts";
import { readYaml } from "./package-files.ts";

/** Where a run takes its input from: paths as they were typed. */
export interface Sources {
  readonly seeds?: string[];
  readonly documents?: string[];
  readonly questions?: string[];
  readonly feeds?: string[];
  readonly sitemaps?: string[];
  readonly urls?: string[];
}

/** The options of `run`, as they were typed. */
export interface RunFlags extends Sources {
  readonly schemas?: string[];
  readonly settings?: string;
  readonly search?: string;
  readonly since?: string;
  readonly allowHost?: string[];
  readonly out?: string;
  readonly model?: string;
  readonly baseUrl?: string;
  readonly language?: string[];
  readonly domain?: string[];
  readonly until?: string;
  readonly items?: string;
  readonly concurrency?: string;
  readonly rpm?: string;
  readonly tpm?: string;
  readonly maxCost?: string;
  readonly randomSeed?: string;
  readonly batch?: "api" | "files";
  readonly queue?: string;
  readonly retryFailed?: boolean;
  readonly drafts?: boolean;
  readonly json?: boolean;
}

const fileName = "ragwright.yaml";

/** The file's settings are kept loose here: they are parsed after the command line was laid over them. */
function readFile(path: string | undefined): Record<string, unknown> {
  if (path === undefined && !existsSync(fileName)) return {};
  return readYaml(path ?? fileName, z.record(z.string(), z.unknown()));
}

const whole = (flag: string, text: string | undefined) => (text === undefined ? undefined : wholeNumber(flag, text));

const limitsOf = (inFile: unknown, flags: RunFlags): object | undefined => {
  const typed = present({
    concurrency: whole("concurrency", flags.concurrency),
    requestsPerMinute: whole("rpm", flags.rpm),
    tokensPerMinute: whole("tpm", flags.tpm),
  });
  return Object.keys(typed).length > 0 ? { ...(inFile as object | undefined), ...typed } : undefined;
};

const present = (entries: Record<string, unknown>) => Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined));

/** A typed model of another provider does not take over the file's endpoint and key. */
function modelOf(inFile: unknown, flags: RunFlags): Record<string, unknown> {
  const given: Record<string, unknown> = typeof inFile === "string" ? { model: inFile } : { ...(inFile as object | undefined) };
  const inFileName = typeof given["model"] === "string" ? given["model"] : "rules";
  const other = flags.model !== undefined && providerOf(flags.model) !== providerOf(inFileName);
  const { baseUrl: _baseUrl, keyFrom: _keyFrom, ...rest } = given;
  return { ...(other ? rest : given), ...present({ model: flags.model, baseUrl: flags.baseUrl }) };
}

const paths = z
  .union([z.string(), z.array(z.string())])
  .transform(value => [value].flat())
  .optional();
const SourcesInFile = z.object({ seeds: paths, documents: paths, questions: paths, feeds: paths, sitemaps: paths, urls: paths });
const sourceNames = Object.keys(SourcesInFile.shape) as (keyof Sources)[];

const crudOf = (inFile: unknown, { search, since, allowHost }: RunFlags): object | undefined => {
  const typed = present({ search, since, allowHosts: allowHost });
  return Object.keys(typed).length > 0 ? { ...(inFile as object | undefined), ...typed } : undefined;
};

const badSettings = (path: string, message: string, flags: RunFlags) =>
  new PipelineError("bad-settings", `${path || "settings"}: ${message}`, { hint: `Check ${flags.settings ?? fileName} and the options you typed.` });

/**
 * File and flags as one; unknown or ill-fitting settings are named with their place. `told` are the settings of an
 * earlier run, taken where no file is named.
 */
export function readSettings(wing: Wing, flags: RunFlags, told?: Record<string, unknown>): { settings: Settings; sources: Sources } {
  const file = told !== undefined && flags.settings === undefined ? told : readFile(flags.settings);
  const settings = parsed({ mix: publishedMix[wing], ...file }, flags);
  checkMix(wing, settings, flags);
  const typed = present(Object.fromEntries(sourceNames.map(name => [name, flags[name]])));
  return { settings, sources: present({ ...sourcesIn(file, flags.settings ?? fileName), ...typed }) };
}

/** Models, limits and prices' ceiling for what asks models beside a run; what the file says of making one is passed over. */
export function readModelSettings(flags: RunFlags, stages: readonly string[]): Settings {
  const { mix: _mix, models, ...file } = readFile(flags.settings);
  const named = Object.entries(models ?? {}).filter(([name]) => stages.some(stage => stage === name || stage.endsWith(`/${name}`)));
  return parsed({ ...file, models: Object.fromEntries(named) }, flags);
}

/** The file with the command line over it. */
function parsed(given: Record<string, unknown>, flags: RunFlags): Settings {
  const { wing: _wing, model: modelInFile, ...file } = given;
  const model = modelOf(modelInFile, flags);
  const over = present({
    languages: flags.language,
    schemas: flags.schemas,
    domains: flags.domain,
    items: whole("items", flags.items),
    limits: limitsOf(file["limits"], flags),
    crud: crudOf(file["crud"], flags),
    maxCost: flags.maxCost === undefined ? undefined : amount("max-cost", flags.maxCost),
    randomSeed: whole("random-seed", flags.randomSeed),
    drafts: flags.drafts,
    model: Object.keys(model).length > 0 ? model : undefined,
  });
  const settingsInFile = Object.fromEntries(Object.entries(file).filter(([name]) => !sourceNames.includes(name as keyof Sources)));
  const settings = Settings.safeParse({ ...settingsInFile, ...over });
  if (settings.success) return settings.data;
  throw badSettings(settings.error.issues[0]?.path.join(".") ?? "", settings.error.issues[0]?.message ?? "do not fit", flags);
}

function checkMix(wing: Wing, { mix }: Settings, flags: RunFlags): void {
  const types = Object.keys(publishedMix[wing]);
  const foreign = Object.keys(mix).find(type => !types.includes(type));
  if (foreign !== undefined) throw badSettings("mix", `the wing ${wing} makes no "${foreign}"; its types are ${types.join(", ")}`, flags);
  if (!mixOf[wing].safeParse(mix).success || Object.values(mix).every(weight => weight === 0)) throw badSettings("mix", "at least one type needs a weight above 0", flags);
}

function sourcesIn(file: object, name: string): object {
  const parsed = SourcesInFile.safeParse(file);
  if (parsed.success) return present(parsed.data);
  throw new PipelineError("bad-settings", `${name}: ${parsed.error.issues[0]?.path.join(".")} takes a path or a list of paths.`, {
    hint: "The number of documents to write is documentsPerSchema.",
  });
}
