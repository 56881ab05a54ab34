// What a document from a file is called: as the file says, else by its first heading, else by the file's own name.

import { basename, extname } from "node:path";
import { blankCode } from "../../text/code-blocks.ts";
import type { ParsedFile } from "./parsed-file.ts";

/** What programs write where nobody named a file: the program, the first file name, a placeholder. */
const unnamed =
  /^(?:untitled|microsoft (?:word|powerpoint|excel)\b.*|powerpoint presentation|presentation|document|slide|sheet|workbook|book)[\s\d]*$|^(?:无标题|未命名|演示文稿|幻灯片|文档|工作簿|新建).{0,12}$|\.(?:pdf|docx?|pptx?|xlsx?|txt|html?|indd|qxd|tmp)$/i;
const longest = 200;

const isName = (title: string) =>
  title.length >= 2 && title.length <= longest && /\p{L}/u.test(title) && !unnamed.test(title);

/** A file's name as a person reads it. */
const ofPath = (path: string) => basename(path, extname(path)) || basename(path);

export function nameOfFile({ title, text, format }: ParsedFile, path: string): string {
  if (title !== null && isName(title)) return title;
  return firstHeading(text, format === "csv") ?? ofPath(path);
}

/** A name with its value, which further lines follow at once; "Corrie Mills: report for 2021" over an empty line is a title. */
const isEntry = (line: string, next: string) =>
  next.trim() !== "" && /^[\w ]{1,30}[:=]\s/.test(line);

/** A short first line that is no sentence is taken for the title, else the one heading of the first level; of a table, only what is marked as one. */
function firstHeading(text: string, isTable: boolean): string | undefined {
  const [first = "", second = ""] = text.split("\n", 2);
  const marked = /^#+[ \t]+(.+)$/.exec(first)?.[1];
  if (marked !== undefined) return titleIn(marked);
  const [heading, another] = [...blankCode(text).matchAll(/^# +(.+)$/gm)].map(([, words]) => words);
  const sole = another === undefined ? titleIn(heading) : undefined;
  return isTable || isEntry(first, second) ? sole : (titleIn(first) ?? sole);
}

/** Not a sentence, a list item, a row, or a mere bracket. */
const noTitle = /[。！？；：]$|^\s*[-+•·]\s|^\s*[[({<].*[\])}>]\s*$|\s\|\s/;

function titleIn(line = ""): string | undefined {
  const title = line.replace(/[*【】]/g, "").trim();
  return title === "" || title.length > 80 || noTitle.test(line) ? undefined : title;
}
