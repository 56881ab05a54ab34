// Distinguishes a title from a text by its length: titles are compared, displayed and sent to models in full.

/** In characters. */
const maxLength = 500;

/** The text given as a title, or null if it is not one: empty, or too long. */
export function titleOrNull(text: string | null | undefined): string | null {
  const title = text?.trim() ?? "";
  return title === "" || title.length > maxLength ? null : title;
}
