// Parses an email (RFC 5322, 2045, 2047) into its header fields and its decoded parts.

import { decode, decodeWestern } from "../decode-text.ts";

export interface MailPart {
  /** By lower-case name; if a field is repeated, the first is kept. */
  readonly fields: ReadonlyMap<string, string>;
  /** In lower case: "text/plain". */
  readonly type: string;
  /** Parameters of Content-Type and Content-Disposition: charset, name, filename, format. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly isAttachment: boolean;
  /** Parts of a multipart message. */
  readonly parts: readonly MailPart[];
  /** Decoded bytes; empty for a multipart message. */
  readonly content: Buffer;
}

/** Maximum depth of nested parts, and maximum number of parts in one email: only an attack has more. */
const maxDepth = 20;
const maxParts = 1000;

/** Bytes decoded from a charset, which is detected if it is missing or unknown. */
export function charsetText(bytes: Buffer, charset: string | undefined): string {
  const label = charset?.toLowerCase() ?? "";
  if (label !== "" && !/^(?:us-ascii|ascii|iso-8859-1|windows-1252|unknown.*)$/.test(label))
    try {
      return new TextDecoder(label, { fatal: true }).decode(bytes);
    } catch {
      // The declared charset is wrong.
    }
  return decode(bytes) ?? decodeWestern(bytes);
}

const quotedPrintable = (text: string): Buffer =>
  Buffer.from(
    text
      .replace(/[ \t]+$/gm, "")
      .replace(/=\r?\n/g, "")
      .replace(/=([0-9a-f]{2})/gi, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      ),
    "latin1",
  );

function decodeBody(body: string, encoding: string): Buffer {
  if (/base64/i.test(encoding)) return Buffer.from(body.replace(/[^a-z\d+/]/gi, ""), "base64");
  return /quoted-printable/i.test(encoding) ? quotedPrintable(body) : Buffer.from(body, "latin1");
}

const encodedWord = /=\?([^?\s*]+)(?:\*[^?\s]*)?\?([bq])\?([^?\s]*)\?=/gi;

/** A field's value with its encoded words decoded; a multi-byte character may be split between two of them. */
export function fieldText(value: string): string {
  const joinedWords = value.replace(/(=\?[^?\s]+\?[bq]\?[^?\s]*\?=)\s+(?==\?)/gi, "$1");
  const runs: { charset: string; bytes: Buffer; start: number; end: number }[] = [];
  for (const match of joinedWords.matchAll(encodedWord)) {
    const [encoded, charset = "", encoding = "", text = ""] = match;
    const bytes = /b/i.test(encoding)
      ? Buffer.from(text, "base64")
      : quotedPrintable(text.replaceAll("_", " ").replace(/ (?=$)/, "=20"));
    const [lastRun, end] = [runs.at(-1), match.index + encoded.length];
    if (lastRun?.end === match.index && lastRun.charset.toLowerCase() === charset.toLowerCase())
      runs.splice(-1, 1, { ...lastRun, bytes: Buffer.concat([lastRun.bytes, bytes]), end });
    else runs.push({ charset, bytes, start: match.index, end });
  }
  let [text, offset] = ["", 0];
  for (const { charset, bytes, start, end } of runs) {
    text += decodeRawBytes(joinedWords.slice(offset, start)) + charsetText(bytes, charset);
    offset = end;
  }
  return (text + decodeRawBytes(joinedWords.slice(offset))).replace(/\s+/g, " ").trim();
}

/** Text outside encoded words, which some programs write as raw bytes. */
const decodeRawBytes = (text: string) =>
  /[\x80-\xff]/.test(text) ? charsetText(Buffer.from(text, "latin1"), undefined) : text;

function readFields(head: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of head.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/)) {
    const [, name, value] = /^([!-9;-~]+):[ \t]*(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined && !fields.has(name.toLowerCase()))
      fields.set(name.toLowerCase(), value);
  }
  return fields;
}

/** Reads the parameters after the first word of a field: `charset="utf-8"; name*=UTF-8''a%20b`. */
function readParameters(value: string, parameters: Map<string, string>): void {
  const pattern = /;\s*([\w-]+)(?:\*\d*\*?)?\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/g;
  // Only the first segment of a long value names its charset.
  const rawValues = new Map<string, string>();
  for (const [, name = "", quoted, unquoted = ""] of value.matchAll(pattern)) {
    const text = quoted?.replace(/\\(.)/g, "$1") ?? unquoted;
    const key = name.toLowerCase();
    rawValues.set(key, (rawValues.get(key) ?? "") + text);
  }
  for (const [key, text] of rawValues)
    parameters.set(key, (parameters.get(key) ?? "") + decodeExtended(text));
}

/** Decodes a parameter of the form `UTF-8''a%20b`; any other value is unchanged. */
function decodeExtended(text: string): string {
  const [, charset = "", escaped = ""] = /^([\w-]*)'[\w-]*'(.*)$/.exec(text) ?? [];
  if (escaped === "") return text;
  const bytes = quotedPrintable(escaped.replaceAll("%", "="));
  return charsetText(bytes, charset);
}

/** The parts between the boundary lines; the text before and after them is for programs that do not support parts. */
function splitParts(body: string, boundary: string): string[] {
  const [, ...parts] = `\n${body}`.split(`\n--${boundary}`);
  const end = parts.findIndex(part => part.startsWith("--"));
  return parts.slice(0, end < 0 ? parts.length : end).map(part => part.replace(/^[^\n]*\n/, ""));
}

/** Reads an email or a part of one, decoded as Latin-1. */
export function readMail(source: string): MailPart {
  return readPart(source, maxDepth, { parts: maxParts });
}

function readPart(source: string, depth: number, budget: { parts: number }): MailPart {
  const end = /^\r?\n|\r?\n\r?\n/.exec(source);
  const [head, body] = end
    ? [source.slice(0, end.index), source.slice(end.index + end[0].length)]
    : [source, ""];
  const fields = readFields(head);
  const contentType = fields.get("content-type") ?? "text/plain";
  const disposition = fields.get("content-disposition") ?? "";
  const parameters = new Map<string, string>();
  for (const value of [contentType, disposition]) readParameters(value, parameters);
  const type = /^[^;\s]+/.exec(contentType)?.[0].toLowerCase() ?? "text/plain";
  const boundary = parameters.get("boundary");
  const innerSources =
    depth > 0 && type.startsWith("multipart/") && boundary ? splitParts(body, boundary) : [];
  const partSources = innerSources.slice(0, Math.max(0, budget.parts));
  budget.parts -= partSources.length;
  return {
    fields,
    type,
    parameters,
    isAttachment: /^\s*attachment/i.test(disposition),
    parts: partSources.map(part => readPart(part, depth - 1, budget)),
    content:
      innerSources.length > 0
        ? Buffer.alloc(0)
        : decodeBody(body, fields.get("content-transfer-encoding") ?? ""),
  };
}
