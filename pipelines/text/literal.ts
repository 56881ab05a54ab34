// A text as a pattern that means just it.

/** For a regular expression: every sign of it stands for itself. */
export const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
