// Files and folders as texts: found in one order on every machine, decoded, and each failure its own.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { PipelineError } from "../engine/errors.ts";
import { htmlToText } from "./html.ts";

/** One file: its text, or why it has none. */
export type FileText = { readonly path: string; readonly text: string } | { readonly path: string; readonly code: string; readonly detail: string };

const readable = new Set([".txt", ".md", ".markdown", ".html", ".htm"]);
const ignored = (name: string) => name.startsWith(".") || /^readme(\.|$)/i.test(name) || name === "node_modules";
// A seed or document of this size is a mistake (an archive, a dump), not a text.
const largest = 20 * 1024 * 1024;

/** Paths of all files under these files and folders, sorted by name within a folder; hidden files and READMEs left out. */
export function filesUnder(paths: readonly string[]): string[] {
  return paths.flatMap(path => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) throw new PipelineError("bad-input", `There is no file or folder ${path}.`, { hint: "Check the path; it is read from the folder in which you type the command." });
    return stat.isDirectory() ? folderFiles(path) : [path];
  });
}

function folderFiles(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !ignored(name));
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap(entry => (entry.isDirectory() ? folderFiles(join(folder, entry.name)) : [join(folder, entry.name)]));
}

/** Reads one text, Markdown or HTML file. */
export function readText(path: string): FileText {
  const type = extname(path).toLowerCase();
  if (!readable.has(type)) return { path, code: "unknown-file-type", detail: `${path}: a ${type || "file without ending"} is not read; use txt, md or html.` };
  try {
    if (statSync(path).size > largest) return { path, code: "file-too-large", detail: `${path}: larger than ${largest / 1024 / 1024} MB.` };
    const decoded = decode(readFileSync(path));
    if (decoded === undefined) return { path, code: "unknown-encoding", detail: `${path}: not text in UTF-8, UTF-16, GB18030 or Windows-1252.` };
    const text = (type.startsWith(".htm") ? htmlToText(decoded) : decoded.replace(/\r\n?/g, "\n")).trim();
    return text === "" ? { path, code: "empty-file", detail: `${path}: no text in it.` } : { path, text };
  } catch (error) {
    return { path, code: "unreadable-file", detail: `${path}: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** Text of a file's bytes, by its byte order mark, else UTF-8, else GB18030 or Windows-1252; undefined for what is no text. */
export function decode(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  if (bytes.includes(0)) return undefined;
  const text = decodeAs("utf-8", bytes) ?? (highBytesStandAlone(bytes) ? decodeWestern(bytes) : decodeAs("gb18030", bytes));
  return text === undefined || isBinary(text) ? undefined : text;
}

function decodeAs(encoding: "utf-8" | "gb18030", bytes: Buffer): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

// Windows-1252 from 0x80 on; Node's own decoder leaves these as control characters in some versions.
const westernSigns = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ";
const decodeWestern = (bytes: Buffer) => bytes.toString("latin1").replace(/[\x80-\x9f]/g, sign => westernSigns[sign.charCodeAt(0) - 0x80] ?? sign);

// A Western text has its accents and quotation marks one by one between letters; read as GB18030 they would become Han characters.
function highBytesStandAlone(bytes: Buffer): boolean {
  const runs = bytes.toString("latin1").match(/[\x80-\xff]+/g) ?? [];
  return runs.filter(({ length }) => length === 1).length * 2 > runs.length;
}

// A stray control character is no reason to refuse a text; one in a hundred is.
function isBinary(text: string): boolean {
  return (text.match(/[\x00-\x08\x0e-\x1a\x1c-\x1f]/g)?.length ?? 0) * 100 > text.length;
}
