// Encodings of non-ASCII text in RTF files: by code page, or by the charset of a font.

import { decodeWestern } from "../decode-text.ts";

/** Encodings of Windows font charsets; charsets that belong to no language use the file's encoding. */
export const fontEncodings: Readonly<Record<number, string>> = {
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
/** Code pages whose encoding is not named `windows-` plus the number. */
const codePages: Readonly<Record<number, string>> = {
  932: "shift_jis",
  936: "gbk",
  949: "euc-kr",
  950: "big5",
  874: "windows-874",
  10000: "macintosh",
  65001: "utf-8",
};

/** Decodes bytes; as Western if the encoding is unknown. */
export function decodeAs(encoding: string, bytes: Uint8Array): string {
  if (encoding === "windows-1252") return decodeWestern(Buffer.from(bytes));
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return decodeWestern(Buffer.from(bytes));
  }
}

/** The encoding of a code page. */
export const encodingOf = (page: number): string => codePages[page] ?? `windows-${page}`;
