// The parser of each format. Each is loaded when its first file comes: some bring large libraries.

import type { FileFormat } from "../../../schemas/items/documents.ts";
import type { Parser } from "./parsed-file.ts";

export const parsers: Readonly<Record<FileFormat, Parser>> = {
  pdf: async bytes => (await import("./pdf/pdf.ts")).parsePdf(bytes),
  docx: async bytes => (await import("./office/docx.ts")).parseDocx(bytes),
  doc: async bytes => (await import("./office/doc.ts")).parseDoc(bytes),
  pptx: async bytes => (await import("./office/pptx.ts")).parsePptx(bytes),
  ppt: async bytes => (await import("./office/libre-office.ts")).parseWithLibreOffice("ppt")(bytes),
  xlsx: async bytes => (await import("./office/xlsx.ts")).parseXlsx(bytes),
  xls: async bytes => (await import("./office/libre-office.ts")).parseWithLibreOffice("xls")(bytes),
  html: async bytes => (await import("./html/html-file.ts")).parseHtml(bytes),
  markdown: async bytes => (await import("./markdown-file.ts")).parseMarkdown(bytes),
  csv: async bytes => (await import("./csv-file.ts")).parseCsv(bytes),
  text: async bytes => (await import("./text-file.ts")).parseText(bytes),
};
