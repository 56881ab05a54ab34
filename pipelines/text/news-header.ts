// Finds the header of a news text: the portal's line with date and source, English bylines, a title.

import { readPublished } from "./news-date.ts";

export interface NewsHeader {
  /** UTF-16 offset where the article itself begins. */
  readonly end: number;
  /** The portal's line without its separator; "" if there is none. */
  readonly meta: string;
  readonly headline: string | null;
  /** YYYY-MM-DD. */
  readonly published: string | null;
  readonly source: string | null;
}

/** `<meta>，正文：`, which opens the released articles; after a sentence it would be part of the text. */
const SEPARATOR = /^([^\n。！？]{0,400}?)[，,]?[ \t]*正文[：:]/;
const ORIGINAL_TITLE = /^\s*原标题[：:]\s*/;
/** A title given twice: as the original title and as the heading. */
const TWICE = /^(.{6,80}?)\s*(?=\1)/s;

/** Where a text begins if its title runs into it: at a gap, or at the date, source or reporter that opens it. */
const OPENS =
  /[ \t\u3000]{4,}|(?=(?:\d{4}年)?\d{1,2}月\d{1,2}日(?:[，,]|[上下中]午|晚|凌晨|消息|电|讯|至))|(?=\d{4}-\d{2}-\d{2} \d)|(?=近日|日前|近期|近年来|连日来|截至|为(?:了|进一步|深入|切实|全面|贯彻|落实)|本报|新华社|中新网|中新社|央广网|人民网|新京报|澎湃新闻|极目新闻|IT之家|【[^】]{2,12}(?:讯|报道|电)】)/u;
/** Time and author between a title and its text. */
const STAMP =
  /^\s*\d{4}-\d{2}-\d{2} \d{2}:\d{2}(?::\d{2})?\s*(?:(?:作者|来源|编辑)[：:]\S{2,8}\s*)?/;
/** Length of a title in characters; it has no full stop. */
const TITLE = { least: 8, most: 48 };

const LABELS =
  "发布时间|发表时间|发布日期|更新时间|时间|日期|来源|文章来源|稿源|作者|记者|编辑|责任编辑|责编|字号|点击|浏览|Published|Posted|Updated|Last (?:updated|modified)|First published|Date|Source|Authors?|Written by|Words by|Reported by";
const LABELLED = new RegExp(`^(?:${LABELS})(?: (?:on|at))?\\s*[：:]\\s*\\S`, "i");
const LABEL_INSIDE = /(?:来源|稿源|作者|编辑|Source)\s*[：:]/i;
const BYLINE =
  /^(?:By|Words by|Written by|Published|Posted|Updated|Last updated|First published)\s+(?:on\s+)?[\p{Lu}\d]/u;
const NAMES = /^By\s+\p{Lu}[\p{L}'’.-]+(?:\s+\p{Lu}[\p{L}'’.-]*){1,4}/u;
const DATE_ONLY =
  /^[\s\d\p{P}TZ+年月日时分秒:]*$|^(?:\p{Lu}\p{L}+,?\s+)?(?:\d{1,2}(?:st|nd|rd|th)?\s+)?\p{Lu}\p{L}{2,8}\.?\s+(?:\d{1,2}(?:st|nd|rd|th)?,?\s+)?\d{4}\b[\s\d:,.|APMapm–—-]*(?:[A-Z]{2,4})?$/u;
