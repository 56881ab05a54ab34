// The settings file of a project: YAML, or a module whose default export is the same values.

import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { z } from "zod";
import { PipelineError } from "../engine/errors.ts";
import { orPackaged, readYaml } from "./package-files.ts";

/** Kept loose here: they are parsed after what the caller said was laid over them. */
const Loose = z.record(z.string(), z.unknown());

/** What `init` writes. */
export const usualFile = "ragwright.yaml";

const names = [
  usualFile,
  ...["ts", "mts", "js", "mjs"].map(ending => `ragwright.config.${ending}`),
];

/** The settings file of a folder; undefined where there is none. PipelineError("bad-settings") where there are two. */
export function settingsFileIn(folder = "."): string | undefined {
  const [found, other] = names.filter(name => existsSync(join(folder, name)));
  if (found !== undefined && other !== undefined)
    throw new PipelineError(
      "bad-settings",
      `There are two settings files: ${found} and ${other}.`,
      {
        hint: `Delete one, or name the other: --settings ${other}`,
      },
    );
  return found === undefined ? undefined : folder === "." ? found : join(folder, found);
}

/** Whether a file is a module, and not YAML. */
const isModule = (path: string): boolean => /\.[cm]?[jt]s$/.test(path);

/** PipelineError("bad-settings") for a file that cannot be read, is not a module or YAML, or holds no settings. */
export const readSettingsFile = (path: string | undefined): Record<string, unknown> =>
  path === undefined ? {} : isModule(path) ? readModule(path) : readYaml(orPackaged(path), Loose);

function readModule(path: string): Record<string, unknown> {
  const isTyped = /\.[cm]?ts$/.test(path);
  let loaded: { readonly default?: unknown };
  try {
    loaded = createRequire(import.meta.url)(resolve(path)) as typeof loaded;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new PipelineError("bad-settings", `${path} cannot be loaded: ${reason}`, {
      hint:
        isTyped && !("typescript" in process.features && process.features.typescript)
          ? `Node ${process.versions.node} does not read TypeScript: rename it to .mjs and leave the types out, write ${usualFile}, or use Node 22.18 or newer.`
          : "Fix the file, then run the same command again.",
      cause,
    });
  }
  const settings = Loose.safeParse(loaded.default);
  if (settings.success) return settings.data;
  throw new PipelineError("bad-settings", `${path} exports no settings.`, {
    hint: 'Let it end in: export default defineConfig({ items: 60, model: "openai:NAME" })',
  });
}

/** The text of a YAML file, for the lines of what does not fit; undefined where the settings stand elsewhere. */
export const yamlOf = (path: string | undefined): string | undefined =>
  path === undefined || isModule(path) ? undefined : readFileSync(orPackaged(path), "utf8");
