// Word files of before 2007.

import { expect, test } from "vitest";
import { parseDoc } from "../../../../pipelines/intake/files/office/doc.ts";
import { fixture } from "../../../support/fixtures.ts";

const ole = () => Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(4088)]);

test("what is not an OLE file, and an OLE file with nothing in it, are malformed", async () => {
  await expect(parseDoc(Buffer.from("Dear Sir"))).rejects.toMatchObject({ code: "malformed" });
  await expect(parseDoc(ole())).rejects.toMatchObject({ code: "malformed" });
});

test("a document that says it is enciphered is named so", async () => {
  const bytes = ole();
  bytes.writeUInt16LE(0xa5ec, 512);
  bytes.writeUInt16LE(0x00c1, 514);
  bytes.writeUInt16LE(0x0100, 522);
  await expect(parseDoc(bytes)).rejects.toMatchObject({ code: "encrypted" });
});

test("each paragraph comes back, also one that is said again", async () => {
  const { text } = await parseDoc(fixture("files/duplicates.doc"));
  expect(text.split("\n\n")).toEqual([
    "The mill by the river",
    ...Array.from({ length: 4 }, () => "It was spun twice. 纺了两次。"),
  ]);
});

test("a damaged file is a failure, never a crash", async () => {
  const whole = fixture("files/duplicates.doc");
  for (let at = 0; at < 40; at++) {
    const bytes =
      at % 2 === 0 ? Buffer.from(whole.subarray(0, 512 + at * 400)) : Buffer.from(whole);
    bytes[(at * 7919) % bytes.length] = 0xff;
    const outcome = await parseDoc(bytes).then(
      () => "read",
      (error: { name: string }) => error.name,
    );
    expect(["read", "FileProblem"]).toContain(outcome);
  }
});
