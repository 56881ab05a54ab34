// Finds the files under given files and folders, in the same order on every machine, and refuses links that lead out of the folders.

import { readdirSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import { PipelineError } from "../../engine/errors.ts";

/** The purpose for which files are listed: a README among seeds describes them; among documents, it is one of them. */
export type FilePurpose = "documents" | "seeds";

const isIgnored = (name: string, purpose: FilePurpose) =>
  name.startsWith(".") ||
  name === "node_modules" ||
  (purpose === "seeds" && /^readme(\.|$)/i.test(name));

/** A path below the current folder, made relative to it; any other path as given. */
function relativeToCurrentFolder(path: string): string {
  const relativePath = relative("", path);
  return isAbsolute(path) && relativePath !== "" && !relativePath.startsWith("..")
    ? relativePath
    : path;
}

/** Paths of all files under these files and folders, sorted by name within a folder; leaves out hidden files and, among seeds, READMEs. */
export function filesUnder(paths: readonly string[], purpose: FilePurpose = "documents"): string[] {
  return paths.flatMap(path => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat)
      throw new PipelineError("bad-input", `There is no file or folder ${path}.`, {
        hint: "Check the path; it is relative to the folder in which you run the command.",
      });
    return stat.isDirectory()
      ? folderFiles(relativeToCurrentFolder(path), purpose)
      : [relativeToCurrentFolder(path)];
  });
}

/**
 * Throws PipelineError("bad-input") for a link in one of these folders to a file outside it: otherwise whoever
 * packed the folder could have any file on the recipient's machine read. Links within a folder, links given as paths
 * and broken links are allowed; so are missing paths, which are reported when they are read.
 */
export function refuseOutwardLinks(paths: readonly string[]): void {
  for (const folder of paths.filter(isFolder)) {
    const realFolder = realpathSync(folder);
    for (const link of fileLinksUnder(folder)) {
      const target = targetOf(link);
      if (
        target === undefined ||
        target.startsWith(realFolder.endsWith(sep) ? realFolder : realFolder + sep)
      )
        continue;
      throw new PipelineError(
        "bad-input",
        `${link} is a link to ${target}, outside the folder ${folder}.`,
        {
          hint: "Remove it, or add --follow-links if its target may be read and sent to the model.",
        },
      );
    }
  }
}

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** The target of a link; undefined for one that is broken or circular. */
function targetOf(link: string): string | undefined {
  try {
    return realpathSync(link);
  } catch {
    return undefined;
  }
}

/** Links to files; links to folders are not followed, so what they lead to is never read. */
const fileLinksUnder = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return isIgnored(entry.name, "documents") ? [] : fileLinksUnder(path);
    return entry.isSymbolicLink() && !isIgnored(entry.name, "documents") && !isFolder(path)
      ? [path]
      : [];
  });

function folderFiles(folder: string, purpose: FilePurpose): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(
    ({ name }) => !isIgnored(name, purpose),
  );
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap(entry =>
    entry.isDirectory()
      ? folderFiles(join(folder, entry.name), purpose)
      : [join(folder, entry.name)],
  );
}
