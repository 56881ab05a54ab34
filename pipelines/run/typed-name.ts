// What whoever started the program has to type before a command: hints that cannot be typed help nobody.

/** `npx ragwright` where npm's npx started it. */
const typedName = (): string =>
  process.env["npm_lifecycle_event"] === "npx" ? "npx ragwright" : "ragwright";

const commands =
  "init|sample|make|run|plan|refresh|status|trace|diff|export|pack|check|predict|evaluate|decide|baseline|audit|twin|annotate|report|worker";
const typedCommand = new RegExp(`(?<![\\w./-]|npx )ragwright (?=(?:${commands})\\b)`, "g");

/** The text with its commands as they are to be typed. */
export const asTyped = (text: string): string => text.replace(typedCommand, `${typedName()} `);
