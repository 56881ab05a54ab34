// A folder to edit: settings, what an editor checks them by, and a place for seeds.

import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { Wing } from "../../schemas/settings.ts";
import { PipelineError } from "../engine/errors.ts";
import { replaceFile } from "../engine/files.ts";
import { recognise } from "./given.ts";
import type { Sources } from "./options.ts";
import { settingsFileIn, usualFile } from "./settings-file.ts";
import { settingsSchema } from "./settings-schema.ts";

export interface ProjectChoices {
  /** What the benchmark is made of: files and folders, or addresses of feeds. A folder for seeds is made where none is given. */
  readonly from?: readonly string[] | undefined;
  readonly languages?: readonly string[] | undefined;
  readonly items?: number | undefined;
  readonly model?: string | undefined;
  /** `ragwright.config.ts` in place of YAML. */
  readonly typescript?: boolean | undefined;
}

export interface Project {
  /** Path of the settings file. */
  readonly settings: string;
  /** Where seeds belong; null where something else was given. */
  readonly seeds: string | null;
  readonly wing: Wing;
}

const schemaFile = "ragwright.schema.json";
const typedFile = "ragwright.config.ts";

interface Values {
  readonly sources: Sources;
  readonly languages: readonly string[];
  readonly items: number;
  readonly model: string;
}

const listed = (values: readonly string[]): string => `[${values.map(quoted).join(", ")}]`;
/** A plain word stands as it is, in YAML. */
const quoted = (value: string): string =>
  /^[\w./:-]*[\w/]$/.test(value) ? value : JSON.stringify(value);

const yamlText = ({
  sources,
  languages,
  items,
  model,
}: Values): string => `# yaml-language-server: $schema=./${schemaFile}
# What a run is told; what is typed as an option overrules it. All settings: docs/reference.md of ragwright.
${Object.entries(sources)
  .map(([name, paths]) => `${name}: ${listed(paths as string[])}`)
  .join("\n")}
# Prepared schemas in place of seeds: names (finance, law, medical, or of your own schemas/domains), or YAML files.
# schemas: [finance]
languages: ${listed(languages)}
items: ${items}
# Weights of the question types; one left out is not made.
# mix: { condition: 2, why-how: 2, multi-hop: 1, unanswerable: 1 }
# rules needs no key, and serves prepared schemas, label lines and tables alone; openai:NAME asks any OpenAI-compatible
# endpoint (OPENAI_API_KEY, OPENAI_BASE_URL); PROVIDER:NAME any other through LangChain (npm install its package).
model: ${quoted(model)}
# Another model for single stages, best for those that judge; say what differs from model.
# models:
#   questions/references: { model: openai:gpt-4.1, temperature: 0 }
#   questions/keypoints: { model: openai:gpt-4.1, batch: true }
# limits: { concurrency: 16, requestsPerMinute: 500, tokensPerMinute: 200000 }
# A hard ceiling in USD; see first what it takes: ragwright plan
# maxCost: 5
# Of documents that are written from seeds: how many for each kind and language, and how long.
# documentsPerSchema: 8
# length: like-seeds
`;

const moduleText = ({
  sources,
  languages,
  items,
  model,
}: Values): string => `import { defineConfig } from "ragwright";

/** What a run is told; what is typed as an option overrules it. */
export default defineConfig(${JSON.stringify({ ...sources, languages, items, model }, null, 2)});
`;

const seedsText = `Put seed documents here, a folder a domain and in it zh/ and en/:

    seeds/contracts/en/*.txt    (txt, md or html; three or more)

A model summarises the schema of the domain from them. Files in no folder zh or en are sorted by kind first, by a model too.
`;

/** Paths as the project's folder sees them; addresses stay. */
const seenFrom = (directory: string, sources: Sources): Sources =>
  Object.fromEntries(
    Object.entries(sources).map(([name, paths]) => [
      name,
      (paths as string[]).map(path =>
        /^https?:/.test(path) ? path : relative(resolve(directory), resolve(path)) || ".",
      ),
    ]),
  );

function ignoreRuns(directory: string): void {
  const file = join(directory, ".gitignore");
  const before = existsSync(file) ? readFileSync(file, "utf8") : "";
  if (/^\/?out\/?$/m.test(before)) return;
  replaceFile(file, [before, before === "" || before.endsWith("\n") ? "" : "\n", "out/\n"]);
}

/** PipelineError("wrong-use") where there is a project already, ("bad-input") where what it is made of is not there. */
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
    throw new PipelineError("wrong-use", `${existing} is there already.`, {
      hint: "Edit it, or choose another folder.",
    });
  const given = from.length > 0 ? recognise(from) : undefined;
  const seeds = given ? null : join(directory, "seeds");
  const sources = given ? seenFrom(directory, given.sources) : { seeds: ["seeds"] };
  const settings = join(directory, typescript ? typedFile : usualFile);
  const values = { sources, languages, items, model };
  mkdirSync(seeds ?? directory, { recursive: true });
  replaceFile(settings, [typescript ? moduleText(values) : yamlText(values)]);
  if (!typescript)
    replaceFile(join(directory, schemaFile), [JSON.stringify(settingsSchema(), null, 1), "\n"]);
  if (seeds !== null) replaceFile(join(seeds, "README.md"), [seedsText]);
  ignoreRuns(directory);
  return { settings, seeds, wing: given?.wing ?? "rageval" };
}
