// Plain text as it stands, lines broken at a fixed width joined.

import { decode } from "./decode.ts";
import { FileProblem, type ParsedFile } from "./parsed-file.ts";
import { unwrapLines } from "./unwrap.ts";

export function parseText(bytes: Buffer): ParsedFile {
  const text = decode(bytes);
  if (text === undefined)
    throw new FileProblem(
      "unknown-encoding",
      "not text in UTF-8, UTF-16, GB18030 or Windows-1252.",
    );
  return {
    format: "text",
    title: null,
    text: unwrapLines(text.replace(/\r\n?/g, "\n")),
    places: [],
    pages: null,
    tables: 0,
  };
}
