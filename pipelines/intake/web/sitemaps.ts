// Reads a sitemap: the pages or further sitemaps it lists, with their dates.

export interface SitemapPage {
  readonly address: string;
  /** In a news sitemap: when the article was published. */
  readonly published: string | null;
  readonly headline: string | null;
  /** When the page was last changed: never before it was published. */
  readonly changed: string | null;
}

export type Sitemap =
  | { readonly kind: "pages"; readonly pages: readonly SitemapPage[] }
  | { readonly kind: "index"; readonly sitemaps: readonly SitemapPage[] };

/** Entries of one sitemap (sitemaps.org: at most 50,000). */
const maxEntries = 50_000;
/** Characters of one entry that are read. */
const maxEntry = 10_000;

const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function character(code: number, whole: string): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}

/** The content of an XML element without child elements. XML defines these five entity names only. */
const unescaped = (xml: string) =>
  xml
    .replace(/^\s*<!\[CDATA\[([\s\S]*?)\]\]>\s*$/, (_, text: string) =>
      text.replaceAll("&", "&amp;"),
    )
    .replace(
      /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi,
      (whole, hex: string | undefined, decimal: string | undefined, name: string | undefined) =>
        name === undefined
          ? character(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16), whole)
          : (named[name.toLowerCase()] ?? whole),
    )
    .trim();

/** The content of the first element with this name. */
function field(entry: string, name: string): string | null {
  const start = new RegExp(`<${name}(?:\\s[^<>]*)?>`, "i").exec(entry);
  if (!start) return null;
  const rest = entry.slice(start.index + start[0].length);
  const end = rest.search(new RegExp(`</${name}\\s*>`, "i"));
  return end < 0 ? null : unescaped(rest.slice(0, end)) || null;
}

// Split at the end tags: searching from every start tag would take quadratic time on a broken file.
function entriesOf(xml: string, prefix: string, name: string): SitemapPage[] {
  const pieces = xml.split(new RegExp(`</${prefix}${name}\\s*>`, "i"), maxEntries);
  return pieces.flatMap(piece => {
    const entry = piece.slice(-maxEntry);
    const address = field(entry, `${prefix}loc`);
    return address === null
      ? []
      : [
          {
            address,
            published: field(entry, "news:publication_date"),
            headline: field(entry, "news:title"),
            changed: field(entry, `${prefix}lastmod`),
          },
        ];
  });
}

/** Reads a sitemap, an index of sitemaps, or a text with one address per line; undefined for anything else. */
export function readSitemap(text: string): Sitemap | undefined {
  const [, prefix = "", root] =
    /<([\w-]{1,30}:)?(urlset|sitemapindex)[\s>]/i.exec(text.slice(0, 20_000)) ?? [];
  if (root?.toLowerCase() === "urlset")
    return { kind: "pages", pages: entriesOf(text, prefix, "url") };
  if (root !== undefined) return { kind: "index", sitemaps: entriesOf(text, prefix, "sitemap") };
  const lines = text.split(/\r?\n|\r/).filter(line => line.trim() !== "");
  const isList = lines.length > 0 && lines.every(line => /^\s*https?:\/\/\S+\s*$/i.test(line));
  return isList
    ? {
        kind: "pages",
        pages: lines
          .slice(0, maxEntries)
          .map(line => ({ address: line.trim(), published: null, headline: null, changed: null })),
      }
    : undefined;
}
