// Opens a PDF, even a truncated one, and reads its title.

import { createRequire } from "node:module";
import { dirname } from "node:path";
import { getDocumentProxy } from "unpdf";
import { FileProblem } from "../parsed-file.ts";

export type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;

/** Opens the file, hands it to `read`, and closes it. Throws FileProblem if it needs a password or is not a PDF. */
export async function withPdf<Result>(
  bytes: Buffer,
  read: (file: PdfDocument) => Promise<Result>,
): Promise<Result> {
  const file = await openPdf(bytes);
  try {
    return await read(file);
  } finally {
    await file.destroy();
  }
}

async function openPdf(bytes: Buffer): Promise<PdfDocument> {
  try {
    return await loadPdf(bytes).catch(error => {
      const repaired = needsPassword(error) ? undefined : withTrailer(bytes);
      if (repaired === undefined) throw error;
      return loadPdf(repaired);
    });
  } catch (error) {
    if (needsPassword(error))
      throw new FileProblem("encrypted", "it needs a password: save it without one", error);
    throw new FileProblem(
      "malformed",
      "it is not a readable PDF: open it in a PDF program and save it again",
      error,
    );
  }
}

/** The folder with the data for fonts that files do not embed, above all Han fonts; a build has its own copy. As a path, because the library does not read file URLs. */
const fontFolder = (): string =>
  import.meta.url.endsWith(".js")
    ? import.meta.dirname
    : dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));

function loadPdf(bytes: Buffer): Promise<PdfDocument> {
  const folder = fontFolder();
  const fontOptions = {
    cMapUrl: `${folder}/cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${folder}/standard_fonts/`,
    useSystemFonts: false,
  };
  // A copy, because the library takes ownership of the memory.
  return getDocumentProxy(new Uint8Array(bytes), { ...fontOptions, verbosity: 0 });
}

const needsPassword = (error: unknown) =>
  error instanceof Error && error.name === "PasswordException";

/** A truncated file with the missing trailer appended, if its catalog can still be found. */
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

/** The title in the file; null if there is none, or only one that a program filled in. */
export async function titleOf(file: PdfDocument): Promise<string | null> {
  const info: object = await file.getMetadata().then(
    ({ info }) => info,
    () => ({}),
  );
  const title =
    "Title" in info && typeof info.Title === "string"
      ? cleanText(info.Title).replace(/\s+/g, " ").trim()
      : "";
  return title === "" ||
    /^(untitled|\(?anonymous\)?$|microsoft (word|powerpoint|excel)|无标题|未命名|文档\d*$|slide \d+$|.*\.(docx?|indd|pdf|pptx?|xlsx?)$)/i.test(
      title,
    )
    ? null
    : title;
}

/** Ligatures and radicals, which stand for letters and Han characters. */
const ligatures = /[\ufb00-\ufb06\u2e80-\u2fdf]/g;
/** Text with these replaced, with the bullets of symbol fonts as "•", and without control and zero-width characters. */
export const cleanText = (text: string): string =>
  text
    .replace(ligatures, character => character.normalize("NFKC"))
    .replace(/[\uf0a7\uf0b7\uf0d8\uf0fc\uf06c\uf06e\uf076]/g, "•")
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u200b\u2060\ufeff]/g, "");
