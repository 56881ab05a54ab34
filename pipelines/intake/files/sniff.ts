// What a file is: by its content first, and by its name where texts of several formats look alike.

import { extname } from "node:path";
import type { FileFormat } from "../../../schemas/items/documents.ts";
import { isOle, isZip, oleFormat, zipFormat } from "./containers.ts";
import { decode } from "./decode.ts";
import { feed, formatNamed, formats, signsIn } from "./formats.ts";
import { FileProblem } from "./parsed-file.ts";
import { binaryKind, foreignKind } from "./signatures.ts";

/** Endings of foreign files that never are plain text; formats that are read say so themselves. */
const foreignEnding = /^\.(?:xlsb|gif|bmp|webp|zip|gz|rar|7z|exe|mp[34])$/;

const headLength = 16 * 1024;
// Each comment and declaration can be read in one way only: a run of them takes no longer than its length.
const prologue = /^\s*(?:<\?[^>]*>\s*|<!--(?:(?!-->)[^])*-->\s*)*/;
const otherXml = /^\s*<(?:\?xml|svg)[\s>]/i;

/** From its first element on, declarations and comments left out. */
const opening = (text: string) => text.slice(0, headLength).replace(prologue, "");

/** Whether an XML text is a feed: RSS, Atom or RDF. */
export const isFeed = (text: string): boolean => feed.test(opening(text));

/** The format that files of this ending have, where they are text as it stands. */
function textNamed(ending: string): FileFormat | undefined {
  const format = formatNamed(ending);
  return format && formats[format].written ? format : undefined;
}

/** Whether no file of this ending is plain text: such a one is damaged, or something else was saved under its name. */
const isBinaryEnding = (ending: string): boolean =>
  foreignEnding.test(ending) ||
  (formatNamed(ending) !== undefined && textNamed(ending) === undefined);

/** The format of a file's bytes; its path counts for its ending alone. Throws FileProblem for what is not read, naming what it seems to be. */
export function sniffFormat(bytes: Buffer, path: string): FileFormat {
  const ending = extname(path).toLowerCase();
  if (bytes.length === 0) throw new FileProblem("empty-file", "the file is empty.");
  const file = { bytes, ending, head: opening(bytes.toString("latin1", 0, headLength)) };
  const known = signsIn("bytes").find(({ holds }) => holds(file));
  if (known) return known.format;
  if (isZip(bytes)) return zipFormat(bytes, ending);
  if (isOle(bytes)) return oleFormat(bytes, ending);
  const foreign = foreignKind(bytes);
  if (foreign !== undefined) throw new FileProblem("unknown-file-type", `it is ${foreign}.`);
  return textFormat(bytes, ending);
}

function textFormat(bytes: Buffer, ending: string): FileFormat {
  const text = decode(bytes);
  if (text === undefined) throw noText(bytes, ending);
  if (text.trim() === "")
    throw new FileProblem("empty-file", "there is nothing but white space in it.");
  const head = opening(text);
  const known = signsIn("text").find(sign => sign.opening.test(head));
  if (known) return known.format;
  if (isBinaryEnding(ending))
    throw new FileProblem(
      "unknown-file-type",
      `it is named ${ending}, but plain text is in it: damaged, or named .txt or .csv it would be read.`,
    );
  const named = textNamed(ending);
  if (named) return named;
  if (otherXml.test(text))
    throw new FileProblem(
      "unknown-file-type",
      `it is ${/^(?:<!doctype\s+svg[^>]*>\s*)?<svg[\s>]/i.test(head) ? "an SVG picture" : "an XML file that is neither a web page nor a feed"}.`,
    );
  if (ending === ".json")
    throw new FileProblem(
      "unknown-file-type",
      "JSON is read by the line alone: give an object a line (.jsonl), or texts as txt, md or html.",
    );
  return "text";
}

function noText(bytes: Buffer, ending: string): FileProblem {
  if (textNamed(ending))
    return new FileProblem(
      "unknown-encoding",
      "not text in UTF-8, UTF-16, GB18030 or Windows-1252.",
    );
  const kind = binaryKind(bytes);
  return new FileProblem(
    "unknown-file-type",
    isBinaryEnding(ending)
      ? `named ${ending}, but it does not begin like one: it seems to be ${kind}, or damaged.`
      : `it seems to be ${kind}.`,
  );
}
