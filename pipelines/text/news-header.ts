// Finds the header of a news text: the portal's line with the date and the source, English bylines, a title.

import { readPublicationDate } from "./news-date.ts";

export interface NewsHeader {
  /** UTF-16 offset where the article itself begins. */
  readonly end: number;
  /** The portal's line without its separator; "" if there is none. */
  readonly portalLine: string;
  readonly headline: string | null;
  /** YYYY-MM-DD. */
  readonly published: string | null;
  readonly source: string | null;
}

/** `<meta>，正文：`, which opens the released articles; after a sentence it would be part of the text. */
const separator = /^([^\n。！？]{0,400}?)[，,]?[ \t]*正文[：:]/;
const originalTitle = /^\s*原标题[：:]\s*/;
/** A title given twice: as the original title and as the heading. */
const repeatedTitle = /^(.{6,80}?)\s*(?=\1)/s;

/** Where a text begins if its title runs into it: at a gap, or at the date, source or reporter that opens it. */
const textOpening =
  /[ \t\u3000]{4,}|(?=(?:\d{4}年)?\d{1,2}月\d{1,2}日(?:[，,]|[上下中]午|晚|凌晨|消息|电|讯|至))|(?=\d{4}-\d{2}-\d{2} \d)|(?=近日|日前|近期|近年来|连日来|截至|为(?:了|进一步|深入|切实|全面|贯彻|落实)|本报|新华社|中新网|中新社|央广网|人民网|新京报|澎湃新闻|极目新闻|IT之家|【[^】]{2,12}(?:讯|报道|电)】)/u;
/** The time and the author between a title and its text. */
const stampPattern =
  /^\s*\d{4}-\d{2}-\d{2} \d{2}:\d{2}(?::\d{2})?\s*(?:(?:作者|来源|编辑)[：:]\S{2,8}\s*)?/;
/** Bounds on the length of a title, in characters; a title has no full stop. */
const titleLengthRange = { min: 8, max: 48 };

const labels =
  "发布时间|发表时间|发布日期|更新时间|时间|日期|来源|文章来源|稿源|作者|记者|编辑|责任编辑|责编|字号|点击|浏览|Published|Posted|Updated|Last (?:updated|modified)|First published|Date|Source|Authors?|Written by|Words by|Reported by";
const labelledLine = new RegExp(`^(?:${labels})(?: (?:on|at))?\\s*[：:]\\s*\\S`, "i");
const labelInside = /(?:来源|稿源|作者|编辑|Source)\s*[：:]/i;
const byline =
  /^(?:By|Words by|Written by|Published|Posted|Updated|Last updated|First published)\s+(?:on\s+)?[\p{Lu}\d]/u;
const authorsPattern = /^By\s+\p{Lu}[\p{L}'’.-]+(?:\s+\p{Lu}[\p{L}'’.-]*){1,4}/u;
const dateOnly =
  /^[\s\d\p{P}TZ+年月日时分秒:]*$|^(?:\p{Lu}\p{L}+,?\s+)?(?:\d{1,2}(?:st|nd|rd|th)?\s+)?\p{Lu}\p{L}{2,8}\.?\s+(?:\d{1,2}(?:st|nd|rd|th)?,?\s+)?\d{4}\b[\s\d:,.|APMapm–—-]*(?:[A-Z]{2,4})?$/u;
