// Renders the images on a scanned page as one grayscale picture for OCR.

import { createRequire } from "node:module";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { loadOptional } from "../../../engine/optional-packages.ts";
import { type Matrix, multiply } from "./pdf-pages.ts";

/** A picture in PGM format, one byte per pixel. */
export interface PagePicture {
  readonly pgm: Buffer;
  /** Pixels per page unit (1/72 inch). */
  readonly scale: number;
}

/** An image as the library decodes it. */
interface Image {
  readonly width: number;
  readonly height: number;
  /** 1: one bit per pixel, set for white; 2: three bytes; 3: four, the last one the opacity. Absent for a mask, which is like 1. */
  readonly kind?: number;
  readonly data: Uint8Array | string;
}

interface PlacedImage {
  readonly image: Image;
  /** Maps the unit square, with y pointing upward, to the page. */
  readonly matrix: Matrix;
}

type Library = typeof import("pdfjs-dist/legacy/build/pdf.mjs");
type PdfFile = Awaited<ReturnType<Library["getDocument"]>["promise"]>;
type PdfPage = Awaited<ReturnType<PdfFile["getPage"]>>;

/** Maximum numbers of pixels per page (A3 at 400 dpi) and per page unit; anything finer is rendered at a lower resolution. */
const [maxPixels, maxScale] = [32_000_000, 400 / 72];
/** Minimum share of the page that pictures cover: less is a logo. */
const minCoveredShare = 0.05;

const { resolve } = createRequire(import.meta.url);

/** Loads the full build: the small one, used for text, decodes neither JBIG2 nor JPEG 2000. */
async function loadLibrary(): Promise<Library> {
  // The library creates a DOMMatrix on loading but needs it only for drawing, which is not done here.
  if (!("DOMMatrix" in globalThis)) Object.assign(globalThis, { DOMMatrix: Object });
  const library = await loadOptional(
    { featureName: "Text recognition on scanned pages of a PDF", packages: ["pdfjs-dist"] },
    () => import("pdfjs-dist/legacy/build/pdf.mjs"),
  );
  // Otherwise it would use the decoders of the small build, which are registered under the same name.
  await import(pathToFileURL(resolve("pdfjs-dist/legacy/build/pdf.worker.mjs")).href);
  return library;
}

/** Opens a PDF for its pictures. Throws PipelineError with the install command if the full build is not installed. */
export async function withPictures<Result>(
  bytes: Buffer,
  read: (pictureOf: (page: number) => Promise<PagePicture | undefined>) => Promise<Result>,
): Promise<Result> {
  const { getDocument, OPS } = await loadLibrary();
  const folder = dirname(resolve("pdfjs-dist/package.json"));
  const file = await getDocument({
    data: new Uint8Array(bytes),
    wasmUrl: `${folder}/wasm/`,
    isOffscreenCanvasSupported: false,
    maxImageSize: 4 * maxPixels,
    canvasMaxAreaInBytes: 16 * maxPixels,
    verbosity: 0,
  }).promise;
  try {
    return await read(async number => {
      const page = await file.getPage(number);
      try {
        return paintPage(page, await placedImages(page, OPS));
      } finally {
        page.cleanup();
      }
    });
  } finally {
    await file.loadingTask.destroy();
  }
}

/** An image once it is ready; the library decodes images separately from the list of operators. */
const objectOf = (page: PdfPage, id: string): Promise<Image | null> =>
  new Promise(resolve => (id.startsWith("g_") ? page.commonObjs : page.objs).get(id, resolve));

