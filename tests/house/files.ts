// The project's source files, for the tests that hold the house rules.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

export const root = resolve(import.meta.dirname, "../..");

/** Full paths of the files under a folder of the project whose names end so; none where there is no such folder. */
export const filesIn = (folder: string, ending = ".ts"): string[] =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
        .filter(path => path.endsWith(ending))
        .map(path => join(root, folder, path))
        .sort()
    : [];

/** The room of a file: a folder of pipelines/, or schemas. */
export function roomOf(file: string): string {
  const [top = "", second = ""] = relative(root, file).split("/");
  return top === "pipelines" ? second : top;
}

/** What a file imports, in every form an import takes. */
export const importsOf = (file: string): string[] =>
  [
    ...readFileSync(file, "utf8").matchAll(
      /^\s*(?:import|export)\b[^"';]*?\bfrom\s*"([^"]+)"|^\s*import\s*"([^"]+)"|\bimport\s*\(\s*"([^"]+)"/gm,
    ),
  ].map(([, from, bare, lazy]) => from ?? bare ?? lazy ?? "");

/** Every import of one of the project's files by another. */
export const importsBetween = (): { readonly file: string; readonly target: string }[] =>
  [...filesIn("pipelines"), ...filesIn("schemas")].flatMap(file =>
    importsOf(file)
      .filter(target => target.startsWith("."))
      .map(target => ({ file, target: resolve(dirname(file), target) })),
  );
