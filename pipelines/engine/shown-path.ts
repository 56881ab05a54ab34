// Paths as strangers may read them, in a page or an export: nothing of the machine they lay on.

import { basename, dirname, isAbsolute, sep } from "node:path";

/** Of an absolute path its last part; other paths, addresses and all else stay as they are. */
export const shownPath = (path: string): string => (isAbsolute(path) ? basename(path) : path);

/** A text that speaks of a path, without the folders of one that is absolute. */
export const withoutFolders = (text: string, path: string): string =>
  isAbsolute(path) ? text.replaceAll(`${dirname(path)}${sep}`, "") : text;