/** The images of a page in drawing order. */
async function placedImages(page: PdfPage, OPS: Library["OPS"]): Promise<PlacedImage[]> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const isImage = (operator: number) =>
    operator === OPS.paintImageXObject ||
    operator === OPS.paintInlineImageXObject ||
    operator === OPS.paintImageMaskXObject;
  const images: PlacedImage[] = [];
  const savedMatrices: Matrix[] = [];
  let matrix = multiply(identity, page.getViewport({ scale: 1 }).transform);
  for (const [index, operator] of fnArray.entries()) {
    const args = argsArray[index] ?? [];
    if (operator === OPS.save) savedMatrices.push(matrix);
    else if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd)
      matrix = savedMatrices.pop() ?? matrix;
    else if (operator === OPS.transform) matrix = multiply(matrix, args);
    else if (operator === OPS.paintFormXObjectBegin) {
      savedMatrices.push(matrix);
      matrix = multiply(matrix, args[0] ?? identity);
    } else if (isImage(operator)) {
      const [imageOrId]: (Image | string)[] = args;
      const image = typeof imageOrId === "string" ? await objectOf(page, imageOrId) : imageOrId;
      const imageWithData =
        typeof image?.data === "string" ? await objectOf(page, image.data) : image;
      if (image && imageWithData)
        images.push({ image: { ...image, data: imageWithData.data }, matrix });
    }
  }
  return images;
}

const identity: Matrix = [1, 0, 0, 1, 0, 0];

const areaOf = ({ matrix: [a, b, c, d] }: PlacedImage) => Math.abs(a * d - b * c);

function paintPage(page: PdfPage, images: readonly PlacedImage[]): PagePicture | undefined {
  const { width, height } = page.getViewport({ scale: 1 });
  const coveredArea = images.reduce((sum, image) => sum + areaOf(image), 0);
  if (coveredArea < width * height * minCoveredShare) return undefined;
  const resolutions = images.map(
    ({ image, matrix: [a, b] }) => image.width / (Math.hypot(a, b) || image.width),
  );
  const scale = Math.min(
    maxScale,
    Math.max(...resolutions),
    Math.sqrt(maxPixels / (width * height)),
  );
  const canvas = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  const pixels = Buffer.alloc(canvas.width * canvas.height, 255);
  for (const { image, matrix } of images)
    paintImage({ ...canvas, pixels }, image, multiply([scale, 0, 0, scale, 0, 0], matrix));
  const header = Buffer.from(`P5\n${canvas.width} ${canvas.height}\n255\n`);
  return { pgm: Buffer.concat([header, pixels]), scale };
}

interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly pixels: Buffer;
}

/** Paints an image: each canvas pixel it covers takes the image's pixel at that position. */
function paintImage(canvas: Canvas, image: Image, [a, b, c, d, e, f]: Matrix): void {
  const determinant = a * d - b * c;
  const shadeAt = shadeReader(image);
  if (determinant === 0 || shadeAt === undefined) return;
  const bounds = (first: number, second: number, offset: number, max: number) => {
    const corners = [offset, offset + first, offset + second, offset + first + second];
    return [
      Math.max(0, Math.floor(Math.min(...corners))),
      Math.min(max, Math.ceil(Math.max(...corners))),
    ] as const;
  };
  const [left, right] = bounds(a, c, e, canvas.width);
  const [top, bottom] = bounds(b, d, f, canvas.height);
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) {
      const [dx, dy] = [x + 0.5 - e, y + 0.5 - f];
      const column = Math.floor(((dx * d - dy * c) / determinant) * image.width);
      const row = Math.floor((1 - (dy * a - dx * b) / determinant) * image.height);
      if (column < 0 || row < 0 || column >= image.width || row >= image.height) continue;
      const shade = shadeAt(column, row);
      if (shade !== undefined) canvas.pixels[y * canvas.width + x] = shade;
    }
}

/** Returns a function that reads the shade of a pixel, 0 for black; undefined if the pixel is transparent. */
function shadeReader({
  width,
  kind = 1,
  data,
}: Image): ((column: number, row: number) => number | undefined) | undefined {
  if (typeof data === "string") return undefined;
  if (kind === 1) {
    const bytesPerRow = Math.ceil(width / 8);
    return (column, row) =>
      ((data[row * bytesPerRow + (column >> 3)] ?? 255) >> (7 - (column & 7))) & 1 ? undefined : 0;
  }
  const [bytesPerPixel, hasOpacity] = kind === 3 ? [4, true] : [3, false];
  return (column, row) => {
    const offset = (row * width + column) * bytesPerPixel;
    if (hasOpacity && (data[offset + 3] ?? 0) < 128) return undefined;
    const [red = 255, green = 255, blue = 255] = [data[offset], data[offset + 1], data[offset + 2]];
    return (red * 77 + green * 151 + blue * 28) >> 8;
  };
}
