// Writes commands in hints as the user has to type them: `npx ragwright` or `ragwright`.

/** `npx ragwright` if npm's npx started the program. */
const commandName = (): string =>
  process.env["npm_lifecycle_event"] === "npx" ? "npx ragwright" : "ragwright";

const commands =
  "init|sample|make|run|plan|refresh|status|trace|diff|export|pack|check|predict|evaluate|decide|baseline|audit|twin|annotate|report|worker";
const commandPattern = new RegExp(`(?<![\\w./-]|npx )ragwright (?=(?:${commands})\\b)`, "g");

/** The text with its commands as the user has to type them. */
export const asTyped = (text: string): string => text.replace(commandPattern, `${commandName()} `);
