// What a file's folder says of it: its domain and, where it is named so, its language.

import { basename, dirname } from "node:path";
import { Language } from "../../schemas/items/item-types.ts";
import { languageOf } from "../text/language.ts";

const languageFolder = (path: string) =>
  Language.safeParse(basename(dirname(path)).toLowerCase()).data;

/** Whether somebody put a file into a folder of its language, and that into one of its domain. */
export const isLaidOut = (path: string): boolean => languageFolder(path) !== undefined;

/** A domain is the folder a file lies in (the one above where that is named zh or en); the language its own, or the text's. */
export function placeOf(path: string, text: string): { domain: string; language: Language } {
  const named = languageFolder(path);
  const domain = basename(named ? dirname(dirname(path)) : dirname(path)).toLowerCase();
  // "", "." and ".." say where the command was typed, not what the file is about.
  return {
    domain: /^\.*$/.test(domain) ? "documents" : domain,
    language: named ?? languageOf(text),
  };
}