/** A Markdown heading, also with an escaped `#`. */
const heading = /^\\?#{1,6}\s+/;
const maxLineLength = 120;
const sentenceEnd = /[。！？!?.…；;][”’"'）)]*$/;

/** Reads the header of a text and finds where it ends. A headline from a feed or file takes precedence in finding the title line. */
export function readNewsHeader(text: string, known: { headline?: string | null } = {}): NewsHeader {
  const [separatedStart = "", portalLine = ""] = separator.exec(text) ?? [];
  const title = readTitle(text, separatedStart.length);
  const { end, headline, lines } = readHeaderLines(
    text,
    title.end,
    known.headline ?? title.headline,
  );
  const header = [portalLine, ...lines].join("\n");
  return {
    end,
    portalLine,
    headline: title.headline ?? headline,
    published: readPublicationDate(header),
    source: sourceOf(header),
  };
}

/** The title after the label 原标题; if its end cannot be found, only the label is removed. */
function readTitle(text: string, start: number): { end: number; headline: string | null } {
  const label = originalTitle.exec(text.slice(start));
  if (label === null) return { end: start, headline: null };
  const end = start + label[0].length;
  const repetition = repeatedTitle.exec(text.slice(end, end + 200));
  if (repetition !== null)
    return { end: end + repetition[0].length, headline: repetition[1]?.trim() ?? null };
  const length = titleLength(text.slice(end, end + titleLengthRange.max + 20));
  const stamp =
    length === 0 ? null : stampPattern.exec(text.slice(end + length, end + length + 60));
  return {
    end: end + length + (stamp?.[0].length ?? 0),
    headline: length === 0 ? null : text.slice(end, end + length).trim(),
  };
}

/** Length of a title that runs into the text; 0 if none is found. */
function titleLength(text: string): number {
  const line = text.split(/[\n。]/, 1)[0] ?? "";
  const opening = textOpening.exec(line.slice(titleLengthRange.min));
  if (opening === null || opening.index + titleLengthRange.min > titleLengthRange.max) return 0;
  return titleLengthRange.min + opening.index + opening[0].length;
}

interface Line {
  readonly text: string;
  /** Where the next line begins. */
  readonly nextStart: number;
}

/** A title line, then at most six lines with an author or a date, none of them a sentence. */
function readHeaderLines(
  text: string,
  start: number,
  knownHeadline: string | null,
): { end: number; headline: string | null; lines: string[] } {
  const topLines = nonEmptyLines(text, start, 8);
  const [first, second] = topLines;
  const isKnownHeadline =
    first !== undefined &&
    knownHeadline !== null &&
    stripMarkup(first.text) === stripMarkup(knownHeadline);
  const isTitle =
    first !== undefined &&
    second !== undefined &&
    (isKnownHeadline || (knownHeadline === null && looksLikeTitle(first.text, second.text)));
  const rest = isTitle ? topLines.slice(1) : topLines;
  // The last line of a text is never its header: something must remain.
  const count = rest
    .slice(0, 6)
    .findIndex((line, index) => index === rest.length - 1 || !isHeaderLine(line.text));
  const headerLines = rest.slice(0, Math.max(0, count));
  const end = headerLines.at(-1)?.nextStart ?? (isTitle ? first.nextStart : start);
  return {
    end,
    headline: isTitle ? stripMarkup(first.text) : null,
    lines: headerLines.map(line => line.text),
  };
}

function nonEmptyLines(text: string, start: number, maxLines: number): Line[] {
  const lines: Line[] = [];
  for (let lineStart = start; lineStart < text.length && lines.length < maxLines; ) {
    const lineEnd = text.indexOf("\n", lineStart);
    const nextStart = lineEnd < 0 ? text.length : lineEnd + 1;
    const line = text.slice(lineStart, nextStart).trim();
    if (line !== "") lines.push({ text: line, nextStart });
    lineStart = nextStart;
  }
  return lines;
}

const stripMarkup = (line: string) =>
  line
    .replace(heading, "")
    .replace(/^\*\*(.+)\*\*$/, "$1")
    .trim();

/** Whether a line is a Markdown heading, or is short, not a sentence, and not the first of many short lines. */
function looksLikeTitle(line: string, next: string): boolean {
  if (heading.test(line)) return true;
  const isShort =
    line.length <= (/\p{Script=Han}/u.test(line) ? 50 : 110) &&
    !sentenceEnd.test(line.replace(/[!?！？]$/, "")) &&
    !/[,，、:：]$/.test(line);
  return (
    isShort &&
    !isHeaderLine(line) &&
    !/^[-*•|>\d]/.test(line) &&
    (isHeaderLine(next) || next.length >= 2 * line.length)
  );
}

function isHeaderLine(line: string): boolean {
  if (line.length > maxLineLength || /[。！？]$/.test(line)) return false;
  const hasDate = readPublicationDate(line) !== null;
  if (labelledLine.test(line)) return true;
  if (hasDate && labelInside.test(line) && !/[。，]/.test(line)) return true;
  if (hasDate)
    return byline.test(line) || dateOnly.test(line) || /^[^。，]{0,60}[|｜>][^。]*$/.test(line);
  const authors = authorsPattern.exec(line);
  return (
    authors !== null &&
    !sentenceEnd.test(line) &&
    line.length - authors[0].length <= 60 &&
    /^(?:$|\s+(?:and|&)\s|,|\s*[|–—-])/.test(line.slice(authors[0].length))
  );
}

/** The paper named in a header: after a label, as the first breadcrumb, or as the host of a URL. */
function sourceOf(header: string): string | null {
  const label = /(?:来源|稿源|Source)\s*[：:]\s*([^\n|｜]+)/i.exec(header)?.[1];
  const name = label?.split(/\s{2,}|\s+(?=\d|作者|编辑|记者|责)/)[0]?.trim();
  if (name) return name;
  const breadcrumb = /^\s*([^\s>＞|\d]{2,20})\s*[>＞]/m.exec(header)?.[1];
  return breadcrumb ?? /https?:\/\/([\w.-]+)/.exec(header)?.[1] ?? null;
}
