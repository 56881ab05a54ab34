// Lists the supported formats, one record each: how to recognize a file, which parser reads it, which kinds of places its text has.

import type { FileFormat, FilePlace } from "../../../schemas/items/documents.ts";
import { loadOptional } from "../../engine/optional-packages.ts";
import type { Parser } from "./parsed-file.ts";
import { hasMailHead, isPdf, isPicture } from "./signatures.ts";

interface FileHead {
  readonly bytes: Buffer;
  /** The beginning as Latin-1, without XML declarations and comments. */
  readonly head: string;
  readonly extension: string;
}

/** What identifies the format in a file's content, whatever the file's name; bytes are checked first, then archives, then text. */
type FormatSignature =
  /** In the bytes. */
  | { readonly container: "bytes"; readonly matches: (file: FileHead) => boolean }
  /** In a zip archive: the content of its entry `mimetype`, or the name of an entry. */
  | { readonly container: "zip"; readonly type?: RegExp; readonly entry?: RegExp }
  /** In an OLE container: possible names of its main stream. */
  | { readonly container: "ole"; readonly streams: readonly string[] }
  /** In a text, in any encoding: how it begins. */
  | { readonly container: "text"; readonly opening: RegExp };

export interface Format {
  /** File name extensions, with their dots. They decide the format of texts without a signature, and of truncated files. */
  readonly extensions: readonly string[];
  readonly signatures: readonly FormatSignature[];
  /** Loads its module with the first file, as some need large libraries. */
  readonly parse: Parser;
  /** Kinds of places in the text. */
  readonly places: readonly FilePlace["kind"][];
  /** Whether the file is plain text, which has a size limit of its own. */
  readonly isPlainText: boolean;
  /** What in its text may name a document that has no title. Default: a short first line, otherwise a heading. */
  readonly nameSource?: "heading-first" | "heading";
}

/** How a web page begins. */
const htmlStart = /^<(?:!doctype\s+html|html|head|body)[\s>]/i;
/** How RSS, Atom and RDF begin. */
export const feedStart: RegExp = /^<(?:rss|feed|rdf:RDF)[\s>]/i;
const jsonLinesStart = /^\{\s*"[^\n]*\}[ \t]*\r?\n\s*\{\s*"[^\n]*\}/;

const binaryFormat = { places: [], isPlainText: false } as const;
const plainTextFormat = { signatures: [], places: [], isPlainText: true } as const;

