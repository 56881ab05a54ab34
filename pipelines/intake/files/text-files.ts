// Files and folders: what is found under them, in one order on every machine.

import { readdirSync, statSync } from "node:fs";
import { isAbsolute, join, relative } from "node:path";
import { PipelineError } from "../../engine/errors.ts";

/** A README among seeds tells people of the seeds; among documents it is one. */
export type Purpose = "documents" | "seeds";

const ignored = (name: string, purpose: Purpose) =>
  name.startsWith(".") ||
  name === "node_modules" ||
  (purpose === "seeds" && /^readme(\.|$)/i.test(name));

/** A path below the folder in which the command is typed is told from there, however it was typed. */
function fromHere(path: string): string {
  const near = relative("", path);
  return isAbsolute(path) && near !== "" && !near.startsWith("..") ? near : path;
}

/** Paths of all files under these files and folders, sorted by name within a folder; hidden files left out, and of seeds READMEs. */
export function filesUnder(paths: readonly string[], purpose: Purpose = "documents"): string[] {
  return paths.flatMap(path => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat)
      throw new PipelineError("bad-input", `There is no file or folder ${path}.`, {
        hint: "Check the path; it is read from the folder in which you type the command.",
      });
    return stat.isDirectory() ? folderFiles(fromHere(path), purpose) : [fromHere(path)];
  });
}

function folderFiles(folder: string, purpose: Purpose): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(
    ({ name }) => !ignored(name, purpose),
  );
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap(entry =>
    entry.isDirectory()
      ? folderFiles(join(folder, entry.name), purpose)
      : [join(folder, entry.name)],
  );
}
