// A program that stands in for tesseract on the search path, and tables as it prints them.

import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { vi } from "vitest";

/** Puts a shell script on the search path, alone there; without one, nothing. `$*` are its options. */
export function putTesseract(folder: string, script?: string): void {
  mkdirSync(folder, { recursive: true });
  if (script !== undefined) {
    writeFileSync(join(folder, "tesseract"), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, "tesseract"), 0o755);
  }
  vi.stubEnv("PATH", folder);
}

/** Answers the question for languages with these, and every picture with this table; the picture is kept in a file. */
export function answering(languages: readonly string[], table: string, picture: string): string {
  writeFileSync(`${picture}.tsv`, table);
  return `if [ "$1" = --list-langs ]; then /bin/echo "List of available languages (${languages.length}):"; /bin/echo "${languages.join("\n")}"; exit 0; fi
/bin/cat > "${picture}"; /bin/echo "$*" > "${picture}.options"; /bin/cat "${picture}.tsv"`;
}

export interface PrintedLine {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  /** Of a sign. */
  readonly width?: number;
  readonly height?: number;
  /** Of the words, per cent. */
  readonly sureness?: number;
  readonly block?: number;
  /** Whether it runs up the page. */
  readonly turned?: boolean;
}

const heads =
  "level page_num block_num par_num line_num word_num left top width height conf text".replaceAll(
    " ",
    "\t",
  );

/** A table of pages of 1000 × 1400 pixels; each word is as wide as its signs, with one sign between two. */
export function printed(pages: readonly (readonly PrintedLine[])[]): string {
  const rows = pages.flatMap((lines, page) => [
    [1, page + 1, 0, 0, 0, 0, 0, 0, 1000, 1400, -1, ""],
    ...lines.flatMap((line, number) => rowsOf(line, page + 1, number + 1)),
  ]);
  return `${[heads, ...rows.map(row => row.join("\t"))].join("\n")}\n`;
}

function rowsOf(
  { text, left, top, width = 10, height = 24, sureness = 95, block = 1, turned }: PrintedLine,
  page: number,
  line: number,
): (string | number)[][] {
  let at = left;
  const words = text.split(" ").map((word, index) => {
    const row = [
      5,
      page,
      block,
      1,
      line,
      index + 1,
      at,
      top,
      word.length * width,
      height,
      sureness,
      word,
    ];
    at += (word.length + 1) * width;
    return row;
  });
  const size = turned ? [height, text.length * width] : [text.length * width, height];
  return [[4, page, block, 1, line, 0, left, top, ...size, -1, ""], ...words];
}