export const formats: Readonly<Record<FileFormat, Format>> = {
  pdf: {
    ...binaryFormat,
    extensions: [".pdf"],
    signatures: [{ container: "bytes", matches: ({ bytes }) => isPdf(bytes) }],
    parse: async (bytes, options) => (await import("./pdf/pdf.ts")).parsePdf(bytes, options),
    places: ["page"],
  },
  picture: {
    ...binaryFormat,
    extensions: [".png", ".jpg", ".jpeg", ".tif", ".tiff"],
    signatures: [{ container: "bytes", matches: ({ bytes }) => isPicture(bytes) }],
    parse: async (bytes, options) =>
      (await import("./ocr/picture.ts")).parsePicture(bytes, options),
    places: ["page"],
  },
  docx: {
    ...binaryFormat,
    extensions: [".docx", ".docm"],
    signatures: [{ container: "zip", entry: /^word\// }],
    parse: async bytes =>
      (
        await loadOptional(
          { featureName: "A DOCX file", packages: ["mammoth"] },
          () => import("./office/docx.ts"),
        )
      ).parseDocx(bytes),
  },
  doc: {
    ...binaryFormat,
    extensions: [".doc"],
    signatures: [{ container: "ole", streams: ["WordDocument"] }],
    parse: async bytes =>
      (
        await loadOptional(
          { featureName: "A DOC file", packages: ["word-extractor"] },
          () => import("./office/doc.ts"),
        )
      ).parseDoc(bytes),
  },
  odt: {
    ...binaryFormat,
    extensions: [".odt", ".ott"],
    signatures: [{ container: "zip", type: /opendocument\.text/ }],
    parse: async bytes => (await import("./office/odf/odt.ts")).parseOdt(bytes),
  },
  rtf: {
    ...binaryFormat,
    extensions: [".rtf"],
    signatures: [{ container: "bytes", matches: ({ head }) => head.startsWith("{\\rtf") }],
    parse: async bytes => (await import("./rtf/rtf.ts")).parseRtf(bytes),
  },
  epub: {
    ...binaryFormat,
    extensions: [".epub"],
    signatures: [{ container: "zip", type: /epub\+zip/, entry: /^META-INF\/container\.xml$/ }],
    parse: async bytes => (await import("./epub.ts")).parseEpub(bytes),
    places: ["part"],
  },
  pptx: {
    ...binaryFormat,
    extensions: [".pptx", ".pptm"],
    signatures: [{ container: "zip", entry: /^ppt\// }],
    parse: async bytes => (await import("./office/pptx.ts")).parsePptx(bytes),
    places: ["slide"],
  },
  ppt: {
    ...binaryFormat,
    extensions: [".ppt"],
    signatures: [{ container: "ole", streams: ["PowerPoint Document"] }],
    parse: async bytes =>
      (await import("./office/libre-office.ts")).parseWithLibreOffice("ppt")(bytes),
    places: ["slide"],
  },
  odp: {
    ...binaryFormat,
    extensions: [".odp", ".otp"],
    signatures: [{ container: "zip", type: /opendocument\.presentation/ }],
    parse: async bytes => (await import("./office/odf/odp.ts")).parseOdp(bytes),
    places: ["slide"],
  },
  xlsx: {
    ...binaryFormat,
    extensions: [".xlsx", ".xlsm"],
    signatures: [{ container: "zip", entry: /^xl\// }],
    parse: async bytes => (await import("./office/xlsx.ts")).parseXlsx(bytes),
    places: ["sheet", "row"],
  },
  xls: {
    ...binaryFormat,
    extensions: [".xls"],
    signatures: [{ container: "ole", streams: ["Workbook", "Book"] }],
    parse: async bytes =>
      (await import("./office/libre-office.ts")).parseWithLibreOffice("xls")(bytes),
    places: ["sheet", "row"],
  },
  ods: {
    ...binaryFormat,
    extensions: [".ods", ".ots"],
    signatures: [{ container: "zip", type: /opendocument\.spreadsheet/ }],
    parse: async bytes => (await import("./office/odf/ods.ts")).parseOds(bytes),
    places: ["sheet", "row"],
  },
  eml: {
    ...binaryFormat,
    extensions: [".eml", ".mht", ".mhtml"],
    signatures: [
      {
        container: "bytes",
        matches: ({ head, extension }) => hasMailHead(head, extension === ".eml"),
      },
    ],
    parse: async bytes => (await import("./mail/eml.ts")).parseEml(bytes),
  },
  html: {
    ...plainTextFormat,
    extensions: [".html", ".htm", ".xhtml"],
    // A page declares its encoding, which need not be one of those that are detected.
    signatures: [
      { container: "bytes", matches: ({ head }) => htmlStart.test(head) },
      { container: "text", opening: htmlStart },
      { container: "text", opening: feedStart },
    ],
    parse: async bytes => (await import("./html/html-file.ts")).parseHtml(bytes),
  },
  markdown: {
    ...plainTextFormat,
    extensions: [".md", ".markdown", ".mdx"],
    parse: async bytes => (await import("./markdown-file.ts")).parseMarkdown(bytes),
    nameSource: "heading-first",
  },
  csv: {
    ...plainTextFormat,
    extensions: [".csv", ".tsv", ".tab"],
    parse: async bytes => (await import("./csv-file.ts")).parseCsv(bytes),
    places: ["row"],
    nameSource: "heading",
  },
  jsonl: {
    ...plainTextFormat,
    extensions: [".jsonl", ".ndjson"],
    signatures: [{ container: "text", opening: jsonLinesStart }],
    parse: async bytes => (await import("./jsonl-file.ts")).parseJsonLines(bytes),
    places: ["row"],
  },
  text: {
    ...plainTextFormat,
    extensions: [".txt", ".text"],
    parse: async bytes => (await import("./text-file.ts")).parseText(bytes),
  },
};

const formatEntries = Object.entries(formats) as [FileFormat, Format][];

/** The signatures of one kind, each with its format. */
export const signaturesOfKind = <Container extends FormatSignature["container"]>(
  container: Container,
): (Extract<FormatSignature, { container: Container }> & { readonly format: FileFormat })[] =>
  formatEntries.flatMap(([format, { signatures }]) =>
    signatures.flatMap(signature =>
      signature.container === container
        ? [{ ...(signature as Extract<FormatSignature, { container: Container }>), format }]
        : [],
    ),
  );

/** The format with this file name extension; undefined if there is none. */
export const formatOfExtension = (extension: string): FileFormat | undefined =>
  formatEntries.find(([, { extensions }]) => extensions.includes(extension))?.[0];
