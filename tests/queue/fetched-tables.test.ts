// A worker's copies of tables on its own disk: fetched once, checked whenever they are opened, and not kept for ever.

import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fieldOf } from "../../pipelines/queue/table-uploads.ts";
import { openCopies, rowsOf, seen, shelve } from "../support/lookup-tables.ts";
import { newFolder } from "../support/toy-run.ts";

const filesIn = (directory: string) => readdirSync(join(directory, "tables")).sort();

test("a table is fetched once, however many rows want it at once or later", async () => {
  const { standIn, ref } = await shelve(rowsOf(4));
  const fetched = openCopies(standIn);
  const [first, second] = await Promise.all([fetched.get(ref), fetched.get({ ...ref })]);
  expect(second).toBe(first);
  expect(await fetched.get(ref)).toBe(first);
  expect([standIn.count("hget"), standIn.count("get")]).toEqual([1, 1]);
});

test("a worker that starts again uses the files of before, and clears what it had not finished", async () => {
  const { standIn, original, ref } = await shelve(rowsOf(4));
  const directory = newFolder();
  const first = openCopies(standIn, directory);
  await first.get(ref);
  first.close();
  const [name = ""] = filesIn(directory);
  writeFileSync(join(directory, "tables", `${name}.0a1b2c3d.new`), "half");
  const again = openCopies(standIn, directory);
  expect(filesIn(directory)).toEqual([`toy-facts-${ref.hash}.jsonl`]);
  expect(seen(await again.get(ref))).toEqual(seen(original));
  expect(standIn.count("hget")).toBe(1);
});

const spoiled: [string, (text: string) => string][] = [
  ["cut short", text => text.slice(0, -9)],
  ["empty", () => ""],
  ["no JSON", () => "\u0000\u0001 rubbish\n\n{"],
  ["of other rows", text => text.replace('"text":"2"', '"text":"3"')],
  ["in another order", text => text.trimEnd().split("\n").reverse().join("\n")],
  ["one row longer", text => `${text}{"id":"more","kind":"","text":""}\n`],
];

test.each(spoiled)("a file of before that is %s is fetched again", async (_, spoil) => {
  const { standIn, original, ref } = await shelve(rowsOf(4));
  const directory = newFolder();
  const path = join(directory, "tables", `toy-facts-${ref.hash}.jsonl`);
  mkdirSync(join(directory, "tables"));
  writeFileSync(path, spoil([...original.lines()].map(line => `${line}\n`).join("")));
  expect(seen(await openCopies(standIn, directory).get(ref))).toEqual(seen(original));
  expect(standIn.count("hget")).toBe(1);
});

test("a table that is not in Redis is an error with its name", async () => {
  const { standIn, ref } = await shelve(rowsOf(4));
  const directory = newFolder();
  const gone = { ...ref, hash: "0123456789abcdef" };
  await expect(openCopies(standIn, directory).get(gone)).rejects.toMatchObject({
    code: "queue",
    message: expect.stringContaining("toy/facts (0123456789abcdef)") as string,
  });
  expect(filesIn(directory)).toEqual([]);
});

test("a table whose rows are not those of its hash is an error with its name, each time", async () => {
  const { standIn, ref } = await shelve(rowsOf(4));
  const other = { artifact: "toy/terms", hash: "0123456789abcdef" };
  standIn.tables.set(fieldOf(other), standIn.tables.get(fieldOf(ref))!);
  const fetched = openCopies(standIn);
  for (const _ of [1, 2])
    await expect(fetched.get(other)).rejects.toMatchObject({
      code: "queue",
      message: expect.stringContaining("toy/terms") as string,
    });
});

test("a fetch that breaks leaves no file, and the next one brings the table", async () => {
  const { standIn, original, ref } = await shelve(rowsOf(9000, "x".repeat(600)));
  let left = 5;
  const get = (name: string) =>
    left-- === 0 ? Promise.reject(new Error("no Redis")) : standIn.blobs.get(name);
  const directory = newFolder();
  const fetched = openCopies({ ...standIn, blobs: { ...standIn.blobs, get } }, directory);
  await expect(fetched.get(ref)).rejects.toThrow("no Redis");
  expect(filesIn(directory)).toEqual([]);
  expect((await fetched.get(ref)).rows()).toEqual(original.rows());
});

test("the same table fetched for two runs at once is whole for both", async () => {
  const { standIn, original, ref } = await shelve(rowsOf(9000, "x".repeat(600)));
  const directory = newFolder();
  let go: () => void = () => undefined;
  const held = new Promise<void>(resolve => (go = resolve));
  const slow = (name: string) => held.then(() => standIn.blobs.get(name));
  const earlier = openCopies({ ...standIn, blobs: { ...standIn.blobs, get: slow } }, directory).get(
    ref,
  );
  const later = openCopies({ ...standIn, blobs: { get: slow } }, directory).get(ref);
  go();
  const tables = await Promise.all([later, earlier]);
  expect(tables.map(table => table.rows())).toEqual([original.rows(), original.rows()]);
});

test("a copy that is changed while it is open is an error that names the row, never another row", async () => {
  const { standIn, ref } = await shelve(rowsOf(3));
  const directory = newFolder();
  const table = await openCopies(standIn, directory).get(ref);
  const path = join(directory, "tables", `toy-facts-${ref.hash}.jsonl`);
  writeFileSync(path, readFileSync(path, "utf8").replace('"text":"1"', '"text":"9"'));
  expect(() => table.row("f-1")).toThrow(
    expect.objectContaining({
      code: "corrupt-file",
      message: expect.stringContaining("f-1") as string,
    }),
  );
  expect(table.row("f-2")).toEqual(rowsOf(3)[2]);
  appendFileSync(path, "more\n");
  expect(table.row("f-0")).toEqual(rowsOf(3)[0]);
});
