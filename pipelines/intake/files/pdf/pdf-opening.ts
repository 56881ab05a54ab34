// Opens a PDF, also one whose end was cut off, and says what it calls itself.

import { createRequire } from "node:module";
import { dirname } from "node:path";
import { getDocumentProxy } from "unpdf";
import { FileProblem } from "../parsed-file.ts";

export type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;

/** Opens the file, hands it to `read`, and closes it. Throws FileProblem for one that wants a password or is no PDF. */
export async function withPdf<Result>(
  bytes: Buffer,
  read: (file: PdfDocument) => Promise<Result>,
): Promise<Result> {
  const file = await open(bytes);
  try {
    return await read(file);
  } finally {
    await file.destroy();
  }
}

async function open(bytes: Buffer): Promise<PdfDocument> {
  try {
    return await opened(bytes).catch(error => {
      const repaired = isLocked(error) ? undefined : withTrailer(bytes);
      if (repaired === undefined) throw error;
      return opened(repaired);
    });
  } catch (error) {
    if (isLocked(error))
      throw new FileProblem(
        "encrypted",
        "it opens only with its password: save it without one",
        error,
      );
    throw new FileProblem(
      "malformed",
      "it is not a readable PDF: open it in a PDF program and save it again",
      error,
    );
  }
}

/** Where the tables for fonts are that a file does not bring along, Han fonts above all: a build has its copy beside it. By path, since the library reads no file addresses. */
const fontFolder = (): string =>
  import.meta.url.endsWith(".js")
    ? import.meta.dirname
    : dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));

function opened(bytes: Buffer): Promise<PdfDocument> {
  const folder = fontFolder();
  const fonts = {
    cMapUrl: `${folder}/cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${folder}/standard_fonts/`,
    useSystemFonts: false,
  };
  // A copy, since the library takes the memory it is given for its own.
  return getDocumentProxy(new Uint8Array(bytes), { ...fonts, verbosity: 0 });
}

const isLocked = (error: unknown) => error instanceof Error && error.name === "PasswordException";

/** A file whose end was cut off lacks the word where to begin; it is added where the catalog can still be found. */
function withTrailer(bytes: Buffer): Buffer | undefined {
  const catalog =
    /(\d{1,9}) (\d{1,5}) obj\s{0,9}<<(?:(?!endobj)[^]){0,2000}?\/Type\s{0,9}\/Catalog/.exec(
      bytes.toString("latin1"),
    );
  return catalog === null
    ? undefined
    : Buffer.concat([
        bytes,
        Buffer.from(`\nendobj\ntrailer\n<< /Root ${catalog[1]} ${catalog[2]} R >>\n`),
      ]);
}

/** What the file calls itself; null for nothing, or for what a program filled in. */
export async function titleOf(file: PdfDocument): Promise<string | null> {
  const info: object = await file.getMetadata().then(
    ({ info }) => info,
    () => ({}),
  );
  const title =
    "Title" in info && typeof info.Title === "string"
      ? clean(info.Title).replace(/\s+/g, " ").trim()
      : "";
  return title === "" ||
    /^(untitled|\(?anonymous\)?$|microsoft (word|powerpoint|excel)|无标题|未命名|文档\d*$|slide \d+$|.*\.(docx?|indd|pdf|pptx?|xlsx?)$)/i.test(
      title,
    )
    ? null
    : title;
}

// Ligatures and the shapes of radicals stand for letters and Han signs; private signs of symbol fonts are bullets.
const ligatures = /[\ufb00-\ufb06\u2e80-\u2fdf]/g;
export const clean = (text: string): string =>
  text
    .replace(ligatures, sign => sign.normalize("NFKC"))
    .replace(/[\uf0a7\uf0b7\uf0d8\uf0fc\uf06c\uf06e\uf076]/g, "•")
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u200b\u2060\ufeff]/g, "");
