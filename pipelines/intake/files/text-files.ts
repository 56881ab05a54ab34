// Files and folders: what is found under them, in one order on every machine.

import { readdirSync, statSync } from "node:fs";
import { isAbsolute, join, relative } from "node:path";
import { PipelineError } from "../../engine/errors.ts";

const ignored = (name: string) =>
  name.startsWith(".") || /^readme(\.|$)/i.test(name) || name === "node_modules";

/** A path below the folder in which the command is typed is told from there, however it was typed. */
function fromHere(path: string): string {
  const near = relative("", path);
  return isAbsolute(path) && near !== "" && !near.startsWith("..") ? near : path;
}

/** Paths of all files under these files and folders, sorted by name within a folder; hidden files and READMEs left out. */
export function filesUnder(paths: readonly string[]): string[] {
  return paths.flatMap(path => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat)
      throw new PipelineError("bad-input", `There is no file or folder ${path}.`, {
        hint: "Check the path; it is read from the folder in which you type the command.",
      });
    return stat.isDirectory() ? folderFiles(fromHere(path)) : [fromHere(path)];
  });
}

function folderFiles(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !ignored(name));
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap(entry =>
    entry.isDirectory() ? folderFiles(join(folder, entry.name)) : [join(folder, entry.name)],
  );
}
