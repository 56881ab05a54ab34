// Escapes a text for a regular expression.

/** A pattern that matches exactly this text. */
export const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
