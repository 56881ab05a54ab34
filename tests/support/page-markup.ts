// What a reader sees of a page's markup: one section, its text, its rows.

/** The markup of one section of a page; empty where the page has no such section. */
export const sectionOf = (page: string, id: string): string =>
  page.split(`<section id="${id}">`)[1]?.split("</section>")[0] ?? "";

/** Markup and rules of style away, white space single. */
export const plain = (markup: string): string =>
  markup
    .replace(/<style>.*?<\/style>/gs, " ")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .replaceAll("&#39;", "'")
    .trim();

export const rows = (markup: string): string[] =>
  [...markup.matchAll(/<tr>.*?<\/tr>/gs)].map(([row]) => plain(row));
