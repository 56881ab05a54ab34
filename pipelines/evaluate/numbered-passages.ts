// Passages as prompts show them.

export interface NumberedPassage {
  /** From 1. */
  readonly number: number;
  readonly text: string;
}

/** In their order; blank texts are left out and have no number. */
export const numberPassages = (texts: readonly string[]): NumberedPassage[] => texts.filter(text => text.trim() !== "").map((text, index) => ({ number: index + 1, text }));
