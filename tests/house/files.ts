// The project's source files, for the tests that hold the house rules.

import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";

export const root = resolve(import.meta.dirname, "../..");

/** Full paths of the files under a folder of the project whose names end so; none where there is no such folder. */
export const filesIn = (folder: string, ending = ".ts"): string[] =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
        .filter(path => path.endsWith(ending))
        .map(path => join(root, folder, path))
        .sort()
    : [];
