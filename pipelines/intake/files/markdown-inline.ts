// What stands in a line of Markdown, as it is read: without marks, pictures and addresses, a line end within a paragraph a space.

import type { Nodes, PhrasingContent } from "mdast";
import { lower, raise } from "./raised-digits.ts";
import { widthOf } from "./unwrap.ts";

/** A break that the writer asked for; any other line end within a paragraph is where a line was full. */
const askedBreak = "\u2028";

/** Marks that Markdown does not take for such between Han characters are taken away all the same; raised and lowered signs as some dialects write them. */
const unmarked = (text: string) =>
  text
    .replace(/\*\*(?=\S)([^\n*]+)\*\*/g, "$1")
    .replace(/~~(?=\S)([^\n~]+)~~/g, "$1")
    .replace(/(?<=[\p{L}\p{N})])\^([\d+\-−–]{1,5})\^/gu, (_, power: string) => raise(power))
    .replace(/(?<=[\p{L})])~(\d{1,3})~(?!~)/gu, (_, digits: string) => lower(digits));

/** The text of these nodes; one line, but for the breaks that were asked for. */
export const inlineText = (nodes: readonly PhrasingContent[]): string =>
  joinSoftBreaks(siblingText(nodes)).replaceAll(askedBreak, "\n");

/** Tags of HTML stand beside what they enclose. */
function siblingText(nodes: readonly Nodes[]): string {
  let text = "";
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at];
    const tag = node?.type === "html" ? /^<(su[pb])\b/i.exec(node.value)?.[1]?.toLowerCase() : "";
    const end = tag ? nodes.findIndex((other, place) => place > at && closes(other, tag)) : -1;
    // A picture says what its file is, or nothing; the space before it is its own.
    if (node?.type === "image" || node?.type === "imageReference")
      text = text.replace(/[ \n]$/, "");
    else if (end < 0) text += node ? textOf(node) : "";
    else {
      const inner = siblingText(nodes.slice(at + 1, end));
      text += tag === "sup" ? raise(inner) : lower(inner);
      at = end;
    }
  }
  return text;
}

const closes = (node: Nodes, tag: string): boolean =>
  node.type === "html" && node.value.toLowerCase().startsWith(`</${tag}`);

function textOf(node: Nodes): string {
  if (node.type === "text") return unmarked(node.value);
  if (node.type === "inlineCode") return node.value;
  if (node.type === "break") return askedBreak;
  // Of HTML within a line only the break is seen.
  if (node.type === "html") return /^<br\b/i.test(node.value) ? askedBreak : "";
  return "children" in node ? siblingText(node.children) : "";
}

const ends = /[.!?:;。！？：；…|"”』」]$/;
const goesOn = /[,，、(（—–-]$/;
/** "Name: Ada", "2、打开": a line that its writer meant for one; behind a sentence's end its label may be long. */
const label = /^(?:[^\s:：]+ ?){1,3}(?::\s|：)/;
const longLabel = /^(?:[^:：.。]|(?<=\d):(?=\d)){1,60}(?::\s|：)/;
const item =
  /^(?:[•·●○▪◦◆■□①-⑳]|[（(](?:\d{1,2}|[一二三四五六七八九十]{1,3})[)）]|(?:\d{1,2}|[一二三四五六七八九十]{1,3})、)/;
/** Characters of a line of values. */
const maxLabelled = 60;
/** Columns that a line has at least which was broken because it was full. */
const minFull = 40;

const begins = (line: string) =>
  item.test(line) || (line.length <= maxLabelled && label.test(line));

const han = /[\p{Script=Han}，、。；：！？”』」）》]$/u;
/** What a line and the next come to: Han characters have no space between them. */
const joint = (line: string, next: string): string =>
  han.test(line) && /^[\p{Script=Han}“『「（《]/u.test(next) ? next : ` ${next}`;

/** A soft break is a space, unless lines of values or steps stand below one another, or all are as short as those of a signature. */
function joinSoftBreaks(paragraph: string): string {
  const [first = "", ...lines] = paragraph.split("\n").map(line => line.trim());
  // One that goes on in small letters shows that short lines are those of a sentence.
  const areShort =
    [first, ...lines.slice(0, -1)].every(line => widthOf(line) < minFull) &&
    !lines.some(line => /^\p{Ll}/u.test(line));
  let before = first;
  return lines.reduce((text, line) => {
    const stays =
      (ends.test(before) && (begins(line) || longLabel.test(line))) ||
      (begins(before) && begins(line)) ||
      (areShort && !goesOn.test(before));
    before = line;
    return text + (stays ? `\n${line}` : joint(text, line));
  }, first);
}
