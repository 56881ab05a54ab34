// Scanned pages and pictures are read through tesseract where it is installed; a stand-in on the search path shows what it is given.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { parsePicture } from "../../../../pipelines/intake/files/ocr/picture.ts";
import { findRecognizer } from "../../../../pipelines/intake/files/ocr/tesseract.ts";
import { parsePdf } from "../../../../pipelines/intake/files/pdf/pdf.ts";
import { answering, printed, putTesseract } from "../../../support/fake-tesseract.ts";
import { fixture } from "../../../support/fixtures.ts";
import { freshFolder } from "../../../support/folder.ts";
import { madeScans } from "../../../support/made-scan.ts";

const at = freshFolder();
const both = ["chi_sim", "eng", "osd"];
const isInstalled = /\b(?:chi_sim[^]*eng)\b/.test(
  spawnSync("tesseract", ["--list-langs"], { encoding: "utf8" }).stdout ?? "",
);
const wool = printed([
  [{ text: "Alder Mill spins the wool of nine farms on the river.", left: 100, top: 200 }],
]);
/** Two pixels high and three wide: the first is black. */
const corner = { width: 3, height: 2, grey: [0, 255, 255, 255, 255, 255] };

afterEach(() => vi.unstubAllEnvs());

/** The picture that the stand-in was given. */
function given() {
  const bytes = readFileSync(at("picture"));
  const [, size = "", pixels = ""] =
    /^P5\n(\d+ \d+)\n255\n([^]*)$/.exec(bytes.toString("latin1")) ?? [];
  const [width = 0] = size.split(" ").map(Number);
  return {
    size,
    black: [...pixels].flatMap((sign, index) =>
      sign.charCodeAt(0) < 128 ? [[index % width, Math.floor(index / width)]] : [],
    ),
  };
}

/** Installs a stand-in with these languages that answers with a table. */
const install = (languages = both, table = wool) =>
  putTesseract(at("bin"), answering(languages, table, at("picture")));

test("each page's picture goes to tesseract, and its text is marked", async () => {
  install();
  expect(await parsePdf(madeScans([corner]))).toMatchObject({
    text: "Alder Mill spins the wool of nine farms on the river.",
    places: [{ kind: "page", number: 1, start: 0, ocr: true }],
  });
  expect(readFileSync(at("picture.options"), "utf8")).toMatch(
    /^stdin stdout -l chi_sim\+eng --dpi \d+ tsv\n$/,
  );
});

test.each([
  [0, "3 2", [[0, 0]]],
  [90, "2 3", [[1, 0]]],
  [180, "3 2", [[2, 1]]],
])("a page turned by %i degrees is painted as it is seen", async (turned, size, black) => {
  install();
  await parsePdf(madeScans([{ ...corner, turned }]));
  expect(given()).toEqual({ size, black });
});

test("a scan in strips is one picture", async () => {
  install();
  const strip = { width: 3, height: 1, grey: [0, 255, 255] };
  await parsePdf(madeScans([{ ...strip, copies: 2 }]));
  expect(given()).toEqual({
    size: "3 2",
    black: [
      [0, 0],
      [0, 1],
    ],
  });
});

test("a page that has text, and one with a small picture alone, is not recognised", async () => {
  install();
  const sheet = { width: 200, height: 60, grey: Array.from({ length: 12_000 }, () => 255) };
  // Places count from the upper edge of a page of 800.
  const text = { text: "Beck Mill weaves.", x: 20, y: 770 };
  expect(await parsePdf(madeScans([{ ...sheet, text }]))).toMatchObject({
    text: "Beck Mill weaves.",
    places: [{ kind: "page", number: 1, name: null, start: 0 }],
  });
  await expect(parsePdf(madeScans([{ ...corner, share: 0.1 }]))).rejects.toMatchObject({
    code: "no-text",
  });
  expect(existsSync(at("picture"))).toBe(false);
});

test("without tesseract, or without its languages, the reason is that of a scan", async () => {
  putTesseract(at("bin"));
  await expect(parsePdf(madeScans([corner]))).rejects.toMatchObject({
    code: "no-text",
    message: expect.stringMatching(/scanned.*tesseract/) as string,
  });
  install(["osd"]);
  expect(await findRecognizer()).toBeUndefined();
});

test("one language is enough, and alone it is asked for", async () => {
  install(["eng"]);
  await parsePdf(madeScans([corner]));
  expect(readFileSync(at("picture.options"), "utf8")).toContain("-l eng ");
});

test("a page that takes too long is given up and named, the others are read", async () => {
  const script = `if [ "$1" = --list-langs ]; then /bin/echo eng; exit 0; fi
if [ -e "${at("second")}" ]; then /bin/cat "${at("picture.tsv")}"; else : > "${at("second")}"; exec /bin/sleep 60; fi`;
  answering([], wool, at("picture"));
  putTesseract(at("bin"), script);
  const onProgress = vi.fn<() => void>();
  expect(
    await parsePdf(madeScans([corner, corner]), { onProgress, secondsForPage: 0.5 }),
  ).toMatchObject({
    places: [{ number: 2, ocr: true }],
    leftOut: ["page 1, on which text recognition failed"],
  });
  expect(onProgress).toHaveBeenCalledTimes(2);
});

test("a picture is a document of its own, each page of it a place; a few words make none", async () => {
  const text = "Alder Mill spins the wool of nine farms on the river and weaves it.";
  const page = [{ text, left: 100, top: 200 }];
  install(both, printed([page, page]));
  const bytes = Buffer.from("any picture");
  expect(await parsePicture(bytes)).toMatchObject({
    places: [
      { kind: "page", number: 1, ocr: true },
      { kind: "page", number: 2, ocr: true },
    ],
  });
  expect(readFileSync(at("picture"))).toEqual(bytes);
  install(both, printed([[{ text: "Mill", left: 1, top: 1 }]]));
  await expect(parsePicture(bytes)).rejects.toMatchObject({ code: "no-text" });
  putTesseract(at("empty"));
  await expect(parsePicture(bytes)).rejects.toMatchObject({
    code: "unknown-file-type",
    message: expect.stringContaining("tesseract") as string,
  });
});

test.skipIf(!isInstalled)(
  "the true program reads a scan in both languages (needs tesseract with chi_sim and eng)",
  async () => {
    const { text, places } = await parsePdf(fixture("files/scan.pdf"));
    expect(text).toContain("Its wheel was replaced in the spring of 2019");
    expect(text).toContain("水轮于二零一九年春天更换");
    expect(places).toEqual([{ kind: "page", number: 1, name: null, start: 0, ocr: true }]);
  },
  60_000,
);
