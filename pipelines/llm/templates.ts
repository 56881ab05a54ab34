// Renders prompts from `prompts/<name>.<language>.hbs`; a project's file takes precedence over the package's.

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
  /** The system and user messages of a contract. A missing template or variable is a PipelineError that names the file and the variable. */
  render<V extends z.ZodObject>(
    prompt: PromptContract<V>,
    language: Language,
    variables: z.input<V>,
  ): Message[];
  /** Renders a template without system and user parts, for messages that belong to no contract. */
  text(
    name: string,
    language: Language,
    variables: Readonly<Record<string, string | null>>,
  ): string;
  /** Both parts of a template without anything in double braces: the text common to all requests of a contract. */
  fixedText(name: string, language: Language): string;
  /** Hash of a template for fingerprints: everything except its opening comment. */
  templateHash(name: string, language: Language): string;
}

interface Template {
  readonly file: string;
  readonly parts: readonly string[];
  readonly renderers: readonly ((variables: object) => string)[];
}

/** The line that separates the system message from the user message. */
const separator = /^=== user ===$/m;
const openingComment = /^\{\{![^\n]*\n/;
/** A line that is replaced by the selected templates of a folder; it may name the purpose for which they are selected. */
const inclusionLine = /^\{\{> ([\w/-]+)\/\*( of \w+)?\}\}$/gm;

const badTemplateError = (
  file: string,
  problem: string,
  hint = `Fix ${file} and run the same command again.`,
) => new PipelineError("bad-input", `${file}: ${problem}`, { hint });

function findTemplate(folders: readonly string[], name: string, language: Language): string {
  // A row may come from the network: its language must not lead out of the folder.
  if (!languages.includes(language))
    throw new Error(`there are no prompts in the language ${JSON.stringify(language)}`);
  const file = `${name}.${language}.hbs`;
  const existingPath = folders.map(folder => join(folder, file)).find(path => existsSync(path));
  if (existingPath === undefined)
    throw badTemplateError(
      `prompts/${file}`,
      `there is no such prompt template in ${folders.join(" or ")}.`,
      `Add ${file} there; its counterpart in the other language shows what it must contain.`,
    );
  return existingPath;
}

const readText = (file: string): string =>
  readFileSync(file, "utf8")
    .replace(/^\uFEFF/, "")
    .replaceAll("\r\n", "\n")
    .replace(openingComment, "");

/** Names of the selected templates, by folder and purpose as in an inclusion line; for a folder not listed, all of its templates are used. */
type TemplateSelection = Readonly<Record<string, readonly string[]>>;

interface TemplateSources {
  readonly folders: readonly string[];
  readonly selection: TemplateSelection;
}

function templateNames(folder: string, folders: readonly string[], language: Language): string[] {
  const ending = `.${language}.hbs`;
  const names = folders
    .map(root => join(root, folder))
    .filter(path => existsSync(path))
    .flatMap(path => readdirSync(path).filter(name => name.endsWith(ending)))
    .map(name => name.slice(0, -ending.length));
  return [...new Set(names)];
}

/** The texts of a folder's templates, each starting on a new line, sorted by name. */
const joinTexts = (
  { folder, purpose }: { readonly folder: string; readonly purpose: string },
  { folders, selection }: TemplateSources,
  language: Language,
): string =>
  [...(selection[folder + purpose] ?? templateNames(folder, folders, language))]
    .sort()
    .map(name => readText(findTemplate(folders, `${folder}/${name}`, language)).trim())
    .join("\n");

// The template is split before variables are filled in, so that no corpus text can begin a part.
function loadTemplate(name: string, language: Language, sources: TemplateSources): Template {
  const { folders } = sources;
  const file = findTemplate(folders, name, language);
  const source = readText(file).replaceAll(inclusionLine, (line, folder: string, purpose = "") => {
    const includedText = joinTexts({ folder, purpose }, sources, language);
    // An empty selection is fine.
    if (includedText !== "" || sources.selection[folder + purpose]?.length === 0)
      return includedText;
    throw badTemplateError(
      file,
      `it includes all of ${folder}/*.${language}.hbs, but there are none.`,
      `Add one to ${folder} in ${folders.join(" or ")}, or remove the line ${line} from ${file}.`,
    );
  });
  const parts = source.split(separator).map(part => part.trim());
  try {
    for (const part of parts) Handlebars.parse(part);
  } catch (error) {
    throw badTemplateError(
      file,
      `it is not a Handlebars template: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  return {
    file,
    parts,
    renderers: parts.map(part =>
      Handlebars.compile<object>(part, { strict: true, noEscape: true }),
    ),
  };
}

function checkPrompt({ file, parts }: Template, prompt: PromptContract): void {
  if (parts.length !== 2)
    throw badTemplateError(
      file,
      `it needs exactly one line "=== user ===" but has ${parts.length - 1}.`,
    );
  const [system = "", user = ""] = parts;
  const earlyPath = variablePaths(system)[0];
  if (earlyPath)
    throw badTemplateError(
      file,
      `{{${earlyPath.join(".")}}} is above the line "=== user ===", where only fixed text is allowed.`,
    );
  const [unknownPath] = unknownPaths(variablePaths(user), prompt.variables);
  if (unknownPath !== undefined) {
    throw badTemplateError(
      file,
      `it uses {{${unknownPath}}}, which this prompt does not have.`,
      `It may use: ${Object.keys(prompt.variables.shape).join(", ")}.`,
    );
  }
}

function checkVariables({ file }: Template, prompt: PromptContract, variables: object): object {
  const parsed = prompt.variables.safeParse(variables);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw badTemplateError(
    file,
    `the variable ${issue?.path.join(".") ?? ""} is invalid: ${issue?.message ?? ""}`,
    `The stage that uses ${prompt.name} must provide it.`,
  );
}

function fillPart(template: Template, part: number, variables: object): string {
  try {
    return template.renderers[part]?.(variables) ?? "";
  } catch (error) {
    throw badTemplateError(template.file, error instanceof Error ? error.message : String(error));
  }
}

/** Reads templates from these folders; a file in an earlier folder replaces one of the same name in a later folder. */
export function createTemplates(
  folders: readonly string[],
  selection: TemplateSelection = {},
): Templates {
  const templates = new Map<string, Template>();
  const checkedFiles = new Set<string>();
  const templateOf = (name: string, language: Language): Template => {
    const id = `${name}.${language}`;
    const template = templates.get(id) ?? loadTemplate(name, language, { folders, selection });
    templates.set(id, template);
    return template;
  };
  return {
    render(prompt, language, variables) {
      const template = templateOf(prompt.name, language);
      if (!checkedFiles.has(template.file)) checkPrompt(template, prompt);
      checkedFiles.add(template.file);
      const values = checkVariables(template, prompt, variables);
      return [
        { role: "system", content: fillPart(template, 0, values) },
        { role: "user", content: fillPart(template, 1, values) },
      ];
    },
    text: (name, language, variables) => fillPart(templateOf(name, language), 0, variables),
    fixedText: (name, language) =>
      templateOf(name, language)
        .parts.join("\n")
        .replaceAll(/\{\{[^}]*\}\}/g, ""),
    templateHash: (name, language) => hashOf(templateOf(name, language).parts),
  };
}
