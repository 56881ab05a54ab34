// Reads plain text: joins lines broken at a fixed width, except in code between fences.

import { mapCode } from "../../text/code-blocks.ts";
import { escapeMarkers } from "./blocks.ts";
import { decodeText } from "./decode-text.ts";
import type { ParsedFile } from "./parsed-file.ts";
import { unwrapLines } from "./unwrap-lines.ts";

export function parseText(bytes: Buffer): ParsedFile {
  const text = decodeText(bytes);
  return {
    title: null,
    text: mapCode(unwrapLines(text.replace(/\r\n?/g, "\n")), { prose: escapeMarkers }),
    places: [],
  };
}
