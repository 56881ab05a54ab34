// Characters that make a terminal or a page do something other than show them.

/** Control characters except newlines and tabs, and those that change the text direction (Unicode UAX #9, 2.1–2.4). */
const ACTING = /(?![\n\t])\p{Cc}|[\u202A-\u202E\u2066-\u2069]/gu;

/** Text to be shown to people, without such characters: it may come from documents, models, servers or anyone who writes to a queue. */
export const withoutActing = (text: string): string => text.replaceAll(ACTING, "\uFFFD");

/** JSON with such characters escaped; it still parses to the same value. */
export const escapeActing = (json: string): string =>
  json.replaceAll(ACTING, sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
