// Asks questions on the terminal.

import { createInterface } from "node:readline/promises";

/** Whether input comes from a terminal, so that questions can be asked. */
export const isTerminal = (): boolean => process.stdin.isTTY;

/** Returns what was typed, trimmed. */
export async function askTerminal(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(question)).trim();
  } finally {
    terminal.close();
  }
}
