// Names a document from a file: by the title in the file, else its first heading, else the file's name.

import { basename, extname } from "node:path";
import { blankCode } from "../../text/code-blocks.ts";
import { topHeading } from "../../text/headings.ts";
import { formats } from "./formats.ts";
import type { ParsedFile } from "./parsed-file.ts";

/** Titles that programs set by themselves: the program, the first file name, a placeholder. */
const unnamed =
  /^(?:untitled|microsoft (?:word|powerpoint|excel)\b.*|powerpoint presentation|presentation|document|slide|sheet|workbook|book)[\s\d]*$|^(?:无标题|未命名|演示文稿|幻灯片|文档|工作簿|新建).{0,12}$|\.(?:pdf|docx?|pptx?|xlsx?|txt|html?|indd|qxd|tmp)$/i;
const maxLength = 200;

const isName = (title: string) =>
  title.length >= 2 && title.length <= maxLength && /\p{L}/u.test(title) && !unnamed.test(title);

/** A file's name as words: "top-10_tarns2021" is "top 10 tarns 2021"; hyphens between digits are kept, as they may be part of a date. */
const nameOfPath = (path: string): string =>
  (basename(path, extname(path)) || basename(path))
    .replace(/_+|(?<!\d)-+|-+(?!\d)/g, " ")
    .replace(/(?<=\p{Script=Latin}{3})(?=\d)|(?<=\d)(?=\p{Script=Latin}{3})/gu, " ")
    .trim() || basename(path);

export function nameOfFile({ title, text, format }: ParsedFile, path: string): string {
  if (title !== null && isName(title)) return title;
  const plain = blankCode(text).trimStart();
  const heading = titleIn(topHeading(text));
  const { namedBy } = formats[format];
  const first = namedBy === "heading" ? undefined : firstLine(plain);
  // One of several headings of the same level names a part; if headings are guessed from font sizes, it may still be the title.
  const name =
    namedBy === "heading-first"
      ? (heading ?? (plain.startsWith("#") ? undefined : first))
      : (first ?? heading);
  return name ?? nameOfPath(path);
}

/** Whether a line is a name with its value, followed at once by further lines or a mere number; "Corrie Mills: report for 2021" above an empty line is a title. */
const isEntry = (line: string, next: string) =>
  /^[\w ]{1,30}[:=]\s/.test(line) && (next.trim() !== "" || !/[:=].*\p{L}{2}/u.test(line));

/** The first line if it is a heading, or short and not a sentence. */
function firstLine(text: string): string | undefined {
  const [first = "", second = ""] = text.split("\n", 2);
  const marked = /^#+[ \t]+(.+)$/.exec(first)?.[1];
  return marked === undefined && isEntry(first, second) ? undefined : titleIn(marked ?? first);
}

/** Sentences, list items, rows, and lines that are all in brackets. */
const noTitle = /[。！？；：]$|^\s*[-+•·]\s|^\s*[[({<].*[\])}>]\s*$|\s\|\s/;

function titleIn(line = ""): string | undefined {
  const title = line.replace(/[*【】]|^\\#+(?=\s)/g, "").trim();
  return title === "" || title.length > 80 || noTitle.test(line) ? undefined : title;
}
