// Reads a sitemap: the pages or further sitemaps it lists, with their dates.

export interface SitemapEntry {
  readonly address: string;
  /** In a news sitemap: when the article was published. */
  readonly published: string | null;
  readonly headline: string | null;
  /** When the page was last changed: never earlier than its publication. */
  readonly changed: string | null;
}

export type Sitemap =
  | { readonly kind: "pages"; readonly pages: readonly SitemapEntry[] }
  | { readonly kind: "index"; readonly sitemaps: readonly SitemapEntry[] };

/** Maximum number of entries read from one sitemap (sitemaps.org: 50,000). */
const maxEntries = 50_000;
/** Maximum number of characters read from one entry. */
const maxEntryLength = 10_000;

const namedEntities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The content of an XML element without child elements. XML defines these five entity names only. */
const unescapeXml = (xml: string) =>
  xml
    .replace(/^\s*<!\[CDATA\[([\s\S]*?)\]\]>\s*$/, (_, text: string) =>
      text.replaceAll("&", "&amp;"),
    )
    .replace(
      /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi,
      (reference, hex?: string, decimal?: string, name = "") => {
        const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
        if (code > 0 && code <= 0x10ffff) return String.fromCodePoint(code);
        return namedEntities[name.toLowerCase()] ?? reference;
      },
    )
    .trim();

/** The content of the first element with this name. */
function fieldOf(entry: string, name: string): string | null {
  const start = new RegExp(`<${name}(?:\\s[^<>]*)?>`, "i").exec(entry);
  if (!start) return null;
  const rest = entry.slice(start.index + start[0].length);
  const end = rest.search(new RegExp(`</${name}\\s*>`, "i"));
  return end < 0 ? null : unescapeXml(rest.slice(0, end)) || null;
}

// Split at the end tags: searching from every start tag would take quadratic time on a broken file.
function entriesOf(xml: string, prefix: string, name: string): SitemapEntry[] {
  const chunks = xml.split(new RegExp(`</${prefix}${name}\\s*>`, "i"), maxEntries);
  return chunks.flatMap(chunk => {
    const entry = chunk.slice(-maxEntryLength);
    const address = fieldOf(entry, `${prefix}loc`);
    return address === null
      ? []
      : [
          {
            address,
            published: fieldOf(entry, "news:publication_date"),
            headline: fieldOf(entry, "news:title"),
            changed: fieldOf(entry, `${prefix}lastmod`),
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
