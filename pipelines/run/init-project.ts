// A folder to edit, with settings, an own place for seeds, prompts and schemas.

import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { PipelineError } from "../engine/errors.ts";
import { replaceFile } from "../engine/files.ts";
import { usualFile } from "./settings.ts";

const settingsText = `# What a run is told; every line may also be typed as an option. Run: ragwright run rageval, or ragwright run crud
seeds: seeds
# Prepared schemas in place of seeds: names (finance, law, medical, or of your own schemas/domains), or YAML files.
# schemas: [finance]
languages: [zh, en]
items: 60
# Weights of the question types; one left out is not made.
# mix: { condition: 2, why-how: 2, multi-hop: 1, unanswerable: 1 }
# Documents written for each domain and language.
documentsPerSchema: 8
# Share of them that belong to families (documents on one subject, one after another), how many at most, and the share of families with a near-twin.
families: { share: 0.5, documents: 2, twins: 0.5 }
# How long they are: like-seeds, short (half), long (twice), or so many tokens (o200k). rules says each fact once, whatever this is.
length: like-seeds
# rules needs no key, and serves prepared schemas, label lines and tables alone; openai:NAME asks any OpenAI-compatible endpoint (OPENAI_API_KEY, OPENAI_BASE_URL); PROVIDER:NAME
# asks any other provider through LangChain (npm install its package; its usual key variable).
model: rules
# Another model for single stages, best for those that judge; say what differs from model.
# models:
#   questions/references: { model: openai:gpt-4.1, temperature: 0 }
#   questions/refinement: { model: openai:gpt-4.1, batch: true }
#   questions/keypoints: { model: openai:gpt-4.1 }
# limits: { concurrency: 16, requestsPerMinute: 500, tokensPerMinute: 200000 }
# A hard ceiling in USD; prices are in schemas/prices.yaml (lay your own over the package's). See first: ragwright plan rageval
# maxCost: 5
# News (ragwright run crud): articles in seeds, or feeds and pages; items and mix as above.
# feeds: [https://example.org/feed.xml]
# crud: { since: 2025-06-01, search: https://my-searxng.example }
`;

const seedsText = `Put seed documents here, a folder a domain and in it zh/ and en/:

    seeds/contracts/en/*.txt    (txt, md or html; three or more)

A model summarises the schema of the domain from them. Files in no folder zh or en are sorted by kind first, by a model too.
`;

export interface Project {
  readonly settings: string;
  readonly seeds: string;
}

/** PipelineError("wrong-use") where there is a project already. */
export function initProject(directory: string): Project {
  const project = { settings: join(directory, usualFile), seeds: join(directory, "seeds") };
  if (existsSync(project.settings))
    throw new PipelineError("wrong-use", `${project.settings} is there already.`, {
      hint: "Edit it, or choose another folder.",
    });
  mkdirSync(project.seeds, { recursive: true });
  replaceFile(project.settings, [settingsText]);
  replaceFile(join(project.seeds, "README.md"), [seedsText]);
  return project;
}
