// Reads plain text: joins lines broken at a fixed width; text between fences is code here too.

import { mapCode } from "../../text/code-blocks.ts";
import { asText } from "./blocks.ts";
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
    text: mapCode(unwrapLines(text.replace(/\r\n?/g, "\n")), { prose: asText }),
    places: [],
    pages: null,
    tables: 0,
  };
}
