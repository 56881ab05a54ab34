// Reads inline Markdown as displayed: without markup, images and link targets, and with soft line breaks as spaces.

import type { Nodes, PhrasingContent } from "mdast";
import { toSubscript, toSuperscript } from "./superscripts-and-subscripts.ts";
import { widthOf } from "./unwrap-lines.ts";

/** Represents a hard break; any other line break within a paragraph only shows where a line was full. */
const hardBreak = "\u2028";

/** The text without emphasis marks that Markdown does not recognize between Han characters, and with superscripts and subscripts of some dialects. */
const stripMarks = (text: string) =>
  text
    .replace(/\*\*(?=\S)([^\n*]+)\*\*/g, "$1")
    .replace(/~~(?=\S)([^\n~]+)~~/g, "$1")
    .replace(/(?<=[\p{L}\p{N})])\^([\d+\-−–]{1,5})\^/gu, (_, power: string) => toSuperscript(power))
    .replace(/(?<=[\p{L})])~(\d{1,3})~(?!~)/gu, (_, digits: string) => toSubscript(digits));

/** The text of these nodes; one line, except for hard breaks. */
export const inlineText = (nodes: readonly PhrasingContent[]): string =>
  joinSoftBreaks(siblingText(nodes)).replaceAll(hardBreak, "\n");

/** The text of consecutive nodes: HTML tags are siblings of what they enclose. */
function siblingText(nodes: readonly Nodes[]): string {
  let text = "";
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index];
    const tag = node?.type === "html" ? /^<(su[pb])\b/i.exec(node.value)?.[1]?.toLowerCase() : "";
    const end = tag
      ? nodes.findIndex((other, otherIndex) => otherIndex > index && isEndTag(other, tag))
      : -1;
    // An image is left out, with the space before it.
    if (node?.type === "image" || node?.type === "imageReference")
      text = text.replace(/[ \n]$/, "");
    else if (end < 0) text += node ? textOf(node) : "";
    else {
      const innerText = siblingText(nodes.slice(index + 1, end));
      text += tag === "sup" ? toSuperscript(innerText) : toSubscript(innerText);
      index = end;
    }
  }
  return text;
}

const isEndTag = (node: Nodes, tag: string): boolean =>
  node.type === "html" && node.value.toLowerCase().startsWith(`</${tag}`);

function textOf(node: Nodes): string {
  if (node.type === "text") return stripMarks(node.value);
  if (node.type === "inlineCode") return node.value;
  if (node.type === "break") return hardBreak;
  // The only visible inline HTML is a line break.
  if (node.type === "html") return /^<br\b/i.test(node.value) ? hardBreak : "";
  return "children" in node ? siblingText(node.children) : "";
}

const sentenceEnd = /[.!?:;。！？：；…|"”』」]$/;
const openEnd = /[,，、(（—–-]$/;
/** A label, as in "Name: Ada", whose line is intentionally separate; after the end of a sentence it may be long. */
const shortLabel = /^(?:[^\s:：]+ ?){1,3}(?::\s|：)/;
const longLabel = /^(?:[^:：.。]|(?<=\d):(?=\d)){1,60}(?::\s|：)/;
const itemStart =
  /^(?:[•·●○▪◦◆■□①-⑳]|[（(](?:\d{1,2}|[一二三四五六七八九十]{1,3})[)）]|(?:\d{1,2}|[一二三四五六七八九十]{1,3})、)/;
/** Maximum length of a line with a label and a value, in characters. */
const maxLabeledLength = 60;
/** Minimum width of a line that may have been broken because it was full, in columns. */
const minFullWidth = 40;

const startsLine = (line: string) =>
  itemStart.test(line) || (line.length <= maxLabeledLength && shortLabel.test(line));

const hanEnd = /[\p{Script=Han}，、。；：！？”』」）》]$/u;
/** The next line, preceded by a space, or by none between Han characters. */
const continuationOf = (line: string, next: string): string =>
  hanEnd.test(line) && /^[\p{Script=Han}“『「（《]/u.test(next) ? next : ` ${next}`;

/** Turns soft breaks into spaces, except between lines of values or steps, or if all lines are short, as in a signature. */
function joinSoftBreaks(paragraph: string): string {
  const [first = "", ...lines] = paragraph.split("\n").map(line => line.trim());
  // A line that starts in lower case shows that the short lines form a sentence.
  const areLinesShort =
    [first, ...lines.slice(0, -1)].every(line => widthOf(line) < minFullWidth) &&
    !lines.some(line => /^\p{Ll}/u.test(line));
  let previous = first;
  return lines.reduce((text, line) => {
    const keepsBreak =
      (sentenceEnd.test(previous) && (startsLine(line) || longLabel.test(line))) ||
      (startsLine(previous) && startsLine(line)) ||
      (areLinesShort && !openEnd.test(previous));
    previous = line;
    return text + (keepsBreak ? `\n${line}` : continuationOf(text, line));
  }, first);
}
