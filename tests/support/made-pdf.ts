// Writes small PDFs for tests: text at given places in standard fonts, Chinese in one that is not embedded.

export interface Placed {
  readonly text: string;
  readonly x: number;
  /** From the page's upper edge. */
  readonly y: number;
  readonly size?: number;
  readonly font?: "body" | "bold" | "han";
  /** Degrees, against the clock. */
  readonly turned?: number;
  /** What a space is wider, or narrower. */
  readonly spacing?: number;
}

const width = 600;
const height = 800;
const fonts = { body: "F1", bold: "F2", han: "F3" } as const;
const escaped = (text: string) => text.replace(/[\\()]/g, sign => `\\${sign}`);
const utf16 = (text: string) =>
  [...text].map(sign => (sign.codePointAt(0) ?? 0).toString(16).padStart(4, "0")).join("");

/** A file of pages of 600 × 800 points. A page without text is drawn on, but says nothing. */
export function madePdf(pages: readonly (readonly Placed[])[], title?: string): Buffer {
  const kids = pages.map((_, index) => `${7 + index * 2} 0 R`).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
    "<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> /DW 1000 /FontDescriptor << /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /Ascent 880 /Descent -120 /CapHeight 880 /ItalicAngle 0 /StemV 93 >> >>] >>",
    `<< /Title (${escaped(title ?? "")}) >>`,
    ...pages.flatMap((placed, index) => [
      pageObject(8 + index * 2),
      streamObject(placed.map(drawn).join("\n")),
    ]),
  ];
  return assembled(objects);
}

const pageObject = (content: number) =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${content} 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R /F3 5 0 R >> >> >>`;
const streamObject = (text: string) =>
  `<< /Length ${Buffer.byteLength(text, "latin1")} >>\nstream\n${text}\nendstream`;

export function drawn({
  text,
  x,
  y,
  size = 10,
  font = "body",
  turned = 0,
  spacing = 0,
}: Placed): string {
  const [cos, sin] = [Math.cos((turned * Math.PI) / 180), Math.sin((turned * Math.PI) / 180)];
  const shown = font === "han" ? `<${utf16(text)}>` : `(${escaped(text)})`;
  return `BT /${fonts[font]} ${size} Tf ${[cos, sin, -sin, cos, x, height - y].map(value => value.toFixed(3)).join(" ")} Tm ${spacing} Tw ${shown} Tj ET`;
}

export function assembled(objects: readonly string[]): Buffer {
  let text = "%PDF-1.5\n";
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map(offset => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const start = text.length;
  return Buffer.from(
    `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 6 0 R >>\nstartxref\n${start}\n%%EOF`,
    "latin1",
  );
}

/** A text set line by line, broken after so many signs: one column, top down. */
export function column(
  text: string,
  { x, y, signs, size = 10 }: { x: number; y: number; signs: number; size?: number },
): Placed[] {
  const lines = text.split(" ").reduce<string[]>((all, word) => {
    const last = all.at(-1);
    return last !== undefined && last.length + word.length < signs
      ? [...all.slice(0, -1), `${last} ${word}`]
      : [...all, word];
  }, []);
  return lines.map((line, index) => ({ text: line, x, y: y + index * size * 1.2, size }));
}
