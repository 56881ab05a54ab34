// Writes small PDFs whose pages are pictures, as a scanner makes them.

import { assembled, drawn, type Placed } from "./made-pdf.ts";

export interface Scan {
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** Line by line from the top: 0 is black. */
  readonly grey: readonly number[];
  /** Degrees by which the page is shown turned. */
  readonly turned?: number;
  /** Below one another, filling the page. */
  readonly copies?: number;
  /** Of the page's width and height that they fill. */
  readonly share?: number;
  /** Over the picture. */
  readonly text?: Placed;
}

/** Pages as large as their pictures, a unit a pixel. */
export function madeScans(scans: readonly Scan[]): Buffer {
  const kids = scans.map((_, index) => `${7 + index * 3} 0 R`).join(" ");
  return assembled([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${scans.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    "null",
    "null",
    "<< >>",
    ...scans.flatMap((scan, index) => objectsOf(scan, 7 + index * 3)),
  ]);
}

function objectsOf(scan: Scan, first: number): string[] {
  const { width, height, grey, turned = 0, copies = 1, share = 1, text } = scan;
  const content = [
    ...Array.from(
      { length: copies },
      (_, at) => `q ${width * share} 0 0 ${height * share} 0 ${at * height} cm /I Do Q`,
    ),
    text ? drawn(text) : "",
  ].join("\n");
  const pixels = grey.map(value => value.toString(16).padStart(2, "0")).join("");
  return [
    `<< /Type /Page /Parent 2 0 R /Rotate ${turned} /MediaBox [0 0 ${width} ${height * copies}] /Contents ${first + 1} 0 R /Resources << /XObject << /I ${first + 2} 0 R >> /Font << /F1 3 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /ASCIIHexDecode /Length ${pixels.length + 1} >>\nstream\n${pixels}>\nendstream`,
  ];
}
