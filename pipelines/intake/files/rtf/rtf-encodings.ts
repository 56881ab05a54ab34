// The encodings in which RTF files write what is not ASCII: by code page, or by the charset of a font.

import { decodeWestern } from "../decode.ts";

/** Windows' names of the charsets of fonts; those of no language of their own have the file's. */
export const charsets: Readonly<Record<number, string>> = {
  77: "macintosh",
  128: "shift_jis",
  129: "euc-kr",
  134: "gbk",
  136: "big5",
  161: "windows-1253",
  162: "windows-1254",
  163: "windows-1258",
  177: "windows-1255",
  178: "windows-1256",
  186: "windows-1257",
  204: "windows-1251",
  222: "windows-874",
  238: "windows-1250",
};
/** Code pages whose encoding is not called windows and the number. */
const pages: Readonly<Record<number, string>> = {
  932: "shift_jis",
  936: "gbk",
  949: "euc-kr",
  950: "big5",
  874: "windows-874",
  10000: "macintosh",
  65001: "utf-8",
};

/** Text of bytes; Western where the encoding is not known. */
export function decodeAs(encoding: string, bytes: Uint8Array): string {
  if (encoding === "windows-1252") return decodeWestern(Buffer.from(bytes));
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return decodeWestern(Buffer.from(bytes));
  }
}

/** The encoding of a code page. */
export const encodingOf = (page: number): string => pages[page] ?? `windows-${page}`;
