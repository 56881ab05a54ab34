// Prompts from `prompts/<name>.<language>.hbs`: found in the project before the package, compiled once, filled strictly.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Handlebars from "handlebars";
import { z } from "zod";
import type { PromptContract } from "../../schemas/define.ts";
import { PipelineError } from "../engine/errors.ts";
import { hashOf } from "../engine/fingerprint.ts";
import type { Message } from "./model.ts";
import { unknownPaths, variablePaths } from "./template-variables.ts";

const languages = ["zh", "en"] as const;
type Language = (typeof languages)[number];

export interface Templates {
  /** System and user message of a contract. A missing template or variable is a PipelineError with file and variable. */
  render<V extends z.ZodObject>(
    prompt: PromptContract<V>,
    language: Language,
    variables: z.input<V>,
  ): Message[];
  /** A text of one part, for messages that belong to no contract. */
  text(
    name: string,
    language: Language,
    variables: Readonly<Record<string, string | null>>,
  ): string;
  /** Both parts without what stands in double braces: the words that every request of a contract has. */
  ownWords(name: string, language: Language): string;
  /** What a fingerprint holds of a template: all but its opening comment. */
  templateHash(name: string, language: Language): string;
}

interface Template {
  readonly file: string;
  readonly parts: readonly string[];
  readonly fill: readonly ((variables: object) => string)[];
}

/** The line that parts the system message from the user message. */
const border = /^=== user ===$/m;
const openingComment = /^\{\{![^\n]*\n/;
/** A line in whose place stand the texts of a folder's templates, those that are wanted, or wanted for what it says. */
const included = /^\{\{> ([\w/-]+)\/\*( of \w+)?\}\}$/gm;

const broken = (
  file: string,
  problem: string,
  hint = `Fix ${file} and run the same command again.`,
) => new PipelineError("bad-input", `${file}: ${problem}`, { hint });

function find(folders: readonly string[], name: string, language: Language): string {
  // A row may have come over a network: its language must not lead out of the folder.
  if (!languages.includes(language))
    throw new Error(`there are no prompts in the language ${JSON.stringify(language)}`);
  const file = `${name}.${language}.hbs`;
  const found = folders.map(folder => join(folder, file)).find(path => existsSync(path));
  if (found === undefined)
    throw broken(
      `prompts/${file}`,
      `there is no such prompt template in ${folders.join(" or ")}.`,
      `Add ${file} there; its counterpart in the other language shows what it must hold.`,
    );
  return found;
}

const textOf = (file: string): string =>
  readFileSync(file, "utf8")
    .replace(/^\uFEFF/, "")
    .replaceAll("\r\n", "\n")
    .replace(openingComment, "");

/** Names of templates by the folder that a line may name, and what for; of a folder that is not here all are wanted. */
type WantedTexts = Readonly<Record<string, readonly string[]>>;

interface Places {
  readonly folders: readonly string[];
  readonly wanted: WantedTexts;
}

function namesIn(folder: string, folders: readonly string[], language: Language): string[] {
  const ending = `.${language}.hbs`;
  const names = folders
    .map(root => join(root, folder))
    .filter(path => existsSync(path))
    .flatMap(path => readdirSync(path).filter(name => name.endsWith(ending)))
    .map(name => name.slice(0, -ending.length));
  return [...new Set(names)];
}

/** The texts of a folder's templates, a line or more each, in the order of their names. */
const textsIn = (
  { folder, of }: { readonly folder: string; readonly of: string },
  { folders, wanted }: Places,
  language: Language,
): string =>
  [...(wanted[folder + of] ?? namesIn(folder, folders, language))]
    .sort()
    .map(name => textOf(find(folders, `${folder}/${name}`, language)).trim())
    .join("\n");

// The parts are split before anything is put in, so that no text of a corpus can open a part of its own.
function load(name: string, language: Language, places: Places): Template {
  const { folders } = places;
  const file = find(folders, name, language);
  const source = textOf(file).replaceAll(included, (line, folder: string, of = "") => {
    const texts = textsIn({ folder, of }, places, language);
    // Of a choice that is empty nothing is asked.
    if (texts !== "" || places.wanted[folder + of]?.length === 0) return texts;
    throw broken(
      file,
      `it asks for all of ${folder}/*.${language}.hbs, and there is none.`,
      `Add one to ${folder} in ${folders.join(" or ")}, or take the line ${line} out of ${file}.`,
    );
  });
  const parts = source.split(border).map(part => part.trim());
  try {
    for (const part of parts) Handlebars.parse(part);
  } catch (error) {
    throw broken(
      file,
      `it is not a Handlebars template: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  return {
    file,
    parts,
    fill: parts.map(part => Handlebars.compile<object>(part, { strict: true, noEscape: true })),
  };
}

function checkPrompt({ file, parts }: Template, prompt: PromptContract): void {
  if (parts.length !== 2)
    throw broken(file, `it needs exactly one line "=== user ===" and has ${parts.length - 1}.`);
  const [system = "", user = ""] = parts;
  const early = variablePaths(system)[0];
  if (early)
    throw broken(
      file,
      `{{${early.join(".")}}} stands above the line "=== user ===", where only fixed text may be.`,
    );
  const [unknown] = unknownPaths(variablePaths(user), prompt.variables);
  if (unknown !== undefined) {
    throw broken(
      file,
      `it names {{${unknown}}}, which this prompt does not have.`,
      `It may use: ${Object.keys(prompt.variables.shape).join(", ")}.`,
    );
  }
}

function checkVariables({ file }: Template, prompt: PromptContract, variables: object): object {
  const parsed = prompt.variables.safeParse(variables);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw broken(
    file,
    `the variable ${issue?.path.join(".") ?? ""} does not fit: ${issue?.message ?? ""}`,
    `The stage that asks ${prompt.name} must give it.`,
  );
}

function fillPart(template: Template, part: number, variables: object): string {
  try {
    return template.fill[part]?.(variables) ?? "";
  } catch (error) {
    throw broken(template.file, error instanceof Error ? error.message : String(error));
  }
}

/** Templates of these folders; an earlier folder's file stands for a later one's of the same name. */
export function createTemplates(folders: readonly string[], wanted: WantedTexts = {}): Templates {
  const loaded = new Map<string, Template>();
  const checked = new Set<string>();
  const get = (name: string, language: Language): Template => {
    const id = `${name}.${language}`;
    const template = loaded.get(id) ?? load(name, language, { folders, wanted });
    loaded.set(id, template);
    return template;
  };
  return {
    render(prompt, language, variables) {
      const template = get(prompt.name, language);
      if (!checked.has(template.file)) checkPrompt(template, prompt);
      checked.add(template.file);
      const values = checkVariables(template, prompt, variables);
      return [
        { role: "system", content: fillPart(template, 0, values) },
        { role: "user", content: fillPart(template, 1, values) },
      ];
    },
    text: (name, language, variables) => fillPart(get(name, language), 0, variables),
    ownWords: (name, language) =>
      get(name, language)
        .parts.join("\n")
        .replaceAll(/\{\{[^}]*\}\}/g, ""),
    templateHash: (name, language) => hashOf(get(name, language).parts),
  };
}
