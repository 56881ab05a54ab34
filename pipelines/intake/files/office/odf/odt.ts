// Reads ODT, OpenDocument text.

import { layOut } from "../../blocks.ts";
import type { ParsedFile } from "../../parsed-file.ts";
import { openOdf } from "./odf-archive.ts";
import { odfBlocks } from "./odf-blocks.ts";

/** Reads ODT. Headings and list numbers are as displayed; page headers, comments, deleted text, images and tables of contents are left out. */
export function parseOdt(bytes: Buffer): ParsedFile {
  const file = openOdf(bytes, "text");
  return { title: file.title, ...layOut(odfBlocks(file.body, file)) };
}