/** A Markdown heading, also with an escaped `#`. */
const MARKED = /^\\?#{1,6}\s+/;
const LONGEST_LINE = 120;
const SENTENCE_END = /[。！？!?.…；;][”’"'）)]*$/;

/** Reads the header of a text and where it ends. `known`, from a feed or file, takes precedence. */
export function readNewsHeader(text: string, known: { headline?: string | null } = {}): NewsHeader {
  const separated = SEPARATOR.exec(text);
  const meta = separated?.[1] ?? "";
  const title = titled(text, separated?.[0].length ?? 0);
  const lines = headerLines(text, title.end, known.headline ?? title.headline);
  const header = [meta, ...lines.lines].join("\n");
  return {
    end: lines.end,
    meta,
    headline: title.headline ?? lines.headline,
    published: readPublished(header),
    source: sourceOf(header),
  };
}

/** The title after the label 原标题; if its end cannot be found, only the label is removed. */
function titled(text: string, from: number): { end: number; headline: string | null } {
  const label = ORIGINAL_TITLE.exec(text.slice(from));
  if (label === null) return { end: from, headline: null };
  const end = from + label[0].length;
  const twice = TWICE.exec(text.slice(end, end + 200));
  if (twice !== null) return { end: end + twice[0].length, headline: twice[1]?.trim() ?? null };
  const length = titleLength(text.slice(end, end + TITLE.most + 20));
  const stamp = length === 0 ? null : STAMP.exec(text.slice(end + length, end + length + 60));
  return {
    end: end + length + (stamp?.[0].length ?? 0),
    headline: length === 0 ? null : text.slice(end, end + length).trim(),
  };
}

/** Length of a title that runs into the text; 0 if none is found. */
function titleLength(text: string): number {
  const line = text.split(/[\n。]/, 1)[0] ?? "";
  const opens = OPENS.exec(line.slice(TITLE.least));
  if (opens === null || opens.index + TITLE.least > TITLE.most) return 0;
  return TITLE.least + opens.index + opens[0].length;
}

interface Line {
  readonly text: string;
  /** Where the next line begins. */
  readonly next: number;
}

/** A title line, then at most six lines with author or date, none of them a sentence. */
function headerLines(
  text: string,
  from: number,
  known: string | null,
): { end: number; headline: string | null; lines: string[] } {
  const top = nonEmptyLines(text, from, 8);
  const [first, second] = top;
  const same = first !== undefined && known !== null && plain(first.text) === plain(known);
  const isTitle =
    first !== undefined &&
    second !== undefined &&
    (same || (known === null && looksLikeTitle(first.text, second.text)));
  const rest = isTitle ? top.slice(1) : top;
  // The last line of a text is never its header: something must remain.
  const count = rest
    .slice(0, 6)
    .findIndex((line, at) => at === rest.length - 1 || !isHeaderLine(line.text));
  const found = rest.slice(0, Math.max(0, count));
  const end = found.at(-1)?.next ?? (isTitle ? first.next : from);
  return { end, headline: isTitle ? plain(first.text) : null, lines: found.map(line => line.text) };
}

function nonEmptyLines(text: string, from: number, most: number): Line[] {
  const lines: Line[] = [];
  for (let at = from; at < text.length && lines.length < most; ) {
    const stop = text.indexOf("\n", at);
    const next = stop < 0 ? text.length : stop + 1;
    const line = text.slice(at, next).trim();
    if (line !== "") lines.push({ text: line, next });
    at = next;
  }
  return lines;
}

const plain = (line: string) =>
  line
    .replace(MARKED, "")
    .replace(/^\*\*(.+)\*\*$/, "$1")
    .trim();

/** Whether a line is marked as a heading, or is short, not a sentence, and not the first of many short lines. */
function looksLikeTitle(line: string, next: string): boolean {
  if (MARKED.test(line)) return true;
  const short =
    line.length <= (/\p{Script=Han}/u.test(line) ? 50 : 110) &&
    !SENTENCE_END.test(line.replace(/[!?！？]$/, "")) &&
    !/[,，、:：]$/.test(line);
  return (
    short &&
    !isHeaderLine(line) &&
    !/^[-*•|>\d]/.test(line) &&
    (isHeaderLine(next) || next.length >= 2 * line.length)
  );
}

function isHeaderLine(line: string): boolean {
  if (line.length > LONGEST_LINE || /[。！？]$/.test(line)) return false;
  const dated = readPublished(line) !== null;
  if (LABELLED.test(line)) return true;
  if (dated && LABEL_INSIDE.test(line) && !/[。，]/.test(line)) return true;
  if (dated)
    return BYLINE.test(line) || DATE_ONLY.test(line) || /^[^。，]{0,60}[|｜>][^。]*$/.test(line);
  const by = NAMES.exec(line);
  return (
    by !== null &&
    !SENTENCE_END.test(line) &&
    line.length - by[0].length <= 60 &&
    /^(?:$|\s+(?:and|&)\s|,|\s*[|–—-])/.test(line.slice(by[0].length))
  );
}

/** The paper named in a header: after a label, as the first breadcrumb, or as the host of a URL. */
function sourceOf(header: string): string | null {
  const labelled = /(?:来源|稿源|Source)\s*[：:]\s*([^\n|｜]+)/i.exec(header)?.[1];
  const named = labelled?.split(/\s{2,}|\s+(?=\d|作者|编辑|记者|责)/)[0]?.trim();
  if (named) return named;
  const crumb = /^\s*([^\s>＞|\d]{2,20})\s*[>＞]/m.exec(header)?.[1];
  return crumb ?? /https?:\/\/([\w.-]+)/.exec(header)?.[1] ?? null;
}
