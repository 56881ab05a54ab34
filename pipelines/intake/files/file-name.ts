// Names the document in a file: by the title in the file, its first heading, or the file's name.

import { basename, extname } from "node:path";
import { blankCode } from "../../text/code-blocks.ts";
import { topHeading } from "../../text/top-heading.ts";
import { formats } from "./formats.ts";
import type { FileContent } from "./parsed-file.ts";

/** Titles set by programs: the program's name, the original file name, a placeholder. */
const placeholderTitle =
  /^(?:untitled|microsoft (?:word|powerpoint|excel)\b.*|powerpoint presentation|presentation|document|slide|sheet|workbook|book)[\s\d]*$|^(?:无标题|未命名|演示文稿|幻灯片|文档|工作簿|新建).{0,12}$|\.(?:pdf|docx?|pptx?|xlsx?|txt|html?|indd|qxd|tmp)$/i;
const maxLength = 200;

const isName = (title: string) =>
  title.length >= 2 &&
  title.length <= maxLength &&
  /\p{L}/u.test(title) &&
  !placeholderTitle.test(title);

/** A file's name as words: "top-10_tarns2021" is "top 10 tarns 2021"; hyphens between digits are kept, as they may be part of a date. */
const nameOfPath = (path: string): string =>
  (basename(path, extname(path)) || basename(path))
    .replace(/_+|(?<!\d)-+|-+(?!\d)/g, " ")
    .replace(/(?<=\p{Script=Latin}{3})(?=\d)|(?<=\d)(?=\p{Script=Latin}{3})/gu, " ")
    .trim() || basename(path);

/** The name of the document in a file. */
export function nameOfFile({ title, text, format }: FileContent, path: string): string {
  if (title !== null && isName(title)) return title;
  const textWithoutCode = blankCode(text).trimStart();
  const heading = toTitle(topHeading(text));
  const { nameSource } = formats[format];
  const opening = nameSource === "heading" ? undefined : firstLine(textWithoutCode);
  // If several headings share a level, each names a part; if headings are guessed from font sizes, the first may still be the title.
  const name =
    nameSource === "heading-first"
      ? (heading ?? (textWithoutCode.startsWith("#") ? undefined : opening))
      : (opening ?? heading);
  return name ?? nameOfPath(path);
}

/** Whether a line is a label with its value: further lines follow immediately, or the value is a mere number; "Corrie Mills: report for 2021" above an empty line is a title. */
const isLabeledValue = (line: string, next: string) =>
  /^[\w ]{1,30}[:=]\s/.test(line) && (next.trim() !== "" || !/[:=].*\p{L}{2}/u.test(line));

/** The first line if it is a heading, or short and not a sentence. */
function firstLine(text: string): string | undefined {
  const [first = "", second = ""] = text.split("\n", 2);
  const heading = /^#+[ \t]+(.+)$/.exec(first)?.[1];
  return heading === undefined && isLabeledValue(first, second)
    ? undefined
    : toTitle(heading ?? first);
}

/** Sentences, list items, rows, and lines that are all in brackets. */
const nonTitleLine = /[。！？；：]$|^\s*[-+•·]\s|^\s*[[({<].*[\])}>]\s*$|\s\|\s/;

function toTitle(line = ""): string | undefined {
  const title = line.replace(/[*【】]|^\\#+(?=\s)/g, "").trim();
  return title === "" || title.length > 80 || nonTitleLine.test(line) ? undefined : title;
}
