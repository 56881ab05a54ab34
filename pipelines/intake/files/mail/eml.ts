// Reads EML, an email as it was sent: sender, recipients, date, subject, text, and the names of attachments.

import { type Block, layOut } from "../blocks.ts";
import { parsePage } from "../html/html.ts";
import { pageBlocks } from "../html/html-blocks.ts";
import type { ParsedFile } from "../parsed-file.ts";
import { charsetText, fieldText, type MailPart, readMail } from "./mime.ts";

/** Header fields that are kept, in this order. */
const shownFields = ["From", "To", "Cc", "Date", "Subject"];
/** Maximum depth of emails attached to emails. */
const maxDepth = 5;

/** Reads EML. If the text comes in alternative forms, the richest is used; attached emails are read too, other attachments only named. */
export function parseEml(bytes: Buffer): ParsedFile {
  // Mail programs put the line "From …" between the emails in one file.
  const mail = readMail(bytes.toString("latin1").replace(/^From [^\n]*\n/, ""));
  return {
    title: fieldText(mail.fields.get("subject") ?? ""),
    ...layOut(mailBlocks(mail, maxDepth)),
  };
}

function mailBlocks(mail: MailPart, depth: number): Block[] {
  const head = shownFields.flatMap(name => {
    const value = fieldText(mail.fields.get(name.toLowerCase()) ?? "");
    return value === "" ? [] : [`${name}: ${value}`];
  });
  const names = attachmentsOf(mail).map(nameOf).filter(Boolean);
  return [
    { kind: "paragraph", text: head.join("\n") },
    ...textBlocks(mail, depth),
    { kind: "paragraph", text: names.map(name => `Attachment: ${name}`).join("\n") },
  ];
}

/** Whether a part is text meant for people. */
const isText = ({ type, isAttachment }: MailPart) =>
  !isAttachment && /^text\/(?!calendar$|css$|directory$|rtf$|(?:x-)?vcard$)/.test(type);

const nameOf = ({ parameters }: MailPart): string =>
  fieldText(parameters.get("filename") ?? parameters.get("name") ?? "");

const attachmentsOf = (part: MailPart): MailPart[] =>
  part.parts.length > 0
    ? part.parts.flatMap(attachmentsOf)
    : isText(part) || part.type === "message/rfc822"
      ? []
      : [part];

function textBlocks(part: MailPart, depth: number): Block[] {
  if (part.type === "message/rfc822")
    return depth > 0 ? mailBlocks(readMail(part.content.toString("latin1")), depth - 1) : [];
  if (part.parts.length > 0) {
    const texts = part.parts
      .map(inner => textBlocks(inner, depth))
      .filter(blocks => blocks.length > 0);
    // The last form is the richest one (RFC 2046, 5.1.4).
    return part.type === "multipart/alternative" ? (texts.at(-1) ?? []) : texts.flat();
  }
  if (!isText(part)) return [];
  const text = charsetText(part.content, part.parameters.get("charset")).replace(/\r\n?/g, "\n");
  if (part.type === "text/html") return pageBlocks(parsePage(text));
  return plainBlocks(text, /flowed/i.test(part.parameters.get("format") ?? ""));
}

/** Minimum width at which mail programs break lines, and minimum length of a line broken by one. */
const [minWrapWidth, minBrokenLength] = [64, 40];
/** The beginning of a line that stays separate: a quotation, a list item, a label. */
const separateLine = /^(?:[>\s|]|[-*•]\s|\d+[.)]\s|[\p{L} -]{1,30}[:：])/u;

/** Whether a line was broken because the next one's first word did not fit. */
function isBroken(line: string, next: string): boolean {
  if (separateLine.test(next) || line.startsWith(">") || line.length < minBrokenLength)
    return false;
  return line.length + 1 + (/^\S+/.exec(next)?.[0].length ?? 0) > minWrapWidth;
}

/** Paragraphs between empty lines; in flowed text, a line that ends in a space continues on the next. */
function plainBlocks(text: string, isFlowed: boolean): Block[] {
  const unwrapped = isFlowed ? text.replace(/ \n(?=[^\n>])/g, " ") : text;
  return unwrapped
    .split(/\n[ \t]*\n+/)
    .map(paragraph => {
      const lines = paragraph.trim().split("\n");
      const joinedLines = lines.map((line, index) => {
        const previous = lines[index - 1];
        if (previous === undefined) return line;
        if (isFlowed || !isBroken(previous, line)) return `\n${line}`;
        return /\p{Script=Han}/u.test(line.slice(0, 1)) ? line : ` ${line}`;
      });
      return { kind: "paragraph", text: joinedLines.join("") } as const;
    })
    .filter(({ text: words }) => words !== "");
}
