// How long a title may be: titles are compared, shown and sent whole.

/** Characters. */
const maxLength = 500;

/** What stands where a title is expected, or null for what is none: empty, or as long as a text. */
export function titleOrNull(said: string | null | undefined): string | null {
  const title = said?.trim() ?? "";
  return title === "" || title.length > maxLength ? null : title;
}
