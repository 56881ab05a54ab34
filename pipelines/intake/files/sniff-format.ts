// Determines the format of a file: by its content, or by its name where texts of several formats look alike.

import { extname } from "node:path";
import type { FileFormat } from "../../../schemas/items/documents.ts";
import { isOle, isZip, oleFormat, zipFormat } from "./containers.ts";
import { decode } from "./decode-text.ts";
import { feedStart, formatOfExtension, formats, signaturesOfKind } from "./formats.ts";
import { FileProblem } from "./parsed-file.ts";
import { binaryKind, unsupportedKind } from "./signatures.ts";

/** Extensions of unsupported formats that are never plain text. */
const unsupportedExtension = /^\.(?:xlsb|gif|bmp|webp|zip|gz|rar|7z|exe|mp[34])$/;

const headLength = 16 * 1024;
// Each comment and declaration can match in one way only, so a run of them takes linear time.
const prologue = /^\s*(?:<\?[^>]*>\s*|<!--(?:(?!-->)[^])*-->\s*)*/;
const otherXml = /^\s*<(?:\?xml|svg)[\s>]/i;

/** The text from its first element on, without declarations and comments. */
const withoutPrologue = (text: string) => text.slice(0, headLength).replace(prologue, "");

/** Whether an XML text is a feed: RSS, Atom or RDF. */
export const isFeed = (text: string): boolean => feedStart.test(withoutPrologue(text));

/** The format of files with this extension, if it is a plain-text format. */
function textFormatOfExtension(extension: string): FileFormat | undefined {
  const format = formatOfExtension(extension);
  return format && formats[format].isPlainText ? format : undefined;
}

/** Whether files with this extension are never plain text: such a file, if it is plain text, is damaged or misnamed. */
const isBinaryExtension = (extension: string): boolean =>
  unsupportedExtension.test(extension) ||
  (formatOfExtension(extension) !== undefined && textFormatOfExtension(extension) === undefined);

/** The format of a file's bytes; only the extension of the path matters. Throws FileProblem for an unsupported file, saying what it seems to be. */
export function sniffFormat(bytes: Buffer, path: string): FileFormat {
  const extension = extname(path).toLowerCase();
  if (bytes.length === 0) throw new FileProblem("empty-file", "it is empty.");
  const file = { bytes, extension, head: withoutPrologue(bytes.toString("latin1", 0, headLength)) };
  const match = signaturesOfKind("bytes").find(({ matches }) => matches(file));
  if (match) return match.format;
  if (isZip(bytes)) return zipFormat(bytes, extension);
  if (isOle(bytes)) return oleFormat(bytes, extension);
  const kind = unsupportedKind(bytes);
  if (kind !== undefined) throw new FileProblem("unknown-file-type", `it is ${kind}.`);
  return formatOfText(bytes, extension);
}

function formatOfText(bytes: Buffer, extension: string): FileFormat {
  const text = decode(bytes);
  if (text === undefined) throw unreadableTextProblem(bytes, extension);
  if (text.trim() === "") throw new FileProblem("empty-file", "it contains only white space.");
  const head = withoutPrologue(text);
  const match = signaturesOfKind("text").find(signature => signature.opening.test(head));
  if (match) return match.format;
  if (isBinaryExtension(extension))
    throw new FileProblem(
      "unknown-file-type",
      `it is named ${extension} but contains plain text: it is damaged, or should be named .txt or .csv.`,
    );
  const format = textFormatOfExtension(extension);
  if (format) return format;
  if (otherXml.test(text))
    throw new FileProblem(
      "unknown-file-type",
      `it is ${/^(?:<!doctype\s+svg[^>]*>\s*)?<svg[\s>]/i.test(head) ? "an SVG image" : "an XML file that is neither a web page nor a feed"}.`,
    );
  if (extension === ".json")
    throw new FileProblem(
      "unknown-file-type",
      "it is JSON, which is read line by line only: give one object per line (.jsonl), or texts as .txt, .md or .html.",
    );
  return "text";
}

function unreadableTextProblem(bytes: Buffer, extension: string): FileProblem {
  if (textFormatOfExtension(extension))
    return new FileProblem(
      "unknown-encoding",
      "it is not text in UTF-8, UTF-16, GB18030 or Windows-1252.",
    );
  const kind = binaryKind(bytes);
  return new FileProblem(
    "unknown-file-type",
    isBinaryExtension(extension)
      ? `it is named ${extension} but does not have the signature of such a file: it seems to be ${kind}, or damaged.`
      : `it seems to be ${kind}.`,
  );
}
