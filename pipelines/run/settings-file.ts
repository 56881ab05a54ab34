// Reads the settings file of a project: YAML, or a module whose default export contains the same values.

import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { z } from "zod";
import { PipelineError } from "../engine/errors.ts";
import { resolvePackaged, readYaml } from "./package-files.ts";

/** Not validated here: values are parsed after the caller's overrides are applied. */
const LooseSettings = z.record(z.string(), z.unknown());

/** The file that `init` writes. */
export const defaultSettingsFile = "ragwright.yaml";

const settingsFileNames = [
  defaultSettingsFile,
  ...["ts", "mts", "js", "mjs"].map(extension => `ragwright.config.${extension}`),
];

/** The settings file of a folder; undefined if there is none. Throws PipelineError("bad-settings") if there are two. */
export function settingsFileIn(folder = "."): string | undefined {
  const [file, otherFile] = settingsFileNames.filter(name => existsSync(join(folder, name)));
  if (file !== undefined && otherFile !== undefined)
    throw new PipelineError(
      "bad-settings",
      `There are two settings files: ${file} and ${otherFile}.`,
      {
        hint: `Delete one of them, or specify one: --settings ${otherFile}`,
      },
    );
  return file === undefined ? undefined : folder === "." ? file : join(folder, file);
}

/** Whether a file is a module, not YAML. */
const isModule = (path: string): boolean => /\.[cm]?[jt]s$/.test(path);

/** Throws PipelineError("bad-settings") for a file that cannot be read, is not a module or YAML, or contains no settings. */
export const readSettingsFile = (path: string | undefined): Record<string, unknown> =>
  path === undefined
    ? {}
    : isModule(path)
      ? readModule(path)
      : readYaml(resolvePackaged(path), LooseSettings);

function readModule(path: string): Record<string, unknown> {
  const isTypeScript = /\.[cm]?ts$/.test(path);
  let module: { readonly default?: unknown };
  try {
    module = createRequire(import.meta.url)(resolve(path)) as typeof module;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new PipelineError("bad-settings", `${path} cannot be loaded: ${reason}`, {
      hint:
        isTypeScript && !("typescript" in process.features && process.features.typescript)
          ? `Node ${process.versions.node} does not read TypeScript: rename the file to .mjs and remove the types, write ${defaultSettingsFile}, or use Node 22.18 or newer.`
          : "Fix the file, then run the same command again.",
      cause,
    });
  }
  const settings = LooseSettings.safeParse(module.default);
  if (settings.success) return settings.data;
  throw new PipelineError("bad-settings", `${path} exports no settings.`, {
    hint: 'It must end with: export default defineConfig({ items: 60, model: "openai:NAME" })',
  });
}

/** The text of a YAML file, to find line numbers in; undefined if there is no settings file, or it is a module. */
export const yamlTextOf = (path: string | undefined): string | undefined =>
  path === undefined || isModule(path) ? undefined : readFileSync(resolvePackaged(path), "utf8");
