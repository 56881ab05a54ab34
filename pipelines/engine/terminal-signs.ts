// Signs that make a terminal or a page do something other than show them.

/** Control characters but line ends and tabs, and those that turn the direction of what follows (Unicode UAX #9, 2.1–2.4). */
const ACTING = /(?![\n\t])\p{Cc}|[\u202A-\u202E\u2066-\u2069]/gu;

/** What is shown to people, without such signs: some of it was said by documents, models, servers or whoever writes to a queue. */
export const withoutActing = (text: string): string => text.replaceAll(ACTING, "\uFFFD");

/** JSON with such signs escaped: the same value to whoever reads it. */
export const escapeActing = (json: string): string =>
  json.replaceAll(ACTING, sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
