// Reads EML, a mail as it was sent: who wrote to whom, when and on what, its text, and the names of what is attached.

import { type Block, layOut } from "../blocks.ts";
import { parsePage } from "../html/html.ts";
import { htmlBlocks } from "../html/html-blocks.ts";
import type { ParsedFile } from "../parsed-file.ts";
import { joinLines } from "../unwrap.ts";
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

const isText = ({ type, isAttachment }: MailPart) =>
  !isAttachment && (type === "text/plain" || type === "text/html");

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

/** Paragraphs between empty lines; a line that flows ends in a space, any other may have been broken because it was full. */
function plainBlocks(text: string, flows: boolean): Block[] {
  const lines = flows ? text.replace(/ \n(?=[^\n>])/g, " ") : text;
  return lines
    .split(/\n[ \t]*\n+/)
    .map(paragraph => ({ kind: "paragraph", text: joinLines(paragraph.trim()) }) as const)
    .filter(({ text: words }) => words !== "");
}
