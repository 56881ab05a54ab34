// Replaces characters that control a terminal or a page instead of being shown.

/** Control characters except newlines and tabs, and those that change the text direction (Unicode UAX #9, 2.1–2.4). */
const controlCharacters = /(?![\n\t])\p{Cc}|[\u202A-\u202E\u2066-\u2069]/gu;

/** Replaces these characters in a text for people, which may come from documents, models, servers or anyone who writes to a queue. */
export const replaceControls = (text: string): string =>
  text.replaceAll(controlCharacters, "\uFFFD");

/** Escapes these characters in JSON, which still parses to the same value. */
export const escapeControls = (json: string): string =>
  json.replaceAll(
    controlCharacters,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
