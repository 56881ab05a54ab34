// Limits the length of titles: they are compared, shown and sent whole.

/** Characters. */
const maxLength = 500;

/** The title found where one is expected, or null if it is not one: empty, or as long as a text. */
export function titleOrNull(written: string | null | undefined): string | null {
  const title = written?.trim() ?? "";
  return title === "" || title.length > maxLength ? null : title;
}
