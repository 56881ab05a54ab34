// The old formats go through LibreOffice; where it is missing, hangs or fails, that is said.

import { spawnSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseWithLibreOffice } from "../../../../pipelines/intake/files/office/libre-office.ts";
import { madeXlsx } from "../../../support/made-office.ts";
import { oldSlides } from "../../../support/fixtures.ts";
import { freshFolder } from "../../../support/folder.ts";

const at = freshFolder();

const ole = () => Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(4088)]);
const missing = { program: "no-such-program-here" };

/** A program that stands in for soffice; called with the options, --outdir, the folder and the file. */
function standIn(script: string): string {
  const program = at("soffice");
  writeFileSync(program, `#!/bin/sh\n${script}\n`);
  chmodSync(program, 0o755);
  return program;
}

test("without LibreOffice the failure says what to install and what to save the file as", async () => {
  await expect(parseWithLibreOffice("ppt", missing)(ole())).rejects.toMatchObject({
    code: "needs-libreoffice",
    message: expect.stringMatching(/soffice.*\.pptx/),
  });
});

test("what LibreOffice makes is read as the new format", async () => {
  const made = at("made.xlsx");
  const rows = [
    ["Region", "Tons"],
    ["North", 12],
  ];
  writeFileSync(made, madeXlsx([{ name: "Wool", rows }]));
  const parsed = await parseWithLibreOffice("xls", {
    program: standIn(
      `for folder in "$@"; do [ "$before" = --outdir ] && cp "${made}" "$folder/file.xlsx"; before=$folder; done`,
    ),
  })(ole());
  expect(parsed.text).toBe("# Wool\n\nRegion: North | Tons: 12");
});

test("a conversion that makes nothing is malformed, one that does not end is stopped", async () => {
  const convert = (script: string, limits = {}) =>
    parseWithLibreOffice("xls", { program: standIn(script), ...limits })(ole());
  await expect(convert("exit 1")).rejects.toMatchObject({ code: "malformed" });
  await expect(convert("exec tail -f /dev/null", { seconds: 0.2 })).rejects.toMatchObject({
    code: "took-too-long",
  });
});

test("enciphered files are named so before LibreOffice is asked", async () => {
  const workbook = ole();
  workbook.write("09081000000605000000000000000000000000002f00", 512, "hex");
  const presentation = ole();
  presentation.write("0000f60f2000000014000000dfc4d1f3", 512, "hex");
  for (const parsed of [
    parseWithLibreOffice("xls", missing)(workbook),
    parseWithLibreOffice("ppt", missing)(presentation),
  ])
    await expect(parsed).rejects.toMatchObject({ code: "encrypted" });
});

const program = "soffice";
// Where CI is set it is installed, or its lack is a failure.
const installed = spawnSync(program, ["--version"]).status === 0 || Boolean(process.env["CI"]);
test.skipIf(!installed)(
  "slides of before 2007 come back (skipped where LibreOffice is not there)",
  async () => {
    const { text, places } = await parseWithLibreOffice("ppt")(oldSlides());
    expect(text).toContain("Spun by the river. 河边纺成。");
    expect(places).toMatchObject([{ kind: "slide", number: 1 }]);
  },
);
