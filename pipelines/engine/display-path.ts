// Shortens paths that are published in a page or an export, so that they reveal nothing about the machine they come from.

import { basename, dirname, isAbsolute, sep } from "node:path";

/** The last part of an absolute path; other paths, URLs and other texts are unchanged. */
export const displayPath = (path: string): string => (isAbsolute(path) ? basename(path) : path);

/** A text that mentions a path, without its folders if the path is absolute. */
export const withoutFolders = (text: string, path: string): string =>
  isAbsolute(path) ? text.replaceAll(`${dirname(path)}${sep}`, "") : text;
