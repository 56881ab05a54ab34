// The pages of a book stand in the order in which it is read, each with its place.

import { expect, test } from "vitest";
import { parseEpub } from "../../../pipelines/intake/files/epub.ts";
import { FileProblem } from "../../../pipelines/intake/files/parsed-file.ts";
import { madeBook } from "../../support/made-book.ts";
import { packParts } from "../../support/made-office.ts";

const failing = (bytes: Buffer): string => {
  try {
    return parseEpub(bytes).text;
  } catch (error) {
    return error instanceof FileProblem ? error.code : "a bug";
  }
};

test("pages are read in the order of the book, with headings, lists and tables, but no list of contents", () => {
  const { text, places, title } = parseEpub(
    madeBook(
      [
        { body: "<ol><li>Wool</li></ol>", properties: "nav" },
        { body: '<h1>Wool</h1><p>It is <a id="x"/>spun.</p><script/><p>Twice.</p>' },
        {
          body: "<table><tr><th>Year</th><th>Tons</th></tr><tr><td>2022</td><td>5</td></tr></table>",
        },
      ],
      "The mill",
    ),
  );
  expect(text).toBe("# Wool\n\nIt is spun.\n\nTwice.\n\nYear: 2022 | Tons: 5");
  expect(places).toEqual([
    { kind: "part", number: 1, name: null, start: 0 },
    { kind: "part", number: 2, name: null, start: text.indexOf("Year") },
  ]);
  expect(title).toBe("The mill");
});

test("a page of contents loses its lists of links, not what the book says of itself there", () => {
  const contents =
    '<p>Rules of the mill, 4th edition of 2022.</p><div><ol><li><a href="a">Wool</a></li></ol></div>';
  const opf =
    '<package><manifest><item id="a" href="text/page%200.xhtml"/><item id="b" href="text/page%201.xhtml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine><guide><reference type="toc" href="text/page%200.xhtml"/></guide></package>';
  const pages = [{ body: contents }, { body: '<ul><li><a href="b">Wool is spun.</a></li></ul>' }];
  expect(parseEpub(madeBook(pages, "", { "OEBPS/book.opf": opf })).text).toBe(
    "Rules of the mill, 4th edition of 2022.\n\n- Wool is spun.",
  );
});

test("a page of which places are listed, too, is read once", () => {
  const opf =
    '<package><manifest><item id="a" href="text/page%200.xhtml"/><item id="b" href="text/page%200.xhtml#spun"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>';
  const pages = [{ body: '<p id="spun">Wool is spun.</p>' }];
  expect(parseEpub(madeBook(pages, "", { "OEBPS/book.opf": opf })).text).toBe("Wool is spun.");
});

test("a book with enciphered pages is encrypted; one with enciphered fonts is read", () => {
  const ciphered = (path: string) => ({
    "META-INF/encryption.xml": `<encryption><CipherReference URI="${path}"/></encryption>`,
  });
  const pages = [{ body: "<p>Wool.</p>" }];
  expect(failing(madeBook(pages, "", ciphered("OEBPS/text/page 0.xhtml")))).toBe("encrypted");
  expect(failing(madeBook(pages, "", ciphered("OEBPS/font.otf")))).toBe("Wool.");
});

test("a book without its lists or a page, and one that swells, are refused with their reasons", () => {
  expect(failing(packParts({ mimetype: "application/epub+zip" }))).toBe("malformed");
  expect(failing(madeBook([], "", { "META-INF/container.xml": "<container/>" }))).toBe("malformed");
  expect(
    failing(
      madeBook([], "", {
        "OEBPS/book.opf":
          '<package><manifest><item id="a" href="a.html"/></manifest><spine><itemref idref="a"/></spine></package>',
      }),
    ),
  ).toBe("malformed");
  expect(failing(madeBook([{ body: " ".repeat(30 * 2 ** 20) }]))).toBe("file-too-large");
});
