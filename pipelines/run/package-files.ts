// Data that ships with the package and that a project may override: prompts, domain schemas, name lists.

import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { z } from "zod";
import { Names } from "../../schemas/rageval/names.ts";
import { ScenarioSchema } from "../../schemas/rageval/schema.ts";
import type { Settings } from "../../schemas/settings.ts";
import { PipelineError } from "../engine/errors.ts";
import { readOrdinary } from "../engine/ordinary-file.ts";
import { StatuteTable } from "../rageval/statutes.ts";
import { packageRoot } from "../engine/package-root.ts";
import { parseYaml } from "../engine/packaged-yaml.ts";

/** A path as typed; if it does not exist in the user's folder, the packaged example of that name. */
export function resolvePackaged(path: string): string {
  const packaged = join(packageRoot(), path);
  return /^(?:seeds|examples)[\\/]/.test(path) && !existsSync(path) && existsSync(packaged)
    ? packaged
    : path;
}

/** A file or folder of the user's project, followed by the package's; only those that exist. */
export function layeredPaths(folder: string): string[] {
  return [...new Set([resolve(folder), join(packageRoot(), folder)])].filter(path =>
    existsSync(path),
  );
}

/** Reads a YAML file and checks it against a schema. Throws PipelineError("bad-settings"), naming the file, the position and the reason. */
export function readYaml<R extends z.ZodType>(path: string, schema: R): z.output<R> {
  let value: unknown;
  try {
    value = parseYaml(readOrdinary(path).toString("utf8"));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new PipelineError("bad-settings", `${path} cannot be read: ${reason}`, {
      hint: "Check the path and the YAML, then run the same command again.",
      cause,
    });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new PipelineError(
    "bad-settings",
    `${path}: ${issue?.path.join(".") || "the file"}: ${issue?.message ?? "is invalid"}`,
    { hint: "Fix the problem there and run the same command again." },
  );
}

/** Files of schemas/domains by name; the project's override the package's. */
function domainFiles(): Map<string, string> {
  const files = new Map<string, string>();
  for (const folder of layeredPaths("schemas/domains").reverse())
    for (const name of readdirSync(folder).sort())
      if (/\.ya?ml$/.test(name)) files.set(name, join(folder, name));
  return files;
}

/** The files of a schema, given by its name in `schemas/domains` or by a path. */
function schemaFiles(
  name: string,
  files: ReadonlyMap<string, string>,
  languages: readonly string[],
): string[] {
  if (/[\\/]|\.ya?ml$/i.test(name)) return [name];
  const paths = languages.flatMap(language => files.get(`${name}.${language}.yaml`) ?? []);
  if (paths.length > 0) return paths;
  const knownNames = [...files.keys()].flatMap(
    file => /^(?!names\.|statutes\.)(.+)\.(?:zh|en)\.yaml$/.exec(file)?.[1] ?? [],
  );
  throw new PipelineError(
    "bad-settings",
    `There is no prepared schema "${name}" for ${languages.join(", ")}.`,
    { hint: `Name one of ${[...new Set(knownNames)].join(", ")}, or the path of a YAML file.` },
  );
}

/** The schemas that a run names; a project's override the package's. Throws PipelineError for one that is missing or invalid. */
export function readSchemas({
  schemas,
  languages,
}: Pick<Settings, "schemas" | "languages">): ScenarioSchema[] {
  const files = domainFiles();
  return [...new Set(schemas)]
    .flatMap(name => schemaFiles(name, files, languages))
    .map(path => readYaml(path, ScenarioSchema));
}

export const readStatutes = (): StatuteTable[] =>
  [...domainFiles()]
    .filter(([name]) => name.startsWith("statutes."))
    .map(([, path]) => readYaml(path, StatuteTable));

export function readNames(): Record<"zh" | "en", Names> {
  const files = domainFiles();
  const readNamesIn = (language: "zh" | "en") =>
    readYaml(
      files.get(`names.${language}.yaml`) ??
        join(packageRoot(), `schemas/domains/names.${language}.yaml`),
      Names,
    );
  return { zh: readNamesIn("zh"), en: readNamesIn("en") };
}
