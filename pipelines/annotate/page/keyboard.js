// Maps keys to commands and runs them in order: a key pressed while a task opens applies to that task.

/** @typedef {"choose" | "up" | "down" | "clear" | "submit" | "next" | "previous" | "nextOpen" | "reference" | "edit" | "note" | "leave" | "language" | "help" | "search"} Command */
/** @typedef {{ command: Command, digit: string }} KeyCommand */

/** @type {Readonly<Record<string, Command>>} */
const commandsByKey = {
  j: "next",
  k: "previous",
  u: "nextOpen",
  r: "reference",
  e: "edit",
  n: "note",
  l: "language",
  "?": "help",
  "？": "help",
  "/": "search",
  arrowup: "up",
  arrowdown: "down",
  backspace: "clear",
  delete: "clear",
  enter: "submit",
  escape: "leave",
};

/**
 * @param {KeyboardEvent} event
 * @returns {KeyCommand | null}
 */
function keyCommandOf(event) {
  const { key, target, altKey } = event;
  if (event.isComposing || altKey || event.defaultPrevented) return null;
  const element = target instanceof HTMLElement ? target : document.body;
  const hasModifier = event.ctrlKey || event.metaKey;
  const createKeyCommand = (/** @type {Command} */ command) => ({ command, digit: key });
  if (hasModifier)
    return key === "Enter" && element.closest("#form") ? createKeyCommand("submit") : null;
  if (element.closest("dialog"))
    return /^[?？]$/.test(key) && element.closest("#help") ? createKeyCommand("help") : null;
  if (element.matches("textarea, input:not([type=radio])"))
    return key === "Escape" ? createKeyCommand("leave") : null;
  if (key === "Enter" && element.closest("button, a, summary")) return null;
  if (key.startsWith("Arrow") && element.closest(".document-text, .draft")) return null;
  if (/^\d$/.test(key)) return createKeyCommand("choose");
  const command = commandsByKey[key.toLowerCase()];
  return command ? createKeyCommand(command) : null;
}

/** Listens for keys; each command runs after the previous one has finished. @param {(keyCommand: KeyCommand) => unknown} carryOut */
export function listenToKeys(carryOut) {
  /** @type {Promise<unknown>} */
  let previous = Promise.resolve();
  document.addEventListener("keydown", event => {
    const keyCommand = keyCommandOf(event);
    if (!keyCommand || (event.repeat && keyCommand.command === "submit")) return;
    event.preventDefault();
    previous = previous.then(() => carryOut(keyCommand)).catch(error => console.error(error));
  });
}
