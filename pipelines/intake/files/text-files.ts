// Files and folders: what is found under them, in one order on every machine.

import { readdirSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
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

/**
 * PipelineError("bad-input") for a link in one of these folders that leads to a file outside of it: whoever packed the
 * folder could have had any file of its reader taken in. Links within a folder, paths that are given as links and
 * links to nothing pass. Paths that are not there pass too: their readers tell of them.
 */
export function refuseOutwardLinks(paths: readonly string[]): void {
  for (const folder of paths.filter(isFolder)) {
    const home = realpathSync(folder);
    for (const link of linksUnder(folder)) {
      const target = targetOf(link);
      if (target === undefined || target.startsWith(home.endsWith(sep) ? home : home + sep))
        continue;
      throw new PipelineError(
        "bad-input",
        `${link} is a link to ${target}, outside of the folder ${folder}.`,
        {
          hint: "Remove it, or add --follow-links if what it leads to may be read and sent to the model.",
        },
      );
    }
  }
}

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Where a link ends; undefined for one that leads nowhere, or in a circle. */
function targetOf(link: string): string | undefined {
  try {
    return realpathSync(link);
  } catch {
    return undefined;
  }
}

/** Links to folders are not gone into, so what they lead to is not read. */
const linksUnder = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ignored(entry.name, "documents") ? [] : linksUnder(path);
    return entry.isSymbolicLink() && !ignored(entry.name, "documents") && !isFolder(path)
      ? [path]
      : [];
  });

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
