// Creates a folder to edit: settings, the schema that editors check them with, and a place for seeds.

import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { Wing } from "../../schemas/wings.ts";
import { PipelineError } from "../engine/errors.ts";
import { replaceFile } from "../engine/files.ts";
import { recognizeInput } from "./recognize-input.ts";
import type { Sources } from "./options.ts";
import { settingsFileIn, defaultSettingsFile } from "./settings-file.ts";
import { settingsSchema } from "./settings-schema.ts";

export interface ProjectChoices {
  /** Input of the benchmark: files and folders, or addresses of feeds. If none is given, a folder for seeds is created. */
  readonly from?: readonly string[] | undefined;
  readonly languages?: readonly string[] | undefined;
  readonly items?: number | undefined;
  readonly model?: string | undefined;
  /** Whether to write `ragwright.config.ts` instead of YAML. */
  readonly typescript?: boolean | undefined;
}

export interface Project {
  /** Path of the settings file. */
  readonly settings: string;
  /** Folder for seeds; null if other input was given. */
  readonly seeds: string | null;
  readonly wing: Wing;
}

const schemaFile = "ragwright.schema.json";
const typedFile = "ragwright.config.ts";

interface ProjectValues {
  readonly sources: Sources;
  readonly languages: readonly string[];
  readonly items: number;
  readonly model: string;
}

const yamlList = (values: readonly string[]): string => `[${values.map(yamlValue).join(", ")}]`;

/** A YAML value: a plain word needs no quotes. */
const yamlValue = (value: string): string =>
  /^[\w./:-]*[\w/]$/.test(value) ? value : JSON.stringify(value);

const yamlText = ({
  sources,
  languages,
  items,
  model,
}: ProjectValues): string => `# yaml-language-server: $schema=./${schemaFile}
# Settings of a run; options on the command line override them. All settings: docs/reference.md of ragwright.
${Object.entries(sources)
  .map(([name, paths]) => `${name}: ${yamlList(paths ?? [])}`)
  .join("\n")}
# Prepared schemas instead of seeds: names (finance, law, medical, or from your own schemas/domains), or YAML files.
# schemas: [finance]
languages: ${yamlList(languages)}
items: ${items}
# Weights of the question types; types left out are not generated.
# mix: { condition: 2, why-how: 2, multi-hop: 1, unanswerable: 1 }
# rules needs no key, but only works for prepared schemas, label lines and tables; openai:NAME calls any OpenAI-compatible
# endpoint (OPENAI_API_KEY, OPENAI_BASE_URL); PROVIDER:NAME any other through LangChain (npm install its package).
model: ${yamlValue(model)}
# Different models for individual stages, especially those that judge; name only what differs from model.
# models:
#   questions/references: { model: openai:gpt-4.1, temperature: 0 }
#   questions/keypoints: { model: openai:gpt-4.1, batch: true }
# limits: { concurrency: 16, requestsPerMinute: 500, tokensPerMinute: 200000 }
# A hard ceiling in USD; first see what a run would cost: ragwright plan
# maxCost: 5
# Documents written from seeds: how many for each kind and language, and how long.
# documentsPerSchema: 8
# length: like-seeds
`;

const moduleText = ({
  sources,
  languages,
  items,
  model,
}: ProjectValues): string => `import { defineConfig } from "ragwright";

/** Settings of a run; options on the command line override them. */
export default defineConfig(${JSON.stringify({ ...sources, languages, items, model }, null, 2)});
`;

const seedsText = `Put seed documents here, in one folder per domain with zh/ and en/ in it:

    seeds/contracts/en/*.txt    (txt, md or html; at least three)

A model derives the domain's schema from them. Files outside zh and en folders are first sorted by kind, also by a model.
`;

/** Paths relative to the project's folder; addresses stay as they are. */
const relativeTo = (directory: string, sources: Sources): Sources =>
  Object.fromEntries(
    Object.entries(sources).map(([name, paths]) => [
      name,
      (paths ?? []).map(path =>
        /^https?:/.test(path) ? path : relative(resolve(directory), resolve(path)) || ".",
      ),
    ]),
  );

function ignoreRuns(directory: string): void {
  const file = join(directory, ".gitignore");
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  if (/^\/?out\/?$/m.test(text)) return;
  replaceFile(file, [text, text === "" || text.endsWith("\n") ? "" : "\n", "out/\n"]);
}

/** Throws PipelineError("wrong-use") if a project already exists, ("bad-input") if its input does not exist. */
export function initProject(directory: string, choices: ProjectChoices = {}): Project {
  const {
    from = [],
    languages = ["zh", "en"],
    items = 60,
    model = "rules",
    typescript = false,
  } = choices;
  const existing = existsSync(directory) ? settingsFileIn(directory) : undefined;
  if (existing !== undefined)
    throw new PipelineError("wrong-use", `${existing} already exists.`, {
      hint: "Edit it, or choose another folder.",
    });
  const input = from.length > 0 ? recognizeInput(from) : undefined;
  const seeds = input ? null : join(directory, "seeds");
  const sources = input ? relativeTo(directory, input.sources) : { seeds: ["seeds"] };
  const settings = join(directory, typescript ? typedFile : defaultSettingsFile);
  const values = { sources, languages, items, model };
  mkdirSync(seeds ?? directory, { recursive: true });
  replaceFile(settings, [typescript ? moduleText(values) : yamlText(values)]);
  if (!typescript)
    replaceFile(join(directory, schemaFile), [JSON.stringify(settingsSchema(), null, 1), "\n"]);
  if (seeds !== null) replaceFile(join(seeds, "README.md"), [seedsText]);
  ignoreRuns(directory);
  return { settings, seeds, wing: input?.wing ?? "rageval" };
}
