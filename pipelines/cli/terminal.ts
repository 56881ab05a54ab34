// Asks questions on the terminal.

import { createInterface } from "node:readline/promises";

/** Whether somebody can be asked. */
export const isTerminal = (): boolean => process.stdin.isTTY;

/** What was typed, without spaces around it. */
export async function askTerminal(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(question)).trim();
  } finally {
    terminal.close();
  }
}
