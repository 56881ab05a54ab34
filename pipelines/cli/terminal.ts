// Asks questions on the terminal.

import { createInterface } from "node:readline/promises";

/** Whether questions can be asked on a terminal. */
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
