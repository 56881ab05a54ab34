// What a run is told: ragwright.yaml first, the command line over it, parsed once.

import { existsSync } from "node:fs";
import { z } from "zod";
import { Settings } from "../../schemas/settings.ts";
import { PipelineError } from "../engine/errors.ts";
import { providerOf } from "./models.ts";
import { readYaml } from "./package-files.ts";

/** The options of `run`, as they were typed. */
export interface RunFlags {
  readonly settings?: string;
  readonly seeds?: string[];
  readonly documents?: string[];
  readonly schemas?: string[];
  readonly questions?: string[];
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

const whole = (flag: string, text: string | undefined) => {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  throw new PipelineError("wrong-use", `--${flag} takes a whole number, not "${text}".`, { hint: `Type for example: --${flag} 20` });
};

const limitsOf = (inFile: unknown, flags: RunFlags): object | undefined => {
  const typed = present({
    concurrency: whole("concurrency", flags.concurrency),
    requestsPerMinute: whole("rpm", flags.rpm),
    tokensPerMinute: whole("tpm", flags.tpm),
  });
  return Object.keys(typed).length > 0 ? { ...(inFile as object | undefined), ...typed } : undefined;
};

const amount = (flag: string, text: string | undefined) => {
  if (text === undefined) return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  throw new PipelineError("wrong-use", `--${flag} takes an amount in USD, not "${text}".`, { hint: `Type for example: --${flag} 2.50` });
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

/** File and flags as one; unknown or ill-fitting settings are named with their place. */
export function readSettings(flags: RunFlags): { settings: Settings; sources: Pick<RunFlags, "seeds" | "documents" | "schemas" | "questions"> } {
  const { seeds, documents, schemas, questions, wing: _wing, model: modelInFile, ...file } = readFile(flags.settings);
  const model = modelOf(modelInFile, flags);
  const over = present({
    languages: flags.language,
    domains: flags.domain,
    items: whole("items", flags.items),
    limits: limitsOf(file["limits"], flags),
    maxCost: amount("max-cost", flags.maxCost),
    randomSeed: whole("random-seed", flags.randomSeed),
    drafts: flags.drafts,
    model: Object.keys(model).length > 0 ? model : undefined,
  });
  const parsed = Settings.safeParse({ ...file, ...over });
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new PipelineError("bad-settings", `${issue?.path.join(".") || "settings"}: ${issue?.message ?? "do not fit"}`, {
      hint: `Check ${flags.settings ?? fileName} and the options you typed.`,
    });
  }
  const inFile = sourcesIn({ seeds, documents, schemas, questions }, flags.settings ?? fileName);
  const typed = present({ seeds: flags.seeds, documents: flags.documents, schemas: flags.schemas, questions: flags.questions });
  return { settings: parsed.data, sources: present({ ...inFile, ...typed }) };
}

function sourcesIn(file: object, name: string): object {
  const parsed = z.object({ seeds: paths, documents: paths, schemas: paths, questions: paths }).safeParse(file);
  if (parsed.success) return parsed.data;
  throw new PipelineError("bad-settings", `${name}: ${parsed.error.issues[0]?.path.join(".")} takes a path or a list of paths.`, {
    hint: "The number of documents to write is documentsPerSchema.",
  });
}

const paths = z
  .union([z.string(), z.array(z.string())])
  .transform(value => [value].flat())
  .optional();
