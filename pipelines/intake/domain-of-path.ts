// Reads a file's domain and, if the folder is named after one, its language from the path.

import { basename, dirname } from "node:path";
import { Language } from "../../schemas/items/item-types.ts";
import { languageOf } from "../text/language.ts";

const folderLanguage = (path: string) =>
  Language.safeParse(basename(dirname(path)).toLowerCase()).data;

/** Whether a file is in a folder named after its language, inside one named after its domain. */
export const hasLanguageFolder = (path: string): boolean => folderLanguage(path) !== undefined;

/** The domain is the file's folder, or the one above if that is named zh or en; the language is the one so named, or else that of the text. */
export function domainAndLanguageOf(
  path: string,
  text: string,
): { domain: string; language: Language } {
  const language = folderLanguage(path);
  const domain = basename(language ? dirname(dirname(path)) : dirname(path)).toLowerCase();
  // "", "." and ".." show where the command was run, not what the file is about.
  return {
    domain: /^\.*$/.test(domain) ? "documents" : domain,
    language: language ?? languageOf(text),
  };
}
