// Finds the publication date and canonical address of a page in places where Readability does not look.

import { dayInAddress } from "./publication-day.ts";

/** The part of a parsed page that is used here; the project is compiled without the DOM types. */
interface PageDocument {
  querySelectorAll(
    selector: string,
  ): Iterable<{ readonly textContent: string | null; getAttribute(name: string): string | null }>;
}

/** Names or properties, in lower case, of meta elements that give a publication date, in order of precedence. */
const metaNames = [
  "article:published_time",
  "og:published_time",
  "og:release_date",
  "datepublished",
  "publishdate",
  "pubdate",
  "publish_time",
  "publishtime",
  "publish-date",
  "firstpublishedtime",
  "apub:time",
  "weibo: article:create_at",
  "bytedance:published_time",
  "dc.date.issued",
  "dcterms.created",
  "sailthru.date",
  "parsely-pub-date",
];

const hasYear = (text: string | null): text is string =>
  text !== null && text.length < 100 && /(?:19|20)\d\d/.test(text);

function metaDate(page: PageDocument): string | undefined {
  const dates = new Map<string, string>();
  for (const meta of page.querySelectorAll("meta")) {
    const name = meta.getAttribute("property") ?? meta.getAttribute("name") ?? "";
    const date = meta.getAttribute("content");
    if (hasYear(date) && !dates.has(name.toLowerCase())) dates.set(name.toLowerCase(), date);
  }
  return metaNames.map(name => dates.get(name)).find(date => date !== undefined);
}

/** The first date marked as the publication date, the first in the article, or the only one on the page. */
function timeElementDate(page: PageDocument): string | undefined {
  const datesIn = (selector: string) => [
    ...new Set(
      Array.from(
        page.querySelectorAll(selector),
        time => time.getAttribute("datetime") ?? time.getAttribute("content") ?? time.textContent,
      ).filter(hasYear),
    ),
  ];
  const [markedDate] = datesIn("[itemprop=datePublished], time[pubdate]");
  const [articleDate] = datesIn("article time[datetime]");
  const [onlyDate, otherDate] = datesIn("time[datetime]");
  return markedDate ?? articleDate ?? (otherDate === undefined ? onlyDate : undefined);
}

// A date without a time may be today's, which many sites show at the top of every page; with a time it is the article's.
const dayAndTime = /(?:19|20)\d\d(?:年|[-/.])\d{1,2}(?:月|[-/.])\d{1,2}日?[\sT]*\d{1,2}:\d\d/;

/** The date in the byline that Chinese sites put beneath the headline. */
function bylineDate(page: PageDocument): string | undefined {
  const lines = Array.from(
    page.querySelectorAll(
      '[class*="time" i], [class*="date" i], [id*="time" i], [id*="date" i], [class*="info" i], [class*="source" i]',
    ),
    element => element.textContent ?? "",
  );
  return lines.flatMap(text => (text.length <= 300 ? (dayAndTime.exec(text)?.[0] ?? []) : []))[0];
}

/** The publication date as written; null if none is found. */
export const publicationDateOf = (page: PageDocument, address: string): string | null =>
  metaDate(page) ?? timeElementDate(page) ?? dayInAddress(address) ?? bylineDate(page) ?? null;

/** The page's canonical address if it is on the same host, else null: a page must not claim another site's address. */
export function canonicalAddressOf(page: PageDocument, address: string): string | null {
  const [href] = Array.from(
    page.querySelectorAll('link[rel="canonical"]'),
    link => link.getAttribute("href") ?? "",
  );
  if (!href || !URL.canParse(href, address)) return null;
  const canonical = new URL(href, address);
  return canonical.host === new URL(address).host && canonical.pathname !== "/"
    ? canonical.href
    : null;
}
