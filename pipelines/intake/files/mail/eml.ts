// Reads EML, a mail as it was sent: who wrote to whom, when and on what, its text, and the names of what is attached.

import { type Block, layOut } from "../blocks.ts";
import { parsePage } from "../html/html.ts";
import { htmlBlocks } from "../html/html-blocks.ts";
import type { ParsedFile } from "../parsed-file.ts";
import { charsetText, fieldText, type MailPart, readMail } from "./mime.ts";

/** What a person reads of a mail's head, in this order. */
const shown = ["From", "To", "Cc", "Date", "Subject"];
/** Mails within mails. */
const deepest = 5;

/** Reads EML. Of a text in several forms the richest is taken; a mail that is attached is read too, of other files the name is told. */
export function parseEml(bytes: Buffer): ParsedFile {
  // Mail programs put the line "From …" between the mails of one file.
  const mail = readMail(bytes.toString("latin1").replace(/^From [^\n]*\n/, ""));
  const subject = fieldText(mail.fields.get("subject") ?? "");
  return {
    format: "eml",
    title: subject || null,
    pages: null,
    ...layOut(mailBlocks(mail, deepest)),
  };
}

function mailBlocks(mail: MailPart, depth: number): Block[] {
  const head = shown.flatMap(name => {
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

/** Any form of text but those that are for programs. */
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
  if (part.type === "text/html") return pageBlocks(text);
  return plainBlocks(text, /flowed/i.test(part.parameters.get("format") ?? ""));
}

function pageBlocks(html: string): Block[] {
  const page = parsePage(html);
  return htmlBlocks(page.body ?? page.documentElement);
}

/** Columns at which mail programs break lines, at the least; and a line that none of them breaks. */
const [narrowest, shortest] = [64, 40];
/** What begins a line of its own: a quotation, an item, a label. */
const ownLine = /^(?:[>\s|]|[-*•]\s|\d+[.)]\s|[\p{L} -]{1,30}[:：])/u;

/** Whether a line was broken there because the next one's first word had no place on it. */
function isBroken(line: string, next: string): boolean {
  if (ownLine.test(next) || line.startsWith(">") || line.length < shortest) return false;
  return line.length + 1 + (/^\S+/.exec(next)?.[0].length ?? 0) > narrowest;
}

/** Paragraphs between empty lines; of a text that flows a line that goes on ends in a space. */
function plainBlocks(text: string, flows: boolean): Block[] {
  const flowing = flows ? text.replace(/ \n(?=[^\n>])/g, " ") : text;
  return flowing
    .split(/\n[ \t]*\n+/)
    .map(paragraph => {
      const lines = paragraph.trim().split("\n");
      const joined = lines.map((line, at) => {
        const before = lines[at - 1];
        if (before === undefined) return line;
        if (flows || !isBroken(before, line)) return `\n${line}`;
        return /\p{Script=Han}/u.test(line.slice(0, 1)) ? line : ` ${line}`;
      });
      return { kind: "paragraph", text: joined.join("") } as const;
    })
    .filter(({ text: words }) => words !== "");
}
