// What a file is: by its content first, and by its name where texts of several formats look alike.

import { extname } from "node:path";
import type { FileFormat } from "../../../schemas/items/documents.ts";
import { isOle, isZip, oleFormat, zipFormat } from "./containers.ts";
import { decode } from "./decode.ts";
import { FileProblem } from "./parsed-file.ts";
import { binaryKind, foreignKind } from "./signatures.ts";

const textEndings: Partial<Record<string, FileFormat>> = {
  ".csv": "csv",
  ".tsv": "csv",
  ".tab": "csv",
  ".md": "markdown",
  ".markdown": "markdown",
  ".mdx": "markdown",
  ".html": "html",
  ".htm": "html",
  ".xhtml": "html",
  ".txt": "text",
  ".text": "text",
};
/** Endings of what never is plain text: such a file is damaged, or something else was saved under its name. */
const binaryEnding =
  /^\.(?:pdf|docx?|pptx?|xlsx?|docm|pptm|xlsm|xlsb|rtf|od[tsp]|png|jpe?g|gif|bmp|tiff?|webp|zip|gz|rar|7z|exe|mp[34])$/;

const headLength = 1024;
// Each comment and declaration can be read in one way only: a run of them takes no longer than its length.
const prologue = /^\s*(?:<\?[^>]*>\s*|<!--(?:(?!-->)[^])*-->\s*)*/;
const page = /^<(?:!doctype\s+html|html|head|body)[\s>]/i;
const feed = /^<(?:rss|feed|rdf:RDF)[\s>]/i;
const otherXml = /^\s*<(?:\?xml|svg)[\s>]/i;

/** From its first element on, declarations and comments left out. */
const opening = (text: string) => text.slice(0, 16 * headLength).replace(prologue, "");

/** Whether an XML text is a feed: RSS, Atom or RDF. */
export const isFeed = (text: string): boolean => feed.test(opening(text));

/** The format of a file's bytes; its path counts for its ending alone. Throws FileProblem for what is not read, naming what it seems to be. */
export function sniffFormat(bytes: Buffer, path: string): FileFormat {
  const ending = extname(path).toLowerCase();
  if (bytes.length === 0) throw new FileProblem("empty-file", "the file is empty.");
  if (isPdf(bytes)) return "pdf";
  if (isZip(bytes)) return zipFormat(bytes, ending);
  if (isOle(bytes)) return oleFormat(bytes, ending);
  const foreign = foreignKind(bytes);
  if (foreign !== undefined) throw new FileProblem("unknown-file-type", `it is ${foreign}.`);
  return textFormat(bytes, ending);
}

/** Some programs write a line before the mark; a text that speaks of PDF has no such objects behind it. */
function isPdf(bytes: Buffer): boolean {
  const at = bytes.subarray(0, headLength).indexOf("%PDF-");
  return at === 0 || (at > 0 && (bytes.includes("endobj") || bytes.includes("startxref")));
}

function textFormat(bytes: Buffer, ending: string): FileFormat {
  // A page names its own encoding, which need not be one of those that are found out.
  if (page.test(opening(bytes.toString("latin1", 0, 16 * headLength)))) return "html";
  const text = decode(bytes);
  if (text === undefined) throw noText(bytes, ending);
  if (text.trim() === "")
    throw new FileProblem("empty-file", "there is nothing but white space in it.");
  const head = opening(text);
  if (page.test(head) || feed.test(head)) return "html";
  if (binaryEnding.test(ending))
    throw new FileProblem(
      "unknown-file-type",
      `it is named ${ending}, but plain text is in it: damaged, or named .txt or .csv it would be read.`,
    );
  const named = textEndings[ending];
  if (named) return named;
  if (otherXml.test(text))
    throw new FileProblem(
      "unknown-file-type",
      `it is ${/^(?:<!doctype\s+svg[^>]*>\s*)?<svg[\s>]/i.test(head) ? "an SVG picture" : "an XML file that is neither a web page nor a feed"}.`,
    );
  if (/^\.(?:json|jsonl|ndjson)$/.test(ending))
    throw new FileProblem(
      "unknown-file-type",
      "JSON is not read here: give texts as txt, md or html.",
    );
  return "text";
}

function noText(bytes: Buffer, ending: string): FileProblem {
  if (textEndings[ending])
    return new FileProblem(
      "unknown-encoding",
      "not text in UTF-8, UTF-16, GB18030 or Windows-1252.",
    );
  const kind = binaryKind(bytes);
  return new FileProblem(
    "unknown-file-type",
    binaryEnding.test(ending)
      ? `named ${ending}, but it does not begin like one: it seems to be ${kind}, or damaged.`
      : `it seems to be ${kind}.`,
  );
}
